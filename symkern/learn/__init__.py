"""Estimators with scikit-learn's conventions."""

from symkern.learn.kernel_logistic import KernelLogisticRegression as KernelLogisticRegression
from symkern.learn.kernel_neuron import KernelNeuronClassifier as KernelNeuronClassifier
from symkern.learn.kernel_neuron import KernelNeuronRegressor as KernelNeuronRegressor
from symkern.learn.kernel_perceptron import KernelPerceptron as KernelPerceptron
from symkern.learn.random_features import RandomNetworkFeatures as RandomNetworkFeatures
from symkern.learn.two_layer import TwoLayerNetworkClassifier as TwoLayerNetworkClassifier
