"""The rules that make theorems, a file per subject."""
