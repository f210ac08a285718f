"""The command line: one function per subcommand, and the only place that prints."""

import difflib
import io
import json
import os
import shutil
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from symkern import __version__
from symkern.arguments import read_arguments, read_degrees, read_integer, read_list, read_stack
from symkern.errors import InvalidArgument, UsageError
from symkern.numbers import read_number

USAGE = """\
usage: python -m symkern COMMAND [key=value ...] [options]

commands
  derive    a kernel, its angular function and its geometry, from the integral over Gaussian weights
  evaluate  a value to any number of digits, with an error bound that is a proof
  verify    the claims of a derivation file, judged; it runs the code of that file
  codegen   a module of its own for a kernel: exact to the last bits, fast, and numpy is all it needs
  simulate  random networks of finite width against their kernel, with error bars
  train     a machine on the samples of a file: skn (sparse kernel neuron) or perceptron; predict uses it
  predict   what a trained machine says of the samples of a file
  figure    a figure of the papers, and the table behind it
  info      versions, and which loops run the kernels and why

examples
  python -m symkern derive n=3                      J_3, its kernel, values, laws and geometry
  python -m symkern derive n=3 d=4                  the geometry for inputs in four dimensions
  python -m symkern derive kernel=arc-cosine        n and d symbolic
  python -m symkern derive n=3 --steps              the same, with every step of the derivation
  python -m symkern derive n=-1/4 --format json     any real degree n > -1/2; text, latex or json
  python -m symkern derive layers=0,1,1             a composition, the first layer first
  python -m symkern derive kernel=biased bias=1/2   also smoothed, polynomial, gaussian, linear
  python -m symkern evaluate n=-1/4 theta=1.2 --digits 50
  python -m symkern evaluate n=2 theta=2*pi/3 derivative=1 --routes
  python -m symkern evaluate n=0 bias=1/2 x=1,2 y=3,1
  python -m symkern evaluate layers=0,1,1 bias=1/2 x=1,2 y=3,1   the bias of the first layer; 1/2,-,- is the same
  python -m symkern simulate n=1 width=4096         a table of pairs; -o error.png draws how the error falls
  python -m symkern simulate layers=0,1,1 pairs=20  several layers: the bias of a finite width apart from the noise
  python -m symkern train skn --data train.npz n=1 -o model.npz && python -m symkern predict model.npz --data test.csv
  python -m symkern figure angular -o angular.png   J_n and the activation functions; svg and pdf too

  python -m symkern codegen n=3 -o arccos3.py       also layers=0,1,1; --target numba; -o - prints it
  python -m symkern verify                          the claims of the papers; verify my_paper.py judges your own file

arguments
  derive    n, layers or kernel; bias, sigma, p of a kernel; d
  evaluate  n (at most 1e6) or layers (at most 64), bias, sigma; theta, cosine, or x and y; derivative (at most 20).
            n with an angle is J_n; layers, bias or sigma with one are the kernel of two unit vectors
  codegen   n or layers; bias or sigma with n=0
  simulate  n, layers or activation (step, ramp, relu, quarter-pipe, spike), bias, sigma; width, networks, seed;
            sampling (auto, plain, tilted, antithetic, orthogonal, sobol); pairs at random in d dimensions, or x and y
  train     n, layers, bias and sigma of a kernel, or kernel=linear or kernel=gaussian width=2;
            skn: mu, theta, delta, procedure (kn, skn1, skn2), transfer (linear, tanh, logistic), solver (cd, sgd);
            perceptron: variant (last, averaged, voted), order (cyclic, shuffled, sampled), form (gram, dual); max_iter
  figure    n, a list of degrees

options
  --steps                      derive: show the steps, each an equation that was checked
  --digits N                   evaluate: significant digits (30; at most 10000, or 1000 with --routes)
  --routes                     evaluate: the value by every independent route
  --errata, --verbose          verify: what is wrong in print; all evidence
  -k TEXT, --fresh, --limit S  verify: ids with this text; judge anew; seconds per claim (240)
  --format text|latex|json     how to print (text); latex for derive alone
  --target numpy|numba         codegen: plain numpy, or loops that numba compiles where it is installed
  --catalogue, --check         codegen: write symkern.generated anew; or only say how it differs
  --jobs N                     simulate: threads (all cores); the numbers are the same for any
  --data FILE                  train, predict: npz (X, y or X_train, y_train, X_test, y_test), csv (target last), libsvm
  -o FILE                      where to draw (figure, simulate: png, svg or pdf) or write (codegen, train, predict)
  --list                       figure: what there is
  -h, --help, --version
"""

