"""Digits told apart by a support vector machine with the kernel of two ramp layers, tuned on held-out samples.

python examples/digits.py [FILE.png]
"""

import sys

from matplotlib.figure import Figure
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

from symkern import ArcCosine, Gaussian, deep
from symkern.learn import HeldOutSearch


def main(file="digits.png"):
    X, y = load_digits(return_X_y=True)
    X_train, X_test, y_train, y_test = train_test_split(X / 16, y, test_size=0.3, random_state=0, stratify=y)

    for kernel in (deep(1, 1), ArcCosine(0), Gaussian(1)):
        search = HeldOutSearch(kernel, random_state=0).fit(X_train, y_train)
        print(f"{kernel!r:15} C = {search.best_C_:<8g} test error {1 - search.score(X_test, y_test):.2%}")
        if kernel == deep(1, 1):
            found = search.predict(X_test)

    wrong = [i for i in range(len(y_test)) if found[i] != y_test[i]][:8]
    figure = Figure(figsize=(1.6 * len(wrong), 2.2), layout="constrained")
    for axis, i in zip(figure.subplots(1, len(wrong), squeeze=False)[0], wrong, strict=True):
        axis.imshow(X_test[i].reshape(8, 8), cmap="gray_r")
        axis.set_title(f"{y_test[i]}, not {found[i]}")
        axis.axis("off")
    figure.suptitle("What deep(1, 1) gets wrong")
    figure.savefig(file, dpi=150)


if __name__ == "__main__":
    main(*sys.argv[1:])
