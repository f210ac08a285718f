"""The mathematics of the kernels, derived with SymPy: each module is one piece of it, each step is checked."""
