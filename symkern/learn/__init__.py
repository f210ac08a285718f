"""Estimators with scikit-learn's conventions."""

from symkern.learn.held_out_search import HeldOutSearch as HeldOutSearch
from symkern.learn.kernel_logistic import KernelLogisticRegression as KernelLogisticRegression
from symkern.learn.kernel_neuron import KernelNeuronClassifier as KernelNeuronClassifier
from symkern.learn.kernel_neuron import KernelNeuronRegressor as KernelNeuronRegressor
from symkern.learn.kernel_perceptron import KernelPerceptron as KernelPerceptron
from symkern.learn.random_features import RandomNetworkFeatures as RandomNetworkFeatures
from symkern.learn.support_vector_machine import SupportVectorMachine as SupportVectorMachine
from symkern.learn.two_layer import TwoLayerNetworkClassifier as TwoLayerNetworkClassifier
