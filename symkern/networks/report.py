"""Results of a simulation as text and as JSON."""

import json
import math
from typing import Any

import numpy as np

from symkern.networks.activations import Power
from symkern.networks.estimate import Estimate
from symkern.networks.simulation import Simulation
from symkern.networks.verdict import FALSE_ALARM


def as_text(simulation: Simulation, estimate: Estimate) -> str:
    """Table with a row for each pair, and the verdict."""
    title = f"{simulation.kernel!r} against {_networks(simulation, estimate)}"
    lines = [title, "=" * len(title), ""]
    bias = estimate.bias
    head = f"{'pair':>6}{'angle':>10}{'kernel':>14}{'estimate':>14}{'std error':>12}{'z':>8}"
    lines.append(head if bias is None else f"{head}{f'width {simulation.width}':>16}{'bias':>20}")
    columns = (simulation.pairs.angles, estimate.values, estimate.mean, estimate.standard_error, estimate.z)
    for number, (angle, value, mean, error, z) in enumerate(zip(*columns, strict=True)):
        row = f"{number + 1:>6}{angle:>10.4f}{value:>14.6g}{mean:>14.6g}{error:>12.2g}{z:>+8.2f}"
        if bias is not None:
            shown = f"{bias.bias[number]:+.2g} ± {bias.bias_error[number]:.1g}"
            row += f"{bias.at_width[number]:>16.6g}{shown:>20}"
        lines.append(row)
    return "\n".join([*lines, "", *_verdict(estimate), *_activity(estimate), *notes(simulation, estimate)])


def running(simulation: Simulation) -> str:
    """Estimate of the first pair so far."""
    if simulation.tally.count < 2:
        return "networks"
    estimate = simulation.estimate()
    value, mean, error = (side[0] for side in (estimate.values, estimate.mean, estimate.standard_error))
    return f"k = {value:.6g}, so far {mean:.6g} ± {error:.2g}"


def _networks(simulation: Simulation, estimate: Estimate) -> str:
    if estimate.bias is not None:
        return f"{estimate.count:,} networks of {len(simulation.layers)} layers, {simulation.width:,} units each"
    return f"a network of {estimate.units:,} units"


def _verdict(estimate: Estimate) -> list[str]:
    joint = estimate.joint
    if joint.rejected is None:
        lines = [f"all pairs      no verdict: {joint.reason}"]
    else:
        said = "rejected: these networks have another kernel" if joint.rejected else "agrees"
        lines = [f"all pairs      {said}, p = {joint.p:.2g} (rejected below {FALSE_ALARM:g})"]
    if math.isfinite(joint.factor):
        lines.append(
            f"common factor  {joint.factor:.6g} ± {joint.factor_error:.2g} of the kernel, by all pairs together"
        )
    if estimate.bias is not None:
        lines.append(
            "bias           of networks of this width, falling as 1/width; the estimate is extrapolated from this"
            " width,\n               its half and its quarter, and z is without it"
        )
    return lines


def _activity(estimate: Estimate) -> list[str]:
    if estimate.active is None or estimate.expected_active is None:
        return []
    found, expected = (100 * float(np.mean(side)) for side in (estimate.active, estimate.expected_active))
    return [f"active units   {found:.3f} % of the first layer on average; in the limit {expected:.3f} %"]


def notes(simulation: Simulation, estimate: Estimate | None = None) -> list[str]:
    """Remarks on how weights were drawn and on what the error bars and the verdict are about."""
    lines = []
    heavy = [layer.n for layer in simulation.layers if isinstance(layer, Power) and layer.n < 0]
    tilted = [layer.n for layer, tilt in zip(simulation.layers, simulation.tilted, strict=True) if tilt]  # type: ignore[attr-defined]
    if tilted:
        lines.append(
            f"weights        drawn where products of units of degree {tilted[0]} are large, and weighed for it:\n"
            f"               plain ones have {_tails(float(tilted[0]))}"
        )
    elif heavy:
        lines.append(
            f"careful        plain units of degree {heavy[0]} have {_tails(float(heavy[0]))}:\n"
            "               the error bars are not to be trusted; sampling=tilted has better ones"
        )
    if simulation.normalised:
        lines.append(
            "hidden layers  scaled to the norms of the limit, whose noise the layers above would amplify: for true\n"
            "               networks take sampling=plain"
        )
    judged = None if estimate is None else estimate.joint.judged
    if judged is not None and np.any(judged) and not np.all(judged):
        numbers = ", ".join(str(number + 1) for number in np.flatnonzero(~judged))
        lines.append(f"not judged     pairs that too few units see or tell apart: {numbers}")
    return lines


def _tails(n: float) -> str:
    if n > 0:
        return "heavy tails, or too few units see a pair"
    return "an infinite variance for parallel inputs" if n <= -0.25 else "a heavy tail for parallel inputs"


def as_json(simulation: Simulation, estimate: Estimate) -> str:
    """JSON object with the table, the verdict and the remarks. `joint.rejected` is null where there is no verdict."""
    joint, bias = estimate.joint, estimate.bias
    pairs: list[dict[str, Any]] = [
        {"angle": angle, "kernel": value, "estimate": mean, "standard_error": error, "z": z}
        for angle, value, mean, error, z in zip(
            simulation.pairs.angles.tolist(),
            estimate.values.tolist(),
            estimate.mean.tolist(),
            estimate.standard_error.tolist(),
            estimate.z.tolist(),
            strict=True,
        )
    ]
    if bias is not None:
        for pair, at_width, shift, error in zip(pairs, bias.at_width, bias.bias, bias.bias_error, strict=True):
            pair |= {"at_width": float(at_width), "bias": float(shift), "bias_error": float(error)}
    judged = [True] * len(pairs) if joint.judged is None else joint.judged.tolist()
    for pair, is_judged in zip(pairs, judged, strict=True):
        pair["judged"] = is_judged
    result = {
        "kernel": repr(simulation.kernel),
        "width": simulation.width,
        "layers": len(simulation.layers),
        "sampling": simulation.sampling,
        "tilted": simulation.tilted,
        "normalised": simulation.normalised,
        "replicates": estimate.count,
        "units": estimate.units,
        "pairs": pairs,
        "joint": {
            "rejected": joint.rejected,
            "reason": joint.reason,
            "p": _finite(joint.p),
            "factor": _finite(joint.factor),
            "factor_error": _finite(joint.factor_error),
        },
        "active": None if estimate.active is None else float(np.mean(estimate.active)),
        "expected_active": None if estimate.expected_active is None else float(np.mean(estimate.expected_active)),
        "notes": [" ".join(note.split()) for note in notes(simulation, estimate)],
    }
    return json.dumps(result, indent=2, ensure_ascii=False)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
