"""The command line: one function per subcommand, and the only package that prints."""

import difflib
import io
import os
import sys
from collections.abc import Callable, Sequence

from symkern import __version__
from symkern.cli.machines import predict, train
from symkern.cli.mathematics import codegen, derive, evaluate, verify
from symkern.cli.networks import figure, info, simulate
from symkern.cli.usage import USAGE
from symkern.errors import InvalidArgument, UsageError

COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "derive": derive,
    "evaluate": evaluate,
    "verify": verify,
    "codegen": codegen,
    "simulate": simulate,
    "train": train,
    "predict": predict,
    "figure": figure,
    "info": info,
}


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
