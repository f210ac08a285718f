"""The papers' tables and figures, as code."""

from symkern.studies import angular

FIGURES = {"angular": angular}
