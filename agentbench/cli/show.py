"""What commands show: tables and data on stdout, remarks on stderr."""

import sys
from collections.abc import Mapping
from pathlib import Path

import pandas as pd


def say(remark: str) -> None:
    """One line on stderr."""
    sys.stderr.write(f"{remark}\n")


def fail(failures: Mapping[str, str]) -> int:
    """Name the failed cells; the exit code."""
    for slug, why in failures.items():
        say(f"cell {slug} failed: {why}")
    return 1 if failures else 0
