"""What `python -m symkern codegen --catalogue` wrote; never edited by hand."""

__all__ = [
    "arccos0",
    "arccos1",
    "arccos2",
    "arccos3",
    "arccos4",
    "arccos5",
    "arccos6",
    "arccos_1_2",
    "arccos_5_2",
    "arccos_m1_4",
    "deep_0_0",
    "deep_1_1",
    "deep_1_1_1",
    "deep_1_1_1_1_1_1",
    "deep_0_1_1_1_1_1",
    "deep_2_1_1_1_1_1",
]
