"""Progress, warnings and widths: what depends on who reads."""

import shutil
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from symkern.errors import UsageError

SECONDS_BETWEEN_WORDS = 0.3


@contextmanager
def progress(total: int | None, what: str) -> Iterator[Callable[..., None]]:
    """A bar on a terminal, and nothing elsewhere; what a step has to say is worked out only where it is shown.

    Each call advances it by one step; `total` says that it is longer than was known.
    """
    if not sys.stderr.isatty():
        yield lambda said=None, *, total=None: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        shown = time.monotonic()

        def advance(said: Callable[[], str] | None = None, *, total: int | None = None) -> None:
            nonlocal shown
            bar.update(task, advance=1, total=total)
            if said is not None and time.monotonic() > shown + SECONDS_BETWEEN_WORDS:
                shown = time.monotonic()
                bar.update(task, description=said())

        yield advance


@contextmanager
def one_line() -> Iterator[None]:
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


def width() -> int:
    """The width of the terminal within reason; 100 columns where there is none."""
    return max(60, min(140, shutil.get_terminal_size((100, 24)).columns))
