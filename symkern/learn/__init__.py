"""Estimators with scikit-learn's conventions."""

from symkern.learn.random_features import RandomNetworkFeatures as RandomNetworkFeatures
from symkern.learn.two_layer import TwoLayerNetworkClassifier as TwoLayerNetworkClassifier
