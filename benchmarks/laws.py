"""What `check_kernel` says of other people's kernels, as a table in Markdown.

python benchmarks/laws.py
python benchmarks/laws.py --peer neural-tangents=/path/to/python --peer gpflow=/path/to/python
python benchmarks/laws.py --verbose      each broken law, with the smallest input found that breaks it
"""

import argparse
import functools
from collections.abc import Callable, Iterator
from typing import Any

from peers import CHECKED, DEGREES, Peer, named_peers
from rich.console import Console
from rich.progress import track
from sklearn.gaussian_process import kernels as processes
from sklearn.metrics import pairwise
from textbook import textbook

from symkern import ArcCosine, deep
from symkern.testing import Report, check_kernel

Line = tuple[str, Callable[..., Any], dict[str, Any]]


def lines(peers: list[Peer]) -> Iterator[Line]:
    """Yield what is checked: a name, a kernel, what is declared of it."""
    for n in (0, 1, 2):
        yield f"symkern, degree {n}", ArcCosine(n), {}
    yield "symkern, 6 layers", deep(*[1] * 6), {}
    for n in (0, 1, 2):
        yield f"the formula in numpy, degree {n}", functools.partial(textbook, n=n), {"arc_cosine": n}
    for kernel in (pairwise.rbf_kernel, pairwise.laplacian_kernel, pairwise.polynomial_kernel, pairwise.sigmoid_kernel):
        yield f"scikit-learn, {kernel.__name__}", kernel, {}
    for process in (processes.RBF(), processes.Matern(nu=1.5), processes.RBF() + processes.WhiteKernel(0.1)):
        yield f"scikit-learn, {process}", process, {}
    for peer in sorted(peers, key=lambda peer: peer.name):
        for name in CHECKED[peer.name]:
            yield f"{peer.name}, {name}", peer.function(name), {"arc_cosine": DEGREES[name]}


def row(name: str, report: Report) -> str:
    """A line of the table: the number of laws that hold, those that do not, and an input for the first of these."""
    applicable = [outcome for outcome in report.outcomes if outcome.status != "not applicable"]
    broken = ", ".join(outcome.law.name for outcome in report.broken)
    example = f"`{report.broken[0].X.tolist()}`" if report.broken and report.broken[0].X is not None else ""
    return f"| {name} | {len(applicable) - len(report.broken)} of {len(applicable)} | {broken} | {example} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=PYTHON", help="neural-tangents, gpflow")
    parser.add_argument("--examples", type=int, default=20, help="random inputs for each law")
    parser.add_argument("--verbose", action="store_true")
    given = parser.parse_args()
    todo = list(lines(named_peers(parser, given.peer)))
    reports = {}
    print("| kernel | laws that hold | broken | smallest input for the first |\n|---|---|---|---|", flush=True)
    for name, kernel, declared in track(todo, "kernels", console=Console(stderr=True), transient=True):
        reports[name] = check_kernel(kernel, raise_=False, max_examples=given.examples, **declared)
        print(row(name, reports[name]), flush=True)
    if given.verbose:
        for name, report in reports.items():
            for outcome in report.broken:
                print(f"\n{name}\n{outcome}")


if __name__ == "__main__":
    main()
