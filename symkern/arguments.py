"""How the words of a command are read: key=value pairs, flags, and options with a value."""

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from symkern.errors import InvalidArgument, UsageError
from symkern.numbers import read_number


@dataclass
class Arguments:
    """What was typed after a command, sorted."""

    flags: set[str] = field(default_factory=set)
    options: dict[str, str] = field(default_factory=dict)
    pairs: dict[str, str] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)

    def choice(self, option: str, values: Sequence[str]) -> str:
        """An option that takes one of a few values, the first of them by default."""
        value = self.options.get(option, values[0])
        if value not in values:
            raise InvalidArgument(option, f"one of {', '.join(values)}", value)
        return value


def read_arguments(
    words: Sequence[str],
    names: Sequence[str],
    *,
    flags: Sequence[str] = (),
    valued: Mapping[str, str] | None = None,
    free: bool = False,
) -> Arguments:
    """The words of a command that takes key=value pairs of these names, these flags, and these options with a value.

    With `free` it takes other words as well, such as the names of files.
    """
    valued = valued or {}
    read = Arguments()
    remaining = iter(words)
    for word in remaining:
        option, equals, given = word.partition("=")
        if option in valued:
            value = given if equals else next(remaining, "")
            if not value:
                raise UsageError(f"{option} needs a value: {option} {valued[option]}")
            if option in read.options:
                raise UsageError(f"{option} is given twice: {read.options[option]} and {value}.")
            read.options[option] = value
        elif word in flags:
            read.flags.add(word)
        elif word.startswith("-") and not equals:
            known = [*flags, *(f"{option} {values}" for option, values in valued.items())]
            raise UsageError(f"{word} is not an option; the options are {' and '.join(known)}.")
        elif free and not equals:
            read.words.append(word)
        else:
            _read_pair(read, word, names)
    return read


def _read_pair(read: Arguments, word: str, names: Sequence[str]) -> None:
    name, equals, text = word.partition("=")
    if not equals:
        raise UsageError(f"Arguments are written key=value; got {word}. For example: n=3")
    if name not in names:
        nearest = difflib.get_close_matches(name.lower(), names, n=1)
        hint = f" Did you mean {nearest[0]}?" if nearest else ""
        raise UsageError(f"{name} is not an argument here; got {word}. The arguments are {', '.join(names)}.{hint}")
    if name in read.pairs:
        raise UsageError(f"{name} is given twice: {name}={read.pairs[name]} and {word}.")
    read.pairs[name] = text


def read_list(name: str, text: str, rule: str) -> list[Fraction]:
    """Numbers separated by commas."""
    try:
        return [read_number(name, part) for part in text.split(",")] if text else []
    except InvalidArgument:
        raise InvalidArgument(name, rule, text) from None


def read_integer(name: str, text: str) -> int:
    """A whole number; 1e9 is one."""
    number = read_number(name, text)
    if number.denominator != 1:
        raise InvalidArgument(name, "an integer", text)
    return int(number)


def read_stack(pairs: Mapping[str, str]) -> dict[str, object]:
    """What says which layers a kernel has: n or layers, and bias and sigma, for the first layer or for each."""
    request: dict[str, object] = {name: pairs[name] for name in ("n", "layers", "bias", "sigma") if name in pairs}
    if "layers" in pairs:
        request["layers"] = read_degrees(pairs["layers"])
    for name in ("bias", "sigma"):
        if "," in pairs.get(name, ""):
            request[name] = [None if entry == "-" else entry for entry in pairs[name].split(",")]
    return request


def read_degrees(text: str) -> list[Fraction]:
    """Degrees separated by commas."""
    return read_list("layers", text, "a list of degrees such as 0,1,1 or 5/2,1")
