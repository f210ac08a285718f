"""The figure of the angular functions: its table is true, its files are what they should be."""

import math
import sys

import pytest

from symkern.cli import main
from symkern.errors import UsageError
from symkern.studies import angular


def test_the_table_is_j_n():
    rows = angular.prepare(["0", "1", "2"]).table().splitlines()
    assert rows[0].split() == ["theta", "J_0", "J_1", "J_2"]
    assert len(rows) == 14
    for k, row in enumerate(rows[1:]):
        theta = k * math.pi / 12
        c, s = math.cos(theta), math.sin(theta)
        values = [float(text) for text in row.split()[1:]]
        rest = math.pi - theta
        assert values == pytest.approx([rest, s + rest * c, 3 * s * c + rest * (1 + 2 * c * c)], rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(("suffix", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_files_are_the_same_each_time(tmp_path, capsys, suffix, start):
    contents = []
    for name in ("one", "two"):
        file = tmp_path / f"{name}.{suffix}"
        assert main(["figure", "angular", "-o", str(file), "n=0,1"]) == 0
        contents.append(file.read_bytes())
    assert contents[0].startswith(start)
    assert contents[0] == contents[1]
    assert "J_0" in capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"one.{suffix}", f"two.{suffix}"]


def test_the_curves_are_drawn(tmp_path):
    file = tmp_path / "angular.svg"
    angular.prepare().draw(str(file))
    text = file.read_text(encoding="utf-8")
    assert text.count('id="axes_') == 3
    assert text.count('id="line2d_') > 3 * len(angular.DEGREES)


def test_without_matplotlib_one_line_says_so(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(UsageError, match="matplotlib, which is not installed"):
        angular.prepare().draw(str(tmp_path / "a.png"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["angular", "-o", "a.txt"], "-o must be a file that ends in .png, .svg, .pdf; got -o=a.txt."),
        (["angula"], "figure must be one of angular, convergence, learnt-features, sparse-neuron; got figure=angula."),
        ([], "figure must be one of angular"),
        (["angular", "n=-1"], "n must be a real number greater than -1/2; got n=-1."),
        (["angular", "n=" + ",".join("0" * 9)], "n must be a list of 1 to 8 degrees"),
        (["angular", "--size"], "--size is not an option"),
    ],
)
def test_bad_input_is_one_clear_line(capsys, words, said):
    assert main(["figure", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err
    assert captured.err.count("\n") == 1


def test_the_list(capsys):
    assert main(["figure", "--list"]) == 0
    assert capsys.readouterr().out.startswith("angular ")


def test_a_folder_that_is_not_there(capsys, tmp_path):
    assert main(["figure", "angular", "n=0", "-o", str(tmp_path / "nowhere" / "a.png")]) == 2
    assert "-o must be a file in a folder that exists" in capsys.readouterr().err
