"""Other people's arc-cosine kernels, each in an interpreter of its own, asked over pipes.

Scripts take `--peer neural-tangents=/path/to/python --peer gpflow=/path/to/python`.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

PEERS = {
    "neural-tangents": """
import os; os.environ["JAX_PLATFORMS"] = "cpu"
import jax; jax.config.update("jax_enable_x64", True)
import jax.numpy as jnp
from neural_tangents import stax
def make(layers):
    _, _, kernel = stax.serial(*[part for _ in range(layers) for part in (stax.Dense(1, W_std=2**0.5), stax.Relu())])
    return kernel
plain = {"degree 1": make(1), "6 layers": make(6)}
kernels = {name: jax.jit(lambda X, Y, kernel=kernel: kernel(X, Y, "nngp")) for name, kernel in plain.items()}
def run(name, X, Y):
    return np.asarray(kernels[name](jnp.asarray(X), jnp.asarray(Y)).block_until_ready()) * X.shape[1]
def matrix(name, X, Y):  # not compiled: each shape would be compiled anew
    return np.asarray(plain[name](jnp.asarray(X), None if Y is None else jnp.asarray(Y), "nngp")) * X.shape[1]
""",
    "gpflow": """
import os; os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import gpflow, tensorflow as tf
def make(order):
    kernel = gpflow.kernels.ArcCosine(order=order)
    kernel.bias_variance = gpflow.Parameter(0.0, transform=None, trainable=False)
    return kernel
plain = {f"degree {order}": make(order) for order in (0, 1, 2)}
kernels = {"degree 1": tf.function(lambda X, Y: plain["degree 1"](X, Y))}
def run(name, X, Y):
    return kernels[name](tf.constant(X), tf.constant(Y)).numpy()
def matrix(name, X, Y):
    return plain[name](tf.constant(X), None if Y is None else tf.constant(Y)).numpy()
""",
}
DEGREES = {"degree 0": 0, "degree 1": 1, "degree 2": 2}
"""The arc-cosine kernel that each name stands for."""
TIMED = {"neural-tangents": ("degree 1", "6 layers"), "gpflow": ("degree 1",)}
CHECKED = {"neural-tangents": ("degree 1",), "gpflow": ("degree 0", "degree 1", "degree 2")}
"""Kernels whose laws are tried: six layers that are not compiled take a quarter of an hour."""
SERVER = """
import json, sys, time
import numpy as np
for line in sys.stdin:
    asked = json.loads(line)
    if "pairs" in asked:
        X, Y = (np.array(side) for side in asked["pairs"])
        print(json.dumps(np.diag(run("degree 1", X, Y)).tolist()), flush=True)
        continue
    if "matrix" in asked:
        X, Y = (None if side is None else np.array(side, dtype=float) for side in asked["matrix"])
        try:
            print(json.dumps({"values": matrix(asked["kernel"], X, Y).tolist()}), flush=True)
        except Exception as error:
            print(json.dumps({"error": str(error)[:500]}), flush=True)
        continue
    if "columns" in asked:
        rng = np.random.default_rng(0)
        X, Y = (rng.standard_normal((asked["points"], asked["columns"])) for _ in range(2))
        for name in kernels:
            run(name, X, Y)
        print("ready", flush=True)
        continue
    start = time.perf_counter()
    run(asked["time"], X, Y)
    print(time.perf_counter() - start, flush=True)
"""


class Peer:
    """A peer in its own interpreter, which makes the same points and times itself, or gives matrices."""

    def __init__(self, name: str, python: str) -> None:
        self.name, self.kernels = name, TIMED[name]
        code = "import numpy as np\n" + PEERS[name] + SERVER
        self.process = subprocess.Popen(
            [python, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def ask(self, **question: Any) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"{self.name} stopped; run its interpreter by hand to see why.")
        return answer

    def timer(self, kernel: str) -> Callable[[np.ndarray, np.ndarray], float]:
        return lambda X, Y: float(self.ask(time=kernel))

    def function(self, kernel: str) -> Callable[..., np.ndarray]:
        """The peer's kernel as a function k(X, Y=None); what it raises there is raised here."""

        def values(X: np.ndarray, Y: np.ndarray | None = None) -> np.ndarray:
            sides = [X.tolist(), None if Y is None else Y.tolist()]
            answer = json.loads(self.ask(kernel=kernel, matrix=sides))
            if "error" in answer:
                raise ValueError(answer["error"])
            return np.array(answer["values"], dtype=float)

        return values


def named_peers(parser: argparse.ArgumentParser, given: list[str]) -> list[Peer]:
    """Peers as NAME=PYTHON on the command line."""
    named = dict(entry.partition("=")[::2] for entry in given)
    for name in named:
        if name not in PEERS:
            parser.error(f"peer must be one of {', '.join(PEERS)}; got {name}")
    return [Peer(name, python) for name, python in named.items()]
