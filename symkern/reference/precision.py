"""Working precision, private to each computation: what the caller set is never changed under the caller's feet."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction

import flint
from mpmath.ctx_mp import MPContext

GUARD_DIGITS = 15
BITS_PER_DIGIT = 3.3219280948873626
MOST_CONTEXTS = 6

_turn = threading.RLock()
_outermost: list[tuple[int, int]] = []  # bits and digits that were set before the block under way, if there is one
_own = threading.local()


def context(digits: int) -> MPContext:
    """An mpmath context that no other thread has, with guard digits enough for quadrature.

    The tanh-sinh rule overestimates its accuracy: it was seen to lose an eighth of the digits at 200.
    """
    contexts: dict[int, MPContext] = vars(_own).setdefault("contexts", {})
    if digits not in contexts:
        if len(contexts) >= MOST_CONTEXTS:
            contexts.pop(next(iter(contexts)))
        contexts[digits] = MPContext()  # kept, because it holds the nodes of the quadrature
        contexts[digits].dps = digits + GUARD_DIGITS + digits // 5
    return contexts[digits]


@contextmanager
def ball_precision(bits: int) -> Iterator[None]:
    """Arb's working precision within the block.

    Flint has one precision for the whole process, so computations in balls take turns, and what was set before is
    there again after. Only a thread that uses flint itself, at the same moment and without taking its turn here, could
    see the difference.
    """
    with _turn:
        before = flint.ctx.prec, flint.ctx.dps
        outermost = not _outermost
        if outermost:
            _outermost.append(before)
        flint.ctx.prec = bits
        try:
            yield
        finally:
            _restore(*before)
            if outermost:
                _outermost.clear()


def _restore(bits: int, digits: int) -> None:
    flint.ctx.dps = digits  # each of the two sets the other, rounded: whichever was set is restored
    if flint.ctx.prec != bits:
        flint.ctx.prec = bits


def _end_turn_of_other_threads() -> None:
    """End, in a forked child, the block of a thread that is not there: nobody else would."""
    global _turn
    if _turn.acquire(blocking=False):  # free, or the forking thread's own
        _turn.release()
        return
    _turn = threading.RLock()
    for before in _outermost:
        _restore(*before)
    _outermost.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_end_turn_of_other_threads)


def ball(value: Fraction) -> flint.arb:
    """A fraction at the working precision."""
    return flint.arb(flint.fmpq(value.numerator, value.denominator))


def mpf(mp: MPContext, value: Fraction):  # type: ignore[no-untyped-def]
    """A fraction in a context."""
    return mp.mpf(value.numerator) / value.denominator
