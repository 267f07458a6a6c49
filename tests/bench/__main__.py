"""`make bench`: speed in CPU time, ours beside the others in the same run, as ratios. Nothing here is asserted."""

import importlib
import sys
from pathlib import Path

MEASURED = sorted(
    path.stem
    for path in Path(__file__).parent.glob("*.py")
    if "\ndef rows(" in path.read_text(encoding="utf-8")
)
"""The modules here that measure something; the others are theirs to run in another Python."""


def main() -> None:
    """Print one row per measurement, of all modules or of the named ones."""
    print(f"{'what':64} {'ours ms':>12} {'theirs ms':>12} {'theirs / ours':>14}")
    for module in sys.argv[1:] or MEASURED:
        for name, ours, theirs, ratio in importlib.import_module(f"tests.bench.{module}").rows():
            shown = ["-" if value is None else f"{value:,.3f}" for value in (ours, theirs, ratio)]
            print(f"{name:64} {shown[0]:>12} {shown[1]:>12} {shown[2]:>14}", flush=True)


main()
