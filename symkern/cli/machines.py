"""`train` and `predict`: machines that learn from the samples of a file."""

import difflib
import sys
from pathlib import Path
from typing import Any

from symkern.arguments import Arguments, read_arguments, read_integer
from symkern.cli.kernel import LAYERS, machine_kernel
from symkern.cli.terminal import one_line, progress
from symkern.errors import InvalidArgument, UsageError
from symkern.numbers import read_number

KERNEL = (*LAYERS, "kernel", "width")
SPLIT = {"samples": "limit", "held": "held", "seed": "seed"}
SETTINGS = {
    "skn": ("mu", "theta", "delta", "procedure", "transfer", "solver", "max_iter"),
    "perceptron": ("variant", "order", "form", "max_iter"),
    "svm": ("C", "strategy", "dtype"),
}
NUMBERS, INTEGERS = ("mu", "theta", "delta"), ("max_iter",)


def train(words: list[str]) -> int:
    """`train svm|skn|perceptron --data FILE [key=value ...] -o MODEL`"""
    learner = words[0] if words else ""
    if learner not in SETTINGS:
        nearest = difflib.get_close_matches(learner, SETTINGS, n=1)
        hint = f"Did you mean {nearest[0]}?" if nearest else ""
        raise InvalidArgument("train", f"given one of {', '.join(SETTINGS)}", learner, hint)
    valued = {"--data": "FILE", "-o": "FILE"} | ({"--resume": "FILE", "--jobs": "N"} if learner == "svm" else {})
    read = read_arguments(words[1:], (*KERNEL, *SETTINGS[learner], *SPLIT), valued=valued)
    if "--data" not in read.options:
        raise UsageError("train needs samples: --data FILE.npz, FILE.csv or FILE.libsvm.")
    settings = _settings(learner, read)
    split = {word: read_integer(name, read.pairs[name]) for name, word in SPLIT.items() if name in read.pairs}
    kernel = machine_kernel(read.pairs)
    from symkern.datasets.files import read_samples
    from symkern.learn import models
    from symkern.studies import training

    if "-o" in read.options:
        folder = Path(read.options["-o"]).absolute().parent
        if not folder.is_dir():  # found out before the training, and not after it
            raise InvalidArgument("-o", "a file in a folder that exists", read.options["-o"])
    samples = read_samples(read.options["--data"])
    try:
        with progress(None, "training") as advance, one_line():
            found = training.train(learner, samples, kernel, settings, lambda known: advance(total=known), **split)
    except KeyboardInterrupt:
        if "--resume" not in read.options:
            raise
        kept = f"finished trainings are kept in {read.options['--resume']}"
        print(f"Interrupted: {kept}; the same command goes on from there.", file=sys.stderr)
        return 130
    print(found.table())
    if "-o" in read.options:
        models.save(found.machine, read.options["-o"])
        print(f"{read.options['-o']}: python -m symkern predict {read.options['-o']} --data FILE")
    return 0


def _settings(learner: str, read: Arguments) -> dict[str, Any]:
    """What a learner is told."""
    found: dict[str, Any] = {name: read.pairs[name] for name in SETTINGS[learner] if name in read.pairs}
    found |= {name: float(read_number(name, found[name])) for name in NUMBERS if name in found}
    found |= {name: read_integer(name, found[name]) for name in INTEGERS if name in found}
    if found.get("C", "auto") != "auto":
        found["C"] = float(read_number("C", found["C"]))
        if found["C"] <= 0:
            raise InvalidArgument("C", "greater than 0, or auto", read.pairs["C"])
    if "--resume" in read.options:
        found["resume"] = read.options["--resume"]
    if "--jobs" in read.options:
        found["n_jobs"] = read_integer("--jobs", read.options["--jobs"])
    return found


def predict(words: list[str]) -> int:
    """`predict MODEL --data FILE [-o OUT]`"""
    read = read_arguments(words, (), valued={"--data": "FILE", "-o": "FILE"}, free=True)
    if len(read.words) != 1 or "--data" not in read.options:
        raise UsageError("predict needs a model and samples: predict MODEL --data FILE.")
    from symkern.datasets.files import read_samples
    from symkern.learn import models
    from symkern.studies import training

    machine = models.load(read.words[0])
    samples = read_samples(read.options["--data"])
    X, y = (samples.X, samples.y) if samples.X_test is None else (samples.X_test, samples.y_test)
    with one_line():
        found = machine.predict(X)
    if "-o" in read.options:
        Path(read.options["-o"]).write_text("".join(f"{value}\n" for value in found.tolist()), encoding="utf-8")
    else:
        print("\n".join(str(value) for value in found.tolist()))
    if y is not None and "-o" in read.options:
        regression = not hasattr(machine, "classes_")
        error, (low, high) = training.judged(machine, X, y, regression)
        shown = "{:.4g}" if regression else "{:.2%}"
        interval = f"{shown.format(low)} to {shown.format(high)} with 95 % confidence"
        print(f"{len(found)} predictions, error {shown.format(error)} ({interval})")
    return 0
