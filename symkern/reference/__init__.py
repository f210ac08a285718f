"""The truth to any number of digits, by independent routes, with error bounds that are proofs.

Quadrature runs in mpmath, each computation in a context of its own; enclosures are balls of Arb (python-flint).
"""
