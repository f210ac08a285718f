"""Certificates: every identity that a proof used, with its terms, for programs that share nothing with this one.

A certificate holds the two sides as they were compared, the domain, and the opaque terms that other theorems say have
values. It holds no normal form and no relation: who re-checks it translates the terms and knows the relations himself.
An identity whose sides are the same term is counted apart, because it is no evidence.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from symkern.proofs.domains import Domain, Interval
from symkern.proofs.exact import Exact
from symkern.proofs.terms import Term, as_data
from symkern.proofs.theorem import Theorem, valued

FORMAT = 1


def certificate(theorems: Iterable[Theorem]) -> dict[str, Any]:
    """Return what is to be re-checked of some theorems and all that they rest on."""
    identities: dict[str, dict[str, Any]] = {}
    trivial: set[int] = set()
    other: dict[str, int] = {}
    seen: set[int] = set()
    for theorem in theorems:
        lemma = ""
        for step in theorem.ancestors():
            if id(step) in seen:
                continue
            seen.add(id(step))
            if step.compared is None:
                other[step.rule] = other.get(step.rule, 0) + 1
            elif step.compared[0] is step.compared[1]:
                trivial.add(id(step))
            else:
                entry = _identity(step, *step.compared)
                identities.setdefault(json.dumps(entry, sort_keys=True), {**entry, "lemma": theorem.name or lemma})
    found = list(identities.values())
    canonical = json.dumps(found, sort_keys=True, separators=(",", ":"))
    return {
        "format": FORMAT,
        "count": len(found),  # with the digest: a removed identity or a cut file is noticed
        "sha256": hashlib.sha256(canonical.encode("ascii")).hexdigest(),
        "identities": found,
        "same_term": len(trivial),
        "other_rules": other,
    }


def write(theorems: Iterable[Theorem], folder: Path) -> Path:
    """Write what is to be re-checked of some theorems to `certificate.json` in a folder, and return the file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "certificate.json"
    path.write_text(json.dumps(certificate(theorems)) + "\n", encoding="utf-8")
    return path


def _identity(step: Theorem, lhs: Term, rhs: Term) -> dict[str, Any]:
    known = sorted((as_data(part) for part in valued(step.premises)), key=json.dumps)
    return {
        "lhs": as_data(lhs),
        "rhs": as_data(rhs),
        "domain": domain_data(step.domain),
        "known": known,
        "open": sorted(f"{condition}" for condition in step.hypotheses),
    }


def domain_data(domain: Domain) -> dict[str, Any]:
    """Return a domain for JSON."""
    return {
        "intervals": {name: _interval(values) for name, values in domain.intervals.items()},
        "positive": [as_data(condition) for condition in domain.positive],
    }


def _interval(values: Interval) -> dict[str, Any]:
    return {
        "low": _end(values.low),
        "high": _end(values.high),
        "low_open": values.low_open,
        "high_open": values.high_open,
        "integer": values.integer,
    }


def _end(end: Exact) -> list[str] | str:
    """Return an end as ["a", "b"] for a + b pi, or "oo", "-oo"."""
    return str(end) if end.infinite else [str(end.a), str(end.b)]
