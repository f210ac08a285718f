"""Kernel principal components of digits: the two directions in which each kernel sees most of their spread.

python examples/kernel_pca.py [FILE.png]
"""

import sys

from matplotlib.figure import Figure
from sklearn.datasets import load_digits
from sklearn.decomposition import KernelPCA
from sklearn.model_selection import cross_val_score
from sklearn.neighbors import KNeighborsClassifier

from symkern import ArcCosine, Linear, deep

KERNELS = (Linear(), ArcCosine(0), ArcCosine(1), deep(0, 0, 0))


def main(file="kernel_pca.png"):
    X, y = load_digits(return_X_y=True)
    figure = Figure(figsize=(4.2 * len(KERNELS), 4.2), layout="constrained")
    for axis, kernel in zip(figure.subplots(1, len(KERNELS)), KERNELS, strict=True):
        components = KernelPCA(10, kernel=kernel).fit_transform(X / 16)
        score = cross_val_score(KNeighborsClassifier(5), components, y).mean()
        dots = axis.scatter(*components[:, :2].T, c=y, cmap="tab10", s=5)
        axis.set(title=f"{kernel!r}", xticks=[], yticks=[])
        print(f"{kernel!r:15} nearest neighbours in ten components: {1 - score:.1%} error")
    figure.legend(*dots.legend_elements(), loc="outside right", title="digit", frameon=False)
    figure.savefig(file, dpi=150)


if __name__ == "__main__":
    main(*sys.argv[1:])
