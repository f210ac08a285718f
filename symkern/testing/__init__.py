"""Exact values of kernels and checks of their laws, for tests of this package and of others' kernels."""

from symkern.testing.exact import exact_value as exact_value
from symkern.testing.feature_pair import Perturbation as Perturbation
