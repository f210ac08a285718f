"""Drawing with matplotlib, an extra: asked for only here, and missed in one clear line."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from symkern.errors import InvalidArgument, UsageError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = (".png", ".svg", ".pdf")


def check_file(file: str) -> None:
    """Refuses a file that cannot be drawn, before anything is computed for it."""
    if Path(file).suffix.lower() not in FORMATS:
        raise InvalidArgument("-o", f"a file that ends in {', '.join(FORMATS)}", file)
    if not Path(file).absolute().parent.is_dir():
        raise InvalidArgument("-o", "a file in a folder that exists", file)
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise UsageError(
            "Figures are drawn with matplotlib, which is not installed: pip install 'symkern[plot]'"
        ) from None


def new_figure(file: str, rows: int, columns: int, size: tuple[float, float]) -> "tuple[Figure, Any]":
    """A figure that can be saved to the file, and its axes."""
    check_file(file)
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    return figure, figure.subplots(rows, columns)


def save(figure: "Figure", file: str) -> None:
    """Write the file, the same bytes each time, whole or not at all."""
    import matplotlib

    target = Path(file)
    draft = target.with_name(f".{target.name}.part")
    undated = {"png": {}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}[target.suffix[1:].lower()]
    try:
        with matplotlib.rc_context({"svg.hashsalt": "symkern"}):
            figure.savefig(draft, format=target.suffix[1:].lower(), dpi=150, metadata=undated)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
