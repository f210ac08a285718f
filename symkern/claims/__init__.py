"""Claims: statements of a paper, judged. A derivation file imports these names and nothing else of the engine."""

from symkern.claims.certify import Within as Within
from symkern.claims.claim import Claim, Refuted, claim
from symkern.claims.claim import Definition as Definition
from symkern.claims.claim import Misprint as Misprint
from symkern.claims.claim import Qualified as Qualified
from symkern.claims.claim import Undecided as Undecided
from symkern.claims.equation import equation as equation
from symkern.claims.proof import Proof as Proof
from symkern.claims.ranges import above as above
from symkern.claims.ranges import interval as interval
from symkern.claims.statement import Relation as Relation
from symkern.claims.statement import Sampled as Sampled
from symkern.claims.statement import Side as Side
from symkern.claims.statement import grid as grid
from symkern.proofs.domains import POSITIVE as POSITIVE
from symkern.proofs.domains import REALS as REALS
from symkern.proofs.domains import domain as domain
from symkern.proofs.domains import integers as integers

__all__ = [
    "POSITIVE",
    "REALS",
    "Claim",
    "Definition",
    "Misprint",
    "Proof",
    "Qualified",
    "Refuted",
    "Relation",
    "Sampled",
    "Side",
    "Undecided",
    "Within",
    "above",
    "claim",
    "domain",
    "equation",
    "grid",
    "integers",
    "interval",
]