FORMATS = ("text", "latex", "json")
SECONDS_BETWEEN_WORDS = 0.3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 if it did what was asked, 2 if the request was at fault."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # mathematics does not fit into ASCII, whatever the locale says
    sys.set_int_max_str_digits(0)  # coefficients may be long; what users type is bounded by its own grammar
    try:
        status = _run(words)
        sys.stdout.flush()
        return status
    except UsageError as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"The output could not be written: {error.strerror}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _run(words: list[str]) -> int:
    if not words:
        print(USAGE, end="", file=sys.stderr)
        return 2
    command, *rest = words
    if command in ("-h", "--help", "help") or "-h" in rest or "--help" in rest:
        print(USAGE, end="")
        return 0
    if command == "--version":
        print(f"symkern {__version__}")
        return 0
    if command not in COMMANDS:
        nearest = difflib.get_close_matches(command, COMMANDS, n=1)
        hint = f"Did you mean {nearest[0]}?" if nearest else "python -m symkern --help lists them."
        hint = f"Did you mean derive {command}?" if "=" in command else hint
        raise InvalidArgument("command", f"one of {', '.join(COMMANDS)}", command, hint)
    return COMMANDS[command](rest)


def derive(words: list[str]) -> int:
    """`derive n=3 [d=4] [--steps] [--format text|latex|json]`"""
    names = ("n", "layers", "kernel", "bias", "sigma", "p", "d")
    read = read_arguments(words, names, flags=("--steps",), valued={"--format": "|".join(FORMATS)})
    output = read.choice("--format", FORMATS)
    request: dict[str, object] = {}
    for name, text in read.pairs.items():
        if name == "kernel":
            request[name] = text
        elif name == "layers":
            request[name] = read_degrees(text)
        else:
            request[name] = read_number(name, text)
    from symkern.symbolic.derive import derive as derive_kernel
    from symkern.typeset import as_json, as_latex, as_text

    derivation = derive_kernel(**request)  # type: ignore[arg-type]
    steps = "--steps" in read.flags
    if output == "text":
        print(as_text(derivation, steps=steps, width=_width()))
    else:
        print((as_latex if output == "latex" else as_json)(derivation, steps=steps))
    return 0


def evaluate(words: list[str]) -> int:
    """`evaluate n=-1/4 theta=1.2 [--digits 50] [--routes] [--format text|json]`"""
    names = ("n", "theta", "cosine", "x", "y", "layers", "bias", "sigma", "derivative")
    read = read_arguments(words, names, flags=("--routes",), valued={"--digits": "N", "--format": "text|json"})
    from symkern.reference.evaluate import DIGITS, read_digits, read_quantity

    output = read.choice("--format", ("text", "json"))
    request: dict[str, object] = dict(read.pairs)
    for name in ("x", "y"):
        if name in request:
            request[name] = read_list(name, read.pairs[name], "a list of numbers such as 1,2 or 1/2,0.3")
    request |= read_stack(read.pairs)
    digits = read_digits(read.options.get("--digits", DIGITS))
    quantity = read_quantity(**request)
    routes = quantity.by_routes(digits) if "--routes" in read.flags else []
    result = quantity.enclose(digits)
    if output == "json":
        found: dict[str, object] = {"quantity": quantity.label, **read.pairs, "digits": digits}
        found |= {"value": result.value, "radius": result.radius}
        if routes:
            found["routes"] = [{"route": route.name, "value": route.value, "agrees": route.agrees} for route in routes]
        print(json.dumps(found, indent=2, ensure_ascii=False))
        return 0
    print(f"{quantity.label} = {result.value}")
    proof = "exactly" if result.radius == "0" else f"± {result.radius}, proved by ball arithmetic"
    print(" " * (len(quantity.label) + 1) + proof)
    if routes:
        print()
    for route in routes:
        said = "does not reach this" if route.value is None else f"{route.value}    agrees to {route.agrees} digits"
        print(f"  {route.name:36}{said}")
    return 0


