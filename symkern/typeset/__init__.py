"""From derivations to what a person or a program reads: Unicode text, LaTeX, JSON."""

from symkern.typeset.document import as_json, as_latex, as_text

__all__ = ["as_json", "as_latex", "as_text"]
