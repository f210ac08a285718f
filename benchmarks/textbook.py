"""Arc-cosine kernels as the paper prints them, in numpy: what people write."""

import numpy as np


def textbook(X: np.ndarray, Y: np.ndarray, n: int = 1) -> np.ndarray:
    """Degree 0, 1 or 2: arccos of a cosine that is clipped to [-1, 1], then Cho & Saul (2010), eqs. (5) to (7)."""
    x, y = np.linalg.norm(X, axis=1), np.linalg.norm(Y, axis=1)
    c = np.clip(X @ Y.T / np.outer(x, y), -1, 1)
    theta = np.arccos(c)
    if n == 0:
        return 1 - theta / np.pi
    if n == 1:
        return np.outer(x, y) * (np.sqrt(1 - c**2) + (np.pi - theta) * c) / np.pi
    return np.outer(x, y) ** 2 * (3 * np.sqrt(1 - c**2) * c + (np.pi - theta) * (1 + 2 * c**2)) / np.pi
