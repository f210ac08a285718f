"""Command line of the checker: `python -m symkern.checker FILE_OR_FOLDER ...`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from symkern.checker.checking import check_files


def main(arguments: Sequence[str] | None = None) -> int:
    """Check certificates, print failures and a summary, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m symkern.checker",
        description="Re-check the identities of certificates. Exit status: 0 all re-checked, 1 not, 2 damaged file.",
    )
    parser.add_argument("paths", nargs="+", type=Path, metavar="FILE_OR_FOLDER")
    parser.add_argument("--sha256", default="", help="digest that the identities of every file must have")
    options = parser.parse_args(arguments)
    report = check_files(options.paths, options.sha256)
    for line in (*report.lines, report.summary):
        sys.stdout.write(f"{line}\n")
    return report.status


if __name__ == "__main__":
    sys.exit(main())
