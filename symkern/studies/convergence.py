"""How kernels of finite networks approach the limit as the networks grow, and how far a finite width is off.

The error of one network is noise and falls as 1/sqrt(width); that of the average over networks of several layers, their
bias, falls as 1/width.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from symkern.errors import InvalidArgument
from symkern.kernels import Kernel
from symkern.networks import Simulation, random_pairs, read_kernel
from symkern.networks.activations import Power, activations
from symkern.numbers import read_number
from symkern.studies.canvas import new_figure, save

TITLE = "finite networks against their kernel: error and bias over the width"
PAIRS = 20
NARROWEST = 16
WIDEST_SHALLOW, WIDEST_DEEP = 1 << 17, 1 << 10
"""The widest networks that are drawn many times, with one layer and with several."""
FEWEST_REPEATS, MOST_REPEATS, REPEATED_UNITS = 16, 64, 1 << 19
NETWORKS = 256

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Convergence:
    """Errors over sqrt(k(x, x) k(y, y)), as root mean squares over the pairs, for networks of these widths."""

    kernel: Kernel
    widths: Array
    errors: Array
    bias: Array | None = None
    bias_error: Array | None = None

    def table(self) -> str:
        """A row for each width; where the laws hold, what has been multiplied by the width or its root is constant."""
        columns = {"error": self.errors, "error √width": self.errors * np.sqrt(self.widths)}
        if self.bias is not None and self.bias_error is not None:
            columns |= {"bias": self.bias, "± of bias": self.bias_error, "bias width": self.bias * self.widths}
        rows = ["".join([f"{'width':>10}", *(f"{name:>15}" for name in columns)])]
        for width, *entries in zip(self.widths, *columns.values(), strict=True):
            rows.append("".join([f"{int(width):>10}", *(f"{entry:>15.3g}" for entry in entries)]))
        return "\n".join(rows)

    def draw(self, file: str) -> None:
        """Errors over the width on logarithmic axes, with the laws."""
        figure, axes = new_figure(file, 1, 1, (7.5, 5))
        last = self.errors[-1] * np.sqrt(self.widths[-1])
        axes.loglog(self.widths, self.errors, "o", color="C0", label="error of one network")
        axes.loglog(self.widths, last / np.sqrt(self.widths), "--", color="C0", label=r"$1/\sqrt{\mathrm{width}}$")
        if self.bias is not None and self.bias_error is not None:
            clear = self.bias > 3 * self.bias_error
            if np.any(clear):
                widths, bias, error = (column[clear] for column in (self.widths, self.bias, self.bias_error))
                axes.errorbar(widths, bias, 2 * error, fmt="s", color="C3", capsize=3, label="bias of their average")
                size = float(np.median(bias * widths))
                axes.loglog(self.widths, size / self.widths, "--", color="C3", label=r"$1/\mathrm{width}$")
        axes.set(title=repr(self.kernel), xlabel="units in each layer", ylabel="error relative to the kernel")
        axes.grid(alpha=0.3)
        axes.legend(frameon=False)
        save(figure, file)


def measure(
    kernel: Any, X: Any, Y: Any, width: int, seed: int = 0, progress: Callable[[int], None] = lambda known: None
) -> Convergence:
    """Networks of powers of two up to this width, each drawn many times; after each, `progress` is told of how many."""
    read = read_kernel(kernel)
    several = len(activations(read)) > 1
    widest = max(NARROWEST, min(width, WIDEST_DEEP if several else WIDEST_SHALLOW))
    widths = [NARROWEST << step for step in range((widest // NARROWEST).bit_length())]
    scale = np.sqrt(read.diag(X) * read.diag(Y))
    found = []
    for size in widths:
        found.append((_deep if several else _shallow)(read, X, Y, size, seed, scale))
        progress(len(widths))
    return Convergence(read, np.array(widths, dtype=float), *np.array(found).T)


def _sampling(kernel: Kernel) -> str:
    """Plain weights, whose errors are the subject; tilted ones for negative degrees, where those are infinite."""
    negative = any(isinstance(layer, Power) and layer.n < 0 for layer in activations(kernel))
    return "tilted" if negative else "plain"


def _shallow(kernel: Kernel, X: Any, Y: Any, width: int, seed: int, scale: Array) -> tuple[float, ...]:
    """The error of one network."""
    repeats = range(min(max(FEWEST_REPEATS, REPEATED_UNITS // width), MOST_REPEATS))
    found = [
        Simulation(kernel, X, Y, width=width, seed=seed + repeat, sampling=_sampling(kernel)).run()
        for repeat in repeats
    ]
    return (_rms(np.array([(estimate.mean - estimate.values) / scale for estimate in found])),)


def _deep(kernel: Kernel, X: Any, Y: Any, width: int, seed: int, scale: Array) -> tuple[float, ...]:
    """The error of one network, their bias by what halving the width adds to it, and the error of that."""
    estimate = Simulation(kernel, X, Y, width=width, networks=NETWORKS, seed=seed, sampling=_sampling(kernel)).run()
    assert estimate.bias is not None
    single = np.sqrt(NETWORKS) * _rms(estimate.bias.at_width_error / scale)
    noise = _rms(estimate.bias.bias_error / scale)
    bias = np.sqrt(max(_rms(estimate.bias.bias / scale) ** 2 - noise**2, 0.0))
    return float(np.hypot(single, bias)), float(bias), noise


def _rms(values: Array) -> float:
    return float(np.sqrt(np.mean(values**2)))


def prepare(n: Sequence[str] = ("2", "2"), progress: Callable[[int], None] = lambda known: None) -> Convergence:
    """For layers of these degrees, at random pairs of inputs."""
    if not 1 <= len(n) <= 8:
        raise InvalidArgument("n", "a list of 1 to 8 degrees, one for each layer", ",".join(n))
    layers = [read_number("n", degree) for degree in n]
    return measure(layers, *random_pairs(PAIRS), width=max(WIDEST_SHALLOW, WIDEST_DEEP), progress=progress)
