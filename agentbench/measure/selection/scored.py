"""The verdicts of the frame: labels joined to what was called, by scenario and turn."""

from collections.abc import Mapping, Sequence

import pandas as pd

from agentbench.frame import names
from agentbench.frame.columns import cell
from agentbench.measure.arm import Cells, records
from agentbench.measure.selection.labels import Labels
from agentbench.measure.selection.turns import called_in, failed_at_last, found_in, positions_of_turns
from agentbench.measure.selection.verdict import Verdict, verdict


def scored(frame: pd.DataFrame, labels: Mapping[str, Labels]) -> pd.DataFrame:
    """The frame with `expected_tools` and `catalogue_tools` on the rows of labelled scenarios, and each turn's verdict.

    `selection` stands on a turn's last row. Only what a real model answered is scored: a script's answers, and
    predictions, are `not_scored`. Rows of scenarios without labels stay as they are.
    """
    rows = records(frame)
    for row in rows:
        known = labels.get(str(row["scenario"]))
        if known is not None:
            row["catalogue_tools"] = len(known.toolsets)
            row["expected_tools"] = (
                cell(_expected(known, row["turn"])) if row["kind"] == "model_call" else None
            )
    for positions in positions_of_turns(rows):
        turn = [rows[at] for at in positions]
        if (known := labels.get(str(turn[-1]["scenario"]))) is not None:
            turn[-1]["selection"] = _verdict(turn, known)
    filled = ("expected_tools", "catalogue_tools", "selection")
    return frame.assign(
        **{
            name: pd.Series([row[name] for row in rows], dtype=frame[name].dtype, index=frame.index)
            for name in filled
        }
    )


def _expected(known: Labels, turn: object) -> tuple[str, ...] | None:
    return known.expected[turn] if isinstance(turn, int) and turn < len(known.expected) else None


def _verdict(turn: Sequence[Cells], known: Labels) -> Verdict:
    expected = names(turn[-1]["expected_tools"])
    if expected is None or any(row["provenance"] != "recorded" for row in turn):
        return "not_scored"
    return verdict(expected, called_in(turn), found_in(turn), known.toolsets, failed=failed_at_last(turn))
