"""The papers' tables and figures, as code."""

from symkern.studies import angular, convergence, sparse_neuron

FIGURES = {"angular": angular, "convergence": convergence, "sparse-neuron": sparse_neuron}
