"""How long `derive` takes, in units of `python -c "import sympy"`; and `import symkern`, in units of `import numpy`.

Every command runs in a fresh interpreter; the rounds are interleaved and the ratio is that of the medians.
"""

import statistics
import subprocess
import sys
import time

ROUNDS = 7
COMMANDS = {
    "import sympy": ["-c", "import sympy"],
    "derive n=3": ["-m", "symkern", "derive", "n=3"],
    "derive n=3 --steps": ["-m", "symkern", "derive", "n=3", "--steps"],
    "derive n=60": ["-m", "symkern", "derive", "n=60"],
    "derive n=200": ["-m", "symkern", "derive", "n=200"],
    "derive n=5/2": ["-m", "symkern", "derive", "n=5/2"],
    "derive n=-1/4": ["-m", "symkern", "derive", "n=-1/4"],
    "derive layers=0,1,1": ["-m", "symkern", "derive", "layers=0,1,1"],
    "import numpy": ["-c", "import numpy"],
    "import symkern": ["-c", "import symkern"],
}


def seconds(arguments: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for arguments in COMMANDS.values():
        seconds(arguments)  # compiled files and the disk cache are warm from here on
    for _ in range(ROUNDS):
        for name, arguments in COMMANDS.items():
            times[name].append(seconds(arguments))
    medians = {name: statistics.median(values) for name, values in times.items()}
    for name, median in medians.items():
        unit = "import numpy" if name == "import symkern" else "import sympy"
        if name not in ("import sympy", "import numpy"):
            print(f"{name:24} {median / medians[unit]:6.2f} x {unit}")


if __name__ == "__main__":
    main()
