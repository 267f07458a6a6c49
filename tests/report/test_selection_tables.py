"""Selection, deferral and byte stability as people read them."""

import pandas as pd

from agentbench.frame import build
from agentbench.measure import prefixes, priced
from agentbench.measure.selection import deferral, mistaken, outcomes, per_tool, scored
from agentbench.report.selection_tables import (
    deferral_table,
    mistaken_table,
    outcomes_table,
    per_tool_table,
    prefixes_by_arm_table,
    prefixes_table,
)
from agentbench.report.table import Table
from tests.exchanges import exchange, origin
from tests.measure.frames import two_layouts_frame
from tests.measure.selection.played import LABELS, turn

ABSENT = exchange(
    kind="unreadable",
    index=None,
    reason="the cell failed: NotFound: asked to replay 'x.yaml', found no such cassette; record it",
    origin=origin(turn=0, scenario="needs", presentation="local"),
)
FRAME = scored(
    priced(
        build(
            [
                *turn(0, ["pay"], [], tokens=1000, read=500),
                *turn(1, ["look"], [], tokens=1000, read=500),
                *turn(2, [], tokens=1000, read=500),
                *turn(0, ["?pay"], ["pay"], [], presentation="bridge", tokens=100, read=0),
                *turn(1, ["?post"], [], presentation="bridge", tokens=100, read=0),
                ABSENT,
            ]
        )
    ),
    LABELS,
)


def by_title(shown: Table) -> list[dict[str, str]]:
    """Each row's texts by the title of their column."""
    titles = [heading.title for heading in shown.headings]
    return [dict(zip(titles, (cell.text for cell in row), strict=True)) for row in shown.rows]


def test_outcomes_say_their_interval_and_leave_out_what_never_happened() -> None:
    """One of two right, against two of three; nobody called one too many."""
    bridge, eager = by_title(outcomes_table(outcomes(FRAME)))
    assert (bridge["Right"], bridge["Share"], bridge["95 % interval"]) == ("1", "50.0%", "9.5% to 90.5%")
    assert (bridge["Not called"], eager["Not called"], bridge["Searches"]) == ("1", "0", "2")
    assert "Too many" not in bridge


def test_deferral_shows_both_sides_and_what_is_missing() -> None:
    """Tokens of five calls of 100 against four of 1,000, over two turns; a missing arm without figures."""
    bridge, eager, local = by_title(deferral_table(deferral(FRAME)))
    assert (bridge["Input a turn"], eager["Input a turn"], bridge["Saved"]) == (
        "250 / 2,000",
        "1,667",
        "87.5%",
    )
    assert (bridge["Hit share"], bridge["Both right"], bridge["Neither"]) == ("0.0% / 50.0%", "1", "1")
    assert (local["Tools shown"], local["Missing"], local["Turns"]) == ("local", "no cassette", "–")


def test_tools_and_confusions() -> None:
    """What was needed and what was called in its place."""
    assert [row["Tool"] for row in by_title(per_tool_table(per_tool(FRAME)))] == [
        "post",
        "pay",
        "post",
        "look",
        "pay",
    ]
    (row,) = by_title(mistaken_table(mistaken(FRAME)))
    assert (row["Expected"], row["Called"], row["Turns"]) == ("post", "look", "1")


def test_stable_prefixes_are_shown_short() -> None:
    """Sixteen hex digits, and the blocks that broke."""
    found = prefixes(two_layouts_frame(3))
    shown = prefixes_table(found)
    appended, monolith = by_title(shown)
    # the same in both rows: said once, in the caption
    assert f"{found['stable_prefix_sha256'].iloc[0][:16]}" in shown.caption
    assert found["stable_prefix_sha256"].iloc[0] not in shown.caption
    assert appended["Breaks (requests)"] == "–"
    assert monolith["Breaks (requests)"].startswith("clock @ system[0]")


def test_an_arm_says_in_how_many_scenarios_it_held_and_what_broke() -> None:
    """One hash per scenario that is byte-stable; of a break the block alone."""
    monolith, appended = by_title(prefixes_by_arm_table(_TWO_SCENARIOS))
    assert (appended["Byte-stable in"], appended["Breaks at"]) == ("1 of 1", "–")
    assert monolith["Byte-stable in"] == "1 of 2"
    assert monolith["Stable prefix (SHA-256), one per scenario"] == "aaaaaaaa"
    assert monolith["Breaks at"] == "clock, tool:lookup"


_ARM_OF = {"provenance": "simulated", "presentation": "eager", "model": "openai-chat:gpt-5.2"}
_TWO_SCENARIOS = (
    pd.DataFrame(
        [
            {
                "layout": "monolith",
                "scenario": "one",
                "stable_prefix_sha256": "a" * 64,
                "breaks": "clock @ system[0] byte 5 (3)",
            },
            {
                "layout": "monolith",
                "scenario": "two",
                "stable_prefix_sha256": None,
                "breaks": "clock @ system[0] byte 5 (1); tool:lookup @ tools[2] byte 9 (1)",
            },
            {"layout": "appended", "scenario": "one", "stable_prefix_sha256": "b" * 64, "breaks": None},
        ]
    )
    .astype("string")
    .assign(**_ARM_OF)
)
