"""Features that are learnt beside random ones and the exact kernel: kernels_notes (3.10) and (3.12), on the same data.

The linear machine on random ramp units (3.10) tends to the kernel machine of degree 1 as units are added; the two-layer
network (3.12) begins as that machine and moves its units. Every machine chooses its penalty on the same held-out fifth.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.datasets import load_digits

from symkern.datasets import hidden_pair
from symkern.errors import InvalidArgument
from symkern.kernels import ArcCosine, Linear
from symkern.learn import HeldOutSearch, RandomNetworkFeatures, TwoLayerNetworkClassifier
from symkern.learn.held_out_search import COARSE, hold_out
from symkern.studies.canvas import new_figure, save

TITLE = "learnt features, random ones and the exact kernel: lecture notes, (3.10) and (3.12)"
SEEDS = range(1, 6)
WIDTHS = (8, 32, 128, 512)
SAMPLES = 1000
PENALTIES = (1e-4, 1e-3, 1e-2)
"""Of the two-layer network."""
PERCENT = (1, 2, 5, 10, 20, 50)
"""Marked on the axis of errors."""

Array = npt.NDArray[np.float64]


def _digits(seed: int) -> tuple[Array, npt.NDArray[Any]]:
    """scikit-learn's 1,797 images of 8 x 8 pixels, in an order of their own for each seed."""
    X, y = load_digits(return_X_y=True)
    order = np.random.default_rng([5, seed]).permutation(len(y))
    return X[order] / 16, y[order]


DATA: dict[str, Callable[[int], tuple[Array, Any]]] = {"hidden pair": hidden_pair, "digits": _digits}


def exact_kernel(X: Array, y: Any, seed: int) -> Any:
    """A support vector machine with the kernel of infinitely many units."""
    return HeldOutSearch(ArcCosine(1), random_state=seed).fit(X, y)


def random_features(X: Array, y: Any, seed: int, width: int) -> Any:
    """(3.10): only the last layer is learnt."""
    features = RandomNetworkFeatures(ArcCosine(1), width, random_state=seed).fit(X)
    units = features.transform(X)
    penalties = COARSE[:-2] / np.mean(np.sum(units**2, axis=1))  # beyond, trainings take minutes and gain nothing
    return _Chained(features, HeldOutSearch(Linear(), penalties=penalties, random_state=seed).fit(units, y))


@dataclass(frozen=True)
class _Chained:
    """Features, and the machine on them."""

    features: Any
    machine: Any

    def predict(self, X: Array) -> Any:
        return self.machine.predict(self.features.transform(X))


def learnt_features(X: Array, y: Any, seed: int, width: int) -> Any:
    """(3.12): both layers are learnt."""
    train, held = hold_out(np.unique(y, return_inverse=True)[1], 0.2, np.random.RandomState(seed))
    machines = [TwoLayerNetworkClassifier(width, alpha=alpha, random_state=seed) for alpha in PENALTIES]
    scores = [machine.fit(X[train], y[train]).score(X[held], y[held]) for machine in machines]
    return machines[int(np.argmax(scores))].fit(X, y)


@dataclass(frozen=True)
class LearntFeatures:
    """Test errors: by data and machine, a row for each seed, a column for each width (one for the exact kernel)."""

    errors: dict[tuple[str, str], Array]
    widths: tuple[int, ...]

    def table(self) -> str:
        """Medians and ranges over the seeds."""
        rows = [f"{'data':13}{'machine':18}" + "".join(f"{f'{width} units':>24}" for width in self.widths)]
        for (data, machine), errors in self.errors.items():
            shown = []
            for column in errors.T:
                low, middle, high = 100 * np.percentile(column, [0, 50, 100])
                shown.append(f"{f'{middle:.1f} % ({low:.1f} to {high:.1f})':>24}")
            rows.append(f"{data:13}{machine:18}" + "".join(shown))
        count = len(next(iter(self.errors.values())))
        return "\n".join([*rows, f"Test errors, medians and ranges over {count} seeds; {SAMPLES} training samples."])

    def draw(self, file: str) -> None:
        """Errors over the width."""
        figure, axes = new_figure(file, 1, len(DATA), (11, 4.5))
        for axis, data in zip(axes, DATA, strict=True):
            for number, machine in enumerate(("random features", "learnt features")):
                low, middle, high = np.percentile(self.errors[data, machine], [0, 50, 100], axis=0)
                axis.loglog(self.widths, middle, "o-", color=f"C{number}", label=machine)
                axis.fill_between(self.widths, low, high, color=f"C{number}", alpha=0.2)
                axis.set_xlim(self.widths[0] * 0.9, self.widths[-1] * 1.1)
            low, middle, high = np.percentile(self.errors[data, "exact kernel"], [0, 50, 100])
            axis.axhline(middle, color="k", linestyle="--", label="exact kernel")
            axis.axhspan(low, high, color="k", alpha=0.1)
            axis.set(title=data, xlabel="hidden units", ylabel="test error")
            axis.set_xticks(self.widths, [str(width) for width in self.widths])
            axis.set_yticks([share / 100 for share in PERCENT], [f"{share} %" for share in PERCENT])
            axis.minorticks_off()
            axis.legend(frameon=False)
        save(figure, file)


def study(
    seeds: Sequence[int] = SEEDS,
    widths: Sequence[int] = WIDTHS,
    progress: Callable[[int], None] = lambda known: None,
) -> LearntFeatures:
    """All machines on all data; after each, `progress` is told how many there are."""
    known = len(DATA) * len(seeds) * (1 + 2 * len(widths))
    errors: dict[tuple[str, str], list[list[float]]] = {}
    for name, draw in DATA.items():
        for seed in seeds:
            X, y = draw(seed)
            for machine, fit, options in (
                ("exact kernel", exact_kernel, [{}]),
                ("random features", random_features, [{"width": width} for width in widths]),
                ("learnt features", learnt_features, [{"width": width} for width in widths]),
            ):
                row = []
                for words in options:
                    fitted = fit(X[:SAMPLES], y[:SAMPLES], seed, **words)
                    row.append(float(np.mean(fitted.predict(X[SAMPLES:]) != y[SAMPLES:])))
                    progress(known)
                errors.setdefault((name, machine), []).append(row)
    return LearntFeatures({key: np.array(rows) for key, rows in errors.items()}, tuple(widths))


def prepare(n: Sequence[str] = (), progress: Callable[[int], None] = lambda known: None) -> LearntFeatures:
    """The study over its seeds; no degrees are chosen."""
    if n:
        raise InvalidArgument("n", "left out for this figure", ",".join(n))
    return study(progress=progress)
