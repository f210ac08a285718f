"""The papers' tables and figures, as code."""

from symkern.studies import angular, convergence

FIGURES = {"angular": angular, "convergence": convergence}
