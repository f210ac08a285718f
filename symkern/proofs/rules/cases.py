"""Rule of cases: a symbol of either sign."""

from __future__ import annotations

from symkern.proofs.domains import REALS, Domain, Interval
from symkern.proofs.exact import INFINITY, ZERO
from symkern.proofs.terms import Term, absolute
from symkern.proofs.theorem import NotProved, Theorem, conclude

ABOVE, BELOW = Interval(ZERO, INFINITY), Interval(-INFINITY, ZERO)


def by_sign(variable: Term, above: Theorem, below: Theorem) -> Theorem:
    """Conclude a statement for a symbol x that is not 0 from the cases x > 0 and x < 0.

    Both cases say the same, on domains that differ in the interval of x alone: all positive numbers, and all negative
    ones. The conclusion holds for real x with |x| > 0.
    """
    name = variable.name
    if variable.head != "sym" or above.statement != below.statement:
        raise NotProved(f"the cases are different statements: {above.statement} and {below.statement}")
    if (above.domain.intervals.get(name), below.domain.intervals.get(name)) != (ABOVE, BELOW):
        raise NotProved(f"{name} must run through all positive numbers in one case, and all negative ones in the other")
    others = [{key: value for key, value in case.domain.intervals.items() if key != name} for case in (above, below)]
    if others[0] != others[1] or above.domain.positive != below.domain.positive:
        raise NotProved(f"the domains of the cases differ in more than {name}")
    whole = Domain({**others[0], name: REALS}, (*above.domain.positive, absolute(variable)))
    return conclude("cases by sign", above.statement, whole, [above, below])
