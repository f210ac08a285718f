"""Kernels and the Gram engine, in numpy and, where it is installed, numba. SymPy is not needed here."""

from symkern.kernels.algebra import Product as Product
from symkern.kernels.algebra import Scaled as Scaled
from symkern.kernels.algebra import Sum as Sum
from symkern.kernels.angular import AngularFunction as AngularFunction
from symkern.kernels.angular import angular_function as angular_function
from symkern.kernels.arc_cosine import ArcCosine as ArcCosine
from symkern.kernels.base import Kernel as Kernel
from symkern.kernels.classical import Arcsine as Arcsine
from symkern.kernels.classical import Gaussian as Gaussian
from symkern.kernels.classical import Linear as Linear
from symkern.kernels.classical import Polynomial as Polynomial
from symkern.kernels.classical import TwoLayer as TwoLayer
from symkern.kernels.composition import Composition as Composition
from symkern.kernels.composition import deep as deep
