"""The papers' tables and figures, as code."""

from symkern.studies import angular, convergence, learnt_features, sparse_neuron

FIGURES = {
    "angular": angular,
    "convergence": convergence,
    "learnt-features": learnt_features,
    "sparse-neuron": sparse_neuron,
}
