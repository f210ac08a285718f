"""Certified approximations of the kernels of unit vectors, as plain numbers: what generated code is made of.

No SymPy here: kernels of degrees that nobody generated are fitted when they are first used.
"""
