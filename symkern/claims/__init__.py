"""Claims: what a paper states, judged. A derivation file imports these names and nothing else of the engine."""

from symkern.claims.certify import Within as Within
from symkern.claims.claim import Claim, Refuted, claim
from symkern.claims.claim import Definition as Definition
from symkern.claims.claim import Misprint as Misprint
from symkern.claims.claim import Qualified as Qualified
from symkern.claims.claim import Undecided as Undecided
from symkern.claims.statement import Relation as Relation
from symkern.claims.statement import Sampled as Sampled
from symkern.claims.statement import Side as Side
from symkern.claims.statement import grid as grid

__all__ = [
    "Claim",
    "Definition",
    "Misprint",
    "Qualified",
    "Refuted",
    "Relation",
    "Sampled",
    "Side",
    "Undecided",
    "Within",
    "claim",
    "grid",
]
