"""The sentences that the numbers make."""

import pandas as pd
import pytest

from agentbench.frame import build
from agentbench.measure import priced, summary
from agentbench.report import counts_line, headline
from agentbench.report.findings import duels, sentences
from agentbench.tape.exchange import Usage
from tests.exchanges import exchange, session, usage
from tests.report.frames import FRAME, GPT, recorded

OURS = FRAME[FRAME["layout"].notna()]
CLAUDE = "anthropic:claude-sonnet-4-6"


def test_the_first_line_counts_by_provenance() -> None:
    """Recorded, simulated and predicted exchanges, and what is no exchange."""
    assert counts_line(FRAME) == "4 recorded, 12 simulated and 0 predicted exchanges; 1 unreadable."
    assert counts_line(build([])) == "0 recorded, 0 simulated and 0 predicted exchanges."


def test_a_duel_is_cheapest_against_dearest() -> None:
    """Claude by hand, four turns: monolith 0.017700 USD, appended 0.008385 USD: 52.6 % less."""
    found = {duel.model: duel for duel in duels(summary(OURS))}
    assert set(found) == {CLAUDE, GPT}
    assert found[CLAUDE].cheapest["layout"] == "appended"
    assert found[CLAUDE].less == pytest.approx(1 - 0.008385 / 0.0177)


def test_a_sentence_says_which_how_much_and_why() -> None:
    """Layout, money per session, hit shares, and the block that broke."""
    said = next(s for s in sentences(summary(OURS)) if CLAUDE in s)
    assert "appended costs $0.0084 a session, 52.6% less than monolith ($0.0177)" in said
    assert "67.5% of its input against 0.0%" in said
    assert "monolith breaks its prefix at clock @ system[0] byte " in said
    assert said.endswith("in 3 of 3 requests.")


def test_the_headline_is_what_to_use() -> None:
    """One layout for both models: how much, why with the place, and what it was measured on."""
    said = headline(summary(OURS), summary(FRAME, "provenance"))
    assert said.startswith(
        "Use appended: it costs 34.3% to 52.6% less a session than monolith in both comparisons. "
        "Caches give back 48.0% to 67.5% of its input against 0.0% to 12.8%, because monolith changes what was sent"
        " before in 3 of 3 requests, most often at clock @ system[0] byte "
    )
    assert said.endswith(f" (Simulated; {CLAUDE}, {GPT}; tools eager.)")
    assert "\n" not in said


def test_stale_turns_are_held_against_the_cheapest() -> None:
    """A layout that is cheap by telling the model less is said to be so."""
    dear, cheap = usage(uncached=1_000, read=0), usage(uncached=100, read=900)
    blocks = [[("identity", "stable", "Ada")]] * 2
    calls = (
        *session(blocks, [dear, dear], "monolith"),  # type: ignore[arg-type]
        *session(blocks, [cheap, cheap], "tiered", stale_blocks=("world",)),  # type: ignore[arg-type]
    )
    (said,) = sentences(summary(priced(build(calls))))
    assert said.endswith("but tiered leaves 2 turns stale.")


@pytest.mark.parametrize(
    ("frame", "says"),
    [
        pytest.param(
            priced(build(recorded())),
            "4 recorded exchanges, 3 of them priced: $0.0014, caching saved $0.0024.",
            id="recorded-only",
        ),
        pytest.param(
            priced(build([exchange(used=Usage())])),
            "1 recorded exchange, none of which has a price.",
            id="no-price",
        ),
        pytest.param(priced(build([])), "No exchange could be judged.", id="nothing"),
    ],
)
def test_without_layouts_the_headline_is_about_the_traffic(frame: pd.DataFrame, says: str) -> None:
    """300 of 400 tokens read at 0.30 in place of 3 USD a million save 0.00081 USD a call."""
    assert headline(summary(frame), summary(frame, "provenance")) == says
