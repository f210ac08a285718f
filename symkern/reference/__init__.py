"""The truth to any number of digits, by quadrature. Every computation has a precision of its own."""
