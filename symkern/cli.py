"""The command line: one function per subcommand, and the only place that prints."""

import difflib
import io
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction

from symkern import __version__
from symkern.errors import InvalidArgument, UsageError
from symkern.numbers import read_number

USAGE = """\
usage: python -m symkern COMMAND [key=value ...] [options]

commands
  derive    a kernel, its angular function and its geometry, from the integral over Gaussian weights

examples
  python -m symkern derive n=3                      J_3, its kernel, values, laws and geometry
  python -m symkern derive n=3 d=4                  the geometry for inputs in four dimensions
  python -m symkern derive kernel=arc-cosine        n and d symbolic
  python -m symkern derive n=3 --steps              the same, with every step of the derivation
  python -m symkern derive n=-1/4 --format json     any real degree n > -1/2; text, latex or json
  python -m symkern derive layers=0,1,1             a composition, the first layer first
  python -m symkern derive kernel=biased bias=1/2   also smoothed, polynomial, gaussian, linear

options
  --steps                      show the steps, each an equation that was checked
  --format text|latex|json     how to print (text)
  -h, --help, --version
"""

FORMATS = ("text", "latex", "json")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 if it did what was asked, 2 if the request was at fault."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # mathematics does not fit into ASCII, whatever the locale says
    sys.set_int_max_str_digits(0)  # coefficients may be long; what users type is bounded by its own grammar
    try:
        status = _run(words)
        sys.stdout.flush()
        return status
    except UsageError as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"The output could not be written: {error.strerror}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _run(words: list[str]) -> int:
    if not words:
        print(USAGE, end="", file=sys.stderr)
        return 2
    command, *rest = words
    if command in ("-h", "--help", "help") or "-h" in rest or "--help" in rest:
        print(USAGE, end="")
        return 0
    if command == "--version":
        print(f"symkern {__version__}")
        return 0
    if command not in COMMANDS:
        nearest = difflib.get_close_matches(command, COMMANDS, n=1)
        hint = f"Did you mean {nearest[0]}?" if nearest else "python -m symkern --help lists them."
        hint = f"Did you mean derive {command}?" if "=" in command else hint
        raise InvalidArgument("command", f"one of {', '.join(COMMANDS)}", command, hint)
    return COMMANDS[command](rest)


def derive(words: list[str]) -> int:
    """`derive n=3 [d=4] [--steps] [--format text|latex|json]`"""
    flags, output, pairs = _split(words, ("n", "layers", "kernel", "bias", "sigma", "p", "d"))
    request: dict[str, object] = {}
    for name, text in pairs.items():
        if name == "kernel":
            request[name] = text
        elif name == "layers":
            request[name] = _degrees(text)
        else:
            request[name] = read_number(name, text)
    from symkern.symbolic.derive import derive as derive_kernel
    from symkern.typeset import as_json, as_latex, as_text

    derivation = derive_kernel(**request)  # type: ignore[arg-type]
    steps = "--steps" in flags
    if output == "text":
        print(as_text(derivation, steps=steps, width=_width()))
    else:
        print((as_latex if output == "latex" else as_json)(derivation, steps=steps))
    return 0


def _degrees(text: str) -> list[Fraction]:
    try:
        return [read_number("layers", part) for part in text.split(",")] if text else []
    except InvalidArgument:
        raise InvalidArgument("layers", "a list of degrees such as 0,1,1 or 5/2,1", text) from None


COMMANDS: dict[str, Callable[[list[str]], int]] = {"derive": derive}


def _split(words: list[str], names: Sequence[str]) -> tuple[set[str], str, dict[str, str]]:
    """The flags, the format and the key=value pairs among the words of a command."""
    flags: set[str] = set()
    output = "text"
    pairs: dict[str, str] = {}
    remaining = iter(words)
    for word in remaining:
        if word == "--format" or word.startswith("--format="):
            output = word.partition("=")[2] if "=" in word else next(remaining, "")
            if output not in FORMATS:
                raise InvalidArgument("--format", f"one of {', '.join(FORMATS)}", output)
        elif word == "--steps":
            flags.add(word)
        elif word.startswith("-") and "=" not in word:
            raise UsageError(f"{word} is not an option; the options are --steps and --format {'|'.join(FORMATS)}.")
        else:
            name, equals, text = word.partition("=")
            if not equals:
                raise UsageError(f"Arguments are written key=value; got {word}. For example: n=3")
            if name not in names:
                nearest = difflib.get_close_matches(name.lower(), names, n=1)
                hint = f" Did you mean {nearest[0]}?" if nearest else ""
                raise UsageError(
                    f"{name} is not an argument here; got {word}. The arguments are {', '.join(names)}.{hint}"
                )
            if name in pairs:
                raise UsageError(f"{name} is given twice: {name}={pairs[name]} and {word}.")
            pairs[name] = text
    return flags, output, pairs


def _width() -> int:
    """The width of the terminal within reason; 100 columns where there is none."""
    return max(60, min(140, shutil.get_terminal_size((100, 24)).columns))
