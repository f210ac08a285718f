"""What is proved: lemmas by subject, each a theorem of `symkern.proofs`, named and computed once."""
