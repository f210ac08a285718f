"""What `python -m symkern codegen --catalogue` wrote; never edited by hand. MODULES has the degrees of the layers of each."""

MODULES = {
    "arccos0": ("0",),
    "arccos1": ("1",),
    "arccos2": ("2",),
    "arccos3": ("3",),
    "arccos4": ("4",),
    "arccos5": ("5",),
    "arccos6": ("6",),
    "arccos_1_2": ("1/2",),
    "arccos_5_2": ("5/2",),
    "arccos_m1_4": ("-1/4",),
    "deep_0_0": ("0", "0"),
    "deep_1_1": ("1", "1"),
    "deep_1_1_1": ("1", "1", "1"),
    "deep_1_1_1_1_1_1": ("1", "1", "1", "1", "1", "1"),
    "deep_0_1_1_1_1_1": ("0", "1", "1", "1", "1", "1"),
    "deep_2_1_1_1_1_1": ("2", "1", "1", "1", "1", "1"),
}
