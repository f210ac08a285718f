"""Gaussian processes with ramp kernels: functions drawn from the prior, depth by depth, and regression.

python examples/gaussian_process.py [FILE.png]

Inputs have a constant 1 beside them: it is what gives the units of the first layer their thresholds.
"""

import sys

import numpy as np
from matplotlib.figure import Figure
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import WhiteKernel

from symkern import deep

DEPTHS = (1, 2, 4, 8)


def with_constant(x):
    return np.column_stack([x, np.ones_like(x)])


def main(file="gaussian_process.png"):
    generator = np.random.default_rng(0)
    grid = np.linspace(-4, 4, 300)
    x = np.sort(generator.uniform(-3, 3, 25))
    t = np.sin(2 * x) + 0.1 * generator.standard_normal(len(x))

    figure = Figure(figsize=(4 * len(DEPTHS), 7), layout="constrained")
    for (above, below), depth in zip(figure.subplots(2, len(DEPTHS)).T, DEPTHS, strict=True):
        kernel = (1 * deep(*[1] * depth)).gp()

        prior = GaussianProcessRegressor(kernel)
        above.plot(grid, prior.sample_y(with_constant(grid), 6, random_state=1), linewidth=1)
        above.set(title=f"{depth} ramp layer{'s' if depth > 1 else ''}: prior", xlabel="x")

        model = GaussianProcessRegressor(kernel + WhiteKernel(0.01), random_state=0).fit(with_constant(x), t)
        mean, deviation = model.predict(with_constant(grid), return_std=True)
        below.fill_between(grid, mean - 2 * deviation, mean + 2 * deviation, alpha=0.2)
        below.plot(grid, mean)
        below.plot(grid, np.sin(2 * grid), "k--", linewidth=1)
        below.plot(x, t, "k.")
        below.set(title="after 25 samples", xlabel="x", ylim=(-2.5, 2.5))
        likelihood = model.log_marginal_likelihood_value_
        error = np.sqrt(np.mean((mean - np.sin(2 * grid))[np.abs(grid) < 3] ** 2))
        print(f"{depth} layers: log marginal likelihood {likelihood:7.2f}, RMS error {error:.3f}, {model.kernel_}")
    figure.savefig(file, dpi=150)


if __name__ == "__main__":
    main(*sys.argv[1:])
