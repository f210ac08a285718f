"""The laws of kernels, in the order in which they are tried: each makes sense of a failure of the next."""

from symkern.testing.declared import (
    exact_value_to_rounding,
    homogeneity,
    relative_accuracy,
    rotation_invariance,
    zero_vector,
)
from symkern.testing.law import Law
from symkern.testing.matrix_laws import diagonal, duplicates, finite, one_argument, parts, shape, symmetry
from symkern.testing.positivity import cauchy_schwarz, positive_semi_definite, triangle_inequality
from symkern.testing.smoothness import continuity, precision

LAWS: dict[str, Law] = {
    law.name: law
    for law in (
        shape,
        homogeneity,
        finite,
        zero_vector,
        symmetry,
        one_argument,
        parts,
        diagonal,
        duplicates,
        continuity,
        precision,
        cauchy_schwarz,
        positive_semi_definite,
        triangle_inequality,
        rotation_invariance,
        exact_value_to_rounding,
        relative_accuracy,
    )
}
"""Laws by name."""
