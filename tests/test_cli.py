"""The command line as users type it."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest
import sympy as sp
from sklearn.datasets import load_digits

from symkern import __version__, config, deep
from symkern.cli import main

c, s, theta = sp.symbols("c s theta")


def run(capsys, *words):
    status = main(list(words))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_derive_three(capsys):
    status, out, err = run(capsys, "derive", "n=3")
    assert (status, err) == (0, "")
    assert "J₃(θ) = (π − θ)(6 cos³θ + 9 cos θ) + sin θ (11 cos²θ + 4)" in out
    assert "k₃(x, y) = ‖x‖³ ‖y‖³ J₃(θ)/π" in out


def test_json_is_for_programs(capsys):
    status, out, _ = run(capsys, "derive", "n=3", "--format", "json")
    data = json.loads(out)
    J = sp.sympify(data["J"]).subs({sp.cos(sp.Symbol("theta")): c, sp.sin(sp.Symbol("theta")): s})
    assert status == 0
    assert sp.expand(J - (sp.pi - theta) * (6 * c**3 + 9 * c) - s * (11 * c**2 + 4)) == 0
    assert data["n"] == "3"
    assert "steps" not in data
    d, r = sp.symbols("d r")
    assert sp.simplify(sp.sympify(data["scalar_curvature"]) - 4 * (2 - d) * (d - 1) / (135 * r**6)) == 0
    assert sp.simplify(sp.sympify(data["det_g"]) - 5 * (27 * r**4) ** d) == 0
    assert {key: sp.sympify(value) for key, value in data["metric"].items()} == {
        "identity": 27 * r**4,
        "radial": 108 * r**2,
    }
    christoffel = {key: sp.sympify(value) for key, value in data["christoffel"].items()}
    assert christoffel == {
        "x_beta*delta_alpha_gamma": 2 / r**2,
        "x_gamma*delta_alpha_beta": 2 / r**2,
        "x_alpha*delta_beta_gamma": sp.Rational(2, 5) / r**2,
        "x_alpha*x_beta*x_gamma": -sp.Rational(12, 5) / r**4,
    }


def test_json_is_null_where_there_is_no_geometry(capsys):
    data = json.loads(run(capsys, "derive", "n=1/2", "--format", "json")[1])
    assert [data[key] for key in ("metric", "det_g", "christoffel", "scalar_curvature")] == [None] * 4
    assert "log" in data["distance_law"]


@pytest.mark.parametrize("text", ["5/2", "2.5", "2.50", "25e-1", "+5/2"])
def test_numbers_are_kept_exact(capsys, text):
    status, out, _ = run(capsys, "derive", f"n={text}", "--format=json")
    assert (status, json.loads(out)["n"]) == (0, "5/2")


@pytest.mark.parametrize(
    "request_",
    [
        "n=200",
        "n=-1/4",
        "n=355/113",
        "layers=0,1,1",
        "layers=0,5/2,-1/4",
        "kernel=biased",
        "kernel=arc-cosine",
        "n=3 d=1",
        "n=3 d=2",
        "n=0 d=4",
        "kernel=biased bias=-1/2",
        "kernel=smoothed sigma=0.3",
        "kernel=polynomial p=3",
        "kernel=gaussian",
        "kernel=linear",
    ],
)
@pytest.mark.parametrize("form", ["text", "latex", "json"])
def test_everything_that_can_be_asked(capsys, request_, form):
    status, out, err = run(capsys, "derive", *request_.split(), "--steps", "--format", form)
    assert (status, err) == (0, "")
    assert len(out) > 200


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["n=-3/4"], "n must be a real number greater than -1/2; got n=-3/4."),
        (["n=-1/2"], "n must be a real number greater than -1/2; got n=-1/2."),
        (["n=abc"], "n must be a number such as"),
        (["n="], "n must be a number such as"),
        (["n=nan"], "n must be a number such as"),
        (["n=inf"], "n must be a number such as"),
        (["n=1e999"], "with an exponent of at most 400; got n=1e999."),
        (["n=1e99999999999"], "with an exponent of at most 400"),
        (["n=__import__('os').system('true')"], "n must be a number such as"),
        (["n=1/0"], "The denominator is zero."),
        (["n=٣"], "n must be a number such as"),
        (["n=3\n"], "n must be a number such as"),
        (["n=" + "9" * 5000], "(5000 characters)"),
        (["n=100000"], "n must be at most 1000 to be derived; got n=100000."),
        (["m=3"], "m is not an argument here"),
        (["kernl=biased"], "Did you mean kernel?"),
        (["n=3", "n=4"], "n is given twice"),
        (["n=3", "layers=1"], "exactly one of n, layers and kernel; got n and layers."),
        ([], "exactly one of n, layers and kernel; got none of them."),
        (["3"], "Arguments are written key=value; got 3."),
        (["n=3", "--format", "pdf"], "--format must be one of text, latex, json; got --format=pdf."),
        (["n=3", "--format"], "--format needs a value: --format text|latex|json"),
        (["n=3", "--stesp"], "--stesp is not an option"),
        (["layers="], "layers must be a list of degrees"),
        (["layers=0,,1"], "layers must be a list of degrees such as 0,1,1 or 5/2,1; got layers=0,,1."),
        (["n=1e-300"], "n must be a fraction with a denominator of at most 1000000000000"),
        (["kernel=Gaussian"], "Did you mean gaussian?"),
        (["-s"], "-s is not an option"),
        (["N=3"], "Did you mean n?"),
        (["layers=0,-1"], "layers must be a real number greater than -1/2; got layers=-1."),
        (["layers=" + ",".join("1" * 65)], "at most 64 degrees"),
        (["n=3", "d=0"], "d must be a positive integer; got d=0. Leave it out to keep d symbolic."),
        (["n=3", "d=-1"], "d must be a positive integer; got d=-1."),
        (["n=3", "d=2.5"], "d must be a positive integer; got d=5/2."),
        (["n=3", "d=x"], "d must be a number such as"),
        (["n=3", "d=1e7"], "d must be at most 1000000; got d=10000000."),
        (["layers=1000,1000"], "layers must be degrees with a product of at most 5000; got layers=a product of 10"),
        (["kernel=rbf"], "kernel must be one of arc-cosine, biased"),
        (["kernel=biased", "sigma=1"], "sigma goes with kernel=smoothed or kernel=gaussian"),
        (["kernel=smoothed", "sigma=0"], "sigma must be greater than 0; got sigma=0."),
        (["kernel=polynomial", "p=1/2"], "p must be a positive integer; got p=1/2."),
    ],
)  # fmt: skip
def test_bad_input_is_one_clear_line(capsys, words, said):
    status, out, err = run(capsys, "derive", *words)
    assert (status, out) == (2, "")
    assert said in err
    assert err.endswith("\n") and err.count("\n") == 1


def test_no_arguments_show_the_usage_with_examples(capsys):
    status, out, err = run(capsys)
    assert (status, out) == (2, "")
    assert "usage:" in err and "derive n=3" in err


def test_an_unknown_command_names_the_nearest(capsys):
    status, _, err = run(capsys, "deriv", "n=3")
    assert (status, err) == (
        2,
        "command must be one of derive, evaluate, verify, codegen, simulate, train, predict, figure, info;"
        " got command=deriv. Did you mean derive?\n",
    )


def test_info_says_which_loops_run_and_why(capsys, monkeypatch):
    monkeypatch.setattr(config, "engine", "numpy")
    status, out, _ = run(capsys, "info")
    assert status == 0
    assert "loops         numpy, because SYMKERN_ENGINE or symkern.config.engine says so\n" in out
    assert f"symkern       {__version__}\n" in out
    monkeypatch.setattr(config, "engine", "auto")
    monkeypatch.setattr(config, "has_numba", lambda: False)
    assert json.loads(run(capsys, "info", "--format", "json")[1])["loops"] == "numpy, because numba is not installed"
    monkeypatch.setattr(config, "engine", "fortran")
    status, out, err = run(capsys, "info")
    assert (status, out, err) == (2, "", "engine must be one of auto, numba, numpy; got engine=fortran.\n")


def test_an_argument_without_a_command_is_taken_up(capsys):
    assert run(capsys, "n=3")[2].endswith("Did you mean derive n=3?\n")


def test_a_full_disk_is_one_clear_line():
    result = shell(f"{sys.executable} -m symkern derive n=0 > /dev/full")
    assert result.returncode == 1
    assert result.stderr == "The output could not be written: No space left on device.\n"


@pytest.mark.parametrize("dimension", [5, 784, 1000000])
def test_many_dimensions_keep_the_power(capsys, dimension):
    data = json.loads(run(capsys, "derive", "n=10", f"d={dimension}", "--format", "json")[1])
    assert data["det_g"].endswith(f"**{dimension}")
    assert run(capsys, "derive", "n=10", f"d={dimension}")[0] == 0


def test_help_and_version(capsys):
    assert "examples" in run(capsys, "--help")[1]
    assert "examples" in run(capsys, "derive", "--help")[1]
    assert run(capsys, "--version")[1] == f"symkern {__version__}\n"


def shell(command, **environment):
    return subprocess.run(
        command, shell=True, capture_output=True, text=True, encoding="utf-8", env=os.environ | environment
    )


def test_a_reader_that_stops_early_sees_no_traceback():
    result = shell(f"{sys.executable} -m symkern derive n=60 | head -1")
    assert result.stdout.startswith("Arc-cosine kernel")
    assert result.stderr == ""


def test_mathematics_is_printed_in_any_locale(tmp_path):
    result = subprocess.run(
        [sys.executable, "-m", "symkern", "derive", "n=0"],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        cwd=tmp_path,
    )
    assert result.returncode == 0
    assert "J₀(θ) = π − θ" in result.stdout.decode("utf-8")


def test_evaluate_prints_a_proof(capsys):
    status, out, err = run(capsys, "evaluate", "n=-1/4", "theta=1.2", "--digits", "50")
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == "J_{-1/4}(1.2) = 2.7478624952667603213255605773024263970172546964912"
    assert "proved" in out


def test_evaluate_json_has_strings(capsys):
    status, out, _ = run(capsys, "evaluate", "n=0", "bias=1/2", "x=1,2", "y=3,1", "--format", "json", "--digits=40")
    data = json.loads(out)
    assert status == 0
    assert isinstance(data["value"], str)
    assert isinstance(data["radius"], str)
    assert data["value"].startswith("0.60266107629071879140369043895")
    assert 0 < float(data["radius"]) < 1e-39


@pytest.mark.parametrize("words", [["bias=1/2"], ["bias=1/2,-,-"]])
def test_a_bias_belongs_to_the_first_layer(capsys, words):
    out = run(capsys, "evaluate", "layers=0,1,1", *words, "x=1,2", "y=3,1")[1]
    assert out.startswith("k(x, y) = 0.673649877445870064605711189424")


def test_evaluate_exact_zero(capsys):
    assert run(capsys, "evaluate", "n=3", "theta=pi")[1].split() == ["J_3(pi)", "=", "0", "exactly"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["n=-1/2", "theta=1"], "n must be a real number greater than -1/2; got n=-1/2."),
        (["n=1", "theta=4"], "theta must be an angle from 0 to pi; got theta=4."),
        (["n=1", "theta=two"], "theta must be a number such as 1.2"),
        (["n=1", "theta=1", "--digits", "0"], "digits must be a whole number from 1 to 10000; got digits=0."),
        (["n=1", "theta=1", "--digits", "10000000"], "digits must be a whole number from 1 to 10000"),
        (["n=1", "theta=1", "--digits"], "--digits needs a value: --digits N"),
        (["n=1", "x=1,2", "y=1"], "x and y must have the same length, at least 1; got 2 and 1 entries."),
        (["n=1", "x=nan,2", "y=1,inf"], "x must be a list of numbers such as 1,2 or 1/2,0.3; got x=nan,2."),
        (["n=1", "x=1,,2", "y=1,2"], "x must be a list of numbers such as 1,2 or 1/2,0.3; got x=1,,2."),
        (["n=1", "theta=1", "--digits", "abc"], "digits must be a whole number from 1 to 10000; got digits=abc."),
        (["n=1", "theta=1", "--digits", "5", "--digits=6"], "--digits is given twice: 5 and 6."),
        (["layers=0,1", "bias=1,1", "theta=1"], "got bias=1 where degree 2 of layers is 1."),
        (["n=-1/4", "x=0,0", "y=1,2"], "no finite value at a zero vector"),
        (["n=1", "theta=1", "--format", "latex"], "--format must be one of text, json; got --format=latex."),
        (["n=1", "thetta=1"], "Did you mean theta?"),
        (["n=1/2", "theta=0", "derivative=2"], "no finite derivative of order 2 at theta=0"),
        ([], "evaluate needs a degree or layers."),
    ],
)
def test_evaluate_bad_input_is_one_clear_line(capsys, words, said):
    status, out, err = run(capsys, "evaluate", *words)
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_simulate_prints_a_table_and_draws(capsys, tmp_path):
    file = tmp_path / "error.png"
    words = ["n=0", "bias=1/2", "width=5e3", "pairs=3", "d=2", "seed=1", "-o", str(file)]
    status, out, err = run(capsys, "simulate", *words)
    assert (status, err) == (0, "") and file.stat().st_size > 10_000
    assert "ArcCosine(0, bias='1/2') against a network of 5,000 units" in out
    assert "agrees" in out and "active units" in out and len(out.splitlines()) == 12
    assert "not judged     pairs that too few units see or tell apart: 1, 3" in out


def test_simulate_as_json_and_for_two_vectors(capsys):
    words = ["activation=step,ramp", "x=1,2", "y=2,1", "width=64", "networks=50", "--format=json"]
    status, out, _ = run(capsys, "simulate", *words)
    found = json.loads(out)
    assert status == 0 and found["kernel"] == "deep(0, 1)" and len(found["pairs"]) == 1
    assert found["pairs"][0]["kernel"] == pytest.approx(float(deep(0, 1)([1.0, 2.0], [2.0, 1.0])))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "simulate needs a kernel: n=1, layers=0,1,1 or activation=ramp"),
        (("n=1", "width=0"), "width must be an integer of at least 2; got width=0."),
        (("n=1", "width=many"), "width must be a number"),
        (("n=1", "width=1/2"), "width must be an integer; got width=1/2."),
        (("n=0", "sigma=-1"), "sigma must be greater than 0; got sigma=-1."),
        (("n=1", "sigma=1"), "bias and sigma go with degree 0"),
        (("activation=tanh",), "activation must be one of spike, step, ramp, relu, quarter-pipe"),
        (("activation=ramp", "n=1"), "activation stands for the degrees"),
        (("layers=",), "layers must be a list of 1 to 64 degrees"),
        (("n=1", "x=1,2"), "x and y go together"),
        (("n=1", "x=1,2", "y=1"), "x and y go together"),
        (("n=1", "pairs=0"), "pairs must be an integer of at least 1"),
        (("n=1", "--jobs", "0"), "n_jobs must be a number of threads"),
        (("n=1", "-o", "picture.gif"), "-o must be a file that ends in"),
        (("n=1", "widht=3"), "Did you mean width?"),
    ],
)
def test_simulate_refuses_in_one_line(capsys, words, said):
    status, out, err = run(capsys, "simulate", *words)
    assert (status, out) == (2, "") and said in err and err.count("\n") == 1


DIGITS = "the samples"


def test_several_classes_name_the_hardest_pairs_and_a_training_goes_on_where_it_was(capsys, tmp_path):
    X, y = load_digits(return_X_y=True)
    file, trainings = tmp_path / "digits.npz", tmp_path / "trainings.jsonl"
    np.savez(file, X=X[:300], y=y[:300])
    words = ("train", "svm", "n=0", "C=0.01", "--data", str(file), "--resume", str(trainings))
    status, out, _ = run(capsys, *words)
    assert status == 0 and "hardest pairs" in out and "held-out error   " in out
    assert len(trainings.read_text().splitlines()) == 1
    assert run(capsys, *words)[1] == out and len(trainings.read_text().splitlines()) == 1


def test_a_gram_matrix_that_does_not_fit_is_refused_before_it_is_computed(capsys, tmp_path):
    file = tmp_path / "many.npz"
    np.savez(file, X=np.zeros((4_000_000, 1), dtype=np.int8), y=np.arange(4_000_000) % 2)
    status, out, err = run(capsys, "train", "svm", "--data", str(file))
    assert (status, out) == (2, "") and "samples must be few enough for their Gram matrix" in err


@pytest.fixture
def samples(tmp_path):
    generator = np.random.default_rng(0)
    X = generator.standard_normal((60, 2))
    file = tmp_path / "samples.npz"
    np.savez(file, X_train=X, y_train=(X[:, 0] > 0).astype(int), X_test=X[:20], y_test=(X[:20, 0] > 0).astype(int))
    return file


@pytest.mark.parametrize(
    "learner",
    [
        ("skn", "n=1"),
        ("skn", "kernel=gaussian", "width=2", "mu=0.001"),
        ("perceptron", "layers=0,1"),
        ("svm", "layers=0,1,1", "bias=0.5", "C=auto"),
        ("svm", "n=1", "C=2", "dtype=float32", "held=10", "samples=50", "--jobs", "1"),
        ("svm", "kernel=gaussian", "strategy=ovr"),
    ],
    ids=" ".join,
)
def test_train_and_predict(capsys, tmp_path, samples, learner):
    model, out_file = tmp_path / "model.npz", tmp_path / "out.txt"
    status, out, err = run(capsys, "train", *learner, "--data", str(samples), "-o", str(model))
    assert (status, err) == (0, "") and "test error" in out and "95 % confidence" in out and "held-out error" in out
    status, out, _ = run(capsys, "predict", str(model), "--data", str(samples), "-o", str(out_file))
    assert status == 0 and out.startswith("20 predictions, error ")
    assert len(out_file.read_text().split()) == 20
    status, out, _ = run(capsys, "predict", str(model), "--data", str(samples))
    assert out.split() == out_file.read_text().split()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "train must be given one of skn, perceptron, svm"),
        (("smv",), "train must be given one of skn, perceptron, svm; got train=smv. Did you mean svm?"),
        (("svm", "C=0", "--data", DIGITS), "C must be greater than 0, or auto; got C=0."),
        (("svm", "C=many", "--data", DIGITS), "C must be a number"),
        (("svm", "strategy=all", "--data", DIGITS), "strategy must be one of ovo, ovr, crammer-singer"),
        (("svm", "dtype=int", "--data", DIGITS), "dtype must be float64 or float32"),
        (("svm", "held=0", "--data", DIGITS), "held must be at least 1 and fewer than the 60 samples"),
        (("svm", "samples=100", "--data", DIGITS), "samples must be from 1 to 60"),
        (("svm", "--data", DIGITS, "-o", "/nowhere/model.npz"), "-o must be a file in a folder that exists"),
        (("svm", "mu=1", "--data", DIGITS), "mu is not an argument here"),
        (("skn", "--resume", "x", "--data", DIGITS), "--resume is not an option"),
        (("skn",), "train needs samples: --data FILE.npz"),
        (("skn", "--data", "nothing.npz"), "--data must be a file that exists"),
        (("skn", "kernel=magic", "--data", "x.npz"), "kernel must be linear or gaussian"),
        (("skn", "kernel=linear", "n=1", "--data", "x.npz"), "leave these out"),
        (("skn", "width=1", "--data", "x.npz"), "width goes with kernel=gaussian"),
        (("perceptron", "mu=1", "--data", "x.npz"), "mu is not an argument here"),
    ],
)
def test_train_refuses_in_one_line(capsys, words, said, samples):
    status, out, err = run(capsys, "train", *(str(samples) if word is DIGITS else word for word in words))
    assert (status, out) == (2, "") and said in err and err.count("\n") == 1


def test_predict_refuses_in_one_line(capsys, tmp_path, samples):
    (tmp_path / "other.csv").write_text("1,2,3,0\n1,2,4,1\n")
    run(capsys, "train", "skn", "n=1", "--data", str(samples), "-o", str(tmp_path / "model.npz"))
    for words, said in (
        ((), "predict needs a model and samples"),
        ((str(samples), "--data", str(samples)), "must be a model that symkern wrote"),
        ((str(tmp_path / "model.npz"), "--data", str(tmp_path / "other.csv")), "X has 3 features"),
    ):
        status, out, err = run(capsys, "predict", *words)
        assert (status, out) == (2, "") and said in err and err.count("\n") == 1
