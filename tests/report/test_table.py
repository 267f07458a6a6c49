"""Frames to tables that people read."""

import pandas as pd
import pytest

from agentbench.measure import summary
from agentbench.report import Heading, layouts_table, markdown_table, plain_table, table, table_html
from agentbench.report.wording import count, key, plural, share, text, usd
from tests.report.frames import FRAME

HEADINGS = (
    Heading(name="who", title="Who", kind="key"),
    Heading(name="place", title="Place"),
    Heading(name="n", title="N", kind="count"),
    Heading(name="usd", title="Cost", kind="usd"),
)


def _frame(who: list[str], usd: list[float | None] | None = None) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "who": pd.array(who, dtype="string"),
            "place": pd.array(["a|b", "<i>"][: len(who)], dtype="string"),
            "n": pd.array([1200, None][: len(who)], dtype="Int64"),
            "usd": pd.array(usd or [None] * len(who), dtype="Float64"),
        }
    )


@pytest.mark.parametrize(
    ("worded", "expected"),
    [
        pytest.param(usd(0.00838), "$0.0084", id="cents"),
        pytest.param(usd(1234.5), "$1,234.50", id="dollars"),
        pytest.param(usd(-0.0027), "-$0.0027", id="less-than-nothing"),
        pytest.param(usd(0.0), "$0.0000", id="free"),
        pytest.param(usd(0.000035), "<$0.0001", id="tiny"),
        pytest.param(usd(-0.000035), "-<$0.0001", id="tiny-loss"),
        pytest.param(usd(None), "–", id="no-price"),
        pytest.param(share(0.675), "67.5%", id="share"),
        pytest.param(share(None), "–", id="no-share"),
        pytest.param(count(12345), "12,345", id="count"),
        pytest.param(count(None), "–", id="no-count"),
        pytest.param(text(None), "–", id="no-text"),
        pytest.param(key(None), "unknown", id="no-key"),
        pytest.param(plural(1, "turn"), "1 turn", id="one"),
        pytest.param(plural(2000, "turn"), "2,000 turns", id="many"),
    ],
)
def test_wording(worded: str, expected: str) -> None:
    """Missing is a dash, never a 0."""
    assert worded == expected


def test_a_key_that_never_varies_moves_to_the_caption() -> None:
    """The table spends its width on what differs; nothing is lost."""
    found = table(_frame(["me", "me"]), HEADINGS, "Some rows.")
    assert [heading.title for heading in found.headings] == ["Place", "N"]
    assert found.caption == "All rows: who me. Some rows."


def test_a_column_that_is_missing_throughout_is_left_out() -> None:
    """No price anywhere: no column of dashes; one price keeps it."""
    kept = table(_frame(["me", "you"], [None, 2.0]), HEADINGS, "")
    assert [heading.title for heading in kept.headings] == ["Who", "Place", "N", "Cost"]
    assert [[cell.text for cell in row] for row in kept.rows] == [
        ["me", "a|b", "1,200", "–"],
        ["you", "<i>", "–", "$2.0000"],
    ]


def test_markdown_escapes_what_would_break_the_table() -> None:
    """A pipe in a cell stays a pipe in a cell; numbers are flush right."""
    found = markdown_table(table(_frame(["me", "you"]), HEADINGS, ""))
    assert found.splitlines() == [
        "| Who | Place | N |",
        "| --- | --- | ---: |",
        "| me | a\\|b | 1,200 |",
        "| you | <i> | – |",
    ]


def test_html_escapes_and_sorts_by_value() -> None:
    """Text is escaped; each cell carries the value that it is sorted by, empty where missing."""
    found = table_html(table(_frame(["me", "you"]), HEADINGS, ""))
    assert "&lt;i&gt;" in found
    assert 'data-value="1200">1,200<' in found
    assert 'data-value="">–<' in found


def test_the_terminal_shows_markup_as_it_is() -> None:
    """Square brackets of a segment path are text, not styles; no colour codes; nothing wider than asked."""
    found = plain_table(layouts_table(summary(FRAME[FRAME["layout"].notna()])), 160)
    assert "system[0]" in found
    assert "\x1b" not in found
    assert max(len(line) for line in found.splitlines()) <= 160


def test_layouts_stand_beside_one_another_cheapest_first() -> None:
    """Rows of one model follow each other, so that they can be compared."""
    found = layouts_table(summary(FRAME[FRAME["layout"].notna()]))
    assert [row[1].text for row in found.rows] == ["appended", "monolith"] * 2
    assert found.rows[0][0] == found.rows[1][0] != found.rows[2][0]
    assert found.caption.startswith(
        "All rows: provenance simulated, tools shown eager, sessions 1, stale turns 0. Hit share: "
    )


def test_groups_of_rows_stand_apart() -> None:
    """A blank line where a key other than the last one changes; none where it would follow every row."""
    headings = (Heading(name="a", title="A", kind="key"), Heading(name="b", title="B", kind="key"))
    grouped = pd.DataFrame({"a": ["x", "x", "y"], "b": ["1", "2", "1"]})
    lines = plain_table(table(grouped, headings, "All."), 40).splitlines()
    assert [line.split() for line in lines[3:7]] == [["x", "1"], ["x", "2"], [], ["y", "1"]]
    alone = plain_table(table(grouped.iloc[1:], headings, "All."), 40).splitlines()
    assert [line.split() for line in alone[3:5]] == [["x", "2"], ["y", "1"]]


def test_a_narrow_table_does_not_fold_its_caption_word_by_word() -> None:
    """One short column under a sentence of eleven words: they stand on two lines at most."""
    shown = table(
        pd.DataFrame({"family": ["gpt"]}),
        [Heading(name="family", title="Family")],
        "Calls that have no price at all are counted here, once.",
    )
    lines = [line.strip() for line in plain_table(shown, 160).splitlines() if line.strip()]
    assert lines[-1].endswith("counted here, once.")
    assert len(lines) <= 5
