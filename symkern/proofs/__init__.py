"""The proof kernel: terms, domains, theorems, and the rules that alone can make one."""