def figure(words: list[str]) -> int:
    """`figure NAME -o FILE`, `figure --list`"""
    name = words[0] if words and not words[0].startswith("-") and "=" not in words[0] else None
    read = read_arguments(words[1:] if name else words, ("n",), flags=("--list",), valued={"-o": "FILE"})
    from symkern.studies import FIGURES

    if "--list" in read.flags:
        for title, drawn in FIGURES.items():
            print(f"{title:15}{drawn.TITLE}")
        return 0
    if name not in FIGURES:
        nearest = difflib.get_close_matches(name or "", FIGURES, n=1)
        remedy = f"Did you mean {nearest[0]}?" if nearest else "python -m symkern figure --list says what they show."
        raise InvalidArgument("figure", f"one of {', '.join(FIGURES)}", name or "", remedy)
    drawing = FIGURES[name].prepare(**{key: text.split(",") for key, text in read.pairs.items()})
    if "-o" in read.options:
        drawing.draw(read.options["-o"])
    print(drawing.table())
    return 0


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
    kernel = _network(read.pairs)
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
        with _progress(simulation.engine.tasks, "networks") as advance:
            simulation.run(lambda state: advance(lambda: report.running(state)))
    except KeyboardInterrupt:
        if simulation.tally.count < 2:
            raise
        share = f"{simulation.finished} of {simulation.engine.tasks} parts"
        print(f"Interrupted after {share}; this is what they have found.", file=sys.stderr)
    estimate = simulation.estimate()
    print((report.as_json if output == "json" else report.as_text)(simulation, estimate))
    if "-o" in read.options:
        measure(kernel, X, Y, simulation.width, seed).draw(read.options["-o"])
    return 1 if estimate.joint.rejected else 0


def _network(pairs: Mapping[str, str]) -> object:
    """The layers that were asked for, as a kernel."""
    from symkern.kernels import ArcCosine, deep
    from symkern.networks import read_kernel
    from symkern.reference.evaluate import read_quantity

    if "activation" in pairs:
        if {"n", "layers", "bias", "sigma"} & set(pairs):
            raise UsageError("activation stands for the degrees; leave n, layers, bias and sigma out.")
        names = pairs["activation"].split(",")
        return read_kernel(names[0] if len(names) == 1 else names)
    layers = read_quantity(**read_stack(pairs), theta=1).layers
    kernels = [ArcCosine(layer.n, bias=layer.bias, sigma=layer.sigma) for layer in layers]
    return kernels[0] if len(kernels) == 1 else deep(*kernels)


SETTINGS = {
    "skn": ("mu", "theta", "delta", "procedure", "transfer", "solver", "max_iter"),
    "perceptron": ("variant", "order", "form", "max_iter"),
}


def train(words: list[str]) -> int:
    """`train skn|perceptron --data FILE [key=value ...] -o MODEL`"""
    learner = words[0] if words else ""
    if learner not in SETTINGS:
        raise InvalidArgument("train", f"given one of {', '.join(SETTINGS)}", learner)
    kernel_names = ("n", "layers", "bias", "sigma", "kernel", "width")
    valued = {"--data": "FILE", "-o": "FILE"}
    read = read_arguments(words[1:], (*kernel_names, *SETTINGS[learner], "seed"), valued=valued)
    if "--data" not in read.options:
        raise UsageError("train needs samples: --data FILE.npz, FILE.csv or FILE.libsvm.")
    settings: dict[str, Any] = {name: read.pairs[name] for name in SETTINGS[learner] if name in read.pairs}
    settings |= {
        name: float(read_number(name, settings[name])) for name in ("mu", "theta", "delta") if name in settings
    }
    settings |= {"max_iter": read_integer("max_iter", settings["max_iter"])} if "max_iter" in settings else {}
    seed = read_integer("seed", read.pairs.get("seed", "0"))
    kernel = _machine_kernel(read.pairs)
    from symkern.datasets.files import read_samples
    from symkern.learn import models
    from symkern.studies import training

    samples = read_samples(read.options["--data"])
    with _progress(len(training.SHARES) + 1, "training") as advance, _one_line():
        found = training.train(learner, samples, kernel, settings, advance, seed)
    if "-o" in read.options:
        models.save(found.machine, read.options["-o"])
    print(found.table())
    if "-o" in read.options:
        print(f"{read.options['-o']}: python -m symkern predict {read.options['-o']} --data FILE")
    return 0


