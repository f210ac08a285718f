"""The kernel that the words of a command ask for."""

from collections.abc import Mapping

from symkern.arguments import read_stack
from symkern.errors import InvalidArgument, UsageError
from symkern.numbers import read_number

LAYERS = ("n", "layers", "bias", "sigma")
"""What names one of ours."""


def network(pairs: Mapping[str, str]) -> object:
    """The layers that were asked for, as a kernel."""
    from symkern.kernels import ArcCosine, deep
    from symkern.networks import read_kernel
    from symkern.reference.evaluate import read_quantity

    if "activation" in pairs:
        if set(LAYERS) & set(pairs):
            raise UsageError("activation stands for the degrees; leave n, layers, bias and sigma out.")
        names = pairs["activation"].split(",")
        return read_kernel(names[0] if len(names) == 1 else names)
    layers = read_quantity(**read_stack(pairs), theta=1).layers
    kernels = [ArcCosine(layer.n, bias=layer.bias, sigma=layer.sigma) for layer in layers]
    return kernels[0] if len(kernels) == 1 else deep(*kernels)


def machine_kernel(pairs: Mapping[str, str]) -> object:
    """The kernel of a machine: ours by degrees, or one of the others by name."""
    from symkern.kernels import Gaussian, Linear

    if "kernel" not in pairs:
        if "width" in pairs:
            raise UsageError(f"width goes with kernel=gaussian; got width={pairs['width']}.")
        return network(pairs) if set(LAYERS) & set(pairs) else None
    if set(LAYERS) & set(pairs):
        raise UsageError("kernel names another than those of n, layers, bias and sigma; leave these out.")
    if pairs["kernel"] == "linear":
        return Linear()
    if pairs["kernel"] == "gaussian":
        return Gaussian(read_number("width", pairs.get("width", "1")))
    raise InvalidArgument("kernel", "linear or gaussian; arc-cosine ones are given by n or layers", pairs["kernel"])
