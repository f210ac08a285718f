"""`simulate`, `figure`, `info`: finite networks, pictures, and what runs here."""

import difflib
import json
import sys
from typing import Any

from symkern.arguments import read_arguments, read_integer, read_list
from symkern.cli.kernel import network
from symkern.cli.terminal import progress
from symkern.errors import InvalidArgument, UsageError


def simulate(words: list[str]) -> int:
    """`simulate n=1 width=4096 [layers= bias= sigma= pairs= seed= ...] [--format text|json] [-o FILE]`"""
    kernel_names, sizes = ("n", "layers", "activation", "bias", "sigma"), ("width", "networks", "seed", "pairs", "d")
    valued = {"--format": "text|json", "-o": "FILE", "--jobs": "N"}
    read = read_arguments(words, (*kernel_names, *sizes, "sampling", "x", "y"), valued=valued)
    output = read.choice("--format", ("text", "json"))
    from symkern.networks import Simulation, random_pairs, report
    from symkern.studies.canvas import check_file
    from symkern.studies.convergence import measure

    if not any(name in read.pairs for name in kernel_names):
        raise UsageError("simulate needs a kernel: n=1, layers=0,1,1 or activation=ramp; bias or sigma with n=0.")
    kernel = network(read.pairs)
    numbers = {name: read_integer(name, read.pairs[name]) for name in sizes if name in read.pairs}
    if "-o" in read.options:
        check_file(read.options["-o"])
    seed = numbers.get("seed", 0)
    X: Any
    Y: Any
    if "x" in read.pairs or "y" in read.pairs:
        rule = "a list of numbers such as 1,2 or 1/2,0.3"
        X, Y = ([[float(v) for v in read_list(name, read.pairs.get(name, ""), rule)]] for name in ("x", "y"))
        if not X[0] or len(X[0]) != len(Y[0]) or "pairs" in numbers or "d" in numbers:
            raise UsageError("x and y go together, two lists of the same length, without pairs and d.")
    else:
        X, Y = random_pairs(numbers.get("pairs", 8), numbers.get("d", 5), seed)
    simulation = Simulation(
        kernel,
        X,
        Y,
        width=numbers.get("width"),
        networks=numbers.get("networks"),
        seed=seed,
        sampling=read.pairs.get("sampling", "auto"),
        n_jobs=read_integer("--jobs", read.options["--jobs"]) if "--jobs" in read.options else None,
    )
    try:
        with progress(simulation.engine.tasks, "networks") as advance:
            simulation.run(lambda state: advance(lambda: report.running(state)))
    except KeyboardInterrupt:
        if simulation.tally.count < 2:
            raise
        share = f"{simulation.finished} of {simulation.engine.tasks} parts"
        print(f"Interrupted after {share}; this is what they have found.", file=sys.stderr)
    estimate = simulation.estimate()
    print((report.as_json if output == "json" else report.as_text)(simulation, estimate))
    if "-o" in read.options:
        with progress(None, "widths") as advance:
            drawn = measure(kernel, X, Y, simulation.width, seed, lambda known: advance(total=known))
        drawn.draw(read.options["-o"])
    return 1 if estimate.joint.rejected else 0


def figure(words: list[str]) -> int:
    """`figure NAME -o FILE`, `figure --list`"""
    name = words[0] if words and not words[0].startswith("-") and "=" not in words[0] else None
    read = read_arguments(words[1:] if name else words, ("n",), flags=("--list",), valued={"-o": "FILE"})
    from symkern.studies import FIGURES
    from symkern.studies.canvas import check_file

    if "--list" in read.flags:
        for title, drawn in FIGURES.items():
            print(f"{title:17}{drawn.TITLE}")
        return 0
    if name not in FIGURES:
        nearest = difflib.get_close_matches(name or "", FIGURES, n=1)
        remedy = f"Did you mean {nearest[0]}?" if nearest else "python -m symkern figure --list says what they show."
        raise InvalidArgument("figure", f"one of {', '.join(FIGURES)}", name or "", remedy)
    if "-o" in read.options:
        check_file(read.options["-o"])
    with progress(None, name) as advance:
        lists = {key: text.split(",") for key, text in read.pairs.items()}
        drawing = FIGURES[name].prepare(**lists, progress=lambda known: advance(total=known))
    if "-o" in read.options:
        drawing.draw(read.options["-o"])
    print(drawing.table())
    return 0


def info(words: list[str]) -> int:
    """`info [--format text|json]`"""
    read = read_arguments(words, (), valued={"--format": "text|json"})
    output = read.choice("--format", ("text", "json"))
    from symkern.kernels.environment import environment

    found = environment()
    if output == "json":
        print(json.dumps(found, indent=2, ensure_ascii=False))
        return 0
    for name, said in found.items():
        print(f"{name:14}{said}")
    return 0
