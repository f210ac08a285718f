"""Inputs on which double precision is hardest, with 40-digit values: what every numerical kernel is tested on.

`load()` reads `worst_cases.json`; `python tests/worst_cases.py` searches anew and writes it. The search looks where the
textbook formulas, evaluated in double precision as people write them, are farthest from the truth: it samples each
region at all scales, then climbs, a few units in the last place at a time, from the worst point it found.
"""

import json
import math
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np
from scipy import special

from symkern.reference.enclosure import Enclosure
from symkern.reference.evaluate import evaluate

FILE = Path(__file__).with_suffix(".json")
DIGITS = 40
KEPT = 4
DEGREES = ("-49/100", "-1/4", "0", "1/2", "1", "2", "5/2", "3", "6", "10")


def load(kind: str) -> list[dict]:
    """The cases of one kind ("cosine", "theta" or "kernel"); floats are stored in hexadecimal, exactly."""
    cases = json.loads(FILE.read_text(encoding="utf-8"))[kind]
    for case in cases:
        for name in ("cosine", "theta"):
            if name in case:
                case[name] = float.fromhex(case[name])
        for name in ("x", "y"):
            if name in case:
                case[name] = [float.fromhex(entry) for entry in case[name]]
    return cases


def truth(case: dict, digits: int = DIGITS):
    """The enclosure of a case, with its floats as they are."""
    return evaluate(**{name: value for name, value in case.items() if name in ARGUMENTS}, digits=digits)


ARGUMENTS = ("n", "theta", "cosine", "x", "y", "layers", "bias", "sigma")


# the textbook, in double precision


def textbook_angular(n: Fraction, theta: float, c: float) -> float:
    """(pi - theta) P_n(c) + sin(theta) Q_n(c) for integers, the hypergeometric form for other degrees."""
    if n.denominator != 1:
        z = (1 + c) / 2
        scale = math.sqrt(math.pi) * 2 ** float(n) * math.gamma(float(n) + 1) ** 2 / math.gamma(float(n) + 1.5)
        return scale * z ** (float(n) + 0.5) * special.hyp2f1(0.5, 0.5, float(n) + 1.5, z)
    one_minus_square = np.polynomial.Polynomial([1, 0, -1])
    x = np.polynomial.Polynomial([0, 1])
    P, Q = np.polynomial.Polynomial([1.0]), np.polynomial.Polynomial([0.0])
    for k in range(int(n)):
        P, Q = one_minus_square * P.deriv() + (2 * k + 1) * x * P, P + 2 * k * x * Q + one_minus_square * Q.deriv()
    return (math.pi - theta) * P(c) + math.sin(theta) * Q(c)


def textbook_kernel(case: dict) -> float:
    """One layer, or layer by layer, from norms and an arccos; the biased kernel with Owen's T and an arccos each."""
    x, y = np.array(case["x"]), np.array(case["y"])
    xx, xy, yy = x @ x, x @ y, y @ y
    layers = case.get("layers", [case.get("n", "0")])
    for depth, degree in enumerate(layers):
        bias, sigma = (float(Fraction(case[name])) if name in case and not depth else 0.0 for name in ("bias", "sigma"))
        both = (_one(Fraction(degree), bias, sigma, *triple) for triple in ((xx, xx, xx), (xx, xy, yy), (yy, yy, yy)))
        xx, xy, yy = both
    return float(xy)


def _one(n: Fraction, bias: float, sigma: float, xx: float, xy: float, yy: float) -> float:
    c = xy / np.sqrt((xx + sigma**2) * (yy + sigma**2))
    theta = np.arccos(c)
    if not bias:
        return np.sqrt(xx) ** float(n) * np.sqrt(yy) ** float(n) * textbook_angular(n, theta, c) / math.pi
    side = np.sqrt(xx + yy - 2 * xy)
    value = 0.0
    for mine in (xx, yy):
        angle = np.arccos((mine - xy) / (np.sqrt(mine) * side))
        h = abs(bias) / np.sqrt(mine)
        value += special.ndtr(-h) - 2 * special.owens_t(h, 1 / np.tan(angle))
        value += math.erf(h / math.sqrt(2)) if bias < 0 else 0.0
    return value


# the search


def error(case: dict, computed: Callable[[dict], float]) -> float:
    """How far the textbook is from the truth, relative to it; a value that is not finite is infinitely far."""
    with np.errstate(all="ignore"):
        try:
            value = float(computed(case))
        except (ArithmeticError, ValueError):
            value = math.nan
    right = truth(case, 20)
    if not representable(right) or not math.isfinite(value):
        return math.inf if representable(right) else 0.0
    exact = Fraction(right.value)
    if not exact:
        return math.inf if value else 0.0
    ratio = abs(Fraction(value) - exact) / abs(exact)
    return float(min(ratio, Fraction(10) ** 300))


def hardest(samples: Iterator[dict], computed: Callable[[dict], float], nudge: Callable[[dict], dict]) -> list[dict]:
    """The worst of the samples, each improved by small moves as long as they make it worse."""
    judged = sorted(((error(case, computed), k, case) for k, case in enumerate(samples)), key=lambda item: -item[0])
    best = []
    for badness, _, case in judged[:KEPT]:
        for _ in range(20):
            moved = nudge(case)
            worse = error(moved, computed)
            if worse > badness:
                badness, case = worse, moved
        best.append(case | {"textbook_error": f"{badness:.1e}"})
    return best


def ulps(rng: random.Random, value: float) -> float:
    """A few units in the last place away."""
    for _ in range(rng.randint(1, 8)):
        value = math.nextafter(value, math.inf if rng.random() < 0.5 else -math.inf)
    return value


