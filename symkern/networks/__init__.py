"""Finite random networks, simulated: the kernels without any formula, and with error bars."""

from symkern.networks.activations import read_kernel as read_kernel
from symkern.networks.estimate import Estimate as Estimate
from symkern.networks.network import RandomNetwork as RandomNetwork
from symkern.networks.pairs import random_pairs as random_pairs
from symkern.networks.recommend import recommended_width as recommended_width
from symkern.networks.simulation import Simulation as Simulation
