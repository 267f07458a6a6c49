"""`make bench`: speed in CPU time, ours beside the others in the same run, as ratios. Nothing here is asserted."""

import importlib
import pkgutil
import sys

import tests.bench


def main() -> None:
    """Print one row per measurement of every module here that has `rows`."""
    print(f"{'what':64} {'ours ms':>12} {'theirs ms':>12} {'theirs / ours':>14}")
    wanted = sys.argv[1:]
    for module in pkgutil.iter_modules(tests.bench.__path__):
        if module.name.startswith("_") or (wanted and module.name not in wanted):
            continue
        measured = importlib.import_module(f"tests.bench.{module.name}")
        for name, ours, theirs, ratio in measured.rows() if hasattr(measured, "rows") else ():
            shown = ["-" if value is None else f"{value:,.3f}" for value in (ours, theirs, ratio)]
            print(f"{name:64} {shown[0]:>12} {shown[1]:>12} {shown[2]:>14}", flush=True)


main()
