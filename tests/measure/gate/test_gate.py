"""The gate: what passes, what is worse, what cannot be told."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbench.errors import BadInput, NotFound
from agentbench.frame import build
from agentbench.measure import priced
from agentbench.measure.gate import Baseline, Tolerance, Tolerances, Verdict, baseline, verdict
from agentbench.tape.exchange import Tier, Usage
from tests.exchanges import Blocks, session, usage
from tests.measure.frames import FOUR_TURNS, few

WROTE = usage(uncached=100, read=0, write_5m=900, write_1h=0, output=50)
READ = usage(uncached=100, read=900, write_5m=0, write_1h=0, output=50)
USUAL: Blocks = [("identity", "stable", "You are Ada."), ("memory", "context", "Likes tea.")]


def _frame(prompts: Sequence[Blocks], layout: str = "appended", reads: bool = True) -> pd.DataFrame:
    later = READ if reads else WROTE
    return priced(build(session(prompts, [WROTE] + [later] * (len(prompts) - 1), layout)))


def _clock(tier: Tier) -> list[Blocks]:
    return [[*USUAL[:1], ("clock", tier, f"09:00:0{turn}"), *USUAL[1:]] for turn in range(4)]


BEFORE = baseline(_frame([USUAL] * 4))


def _judge(frame: pd.DataFrame) -> Verdict:
    return verdict(baseline(frame), BEFORE)


def test_unchanged_passes() -> None:
    """The same figures pass, with nothing to say but that no tool was chosen by a model."""
    found = _judge(_frame([USUAL] * 4))
    assert len(found.notes) == 1
    assert replace(found, notes=()) == Verdict(outcome="pass", reasons=(), unknown=(), cold_writes=(), arms=1)


@pytest.mark.parametrize("tier", ["stable", "context"])
def test_a_clock_in_front_is_worse_and_named(tier: Tier) -> None:
    """A block that now changes each turn fails, with its block, segment and byte, even at the same cost."""
    found = _judge(_frame(_clock(tier)))
    assert found.outcome == "worse"
    (reason,) = found.reasons
    assert (reason.measure, reason.was, reason.now) == ("break", 0, 3)
    assert reason.place is not None
    assert (reason.place.block, reason.place.segment) == ("clock", "system[0]")
    assert reason.place.byte == len('"You are Ada.' + r"\n\n" + "09:00:0")
    assert f"breaks at clock @ system[0] byte {reason.place.byte} ({tier})" in reason.text
    assert found.cold_writes == ()


def test_a_break_of_a_volatile_block_counts_by_what_it_costs() -> None:
    """Volatile text may change; it is worse only where less is read, and then it is named as the place."""
    assert _judge(_frame(_clock("volatile"))).outcome == "pass"
    found = _judge(_frame(_clock("volatile"), reads=False))
    assert [reason.measure for reason in found.reasons] == ["hit_share", "cost"]
    assert {reason.place.block for reason in found.reasons if reason.place} == {"clock"}


def test_a_harmless_edit_passes_and_reports_its_cold_write() -> None:
    """Another wording, the same in every request: pass, with the tokens of the new prefix at the write rate."""
    edited: Blocks = [("identity", "stable", "You are Ada, and you are kind."), *USUAL[1:]]
    now = baseline(_frame([edited] * 4))
    found = verdict(now, BEFORE)
    assert found.outcome == "pass"
    (cold,) = found.cold_writes
    (prefix,) = now.arms[0].prefixes
    assert cold.tokens == prefix.tokens
    assert cold.tokens is not None
    assert cold.tokens > 0
    assert cold.cost_usd == pytest.approx(cold.tokens * 3.75 / 1_000_000)
    assert f"one cold write of {cold.tokens:,} tokens, ${cold.cost_usd:.6f}" in cold.text


@pytest.mark.parametrize(
    ("used", "usd_per_million"),
    [
        pytest.param(usage(uncached=1, write_1h=9, output=1), 6, id="hour-long-writes"),
        pytest.param(usage(uncached=10, read=0, output=1), 3, id="no-writes-reported"),
    ],
)
def test_a_cold_write_is_priced_in_the_class_that_the_arm_writes(used: Usage, usd_per_million: int) -> None:
    """An hour-long write costs 6 USD a million; where no writes are reported the prefix is plain input at 3."""
    (record,) = baseline(priced(build(session([USUAL], [used])))).arms
    (prefix,) = record.prefixes
    assert prefix.tokens is not None
    assert prefix.cold_write_usd == pytest.approx(prefix.tokens * usd_per_million / 1_000_000)


def test_the_verdict_says_in_one_line_what_it_is() -> None:
    """Pass, worse or cannot tell come first."""
    moved = replace(BEFORE, arms=())
    texts = [verdict(BEFORE, side).text for side in (BEFORE, moved)]
    assert texts[0] == "pass: 1 arm(s) no worse than the baseline"
    assert texts[1].startswith("cannot tell: appended / eager / ")
    assert _judge(_frame(_clock("stable"))).text == "worse: 1 reason(s) in 1 arm(s)"


def test_a_block_that_broke_before_may_not_break_more() -> None:
    """A block known to break once in a session (at midnight, say) fails when it breaks every turn."""
    once = [[*USUAL, ("date", "context", "Mon")]] * 3 + [[*USUAL, ("date", "context", "Tue")]]
    often: list[Blocks] = [[*USUAL, ("date", "context", f"{turn} o'clock")] for turn in range(4)]
    before = baseline(_frame(once))
    assert verdict(baseline(_frame(once)), before).outcome == "pass"
    (reason,) = verdict(baseline(_frame(often)), before).reasons
    assert (reason.was, reason.now) == (1, 3)


def test_stale_turns_are_worse() -> None:
    """Telling the model less is a regression even where it is cheaper."""
    calls = session([USUAL] * 4, [WROTE, READ, READ, READ], stale_blocks=("world",))
    (reason,) = _judge(priced(build(calls))).reasons
    assert (reason.measure, reason.was, reason.now) == ("stale_turns", 0, 4)
    assert reason.place is None


@pytest.mark.parametrize(
    ("sessions", "breaks", "stale", "outcome"),
    [
        pytest.param(1, 2, 2, "pass", id="as-it-was"),
        pytest.param(2, 4, 4, "pass", id="twice-over-twice-the-sessions"),
        pytest.param(2, 5, 4, "worse", id="one-break-more"),
        pytest.param(2, 4, 5, "worse", id="one-stale-turn-more"),
    ],
)
def test_counts_are_held_against_as_many_sessions(
    sessions: int, breaks: int, stale: int, outcome: str
) -> None:
    """A second repeat of everything breaks twice as often, and is no worse."""
    (arm,) = baseline(_frame(_clock("stable"))).arms
    (place,) = arm.breaks
    before = replace(arm, breaks=(replace(place, requests=2),), stale_turns=2)
    now = replace(
        before, sessions=sessions, breaks=(replace(place, requests=breaks),), stale_turns=stale, cost_usd=0.0
    )
    assert verdict(replace(BEFORE, arms=(now,)), replace(BEFORE, arms=(before,))).outcome == outcome


@pytest.mark.parametrize(
    ("was", "says"),
    [
        pytest.param(
            {"sessions": 3, "cost_usd": 0.1}, "sessions: 3 in the baseline, 1 now", id="fewer-sessions"
        ),
        pytest.param(
            {"scenarios": ("night", "support-desk")},
            "['night'] are in the baseline, and gone",
            id="scenario-gone",
        ),
    ],
)
def test_what_the_baseline_covers_and_is_gone_is_no_pass(was: dict[str, object], says: str) -> None:
    """Fewer sessions or scenarios cannot be told, and are marked as gone."""
    before = replace(BEFORE, arms=tuple(replace(arm, **was) for arm in BEFORE.arms))  # type: ignore[arg-type]
    found = verdict(BEFORE, before)
    assert (found.outcome, found.uncovered) == ("cannot_tell", True)
    assert says in found.text


def test_a_hit_share_over_fewer_calls_cannot_be_told() -> None:
    """Three of four calls told it, and now one does: too little to go by, though the share is the same."""
    (arm,) = BEFORE.arms
    now, was = (replace(BEFORE, arms=(replace(arm, hit_share_n=n),)) for n in (1, 3))
    found = verdict(now, was)
    assert (found.outcome, found.uncovered) == ("cannot_tell", False)
    assert "hit_share over 1 of 4 calls, in the baseline over 3 of 4" in found.text
    assert verdict(was, now).outcome == "pass"


def test_a_lower_share_names_the_misses_that_came() -> None:
    """Where no byte broke (a parameter, a lifetime), the class of miss says what did it."""
    (arm,) = BEFORE.arms
    before = replace(arm, misses={"entry_expired": 1, "system_clock": 2})
    now = replace(
        arm, hit_share=0.5, misses={"entry_expired": 3, "system_clock": 2, "tool_choice_changed": 1}
    )
    (reason,) = verdict(replace(BEFORE, arms=(now,)), replace(BEFORE, arms=(before,))).reasons
    assert reason.text.endswith(
        "67.5% -> 50.0%, more misses: entry_expired 1 -> 3, tool_choice_changed 0 -> 1"
    )


def test_the_baseline_counts_misses_by_class() -> None:
    """Two requests lost reads to a clock, one of them to a tool too; an arm that nobody diagnosed has no counts."""
    frame = _frame([USUAL] * 4)
    assert baseline(frame).arms[0].misses is None
    told = [None, '["system_clock"]', "[]", '["tools_added", "system_clock"]']
    found = baseline(frame.assign(miss=pd.Series(told, dtype="string")))
    assert found.arms[0].misses == {"system_clock": 2, "tools_added": 1}


def test_an_arm_on_one_side_only_cannot_be_told() -> None:
    """New and vanished arms are both named; neither is a pass."""
    found = _judge(_frame([USUAL] * 4, layout="monolith"))
    assert found.outcome == "cannot_tell"
    assert [line.split(":")[0].split(" / ")[0] for line in found.unknown] == ["monolith", "appended"]


def test_other_prices_cannot_be_told_and_costs_are_not_compared() -> None:
    """Under another price snapshot a higher cost is no finding."""
    cheap = tuple(replace(arm, cost_usd=0.000001) for arm in BEFORE.arms)
    now = baseline(_frame([USUAL] * 4))
    found = verdict(now, replace(BEFORE, arms=cheap, price_table="genai-prices 0.0.0"))
    assert found.outcome == "cannot_tell"
    assert "genai-prices 0.0.0" in found.text


def test_other_scenarios_cannot_be_told() -> None:
    """Sums over other scenarios are not compared, however they turn out."""
    arms = tuple(replace(arm, scenarios=("coding",), cost_usd=0.000001) for arm in BEFORE.arms)
    found = verdict(baseline(_frame([USUAL] * 4)), replace(BEFORE, arms=arms))
    assert (found.outcome, found.reasons) == ("cannot_tell", ())


def test_a_figure_that_is_gone_cannot_be_told() -> None:
    """Usage that is no longer reported is not a pass."""
    bare = session([USUAL] * 4, [usage(uncached=None, output=50)] * 4)
    found = _judge(priced(build(bare)))
    assert found.outcome == "cannot_tell"
    assert len(found.unknown) == 2


def test_worse_beats_cannot_tell() -> None:
    """A finding stays a finding beside an arm that cannot be judged."""
    both = pd.concat([_frame(_clock("stable")), _frame([USUAL] * 4, layout="monolith")])
    assert _judge(both).outcome == "worse"


@pytest.mark.parametrize(
    ("change", "allowed", "outcome"),
    [
        pytest.param({"hit_share": 0.684}, Tolerances(), "pass", id="share-within"),
        pytest.param({"hit_share": 0.686}, Tolerances(), "worse", id="share-beyond"),
        pytest.param({"hit_share": 0.686}, Tolerances(hit_share=0.05), "pass", id="share-allowed"),
        pytest.param(
            {"hit_share": 0.686}, Tolerances(hit_share=Tolerance(relative=0.02)), "pass", id="share-relative"
        ),
        pytest.param(
            {"hit_share": 0.686},
            Tolerances(hit_share=Tolerance(absolute=0.005, relative=0.01)),
            "worse",
            id="share-beyond-both",
        ),
        pytest.param(
            {"hit_share": 0.686},
            Tolerances(hit_share=Tolerance(absolute=0.02, relative=0.01)),
            "pass",
            id="share-within-the-larger",
        ),
        pytest.param({"cost_usd": 0.99}, Tolerances(), "pass", id="cost-within"),
        pytest.param(
            {"cost_usd": 0.97},
            Tolerances(cost_share=Tolerance(absolute=0.001)),
            "pass",
            id="cost-within-a-tenth-of-a-cent",
        ),
        pytest.param(
            {"cost_usd": 0.97},
            Tolerances(cost_share=Tolerance(absolute=0.0001, relative=0.01)),
            "worse",
            id="cost-beyond-both",
        ),
        pytest.param({"cost_usd": 0.97}, Tolerances(), "worse", id="cost-beyond"),
        pytest.param({"cost_usd": 0.97}, Tolerances(cost_share=0.1), "pass", id="cost-allowed"),
    ],
)
def test_tolerances(change: dict[str, float], allowed: Tolerances, outcome: str) -> None:
    """A plain number is absolute for a share and relative for a cost; of two the larger one holds."""
    (arm,) = BEFORE.arms
    assert arm.hit_share == pytest.approx(0.675)
    assert arm.cost_usd is not None
    values = {name: value if name == "hit_share" else value * arm.cost_usd for name, value in change.items()}
    before = replace(BEFORE, arms=(replace(arm, **values),))  # type: ignore[arg-type]
    assert verdict(BEFORE, before, allowed).outcome == outcome


@pytest.mark.parametrize(
    ("allowed", "outcome"),
    [
        pytest.param(Tolerances(), "worse", id="none"),
        pytest.param(Tolerances(breaks=2), "worse", id="one-too-few"),
        pytest.param(Tolerances(breaks=3), "pass", id="as-many"),
        pytest.param(Tolerances(breaks=Tolerance(absolute=3)), "pass", id="as-a-table"),
        pytest.param(Tolerances(breaks=Tolerance(relative=9.0)), "worse", id="relative-to-none"),
    ],
)
def test_breaks_have_a_tolerance_too(allowed: Tolerances, outcome: str) -> None:
    """Three requests break at a new place."""
    assert verdict(baseline(_frame(_clock("stable"))), BEFORE, allowed).outcome == outcome


def test_the_file_keeps_everything_and_its_bytes(tmp_path: Path) -> None:
    """Saved and loaded a baseline is the same value, and saved again the same bytes."""
    before = baseline(FOUR_TURNS, {"pydantic-ai": "2.68.0", "agentbench": "0.1.0"})
    first, second = tmp_path / "deep" / "one.json", tmp_path / "two.json"
    before.save(first)
    loaded = Baseline.load(first)
    assert loaded == before
    loaded.save(second)
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param("{", "the file", id="cut-short"),
        pytest.param("[]", "the file", id="no-object"),
        pytest.param('{"arms": [{}]}', "arms.0", id="empty-arm"),
        pytest.param(
            '{"arms": [], "price_table": "x", "versions": {}, "schema_version": 9}', "version 9", id="newer"
        ),
    ],
)
def test_a_file_that_is_no_baseline_is_refused_in_one_line(tmp_path: Path, text: str, says: str) -> None:
    """What is wrong and what to do, in one line."""
    path = tmp_path / "baseline.json"
    path.write_text(text)
    with pytest.raises(BadInput, match=says) as caught:
        Baseline.load(path)
    assert "\n" not in str(caught.value)
    assert "--update" in str(caught.value)


def test_a_missing_file_is_not_found(tmp_path: Path) -> None:
    """An absent baseline is its own error."""
    with pytest.raises(NotFound, match="no such file"):
        Baseline.load(tmp_path / "none.json")


@few
@given(st.permutations(range(8)))
def test_order_of_rows_does_not_matter(order: list[int]) -> None:
    """A shuffled frame gives the same baseline."""
    frame = FOUR_TURNS
    assert baseline(frame.iloc[order]) == baseline(frame)


def test_an_empty_frame_is_never_a_pass() -> None:
    """Nothing compared with nothing cannot be told."""
    nothing = baseline(build([]))
    assert verdict(nothing, nothing).outcome == "cannot_tell"