@contextmanager
def _one_line() -> Iterator[None]:
    """What scikit-learn complains or warns about, as one line each."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        try:
            yield
        except UsageError:
            raise
        except ValueError as error:
            raise UsageError(str(error).splitlines()[0]) from None
    for said in dict.fromkeys(str(warning.message).splitlines()[0] for warning in found):
        print(f"careful: {said}", file=sys.stderr)


def _machine_kernel(pairs: Mapping[str, str]) -> object:
    """The kernel of a machine: ours by degrees, or one of the others by name."""
    from symkern.kernels import Gaussian, Linear

    if "kernel" not in pairs:
        if "width" in pairs:
            raise UsageError(f"width goes with kernel=gaussian; got width={pairs['width']}.")
        return _network(pairs) if {"n", "layers", "bias", "sigma"} & set(pairs) else None
    if {"n", "layers", "bias", "sigma"} & set(pairs):
        raise UsageError("kernel names another than those of n, layers, bias and sigma; leave these out.")
    if pairs["kernel"] == "linear":
        return Linear()
    if pairs["kernel"] == "gaussian":
        return Gaussian(read_number("width", pairs.get("width", "1")))
    raise InvalidArgument("kernel", "linear or gaussian; arc-cosine ones are given by n or layers", pairs["kernel"])


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
    with _one_line():
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


def verify(words: list[str]) -> int:
    """`verify [FILE or ID ...] [-k TEXT] [--errata] [--verbose] [--fresh] [--limit SECONDS] [--format text|json]`"""
    valued = {"--format": "text|json", "-k": "TEXT", "--limit": "SECONDS"}
    read = read_arguments(words, (), flags=("--errata", "--verbose", "--fresh"), valued=valued, free=True)
    output = read.choice("--format", ("text", "json"))
    from symkern.claims import collect, report
    from symkern.claims.run import TIME_LIMIT, Outcome, run, tasks

    limit = float(read_number("--limit", read.options["--limit"])) if "--limit" in read.options else TIME_LIMIT
    named = [word for word in read.words if Path(word).exists()]
    ids = [word for word in read.words if word not in named]
    sources = [collect.read(file) for file in collect.files(named)]
    problems = [f"{source.file.name}: {source.error}" for source in sources if source.error]
    problems += [f"{source.file.name} prints: {source.printed.strip()[:200]}" for source in sources if source.printed]
    todo = tasks(sources)
    known = [task.outcome.id for task in todo]
    problems += [f"the id {twice} is given twice" for twice in {id_ for id_ in known if known.count(id_) > 1}]
    for asked in ids:
        if not any(id_ == asked or id_.startswith(f"{asked}.") for id_ in known):
            nearest = difflib.get_close_matches(asked, known, n=1)
            hint = f"Did you mean {nearest[0]}?" if nearest else ""
            raise InvalidArgument("verify", "given a file, a folder, or the id of a claim", asked, hint)
    if ids:
        todo = [task for task in todo if any(task.outcome.id == i or task.outcome.id.startswith(f"{i}.") for i in ids)]
    if "-k" in read.options:
        todo = [task for task in todo if read.options["-k"] in task.outcome.id]
    finished = []
    try:
        with _progress(len(todo), "claims") as advance:

            def done(outcome: Outcome) -> None:
                finished.append(outcome)
                advance()

            outcomes = run(todo, limit=limit, fresh="--fresh" in read.flags, done=done)
    except KeyboardInterrupt:
        kept = f"{len(finished)} of {len(todo)} verdicts are kept"
        print(f"Interrupted: {kept}; the same command without --fresh goes on from there.", file=sys.stderr)
        return 130
    if output == "json":
        print(report.as_json(outcomes, problems))
    else:
        print(
            report.errata(outcomes) if "--errata" in read.flags else report.as_text(outcomes, "--verbose" in read.flags)
        )
        for problem in problems:
            print(problem, file=sys.stderr)
    return 0 if not problems and outcomes and all(outcome.good for outcome in outcomes) else 1


def codegen(words: list[str]) -> int:
    """`codegen n=3 -o FILE [--target numpy|numba]`, `codegen --catalogue [--check]`"""
    read = read_arguments(
        words,
        ("n", "layers", "bias", "sigma"),
        flags=("--catalogue", "--check"),
        valued={"-o": "FILE", "--target": "NAME"},
    )
    if "--catalogue" in read.flags:
        return _catalogue(check="--check" in read.flags)
    from symkern.emit.module import emit, module_name
    from symkern.emit.templates import targets, write
    from symkern.emit.variations import emit_biased, emit_smoothed
    from symkern.reference.evaluate import read_quantity

    if not read.pairs:
        raise UsageError("codegen needs a kernel: n=3, layers=0,1,1, n=0 bias=1/2 or n=0 sigma=1/2; or --catalogue.")
    target = read.choice("--target", ("numpy", *(name for name in targets() if name != "numpy")))
    layers = read_quantity(**read_stack(read.pairs), theta=1).layers
    first = layers[0]
    if (first.bias or first.sigma) and (len(layers) > 1 or target != "numpy"):
        raise UsageError("codegen writes a bias or sigma for a single layer and the target numpy alone.")
    name = "biased" if first.bias else "smoothed" if first.sigma else module_name([layer.n for layer in layers])
    file = Path(read.options.get("-o", f"{name}.py"))
    asked = " ".join(f"{key}={value}" for key, value in read.pairs.items())
    chosen = "" if target == "numpy" else f" --target {target}"
    command = f"python -m symkern codegen {asked} -o {file.name}{chosen}"
    if first.bias:
        text = emit_biased(first.bias, command)
    elif first.sigma:
        text = emit_smoothed(first.sigma, command)
    else:
        text = emit([layer.n for layer in layers], target, command)
    if "-o" in read.options and read.options["-o"] == "-":
        print(text, end="")
        return 0
    write(text, file)
    print(f"{file}: angular(c), J(theta), kernel(X, Y); python {file} tests itself.")
    return 0


def _catalogue(*, check: bool) -> int:
    """Write `symkern.generated` anew, or say how it differs from what would be written."""
    from symkern.emit import catalogue

    drifted = []
    with _progress(len(catalogue.modules()) + 1, "modules") as advance:
        for file, text in catalogue.texts():
            if check:
                drifted += [difference] if (difference := catalogue.difference(file, text)) else []
            elif catalogue.update(file, text):
                print(f"wrote {file.name}")
            advance()
    for difference in drifted:
        print(difference)
    if drifted:
        print(f"The generated code is not what the catalogue writes. Update it: {catalogue.COMMAND}", file=sys.stderr)
    return 1 if drifted else 0


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


@contextmanager
def _progress(total: int, what: str) -> Iterator[Callable[..., None]]:
    """A bar on a terminal, and nothing elsewhere; what a step has to say is worked out only where it is shown."""
    if not sys.stderr.isatty():
        yield lambda said=None: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        shown = time.monotonic()

        def advance(said: Callable[[], str] | None = None) -> None:
            nonlocal shown
            bar.advance(task)
            if said is not None and time.monotonic() > shown + SECONDS_BETWEEN_WORDS:
                shown = time.monotonic()
                bar.update(task, description=said())

        yield advance


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "derive": derive,
    "evaluate": evaluate,
    "verify": verify,
    "codegen": codegen,
    "simulate": simulate,
    "train": train,
    "predict": predict,
    "figure": figure,
    "info": info,
}


def _width() -> int:
    """The width of the terminal within reason; 100 columns where there is none."""
    return max(60, min(140, shutil.get_terminal_size((100, 24)).columns))
