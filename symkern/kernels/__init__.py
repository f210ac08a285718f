"""Kernels in numpy. SymPy is not needed here: what nobody generated is fitted when it is first used."""

from symkern.kernels.angular import AngularFunction as AngularFunction
from symkern.kernels.angular import angular_function as angular_function
