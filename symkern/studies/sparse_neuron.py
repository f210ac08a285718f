"""The experiments of Xu, Zhang & Li (2003), section 4, over many seeds: Figs. 1 to 4 and what they count."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import clone

from symkern.datasets import overlapping_lines, saito_nakano, saito_nakano_function, separable_lines
from symkern.errors import InvalidArgument
from symkern.kernels import Gaussian
from symkern.learn import KernelNeuronClassifier, KernelNeuronRegressor
from symkern.studies.canvas import new_figure, save

TITLE = "sparse training of kernel neurons: Xu, Zhang & Li (2003), Figs. 1 to 4"
SEEDS = range(1, 41)
MU, MU_REGRESSION = 0.01, 0.003
"""Chosen on seeds from 1000 on, which are not among those of the study."""
EPOCHS = 200
"""Of the printed steps, in each phase."""
GRID = np.linspace(-4, 4, 401)

Array = npt.NDArray[np.float64]


def machines() -> dict[str, Any]:
    """Those of Figs. 1 to 3, with the linear kernel."""
    from sklearn.svm import SVC

    return {
        "KN": KernelNeuronClassifier("linear", procedure="kn"),
        "SKN-1": KernelNeuronClassifier("linear", procedure="skn1", mu=MU),
        "SKN-2": KernelNeuronClassifier("linear", procedure="skn2", mu=MU),
        "SVM": SVC(kernel="linear", C=1000),
    }


def printed(machine: Any, seed: int) -> Any:
    """The same by single-sample steps, whose functional has a minimum that is known exactly."""
    return clone(machine).set_params(solver="sgd", max_iter=EPOCHS, random_state=seed)


def regressors() -> dict[str, Any]:
    """Those of Fig. 4."""
    from sklearn.svm import SVR

    return {
        "SKN-1": KernelNeuronRegressor(Gaussian(1), procedure="skn1", mu=MU_REGRESSION),
        "SKN-2": KernelNeuronRegressor(Gaussian(1), procedure="skn2", mu=MU_REGRESSION),
        "SVM": SVR(kernel=Gaussian(0.4), C=100, epsilon=0.2),
    }


@dataclass(frozen=True)
class Line:
    """One machine on one kind of data: support vectors, and errors on training samples or from the true function."""

    data: str
    machine: str
    vectors: Array
    errors: Array
    gaps: Array | None = None
    """Of single-sample steps: how far above the exact minimum of the functional that they descend."""

    def shown(self) -> str:
        """Medians and ranges."""
        form = "{:.3f}" if self.data == "regression" else "{:.0f}"
        parts = [f"{self.data:13}{self.machine:14}"]
        columns = [(self.vectors, "{:.0f}", 22), (self.errors, form, 27)]
        columns += [] if self.gaps is None else [(100 * self.gaps, "{:.2f} %", 0)]
        for column, shape, width in columns:
            low, middle, high = (shape.format(value) for value in np.percentile(column, [0, 50, 100]))
            parts.append(f"{middle:>7} ({low} to {high})".ljust(width))
        return "".join(parts).rstrip()


@dataclass(frozen=True)
class SparseNeuron:
    """The table, and the figures for one seed."""

    lines: list[Line]
    seed: int

    def table(self) -> str:
        """Medians and ranges over the seeds."""
        count = len(self.lines[0].vectors)
        head = f"{'data':13}{'machine':14}{'support vectors':22}{'errors':27}above the minimum"
        note = (
            f"Medians and ranges over {count} seeds; errors are samples on the wrong side, and the RMS distance from\n"
            f"the true function. Steps: as printed, {EPOCHS} epochs a phase; the rate falls to 0 in the second half."
        )
        return "\n".join([head, *(line.shown() for line in self.lines), note])

    def draw(self, file: str) -> None:
        """Separating lines, spectra and the regression, for one seed."""
        figure, axes = new_figure(file, 4, 4, (15, 15))
        for row, (name, data) in enumerate((("Fig. 1", separable_lines), ("Fig. 3", overlapping_lines))):
            X, y = data(self.seed)
            for column, (title, machine) in enumerate(machines().items()):
                machine.fit(X, y)
                _draw_line(axes[2 * row][column], X, y, machine, f"{name}: {title}")
                if row == 0:
                    _draw_spectrum(axes[1][column], machine, len(y))
        for axis in axes[3][2:]:
            axis.set_visible(False)
        x, targets = saito_nakano(self.seed)
        for axis, title in zip(axes[3][:2], ("SKN-2", "SVM"), strict=True):
            _draw_regression(axis, x[:, 0], targets, regressors()[title].fit(x, targets), f"Fig. 4: {title}")
        save(figure, file)


def _draw_line(axis: Any, X: Array, y: Any, machine: Any, title: str) -> None:
    for side, marker in ((1, "x"), (-1, ".")):
        axis.plot(*X[y == side].T, marker, color="C0" if side > 0 else "C1", markersize=5)
    support = X[machine.support_]
    axis.plot(*support.T, "o", markerfacecolor="none", color="k", markersize=10)
    across, up = np.meshgrid(*(np.linspace(side.min() - 0.5, side.max() + 0.5, 200) for side in X.T))
    height = machine.decision_function(np.column_stack([across.ravel(), up.ravel()])).reshape(across.shape)
    axis.contour(across, up, height, levels=[0.0], colors="k")
    axis.set(title=f"{title}, {len(support)} SV")


def _draw_spectrum(axis: Any, machine: Any, count: int) -> None:
    spectrum = np.zeros(count)
    if hasattr(machine, "spectrum_"):
        spectrum[:] = machine.spectrum_
    else:
        spectrum[machine.support_] = machine.dual_coef_[0]
    axis.vlines(np.arange(1, count + 1), 0, spectrum)
    axis.axhline(0, color="k", linewidth=0.5)
    axis.set(title="Fig. 2: spectrum", xlabel="sample")


def _draw_regression(axis: Any, x: Array, y: Array, machine: Any, title: str) -> None:
    axis.plot(x, y, "x", color="C0")
    axis.plot(x[machine.support_], y[machine.support_], "o", markerfacecolor="none", color="k", markersize=10)
    axis.plot(GRID, machine.predict(GRID[:, None]), "k-", label="found")
    axis.plot(GRID, saito_nakano_function(GRID), "k--", label="true")
    axis.set(title=f"{title}, {len(machine.support_)} SV")
    axis.legend(frameon=False)


def _wrong(machine: Any, X: Array, y: Any) -> float:
    return float(np.sum(machine.predict(X) != y))


def _distance(machine: Any, X: Array, y: Any) -> float:
    return float(np.sqrt(np.mean((machine.predict(GRID[:, None]) - saito_nakano_function(GRID)) ** 2)))


EXPERIMENTS: dict[
    str, tuple[Callable[[int], tuple[Array, Any]], Callable[[], dict[str, Any]], Callable[..., float]]
] = {
    "separable": (separable_lines, machines, _wrong),
    "overlapping": (overlapping_lines, machines, _wrong),
    "regression": (saito_nakano, regressors, _distance),
}
"""What draws the samples, the machines that see them, and what counts as an error."""


def _lines(name: str, seeds: Sequence[int]) -> Iterator[Line]:
    """One experiment: every machine, and the sparse neurons by single-sample steps as well."""
    draw, tried, error = EXPERIMENTS[name]
    minima: dict[int, float] = {}
    for title, machine in tried().items():
        for steps in (False, True) if title.startswith("SKN") else (False,):
            vectors, errors, gaps = [], [], []
            for seed in seeds:
                X, y = draw(seed)
                fitted = (printed(machine, seed) if steps else machine).fit(X, y)
                vectors.append(float(len(fitted.support_)))
                errors.append(error(fitted, X, y))
                if title == "SKN-1" and steps:
                    gaps.append(fitted.risk_curve_[-1] / minima[seed] - 1)
                elif title == "SKN-1":
                    minima[seed] = fitted.risk_curve_[-1]
            shown = f"{title}, steps" if steps else title
            yield Line(name, shown, np.array(vectors), np.array(errors), np.array(gaps) if gaps else None)


def study(seeds: Sequence[int] = SEEDS, progress: Callable[[int], None] = lambda known: None) -> SparseNeuron:
    """All machines on all data; after each line of the table, `progress` is told how many there are."""
    known = sum(1 + title.startswith("SKN") for _, tried, _ in EXPERIMENTS.values() for title in tried())
    lines = []
    for name in EXPERIMENTS:
        for line in _lines(name, seeds):
            lines.append(line)
            progress(known)
    return SparseNeuron(lines, seeds[0])


def prepare(n: Sequence[str] = (), progress: Callable[[int], None] = lambda known: None) -> SparseNeuron:
    """The study over its forty seeds; no degrees are chosen."""
    if n:
        raise InvalidArgument("n", "left out for this figure", ",".join(n))
    return study(progress=progress)
