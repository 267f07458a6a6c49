"""Which tools were chosen when they were needed, and which were taken for which."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import product

import pandas as pd

from agentbench.frame import names
from agentbench.measure.arm import Cells, grouped, records, table
from agentbench.measure.selection.turns import ARM, told


def per_tool(frame: pd.DataFrame, by: Sequence[str] = ARM) -> pd.DataFrame:
    """One row per arm and tool of a scored frame; the tools that were missed most often first.

    Columns: `by`; `tool`; in how many scored turns it was `expected`, `called`, and both (`right`).
    """
    return _table(
        frame, by, _tools, {"tool": "string", "expected": "Int64", "called": "Int64", "right": "Int64"}
    )


def mistaken(frame: pd.DataFrame, by: Sequence[str] = ARM) -> pd.DataFrame:
    """One row per arm and confusion: `expected` was not called and `called` was, in `n` turns; commonest first.

    `expected` is missing where nothing more was needed. A turn with two tools too few and one too many counts twice.
    """
    return _table(frame, by, _confusions, {"expected": "string", "called": "string", "n": "Int64"})


def _table(
    frame: pd.DataFrame,
    by: Sequence[str],
    of: Callable[[pd.DataFrame], list[Cells]],
    dtypes: Mapping[str, str],
) -> pd.DataFrame:
    scored = told(frame)
    return table([key | row for key, arm in grouped(scored, by) for row in of(arm)], by, scored, dtypes)


def _sets(turn: Cells) -> tuple[set[str], set[str]]:
    return set(names(turn["expected_tools"]) or ()), set(names(turn["called_tools"]) or ())


def _tools(arm: pd.DataFrame) -> list[Cells]:
    expected: Counter[str] = Counter()
    called: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for needed, taken in map(_sets, records(arm)):
        expected.update(needed)
        called.update(taken)
        right.update(needed & taken)
    ordered = sorted(expected | called, key=lambda tool: (right[tool] - expected[tool], tool))
    return [
        {"tool": tool, "expected": expected[tool], "called": called[tool], "right": right[tool]}
        for tool in ordered
    ]


def _confusions(arm: pd.DataFrame) -> list[Cells]:
    pairs: Counter[tuple[str | None, str]] = Counter()
    for needed, taken in map(_sets, records(arm)):
        missing: set[str | None] = {*(needed - taken)} or {None}
        pairs.update(product(missing, taken - needed))
    ordered = sorted(pairs.items(), key=lambda pair: (-pair[1], pair[0][0] or "", pair[0][1]))
    return [{"expected": expected, "called": called, "n": n} for (expected, called), n in ordered]
