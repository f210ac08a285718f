"""Bad input gets one clear line: what, the rule, what was given, and what to do."""

import numpy as np
import pytest
import scipy.sparse

from symkern import ArcCosine, Gaussian, Kernel, Linear, Polynomial, TwoLayer, config, deep
from symkern.errors import UsageError

k = ArcCosine(1)
X = np.ones((3, 2))
with_nan = np.ones((300, 2))
with_nan[271, 1] = np.nan

CASES = {
    "columns": (lambda: k(X, np.ones((3, 5))), "as many columns; got 2 and 5"),
    "nan": (lambda: k(with_nan), "got nan in row 271, column 1"),
    "infinity": (lambda: k(X, -np.inf * X), "Y must have finite entries; got -inf in row 0, column 0"),
    "sparse nan": (lambda: k(scipy.sparse.csr_array([[0, 1.0], [0, np.nan]])), "got nan in row 1, column 1"),
    "text": (lambda: k([["a", "b"]]), "X must be a matrix of real numbers"),
    "complex": (lambda: k(X * 1j), "entries of type complex128"),
    "three dimensions": (lambda: k(np.ones((2, 2, 2))), "got X=3 dimensions"),
    "empty": (lambda: k(np.empty((0, 3))), "at least one row and one column; got X=0 x 3"),
    "no columns": (lambda: k(np.empty((3, 0))), "at least one row and one column; got X=3 x 0"),
    "ragged": (lambda: k([[1, 2], [3]]), "all rows of one length"),
    "masked": (lambda: k(np.ma.masked_array(X, X > 0)), "without masked entries"),
    "half": (lambda: ArcCosine(-0.5), "n must be greater than -1/2; got n=-0.5"),
    "degree text": (lambda: ArcCosine("two"), "n must be a number"),
    "degree nan": (lambda: ArcCosine(float("nan")), "n must be a finite number"),
    "degree None": (lambda: ArcCosine(None), "n must be a finite number"),
    "degree code": (lambda: ArcCosine("__import__('os')"), "n must be a number"),
    "high degrees": (lambda: deep(400, 1)(X), r"must be a double; got 4.66e\+987"),
    "zero row": (lambda: ArcCosine("-1/4")([[0, 0], [1, 2], [0, 0]]), "no row of zeros with degree -1/4.*rows 0, 2"),
    "zero below": (lambda: deep(ArcCosine(0, bias=1), "-1/4")(np.zeros((2, 2))), "below degree -1/4 must not make 0"),
    "bias with a degree": (lambda: ArcCosine(1, bias=1), "bias must be left out unless n is 0; got bias=1 with n=1"),
    "sigma with a degree": (lambda: ArcCosine(2, sigma=1), "sigma must be left out unless n is 0"),
    "both": (lambda: ArcCosine(0, bias=1, sigma=1), "a bias or a width sigma, not both"),
    "sigma": (lambda: ArcCosine(0, sigma=0), "sigma must be greater than 0; got sigma=0"),
    "covariance": (lambda: ArcCosine(1, covariance=[[1, 2], [2, 1]]), "positive semi-definite; got .*eigenvalue of -1"),
    "asymmetric": (lambda: ArcCosine(1, covariance=[[1, 2], [0, 1]]), "covariance must be symmetric"),
    "variance": (lambda: ArcCosine(1, covariance=[1, -1]), "without negative variances"),
    "covariance shape": (lambda: ArcCosine(1, covariance=[1, 1, 1])(X), "got 3 for 2 columns"),
    "covariance above": (lambda: deep(1, ArcCosine(1, covariance=[1, 1])), "left out above the first layer"),
    "no layers": (lambda: deep(), "at least one degree or kernel"),
    "a layer": (lambda: deep(1, "x"), "n must be a number"),
    "power": (lambda: Polynomial(1.5), "degree must be a positive integer"),
    "width": (lambda: Gaussian(-1), "width must be greater than 0"),
    "factor": (lambda: -2 * k, "factor must be greater than 0"),
    "indefinite below": (lambda: (k @ TwoLayer(1, -9))(X), "must not be negative on the diagonal"),
    "out shape": (
        lambda: k(X, out=np.empty((2, 3))),
        r"float64 with shape \(3, 3\); got out=float64 with shape \(2, 3\)",
    ),
    "out kind": (lambda: k(X, out=np.empty((3, 3), dtype=np.float32)), "got out=float32"),
    "out is X": (lambda: _into_itself(), "shares no memory with X"),
    "threads": (lambda: k(X, n_jobs=0), "n_jobs must be a number of threads"),
    "parameter": (lambda: k.set_params(degree=2), "parameter must be one of bias, covariance, n, sigma"),
    "cosine": (lambda: k.angular(1.5), "c must be between -1 and 1; got c=1.5"),
    "cosine nan": (lambda: k.angular(np.nan), "c must be between -1 and 1; got c=nan"),
    "angular of a covariance": (lambda: ArcCosine(1, covariance=[1.0]).angular(0.5), "this one has a covariance"),
    "json": (lambda: Kernel.from_json("[1, 2]"), "as to_json writes it"),
    "json code": (lambda: Kernel.from_json('{"type": "os.system"}'), "type must be one of ArcCosine"),
    "kink": (lambda: ArcCosine(0).gradient(X), "has a kink where two inputs are parallel"),
    "biased kink": (lambda: ArcCosine(0, bias=1).gradient(X), "has a kink where two inputs are equal"),
    "by": (lambda: k.gradient(X, by="bias"), "by must be one of X, n; got by=bias"),
    "weights": (lambda: k.gradient(X, weights=np.ones(3)), "weights must be a matrix with shape"),
    "sparse gradient": (lambda: k.gradient(scipy.sparse.csr_array(X)), "needs dense inputs"),
}


def _into_itself():
    square = np.ones((3, 3))
    return Linear()(square, out=square)


@pytest.mark.parametrize("case", CASES)
def test_bad_input_gets_one_clear_line(case):
    attempt, message = CASES[case]
    with pytest.raises(UsageError, match=message) as caught:
        attempt()
    assert "\n" not in str(caught.value)


def test_an_unknown_engine(monkeypatch):
    monkeypatch.setattr(config, "engine", "fortran")
    with pytest.raises(UsageError, match="engine must be one of auto, numba, numpy; got engine=fortran"):
        k(X)


def test_numba_where_it_is_not_installed(monkeypatch):
    monkeypatch.setattr(config, "engine", "numba")
    monkeypatch.setattr(config, "has_numba", lambda: False)
    with pytest.raises(UsageError, match=r"numpy or auto.*pip install"):
        k(X)
