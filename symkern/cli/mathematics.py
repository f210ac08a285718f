"""`derive`, `evaluate`, `verify`, `codegen`: what is derived, proved and turned into code."""

import contextlib
import json
import sys
from collections.abc import Callable
from pathlib import Path

from symkern.arguments import read_arguments, read_degrees, read_list, read_stack
from symkern.cli.terminal import progress, width
from symkern.errors import UsageError
from symkern.numbers import read_number

FORMATS = ("text", "latex", "json")


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
        print(as_text(derivation, steps=steps, width=width()))
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


def verify(words: list[str]) -> int:
    """`verify [FILE or ID ...] [-k TEXT] [--list] [--errata] [--verbose] [--fresh] [--certificates DIR] ...`"""
    valued = {"--format": "text|json", "-k": "TEXT", "--limit": "SECONDS", "--certificates": "DIR"}
    flags = ("--errata", "--verbose", "--fresh", "--list")
    read = read_arguments(words, (), flags=flags, valued=valued, free=True)
    output = read.choice("--format", ("text", "json"))
    from symkern.claims import report
    from symkern.claims.run import TIME_LIMIT, Outcome
    from symkern.claims.verify import Verification, certificates, selected
    from symkern.claims.verify import verify as judged

    containing = read.options.get("-k", "")
    if "--list" in read.flags:
        todo, problems = selected(read.words, containing)
        print(report.listed([task.outcome for task in todo], output))
        return _said(problems)
    if "--certificates" in read.options:
        todo, problems = selected(read.words, containing)
        file, count = certificates(todo, Path(read.options["--certificates"]))
        print(f"{file}: the identities of {count} theorems. Re-check them: python -m symkern.checker {file}")
        return _said(problems)
    limit = float(read_number("--limit", read.options["--limit"])) if "--limit" in read.options else TIME_LIMIT
    finished: list[Outcome] = []
    total = [0]
    try:
        with contextlib.ExitStack() as stack:
            advance: list[Callable[[], None]] = []

            def begin(count: int) -> None:
                total[0] = count
                advance.append(stack.enter_context(progress(count, "claims")))

            def done(outcome: Outcome) -> None:
                finished.append(outcome)
                advance[0]()

            fresh = "--fresh" in read.flags
            found: Verification = judged(
                *read.words, containing=containing, fresh=fresh, limit=limit, begin=begin, done=done
            )
    except KeyboardInterrupt:
        kept = f"{len(finished)} of {total[0]} verdicts are kept"
        print(f"Interrupted: {kept}; the same command without --fresh goes on from there.", file=sys.stderr)
        return 130
    if output == "json":
        print(report.as_json(found.outcomes, found.problems))
    elif "--errata" in read.flags:
        print(report.errata(found.outcomes))
    else:
        print(report.as_text(found.outcomes, "--verbose" in read.flags))
    if output != "json":
        _said(found.problems)
    return 0 if found.ok else 1


def _said(problems: list[str]) -> int:
    """Print problems of files, and return the exit status they make."""
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


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
    with progress(len(catalogue.modules()) + 1, "modules") as advance:
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
