"""J_n over theta and the activation functions behind it: Cho & Saul (2010), Figs. 1 and 2."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symkern.errors import InvalidArgument
from symkern.numbers import PiNumber
from symkern.reference.evaluate import evaluate, read_quantity
from symkern.studies.canvas import new_figure, save

TITLE = "J_n(theta) for several degrees, and the activation functions: Cho & Saul (2010), Figs. 1 and 2"
DEGREES = ("-1/4", "0", "1/2", "1", "2")
ROWS = 12
POINTS = 240
MOST_DEGREES = 8


@dataclass(frozen=True)
class Angular:
    """The angular functions of these degrees."""

    degrees: tuple[Fraction, ...]

    def table(self) -> str:
        """J_n(theta) to ten digits at multiples of pi/12."""
        width = 20
        head = f"{'theta':>8}" + "".join(
            f"{f'J_{n}' if n.denominator == 1 else f'J_{{{n}}}':>{width}}" for n in self.degrees
        )
        rows = [head]
        for k in range(ROWS + 1):
            theta = PiNumber(Fraction(0), Fraction(k, ROWS))
            values = (evaluate(n, theta=theta, digits=10).value for n in self.degrees)
            rows.append(f"{theta!s:>8}" + "".join(f"{value:>{width}}" for value in values))
        return "\n".join(rows)

    def draw(self, file: str) -> None:
        """Three panels: J_n/pi, J_n/J_n(0), and step(z) z^n."""
        figure, (left, middle, right) = new_figure(file, 1, 3, (13, 4.2))
        for n in self.degrees:
            label = f"$n = {n}$"
            angles = [math.pi * (k / POINTS) ** 2 for k in range(POINTS)] + [math.pi]  # dense where n < 0 is steep
            values = [float(evaluate(n, theta=min(angle, math.pi), digits=15).value) for angle in angles]
            left.plot(angles, [value / math.pi for value in values], label=label)
            middle.plot(angles, [value / values[0] for value in values], label=label)
            z = [1.5 * (k + 1) / POINTS for k in range(POINTS)]
            right.plot([-1, 0, *z], [0, 0, *(point ** float(n) for point in z)], label=label)
        for axes, title in ((left, r"$J_n(\theta)/\pi$"), (middle, r"$J_n(\theta)/J_n(0)$")):
            axes.set(title=title, xlabel=r"$\theta$", xlim=(0, math.pi))
            axes.set_ylim(bottom=0)
            axes.set_xticks([0, math.pi / 4, math.pi / 2, 3 * math.pi / 4, math.pi], ["0", "π/4", "π/2", "3π/4", "π"])
        right.set(title=r"activation $g_n(z) = \Theta(z)\, z^n$", xlabel="$z$", xlim=(-1, 1.5), ylim=(-0.1, 2.5))
        left.legend(frameon=False)
        save(figure, file)


def prepare(n: Sequence[str] = DEGREES, progress: Callable[[int], None] = lambda known: None) -> Angular:
    """The degrees that were asked for, checked as `evaluate` does; there is nothing to wait for."""
    if not 1 <= len(n) <= MOST_DEGREES:
        raise InvalidArgument("n", f"a list of 1 to {MOST_DEGREES} degrees", ",".join(n))
    return Angular(tuple(read_quantity(degree, theta=0).layers[0].n for degree in n))
