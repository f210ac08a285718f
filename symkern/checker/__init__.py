"""Re-check certificates with python-flint alone: no SymPy, and nothing of the program that wrote them.

`python -m symkern.checker FILE_OR_FOLDER ...` prints one line for every failure and a summary; its exit status is 0
only if there was an identity and all were re-checked.
"""

from symkern.checker.checking import Outcome, Report, check, check_files
from symkern.checker.reading import Certificate, Damaged, Identity, parse, read

__all__ = ["Certificate", "Damaged", "Identity", "Outcome", "Report", "check", "check_files", "parse", "read"]
