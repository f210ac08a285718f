"""Samples from files, and complaints about those that have none."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.datasets import dump_svmlight_file

from symkern.datasets import overlapping_lines, saito_nakano, separable_lines
from symkern.datasets.files import read_samples
from symkern.errors import UsageError

X, Y = np.array([[1.0, 2.0], [3.0, 4.5], [0.0, -1.0]]), np.array([0, 1, 1])


def test_every_format_gives_the_same_samples(tmp_path):
    np.savez(tmp_path / "a.npz", X=X, y=Y)
    np.savez(tmp_path / "b.npz", X_train=X, y_train=Y, X_test=X[:1], y_test=Y[:1])
    (tmp_path / "c.csv").write_text("".join(f"{a},{b},{t}\n" for (a, b), t in zip(X, Y, strict=True)))
    (tmp_path / "d.csv").write_text(
        "first,second,kind\n" + "".join(f"{a},{b},k{t}\n" for (a, b), t in zip(X, Y, strict=True))
    )
    dump_svmlight_file(X, Y, str(tmp_path / "e.libsvm"), zero_based=False)
    sparse = csr_matrix(X)
    parts = {part: getattr(sparse, part) for part in ("data", "indices", "indptr", "shape")}
    np.savez(tmp_path / "f.npz", **parts, y=Y)
    for name in "abcdef":
        samples = read_samples(str(next(tmp_path.glob(f"{name}.*"))))
        dense = samples.X.toarray() if hasattr(samples.X, "toarray") else samples.X
        assert np.array_equal(dense, X)
        assert [str(target).strip("k.") for target in samples.y] in (["0", "1", "1"], ["0.0", "1.0", "1.0"])
    assert read_samples(str(tmp_path / "b.npz")).X_test.shape == (1, 2)
    np.savez(tmp_path / "g.npz", **parts, y=Y, train_idx=[2, 0], test_idx=[1])
    split = read_samples(str(tmp_path / "g.npz"))
    assert (
        np.array_equal(split.X.toarray(), X[[2, 0]]) and split.X_test.shape == (1, 2) and split.y_test.tolist() == [1]
    )
    for wrong in ({"indices": [0, 1, 0, 1, 7]}, {"train_idx": [9]}, {"shape": [3, 1]}):
        np.savez(tmp_path / "h.npz", **parts | {"y": Y} | wrong)
        with pytest.raises(UsageError, match="of a sparse matrix"):
            read_samples(str(tmp_path / "h.npz"))


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.xlsx", b"", "--data must be a file that ends in"),
        ("a.npz", b"PK\x03\x04 broken", "must be an npz of plain arrays; it is damaged"),
        ("a.csv", b"1,2\n3\n", "row 2 differs"),
        ("a.csv", b"1,x,2\n3,4,5\n", "row 1 differs"),
        ("a.csv", b"", "rows with at least a feature and a target"),
        ("a.csv", b"\xff\xfe\x00", "must be a csv file of text"),
        ("a.libsvm", b"one two three\n", "must be in libsvm's format"),
    ],
)
def test_bad_files_are_one_clear_line(tmp_path, name, content, said):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(UsageError, match=said) as caught:
        read_samples(str(tmp_path / name))
    assert "\n" not in str(caught.value)


def test_objects_and_missing_arrays_are_refused(tmp_path):
    file = tmp_path / "a.npz"
    np.savez(file, X=np.array([[object()]]), y=Y)
    with pytest.raises(UsageError, match="holds objects, which are not loaded"):
        read_samples(str(file))
    np.savez(file, samples=X)
    with pytest.raises(UsageError, match="must have arrays X and y"):
        read_samples(str(file))
    np.savez(file, X=np.array([["a"]]), y=Y)
    with pytest.raises(UsageError, match="X as a matrix of numbers"):
        read_samples(str(file))
    with pytest.raises(UsageError, match="a file that exists"):
        read_samples(str(tmp_path / "nothing.npz"))


def test_generated_data_are_as_the_paper_says():
    X, y = separable_lines(0)
    assert len(y) == 79 and np.min(y * (X @ np.ones(2)) / np.sqrt(2)) >= 0.5
    X, y = overlapping_lines(0)
    wrong = y * (X @ np.ones(2)) < 0
    assert np.sum(wrong) == 10 and len(np.unique(X, axis=0)) == 78
    x, t = saito_nakano(0)
    assert x.shape == (30, 1) and np.max(np.abs(x)) <= 4 and len(t) == 30
