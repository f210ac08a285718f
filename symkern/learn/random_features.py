"""Random features, kernels_notes section 3.4.1: the units of a random network as coordinates for linear machines."""

from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils import Tags, check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from symkern.errors import InvalidArgument
from symkern.networks import RandomNetwork, read_kernel
from symkern.networks.activations import activations
from symkern.networks.weights import SCHEMES, read_count

LARGEST_SEED = 2**31 - 1


class RandomNetworkFeatures(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Outputs of a random network, whose inner products are estimates of a kernel: a linear machine on them is near a
    kernel machine, at a cost that grows with the samples and not with their square.

    Parameters
    ----------
    kernel : ArcCosine (also with a bias, a width or a covariance), Gaussian (random Fourier features, each with a phase
        of its own: without it they are not invariant under shifts), Arcsine, Linear, or a composition; a degree, the
        name of an activation function such as "ramp", or a list of layers.
    n_components : the units of the last layer; the error of an inner product falls as 1/sqrt(n_components).
    hidden_components : the units of the layers below, where there are several; as many unless given.
    weights : "independent", or "orthogonal" or "antithetic" for smaller errors.
    random_state : a seed, for the same network each time.

    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.svm import LinearSVC
    >>> X, y = [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [0, 0, 1, 1]
    >>> features = RandomNetworkFeatures("step", n_components=2000, random_state=0)
    >>> make_pipeline(features, LinearSVC(C=100)).fit(X, y).predict(X).tolist()
    [0, 0, 1, 1]
    """

    def __init__(
        self,
        kernel: Any = "ramp",
        n_components: int = 1000,
        *,
        hidden_components: int | None = None,
        weights: str = "independent",
        random_state: Any = None,
    ) -> None:
        self.kernel, self.n_components, self.hidden_components = kernel, n_components, hidden_components
        self.weights, self.random_state = weights, random_state

    def fit(self, X: Any, y: Any = None) -> Self:
        """Draws the network; of X only the number of columns matters, and the type."""
        kernel = read_kernel(self.kernel)
        last = read_count("n_components", self.n_components, 1)
        hidden = last if self.hidden_components is None else read_count("hidden_components", self.hidden_components, 1)
        if self.weights not in SCHEMES:
            raise InvalidArgument("weights", f"one of {', '.join(SCHEMES)}", self.weights)
        X = validate_data(self, X, accept_sparse="csr", dtype=[np.float64, np.float32])
        seed = int(check_random_state(self.random_state).randint(LARGEST_SEED))
        widths = [hidden] * (len(activations(kernel)) - 1) + [last]
        network = RandomNetwork(kernel, X.shape[1], widths, seed, SCHEMES[self.weights])
        self.network_ = network.astype(X.dtype)
        self._n_features_out = last
        return self

    def transform(self, X: Any) -> npt.NDArray[Any]:
        """The outputs of the network for every row of X."""
        check_is_fitted(self)
        X = validate_data(self, X, accept_sparse="csr", dtype=[np.float64, np.float32], reset=False)
        return self.network_(X)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags
