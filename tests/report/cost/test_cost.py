"""The cost report as people read it."""

import re

import pandas as pd
import pytest

from agentbench.measure.arm import apart
from agentbench.report.cost import CostContents, cost_contents, cost_markdown, cost_page
from tests.measure.frames import FOUR_TURNS
from tests.report.frames import FRAME

WASTED = FOUR_TURNS.assign(
    wasted_tokens=pd.array([0, 900, 900, 0] + [0] * 4, dtype="Int64"),
    wasted_by=pd.array([None, "system_clock", "system_clock", None] + [None] * 4, dtype="string"),
    wasted_at=pd.array([None, "clock", "clock", None] + [None] * 4, dtype="string"),
    wasted_usd=pd.array([0.0, 0.003, 0.003, 0.0] + [0.0] * 4, dtype="Float64"),
)


def _says(frame: pd.DataFrame = WASTED, *by: str) -> CostContents:
    return cost_contents(frame, apart(by or ("layout", "model")))


def test_the_answer_says_what_was_spent_saved_and_wasted_and_why() -> None:
    """Eight calls: five that write, three that read, by hand; the clock wasted all that was wasted."""
    (answer,) = _says().answers
    # 8 x (100 x 3 + 50 x 15) + 5 x 900 x 3.75 + 3 x 900 x 0.3 per million; without a cache 8 x (1,000 x 3 + 50 x 15)
    assert answer == (
        "8 simulated calls cost $0.0261; caching saved $0.0039, 13.1% of what they would have cost without;"
        " misses wasted $0.0060 (1,800 tokens in 2 calls), most of it, $0.0060, by system_clock at clock:"
        " a date or time in the system text moved on."
    )


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        pytest.param({"wasted_tokens": 0}, "misses wasted nothing", id="nothing"),
        pytest.param({"wasted_tokens": None}, "nothing is known of waste", id="unknown"),
        pytest.param({"wasted_usd": None}, "2 calls without a known rate", id="no-rate"),
        pytest.param({"cost_usd": None}, "none has a price", id="no-price"),
        pytest.param({"cost_without_cache_usd": 0.001}, "more than it gave back", id="caching-cost-more"),
    ],
)
def test_the_answer_never_says_more_than_is_known(changed: dict[str, object], said: str) -> None:
    """Nothing wasted, nothing known and no price are three different things."""
    types = {name: str(WASTED[name].dtype) for name in changed}
    (answer,) = _says(WASTED.assign(**changed).astype(types)).answers
    assert said in answer


def test_no_call_is_said_to_be_none() -> None:
    """An empty report is an answer, too."""
    says = _says(WASTED.iloc[:0])
    assert says.answers == ("There is no model call here.",)
    assert says.tables == ()
    assert "no model call" in cost_page(says, WASTED.iloc[:0], "Cost")


def test_groups_are_indented_below_their_parent() -> None:
    """Each level one step further in, the total above all."""
    groups = [row[0].text for row in _says().money.rows]
    assert groups == [
        "all simulated",
        "\u2003monolith",
        "\u2003\u2003anthropic:claude-sonnet-4-6",
        "\u2003appended",
        "\u2003\u2003anthropic:claude-sonnet-4-6",
    ]


def test_the_page_needs_no_script_and_no_network() -> None:
    """One file: no script, nothing fetched, no heading left out, every provenance apart."""
    text = cost_page(_says(FRAME, "family"), FRAME, "Cost")
    assert "<script" not in text and "onclick" not in text
    assert not re.findall(r'(?:src|href)="(?!#)', text.replace("xlink:href", "x"))
    assert re.findall(r"<h2[^>]*>(.*?)</h2>", text) == [
        "What it cost",
        "What misses wasted",
        "Coverage and prices",
    ]
    assert "all recorded" in text and "all simulated" in text
    assert "<button" not in text


def test_the_page_escapes_what_recordings_hold() -> None:
    """A block's name is text, whatever stands in it."""
    frame = WASTED.assign(wasted_at=pd.array(["<b>x"] * 8, dtype="string"))
    assert "<b>x" not in cost_page(_says(frame), frame, "Cost")


def test_markdown_begins_with_the_answer_and_holds_every_part() -> None:
    """The first line can be pasted into a chat; tables and coverage follow."""
    text = cost_markdown(_says())
    assert text.startswith("8 simulated calls cost $0.0261;")
    for part in (
        "## What it cost",
        "## Cost by class",
        "## Tokens by class",
        "## What misses wasted",
        "genai-prices",
    ):
        assert part in text
    assert "simulated: no interval over repeats, since 2 of 2 cells were played once." in text


def test_an_interval_is_told_where_there_are_repeats() -> None:
    """The same session played twice, once dearer: one repeat costs the mean, and the interval is wide."""
    dearer = WASTED.assign(repeat=pd.array([1] * 8, dtype="Int64"), cost_usd=WASTED["cost_usd"] * 2)
    (said,) = _says(pd.concat([WASTED, dearer], ignore_index=True)).spreads
    assert re.fullmatch(
        r"simulated: one repeat of all cells costs \$0\.0391 on average, 95 % interval"
        r" -?\$[\d.]+ to \$[\d.]+ \(t, 2 or more repeats a cell\)\.",
        said,
    )


def test_prices_name_the_table_the_days_and_what_stood_in() -> None:
    """Which snapshot, rates of which days, and which calls had none."""
    assert _says().rates.startswith("genai-prices 0.")
    assert "rates of 2026-11-02 for 8 calls" in _says().rates
    assert "recorded: 3 of 4 calls priced (75.0%)" in " ".join(_says(FRAME, "family").coverage)


def test_a_key_that_nobody_has_is_no_row_of_its_own() -> None:
    """Recordings of others have no layout: their families stand alone, those of our bench have layouts below."""
    groups = [row[0].text for row in _says(FRAME, "family", "layout").money.rows]
    assert "\u2003\u2003appended" in groups
    assert not [group for group in groups if "unknown layout" in group]


def test_a_long_breakdown_shows_its_outermost_level_first() -> None:
    """With many rows the page folds the inner ones away; what is shown adds up to the same total."""
    many = pd.concat([FRAME.assign(cassette=f"{at}.yaml") for at in range(40)], ignore_index=True)
    says = _says(many, "family", "cassette")
    assert says.outermost is not None
    assert len(says.outermost.rows) < len(says.money.rows)
    assert says.outermost.rows[0] == says.money.rows[0]
    assert "<details>" in cost_page(says, many, "Cost")
    assert _says(FRAME, "family").outermost is None
