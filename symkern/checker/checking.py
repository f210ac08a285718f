"""Checking certificates: the outcome of every identity, and the report of a run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from symkern.checker.fractions_of_polynomials import NotChecked
from symkern.checker.reading import Certificate, Damaged, Identity, Node, read
from symkern.checker.translation import Again, Translation, Units
from symkern.checker.trial import refuted, witnesses

MOST_ROUNDS = 60
"""Times that a translation may start anew with smaller units."""
MOST_BITS = 2000
"""Precision of the trial of an identity that is not proved."""
FILE = "certificate.json"
"""Name of the certificates in a folder."""


@dataclass(frozen=True)
class Outcome:
    """What became of one identity.

    Attributes
    ----------
    verdict : str
        "re-checked", "rejected", "not checked" or "open".
    reason : str
        Why it was not re-checked.
    """

    verdict: str
    reason: str = ""


def check(identity: Identity) -> Outcome:
    """Return whether an identity holds by the laws of the checker on its whole domain.

    Parameters
    ----------
    identity : Identity
        Two terms, a domain, and the opaque terms that other theorems say have values.

    Returns
    -------
    Outcome
        "re-checked" if all conditions are proved and the sides have one normal form; "rejected" if enclosures of the
        sides are disjoint at a point; "open" if the certificate itself lists open conditions; otherwise "not checked".

    Examples
    --------
    >>> from fractions import Fraction
    >>> from symkern.checker.reading import End, Identity, Interval, Node
    >>> x, one = Node("sym", "x", ()), Node("num", Fraction(1), ())
    >>> quotient = Node("*", None, (x, Node("^", None, (x, Node("num", Fraction(-1), ())))))
    >>> def outcome(low_open):
    ...     values = Interval(End(), End(Fraction(1)), low_open, False, False)
    ...     return check(Identity(quotient, one, {"x": values}, (), (), (), "x/x = 1"))
    >>> outcome(low_open=True)
    Outcome(verdict='re-checked', reason='')
    >>> outcome(low_open=False)
    Outcome(verdict='not checked', reason='x != 0 is not shown')
    """
    if identity.open:
        return Outcome("open", f"open condition: {identity.open[0][:200]}")
    reason, classes = missing(identity)
    try:
        failure = refuted(identity, classes)
        if reason and not failure:
            failure = refuted(identity, classes, MOST_BITS)
    except (OverflowError, MemoryError, RecursionError, ValueError):
        failure = ""
    if failure:
        return Outcome("rejected", failure)
    return Outcome("not checked", reason) if reason else Outcome("re-checked")


def missing(identity: Identity) -> tuple[str, dict[Node, int]]:
    """Return what the proof of an identity lacks, an empty text if nothing, and the classes of its opaque terms."""
    units = Units()
    translation = None
    try:
        _closed(identity)
        for _ in range(MOST_ROUNDS):
            try:
                translation = Translation(identity, units)
                left, right = translation.translate(identity.lhs), translation.translate(identity.rhs)
            except Again:
                continue
            if translation.equal(left, right):
                return "", translation.opaque
            raise NotChecked("the laws of the checker do not reduce its sides to one normal form")
        raise NotChecked("its units did not settle")
    except NotChecked as condition:
        reason = str(condition)
    except (RecursionError, OverflowError, MemoryError):
        reason = "it is too large"
    return reason, translation.opaque if translation else {}


def _closed(identity: Identity) -> None:
    """Prove that all symbols have a domain and that some point satisfies the conditions of the domain."""
    terms: list[Node] = [identity.lhs, identity.rhs, *identity.positive]
    unknown = sorted(frozenset().union(*(term.symbols for term in terms)) - identity.intervals.keys())
    if unknown:
        raise NotChecked(f"{unknown[0]} has no domain")
    if identity.positive and next(witnesses(identity), None) is None:
        raise NotChecked("no point was found that satisfies the conditions of the domain")


@dataclass
class Report:
    """Counts of a run and one line for every failure."""

    rechecked: int = 0
    rejected: int = 0
    unchecked: int = 0
    same_term: int = 0
    damaged: int = 0
    lines: list[str] = field(default_factory=list)

    @property
    def summary(self) -> str:
        """The closing line."""
        return (
            f"{self.rechecked} identities re-checked, {self.rejected} rejected, {self.unchecked} not checked, "
            f"{self.same_term} same term"
        )

    @property
    def status(self) -> int:
        """Exit status: 0 if there were identities and all were re-checked, 2 if a file was damaged, otherwise 1."""
        if self.damaged:
            return 2
        return 0 if self.rechecked and not self.rejected and not self.unchecked else 1

    def add(self, certificate: Certificate, name: str) -> None:
        """Check all identities of one file."""
        self.same_term += certificate.same_term
        for number, identity in enumerate(certificate.identities):
            where = f"{name}: identity {number} of {identity.lemma or 'a theorem without a name'}"
            if identity.lhs is identity.rhs:
                self.same_term += 1
                continue
            outcome = check(identity)
            if outcome.verdict == "re-checked":
                self.rechecked += 1
            elif outcome.verdict == "rejected":
                self.rejected += 1
                self.lines.append(f"{where}: rejected: {outcome.reason}")
            else:
                self.unchecked += 1
                self.lines.append(f"{where}: not checked: {outcome.reason}")


def check_files(paths: Iterable[Path], sha256: str = "") -> Report:
    """Check certificates.

    Parameters
    ----------
    paths : iterable of Path
        Files, or folders in which every `certificate.json` is checked.
    sha256 : str, optional
        Digest that the identities of every file must have.

    Returns
    -------
    Report
        Counts, and a line for every identity that was not re-checked and for every damaged file.
    """
    report = Report()
    for path in paths:
        files = sorted(path.rglob(FILE)) if path.is_dir() else [path]
        if not files:
            report.damaged += 1
            report.lines.append(f"{path}: the folder holds no {FILE}")
        for file in files:
            try:
                certificate = read(file)
                if sha256 and certificate.sha256 != sha256:
                    raise Damaged("the digest of its identities is not the one that was asked for")
            except Damaged as damage:
                report.damaged += 1
                report.lines.append(f"{file}: not a certificate: {damage}")
            else:
                report.add(certificate, str(file))
    return report
