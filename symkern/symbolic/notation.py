"""The symbols of the papers, declared once, with their assumptions.

| here             | in the papers                 | meaning                                      |
|------------------|-------------------------------|----------------------------------------------|
| `n`              | n                             | degree of an arc-cosine kernel, n > -1/2     |
| `theta`          | theta                         | angle between x and y, in [0, pi]            |
| `phi`, `psi`     | phi, psi                      | variables of integration                     |
| `c`, `s`         | cos theta, sin theta          | taken as symbols where c^2 + s^2 = 1 is all  |
| `z`, `w`         | not in the papers             | z = cos^2(theta/2), w = 1 - z                |
| `norm_x, norm_y` | the norms of x and of y       |                                              |
| `dot`            | the inner product of x and y  |                                              |
| `wx`, `wy`       | w.x, w.y                      | what a unit with weights w receives          |
| `r`              | the norm of x                 | in the geometry                              |
| `dx_across`      | the norm of dx_perp           | displacement across the radius; `dx_along` along it |
"""

import sympy as sp

n = sp.Symbol("n", positive=True)  # positive, so that powers combine; each law states its own domain
k = sp.Symbol("k", nonnegative=True, integer=True)
d = sp.Symbol("d", positive=True, integer=True)

theta = sp.Symbol("theta", real=True)
phi = sp.Symbol("phi", real=True)
psi = sp.Symbol("psi", real=True)
xi = sp.Symbol("xi", real=True)

c = sp.Symbol("c", real=True)
s = sp.Symbol("s", positive=True)
z = sp.Symbol("z", positive=True)
w = sp.Symbol("w", positive=True)
t = sp.Symbol("t", positive=True)
u = sp.Symbol("u", positive=True)
v = sp.Symbol("v", positive=True)
r = sp.Symbol("r", positive=True)

dx_across = sp.Symbol("dx_across", positive=True)
dx_along = sp.Symbol("dx_along", real=True)

norm_x = sp.Symbol("norm_x", positive=True)
norm_y = sp.Symbol("norm_y", positive=True)
dot = sp.Symbol("dot", real=True)
wx = sp.Symbol("wx", real=True)
wy = sp.Symbol("wy", real=True)
w_1 = sp.Symbol("w_1", real=True)
w_2 = sp.Symbol("w_2", real=True)

b = sp.Symbol("b", real=True)
sigma = sp.Symbol("sigma", positive=True)
p = sp.Symbol("p", positive=True, integer=True)

half = sp.Rational(1, 2)


class J(sp.Function):
    """J_n(theta), written but not evaluated: Cho & Saul (2010), eq. (3). A third argument counts derivatives."""

    nargs = (2, 3)


class NonAnalyticPart(sp.Function):
    """The part of J_n(theta) that is not a power series in theta^2 at theta = 0. Arguments: n, theta."""

    nargs = 2


class Kernel(sp.Function):
    """A kernel of the vectors x and y, written but not evaluated. Arguments: its name, then x and y."""

    nargs = 3


class D(sp.Function):
    """D^m f with D = (1/sin theta) d/dtheta, the operator of Cho & Saul (2010), eq. (4). Arguments: m, f."""

    nargs = 2


class CosineDerivative(sp.Function):
    """The m-th derivative of f with respect to cos theta. Arguments: m, f."""

    nargs = 2


class Expectation(sp.Function):
    """The mean over weights w drawn from the standard normal distribution in d dimensions."""

    nargs = 1


class BiasIntegral(sp.Function):
    """I(r, xi), written but not evaluated: Cho & Saul (2012), eq. (24)."""

    nargs = 2


class OwenT(sp.Function):
    """Owen's T(h, a) = (1/2 pi) times the integral of exp(-h^2 (1 + t^2)/2)/(1 + t^2) over t from 0 to a."""

    nargs = 2


class Component(sp.Function):
    """A tensor's component by its name and its upper and lower indices, such as Gamma^alpha_beta gamma."""

    nargs = 3


def tensor(name: str, upper: str = "", lower: str = "") -> sp.Expr:
    """The component of a tensor, indices as words: tensor("Gamma", "alpha", "beta gamma")."""
    return Component(sp.Symbol(name), *(sp.Symbol(indices or "-") for indices in (upper, lower)))


x_vector = sp.Symbol("x")
y_vector = sp.Symbol("y")


def kernel(label: sp.Expr, first: sp.Symbol = x_vector, second: sp.Symbol = y_vector) -> sp.Expr:
    """The kernel with this label (its degree, its bias ...), to be defined by an equation."""
    return Kernel(label, first, second)
