"""Precision is private, in this thread and in others."""

import os
import signal
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor

import flint
import mpmath
import pytest

from symkern.reference import route
from symkern.reference.evaluate import evaluate, read_quantity
from symkern.reference.precision import ball_precision

JOBS = [
    *({"n": "-1/4", "theta": "1.2", "digits": digits} for digits in (5, 30, 100, 400)),
    *({"n": 0, "bias": "1/2", "x": [1, 2], "y": [3, 1], "digits": digits} for digits in (5, 20, 60)),
    *({"layers": [0, 1, "1/2"], "theta": "2*pi/3", "digits": digits} for digits in (10, 50)),
]


def test_many_threads_at_once():
    """Each thread asks for another number of digits, over and over; nobody gets another's."""
    expected = [evaluate(**job) for job in JOBS]
    by_hand = read_quantity("-1/4", theta="1.2")
    quadratures = {digits: by_hand.by_quadrature(route.one_dimension, digits) for digits in (15, 25, 45)}
    start = threading.Barrier(8)

    def hammer(seat):
        start.wait()
        for turn in range(12):
            k = (seat + turn) % len(JOBS)
            assert evaluate(**JOBS[k]) == expected[k]
            digits = (15, 25, 45)[(seat + turn) % 3]
            assert by_hand.by_quadrature(route.one_dimension, digits) == quadratures[digits]
        return True

    before = mpmath.mp.prec, flint.ctx.prec, flint.ctx.dps
    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(hammer, range(8)))
    assert (mpmath.mp.prec, flint.ctx.prec, flint.ctx.dps) == before


@pytest.mark.parametrize("setting", [{"prec": 167}, {"prec": 53}, {"dps": 50}, {"dps": 333}])
def test_what_the_caller_set_is_there_again(setting):
    was = flint.ctx.prec
    try:
        for name, value in setting.items():
            setattr(flint.ctx, name, value)
        before = flint.ctx.prec, flint.ctx.dps
        evaluate(1, theta=1, digits=77)
        assert (flint.ctx.prec, flint.ctx.dps) == before
        with pytest.raises(ZeroDivisionError), ball_precision(999):
            raise ZeroDivisionError
        assert (flint.ctx.prec, flint.ctx.dps) == before
    finally:
        flint.ctx.prec = was


def test_the_callers_precision_does_not_matter():
    expected = evaluate("1/2", theta="0.3", digits=60)
    was = mpmath.mp.prec, flint.ctx.prec
    try:
        mpmath.mp.dps, flint.ctx.prec = 3, 8
        assert evaluate("1/2", theta="0.3", digits=60) == expected
        quantity = read_quantity("1/2", theta="0.3")
        assert quantity.by_quadrature(route.one_dimension, 60) == expected.value
    finally:
        mpmath.mp.prec, flint.ctx.prec = was


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
def test_a_child_forked_amid_a_computation_has_the_precision_from_before():
    """The thread that would set it back, and end its turn, is not there."""
    inside, leave = threading.Event(), threading.Event()

    def hold():
        with ball_precision(1000), ball_precision(2000):
            inside.set()
            leave.wait()

    before = flint.ctx.prec, flint.ctx.dps
    expected = evaluate(1, theta=1, digits=20)
    thread = threading.Thread(target=hold)
    thread.start()
    inside.wait()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 warns of forks beside threads
        pid = os.fork()
    if pid == 0:
        signal.alarm(120)  # far more than it takes, unless it waits for that turn
        status = 1
        try:
            restored = (flint.ctx.prec, flint.ctx.dps) == before
            with ball_precision(500):
                own = flint.ctx.prec == 500
            status = 0 if restored and own and evaluate(1, theta=1, digits=20) == expected else 2
        finally:
            os._exit(status)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    leave.set()
    thread.join()
    assert status == 0
    assert (flint.ctx.prec, flint.ctx.dps) == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
def test_a_child_forked_inside_its_own_computation_keeps_its_precision():
    before = flint.ctx.prec
    with ball_precision(1000):
        pid = os.fork()
        if pid == 0:
            os._exit(0 if flint.ctx.prec == 1000 else 2)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
        assert flint.ctx.prec == 1000
    assert flint.ctx.prec == before
