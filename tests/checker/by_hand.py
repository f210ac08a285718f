"""Terms, domains and certificates written by hand, in the format of the files."""

from __future__ import annotations

import hashlib
import json
from typing import Any

Data = Any


def sym(name: str) -> Data:
    return ["sym", name]


def add(*args: Data) -> Data:
    return ["+", *args]


def mul(*args: Data) -> Data:
    return ["*", *args]


def power(base: Data, exponent: Data) -> Data:
    return ["^", base, exponent]


def neg(value: Data) -> Data:
    return mul("-1", value)


def sub(first: Data, second: Data) -> Data:
    return add(first, neg(second))


def inv(value: Data) -> Data:
    return power(value, "-1")


def sqrt(value: Data) -> Data:
    return power(value, "1/2")


def sin(angle: Data) -> Data:
    return ["sin", angle]


def cos(angle: Data) -> Data:
    return ["cos", angle]


def tan(angle: Data) -> Data:
    return ["tan", angle]


def gamma(value: Data) -> Data:
    return ["gamma", value]


pi = ["pi"]


def interval(low: Data, high: Data, ends: str = "()", integer: bool = False) -> Data:
    """Return an interval; an end is text for a rational number or an infinity, or a pair for a + b pi."""

    def end(value: Data) -> Data:
        if value in ("oo", "-oo"):
            return value
        return list(value) if isinstance(value, tuple) else [value, "0"]

    return {
        "low": end(low),
        "high": end(high),
        "low_open": ends[0] == "(",
        "high_open": ends[1] == ")",
        "integer": integer,
    }


REALS = interval("-oo", "oo")
POSITIVE = interval("0", "oo")
NEGATIVE = interval("-oo", "0")
NATURALS = interval("0", "oo", "[)", integer=True)
TO_PI = interval("0", ("0", "1"))
TO_HALF_PI = interval("0", ("0", "1/2"))


def identity(
    lhs: Data, rhs: Data, known: Any = (), positive: Any = (), open_: Any = (), lemma: str = "test", **symbols: Data
) -> Data:
    """Return an identity on a domain."""
    return {
        "lhs": lhs,
        "rhs": rhs,
        "domain": {"intervals": symbols, "positive": list(positive)},
        "known": list(known),
        "open": list(open_),
        "lemma": lemma,
    }


def certificate(*identities: Data) -> Data:
    """Return a certificate whose manifest is right."""
    return signed({"format": 1, "identities": list(identities), "same_term": 0, "other_rules": {}})


def signed(data: Data) -> Data:
    """Return a certificate with the manifest made anew, as a forger would."""
    text = json.dumps(data["identities"], sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(text.encode("ascii")).hexdigest()
    return {**data, "count": len(data["identities"]), "sha256": digest}