def scales(rng: random.Random, smallest: float, largest: float) -> float:
    return math.exp(rng.uniform(math.log(smallest), math.log(largest)))


def search_angles(rng: random.Random, name: str) -> Iterator[dict]:
    """J_n as a function of a double theta, or of a double cosine: near both ends, at all scales, and in between."""

    def of(case: dict) -> float:
        theta = case["theta"] if name == "theta" else math.acos(case["cosine"])
        return textbook_angular(Fraction(case["n"]), theta, math.cos(theta) if name == "theta" else case["cosine"])

    largest = math.pi if name == "theta" else 1.0
    smallest = 1e-18 if name == "theta" else 2.0**-53
    low = 0.0 if name == "theta" else -1.0
    regions = {
        "near the lower end": lambda: low + scales(rng, smallest, 0.1),
        "near the upper end": lambda: largest - scales(rng, 2.0**-53, 0.1),
        "inside": lambda: rng.uniform(low, largest),
    }
    for degree in DEGREES:
        for region, draw in regions.items():
            samples = ({"n": degree, name: min(largest, max(low, draw()))} for _ in range(120))
            move = lambda case: case | {name: min(largest, max(low, ulps(rng, case[name])))}  # noqa: E731
            for case in hardest(samples, of, move):
                yield {"region": region, **case, name: case[name].hex()}


def search_kernels(rng: random.Random) -> Iterator[dict]:
    """Pairs of vectors: near-parallel and degenerate ones, tiny and huge norms, with every variation."""

    def direction() -> list[float]:
        return [rng.gauss(0, 1) for _ in range(3)]

    def near(x: list[float], factor: float) -> list[float]:
        small = scales(rng, 1e-17, 1e-3)
        return [factor * entry + small * rng.gauss(0, 1) for entry in x]

    def pair(kind: str, biased: bool) -> dict:  # a unit with a bias is silent on a tiny input
        x = direction()
        if kind == "near-parallel":
            y = near(x, rng.choice((1.0, 0.5, 3.0)))
        elif kind == "near-antiparallel":
            y = near(x, rng.choice((-1.0, -2.0)))
        elif kind == "tiny and huge norms":
            y = direction()
            sizes = scales(rng, 1e-290, 1e290), scales(rng, 0.1, 10)
            sizes = (
                (sizes[0], sizes[1] / sizes[0]) if not biased else (scales(rng, 0.1, 1e290), scales(rng, 0.1, 1e290))
            )
            x, y = ([size * entry for entry in vector] for size, vector in zip(sizes, (x, y), strict=True))
        elif kind == "equal norms":
            y = [x[1], x[0], x[2]]
        else:  # degenerate triangles, exactly
            factor = rng.choice((1.0, 2.0, -1.0, -0.5, 0.0))
            y = [factor * entry for entry in x]
        return {"x": x, "y": y}

    def move(case: dict) -> dict:
        which = rng.choice(("x", "y"))
        entries = list(case[which])
        k = rng.randrange(len(entries))
        entries[k] = ulps(rng, entries[k]) if entries[k] else 0.0
        return case | {which: entries}

    kinds = ("near-parallel", "near-antiparallel", "tiny and huge norms", "equal norms", "degenerate triangles")
    variations = [{"n": degree} for degree in ("-1/4", "0", "1/2", "1", "2", "3")]
    variations += [{"n": "0", "bias": bias} for bias in ("-3", "-1/100000000", "1/100000000", "1/2", "5", "40")]
    variations += [{"n": "0", "sigma": sigma} for sigma in ("1/1000000", "1", "1000000")]
    variations += [{"layers": layers} for layers in (["1", "1", "1"], ["0", "1", "1"], ["1/2", "0", "2"])]
    for variation in variations:
        for kind in kinds:
            if kind == "tiny and huge norms" and "layers" in variation:
                continue  # the product of the norms' powers is what it is at one layer
            samples = []
            while len(samples) < 30:
                case = {**variation, **pair(kind, "bias" in variation)}
                if any(case["y"]) or variation != {"n": "-1/4"}:  # no finite value at a zero vector
                    samples.append(case)
            kept = hardest(
                iter(samples), textbook_kernel, move if kind != "degenerate triangles" else lambda case: case
            )
            for case in kept:
                hexadecimal = {name: [entry.hex() for entry in case[name]] for name in ("x", "y")}
                yield {"region": kind, **case, **hexadecimal}


def representable(right: Enclosure) -> bool:
    """Whether a value is zero or well inside the range of normal doubles: what a kernel can be asked to return."""
    return right.exponent is None or abs(right.exponent) < 300


def main() -> None:
    rng = random.Random(2012)
    found = {
        "cosine": search_angles(rng, "cosine"),
        "theta": search_angles(rng, "theta"),
        "kernel": search_kernels(rng),
    }
    cases: dict[str, list[dict]] = {}
    for kind, candidates in found.items():
        cases[kind] = []
        for case in candidates:
            again = {
                name: [float.fromhex(e) for e in value]
                if name in ("x", "y")
                else float.fromhex(value)
                if name in ("theta", "cosine")
                else value
                for name, value in case.items()
            }
            right = truth(again)
            if representable(right):
                cases[kind].append(case | {"value": right.value})
        print(f"{kind}: {len(cases[kind])} cases")  # noqa: T201
    lines = ",\n".join(
        f'"{kind}": [\n' + ",\n".join(json.dumps(case) for case in entries) + "\n]" for kind, entries in cases.items()
    )
    FILE.write_text("{\n" + lines + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
