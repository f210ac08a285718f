"""Simulation of random networks, to be compared with their kernel."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from symkern.errors import InvalidArgument, UsageError
from symkern.kernels import Kernel
from symkern.kernels.threads import in_order, job_count, single_threaded_blas
from symkern.networks.activations import activations, read_kernel
from symkern.networks.deep import EXTRAPOLATION, LAST_STEP, Deep
from symkern.networks.estimate import Bias, Estimate, Known
from symkern.networks.known import OfNetworks, OfUnits
from symkern.networks.pairs import InputPairs, read_pairs
from symkern.networks.quasi import Quasi
from symkern.networks.recommend import plan, tilt_of
from symkern.networks.shallow import Shallow
from symkern.networks.weights import SCHEMES, read_count, read_seed

Array = npt.NDArray[np.float64]

SAMPLINGS = ("auto", "plain", "tilted", "antithetic", "orthogonal", "sobol")
NOISE = 2.0
"""Standard errors up to which a difference is taken for noise."""


class Simulation:
    """Networks of a kernel, to be run; the estimate so far can be asked for at any time.

    Parameters
    ----------
    kernel : Kernel, number, str or list
        A kernel, a degree, the name of an activation function, or a list of layers of any of these.
    X, Y : arrays of shape (pairs, inputs)
        A pair in each row. Without Y, all pairs of the rows of X.
    width : int, optional
        Units of each layer. The default is honest for these pairs and takes seconds (`recommend.py`).
    networks : int, optional
        Independent networks of several layers. One layer needs only one network.
    seed : int, default 0
        Which networks. They are the same for any number of threads, and so is the result, to the last bit.
    sampling : str, default "auto"
        How weights are drawn. "plain" is a network of independent Gaussian weights. "tilted" draws them where products
        of units are large (`tilted.py`). "auto" is plain unless the errors of plain units are far from normal; then it
        is tilted, and hidden vectors are scaled to the norm of the limit where layers amplify its noise (`deep.py`).
        "antithetic", "orthogonal" and "sobol" have smaller errors for the same width, and error bars to match.
    n_jobs : int, optional
        Threads; all cores unless given.

    >>> estimate = Simulation(1, [[1.0, 0.0]], [[1.0, 1.0]], width=10_000, seed=1).run()
    >>> print(f"{estimate.values[0]:.4f}, {estimate.mean[0]:.4f} ± {estimate.standard_error[0]:.4f}")
    1.0683, 1.0613 ± 0.0067
    """

    def __init__(
        self,
        kernel: Any,
        X: Any,
        Y: Any = None,
        *,
        width: int | None = None,
        networks: int | None = None,
        seed: int = 0,
        sampling: str = "auto",
        n_jobs: int | None = None,
    ) -> None:
        if sampling not in SAMPLINGS:
            raise InvalidArgument("sampling", f"one of {', '.join(SAMPLINGS)}", sampling)
        self.kernel: Kernel = read_kernel(kernel)
        self.layers = activations(self.kernel)
        self.pairs = read_pairs(self.kernel, X, Y)
        chosen = plan(self.layers, self.pairs, sampling, None if width is None else read_count("width", width, 2))
        self.width, self.tilted, self.enough = chosen.width, chosen.tilted, chosen.enough
        self.normalised = chosen.normalised
        self.sampling = sampling
        self.engine = self._engine(networks, chosen.networks, read_seed(seed))
        self.jobs = 1 if isinstance(self.engine, Deep) and self.engine.small else job_count(n_jobs)
        self.tally = self.engine.empty()
        self.finished = 0

    def _engine(self, networks: int | None, default: int, seed: int) -> Shallow | Deep | Quasi:
        scheme = SCHEMES.get(self.sampling, SCHEMES["independent"])
        if len(self.layers) > 1:
            if self.sampling in ("orthogonal", "sobol"):
                raise InvalidArgument("sampling", "plain, tilted or antithetic for several layers", self.sampling)
            count = default if networks is None else read_count("networks", networks, 2)
            return Deep(self.layers, self.pairs, self.width, seed, scheme, count, self.tilted, self.normalised)
        if networks not in (None, 1):
            raise InvalidArgument("networks", "left out for one layer, whose units are independent", networks)
        if self.sampling == "sobol":
            return Quasi(self.layers[0], self.pairs, self.width, seed)
        tilt = tilt_of(self.layers[0], self.pairs) if self.tilted[0] else None
        return Shallow(self.layers[0], self.pairs, self.width, seed, scheme, tilt)

    def run(self, progress: Callable[["Simulation"], None] | None = None) -> Estimate:
        """Run what has not been run yet, and call `progress` after each part."""
        with single_threaded_blas():
            for part in in_order(self.engine.work, range(self.finished, self.engine.tasks), self.jobs):
                self.tally.merge(part)
                self.finished += 1
                if progress is not None:
                    progress(self)
        return self.estimate()

    def estimate(self) -> Estimate:
        """Estimate from the parts that have been run so far."""
        tally, unit = self.tally, self.pairs.unit
        if tally.count < 2:
            raise UsageError("A simulation has no error bars before two of its parts are finished: let it run.")
        mean, covariance, bias = tally.mean, tally.covariance, None
        if isinstance(self.engine, Deep):
            bias = _bias(mean, covariance, self.pairs)
            mean, covariance = _extrapolated(mean, covariance, len(self.pairs))
        first, norms = self.layers[0], np.linalg.norm(self.pairs.vectors, axis=1)
        return Estimate(
            values=self.pairs.values,
            mean=self.pairs.values + unit * mean,
            unit=unit,
            covariance=covariance,
            count=tally.count,
            units=tally.units,
            active=tally.active / tally.units if first.threshold and not self.tilted[0] else None,
            expected_active=first.active(norms) if first.threshold else None,
            bias=bias,
            known=self._known(),
        )

    def _known(self) -> Known:
        """Facts about the replicates of the parts that have been run."""
        if isinstance(self.engine, Deep):
            return OfNetworks(self.engine, self.tally, self.enough)
        return OfUnits(self.engine, self.tally, self.enough)


def _combination(weights: tuple[float, ...], pairs: int) -> Array:
    """The matrix that adds up the levels of a deep network with these weights."""
    return np.kron(np.array([weights]), np.eye(pairs))


def _extrapolated(mean: Array, covariance: Array, pairs: int) -> tuple[Array, Array]:
    """To infinite width; what the last step changed beyond its noise is counted as an error of each pair."""
    whole, last = _combination(EXTRAPOLATION, pairs), _combination(LAST_STEP, pairs)
    noise = np.diag(last @ covariance @ last.T)
    unresolved = np.maximum((last @ mean) ** 2 - NOISE**2 * noise, 0.0)
    return whole @ mean, whole @ covariance @ whole.T + np.diag(unresolved)


def _bias(mean: Array, covariance: Array, given: InputPairs) -> Bias:
    """Half the width has twice the bias, so the difference is the bias."""
    pairs, unit = len(given), given.unit
    halve = _combination((-1.0, 1.0, 0.0), pairs)
    squares = np.maximum(np.diag(halve @ covariance @ halve.T), 0.0)  # which rounding may take below 0
    own = np.maximum(np.diag(covariance)[:pairs], 0.0)
    at_width = given.values + unit * mean[:pairs]
    return Bias(at_width, unit * np.sqrt(own), unit * (halve @ mean), unit * np.sqrt(squares))
