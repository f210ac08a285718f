"""Deliberately wrong kernels, each with one mistake that people make, and the law that should name it."""

import numpy as np

from symkern import ArcCosine


def ramp(X, Y):
    """The arc-cosine kernel of degree 1, right."""
    return ArcCosine(1)(X, Y)


def wrong_factor(X, Y):
    """1/(2 pi) for 1/pi."""
    return ramp(X, Y) / 2


def wrong_degree(X, Y):
    """Degree 2 where 1 is declared."""
    return ArcCosine(2)(X, Y)


def nearly_wrong_degree(X, Y):
    """Norms to the power 1.001."""
    norms = np.sqrt(np.outer(ArcCosine(1).diag(X), ArcCosine(1).diag(Y)))
    return ramp(X, Y) * norms**0.001


def single_precision_inside(X, Y):
    return ArcCosine(1)(X.astype(np.float32), Y.astype(np.float32)).astype(float)


def single_precision_angle(X, Y):
    """Norms in double precision, the angle in single."""
    norms = np.sqrt(np.outer(np.sum(X * X, axis=1), np.sum(Y * Y, axis=1)))
    cosine = np.clip(np.divide(X @ Y.T, norms, out=np.zeros_like(norms), where=norms > 0), -1, 1).astype(np.float32)
    return norms * ArcCosine(1).angular(cosine)


def jitter_on_the_diagonal(X, Y=None):
    """A ridge that is meant for a solver: k(X) is not k(X, X)."""
    return ramp(X, X) + 1e-6 * np.eye(len(X)) if Y is None else ramp(X, Y)


def jitter_at_equal_inputs(X, Y):
    """A ridge wherever two inputs are equal: it jumps."""
    return ramp(X, Y) + 1e-6 * np.all(X[:, None] == Y[None], axis=2)


def clipped_cosine(X, Y):
    """The cosine kept away from 1 lest arccos gives NaN."""
    x, y = np.sqrt(ArcCosine(1).diag(X)), np.sqrt(ArcCosine(1).diag(Y))
    norms = np.outer(x, y)
    cosine = np.divide(X @ Y.T, norms, out=np.zeros_like(norms), where=norms > 0)
    return norms * ArcCosine(1).angular(np.clip(cosine, -1 + 1e-7, 1 - 1e-7))


def rounded_step(X, Y):
    """Degree 0 by arccos of a cosine that is clipped to [-1, 1]: right to 1e-8 near parallel."""
    x, y = np.linalg.norm(X, axis=1), np.linalg.norm(Y, axis=1)
    norms = np.outer(x, y)
    cosine = np.divide(X @ Y.T, norms, out=np.zeros_like(norms), where=norms > 0)
    return 1 - np.arccos(np.clip(cosine, -1, 1)) / np.pi


def sigmoid(X, Y):
    """tanh of inner products, which is called a kernel and is none."""
    return np.tanh(0.5 * X @ Y.T - 1)


def shifted_gaussian(X, Y):
    """Symmetric, bounded by its diagonal, and not positive semi-definite: exp(-r^4)."""
    squared = np.sum((X[:, None] - Y[None]) ** 2, axis=2)
    return np.exp(-np.minimum(squared**2, 700))


def larger_than_its_diagonal(X, Y):
    return ramp(X, Y) * (1 + 0.1 * (np.abs(X[:, :1] - Y[:, 0]) > 0.5))


def asymmetric(X, Y):
    return ramp(X, Y) * (1 + 1e-9 * np.sign(X[:, :1] - Y[:, 0]))


def nan_at_equal_inputs(X, Y):
    values = ramp(X, Y)
    values[np.all(X[:, None] == Y[None], axis=2)] = np.nan
    return values


def raises_for_one_row(X, Y):
    if len(X) == 1:
        raise ValueError("need more than one row")
    return ramp(X, Y)


def centred(X, Y):
    """Statistics of the batch inside: an entry depends on the other rows."""
    return ramp(X - X.mean(axis=0), Y - X.mean(axis=0))


def order_dependent(X, Y):
    return ramp(X, Y) * (1 + 1e-6 * np.arange(len(X)))[:, None]


def norms_of_zero_are_one(X, Y):
    """Zero vectors are given norm 1 to avoid dividing by it."""
    return ramp(X, Y) + np.outer(~X.any(axis=1), ~Y.any(axis=1))


def complex_values(X, Y):
    return ramp(X, Y) + 0j


def transposed(X, Y):
    return ramp(Y, X)


def squared_norm_overflows(X, Y):
    """The formula in print: |x|^2 overflows beyond 1e154."""
    x, y = np.sqrt(np.sum(X * X, axis=1)), np.sqrt(np.sum(Y * Y, axis=1))
    norms = np.outer(x, y)
    cosine = np.clip(np.divide(X @ Y.T, norms, out=np.zeros_like(norms), where=norms > 0), -1, 1)
    return norms * ArcCosine(1).angular(cosine)


def anisotropic(X, Y):
    """One coordinate weighs more: no rotation leaves it alone."""
    return ramp(X, Y) + 1e-9 * np.outer(X[:, 0], Y[:, 0])


class WrongDiagonal:
    def __call__(self, X, Y=None):
        return ramp(X, X if Y is None else Y)

    def diag(self, X):
        return np.ones(len(X))


def loses_digits_near_pi(X, Y):
    """The formula in print: the value near theta = pi is a difference of large terms."""
    x, y = np.sqrt(ArcCosine(1).diag(X)), np.sqrt(ArcCosine(1).diag(Y))
    norms = np.outer(x, y)
    scaled = [rows / np.where(size > 0, size, 1)[:, None] for rows, size in ((X, x), (Y, y))]
    cosine = np.clip(scaled[0] @ scaled[1].T, -1, 1)
    theta = np.arccos(cosine)
    return norms * (np.sin(theta) + (np.pi - theta) * cosine) / np.pi


RAMP = {"arc_cosine": 1}
WRONG = [
    (wrong_factor, RAMP, "exact value"),
    (wrong_degree, RAMP, "homogeneity"),
    (nearly_wrong_degree, {"degree": 1}, "homogeneity"),
    (single_precision_inside, {}, "precision"),
    (single_precision_angle, {}, "precision"),
    (jitter_on_the_diagonal, {}, "one argument"),
    (jitter_on_the_diagonal, {}, "duplicates"),
    (jitter_at_equal_inputs, {}, "continuity"),
    (clipped_cosine, {}, "triangle inequality"),
    (rounded_step, {"degree": 0}, "triangle inequality"),
    (sigmoid, {}, "positive semi-definite"),
    (shifted_gaussian, {}, "positive semi-definite"),
    (larger_than_its_diagonal, {}, "Cauchy-Schwarz"),
    (asymmetric, {}, "symmetry"),
    (nan_at_equal_inputs, {}, "finite"),
    (raises_for_one_row, {}, "finite"),
    (centred, {}, "parts"),
    (order_dependent, {}, "symmetry"),
    (norms_of_zero_are_one, {"degree": 1}, "zero vector"),
    (complex_values, {}, "shape"),
    (transposed, {}, "shape"),
    (squared_norm_overflows, {"degree": 1}, "homogeneity"),
    (anisotropic, RAMP, "rotation invariance"),
    (WrongDiagonal(), {}, "diagonal"),
    (loses_digits_near_pi, RAMP, "relative accuracy"),
]
"""Kernel, what is declared of it, and the law that should be broken."""
