"""Generated data: as xu_2003 section 4 describes them (the originals were not published), and a pair to be found."""

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Labels = npt.NDArray[np.int64]

SAMPLES = 79
"""Of the linearly separable case, Fig. 1."""
SPREAD = 1.0
CENTRE = np.array([1.5, 1.5])
NOISE = 0.2
"""The root of the variance 0.04."""


def separable_lines(seed: int, margin: float = 0.5) -> tuple[Array, Labels]:
    """79 points of two round clouds in the plane, none nearer than the margin to the line between them: Fig. 1."""
    generator = np.random.default_rng([1, seed])
    y = np.where(np.arange(SAMPLES) < (SAMPLES + 1) // 2, 1, -1)
    return _clouds(generator, y, margin), y


def overlapping_lines(seed: int, wrong: int = 10) -> tuple[Array, Labels]:
    """The same with ten points on the wrong side of the line, one of them where one of the other class is: Fig. 3."""
    generator = np.random.default_rng([2, seed])
    y = np.where(np.arange(SAMPLES) < (SAMPLES + 1) // 2, 1, -1)
    X = _clouds(generator, y, 0.5)
    flipped = np.concatenate([generator.permutation(np.flatnonzero(y == side))[: wrong // 2] for side in (1, -1)])
    X[flipped] = _clouds(generator, -y[flipped], 0.5)
    partner = generator.choice(np.flatnonzero((y == -y[flipped[0]]) & ~np.isin(np.arange(SAMPLES), flipped)))
    X[flipped[0]] = X[partner]
    return X, y


def _clouds(generator: np.random.Generator, y: Labels, margin: float) -> Array:
    """Normal points around plus or minus the centre, those too near the line between them drawn again."""
    found = np.empty((len(y), 2))
    axis = CENTRE / np.linalg.norm(CENTRE)
    for i, side in enumerate(y):
        while True:
            point = side * CENTRE + SPREAD * generator.standard_normal(2)
            if side * (point @ axis) >= margin:
                break
        found[i] = point
    return found


def saito_nakano_function(x: npt.ArrayLike) -> Array:
    """(1 - x + 2 x^2) exp(-x^2/2)."""
    x = np.asarray(x, dtype=np.float64)
    return np.asarray((1 - x + 2 * x**2) * np.exp(-(x**2) / 2))


def saito_nakano(seed: int, samples: int = 30) -> tuple[Array, Array]:
    """x uniform in [-4, 4] and the function with Gaussian noise of variance 0.04: Fig. 4."""
    generator = np.random.default_rng([3, seed])
    x = generator.uniform(-4, 4, samples)
    return x[:, None], saito_nakano_function(x) + NOISE * generator.standard_normal(samples)


def hidden_pair(seed: int, samples: int = 4000, inputs: int = 10) -> tuple[Array, Labels]:
    """Gaussian inputs, two of which matter: the class is 1 where those have the same sign."""
    X = np.random.default_rng([4, seed]).standard_normal((samples, inputs))
    return X, (X[:, 0] * X[:, 1] > 0).astype(np.int64)
