"""Published effects of layouts on cost and hits, from layouts alone: rendered and predicted, nothing is sent.

The inputs stand in `fixtures/benches/claim-*.yaml`. What was published are results and not inputs, so the sessions are
ours; 15 % tolerance.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from agentbench import frame, measure
from agentbench.caching import foresee
from agentbench.facts import card
from agentbench.harness.render import render
from agentbench.tape import Exchange
from agentbench.tape.exchange import Segment
from agentbench.verbs import load

_BENCHES = Path(__file__).resolve().parents[3] / "fixtures/benches"
_TOLERANCE = 0.15


def rendered(name: str) -> dict[str, tuple[Exchange, ...]]:
    """By layout the requests of a bench, as they would be sent."""
    bench = load.bench(_BENCHES / f"{name}.yaml")
    return {cell.layout.name: render(cell) for cell in bench.cells}


def priced(exchanges: Sequence[Exchange]) -> pd.DataFrame:
    """The frame of what the rules predict for them."""
    return measure.priced(frame.build(foresee(exchanges)))


def cost(exchanges: Sequence[Exchange]) -> float:
    """Dollars of the whole session."""
    rows = priced(exchanges)["cost_usd"]
    assert rows.notna().all()
    return float(rows.sum())


def test_a_status_line_in_front_makes_a_run_about_seven_times_as_expensive() -> None:
    """$4.24 in place of $0.59 (Anthropic's cost guide): 7.2 times, by a line of 25 tokens."""
    runs = rendered("claim-status-line")
    lines = {name: one[0].request.segments for name, one in runs.items() if one[0].request}
    count = card("claude-sonnet-4-6").count
    sizes = {
        name: sum(count(s.text) for s in segments if s.level == "system") for name, segments in lines.items()
    }
    assert sizes["status-line"] - sizes["still"] == pytest.approx(25, abs=3)
    assert cost(runs["status-line"]) / cost(runs["still"]) == pytest.approx(7.2, rel=_TOLERANCE)


@pytest.mark.parametrize(
    ("layout", "published"),
    [pytest.param("unstamped", 0.94, id="before"), pytest.param("stamped", 0.15, id="after")],
)
def test_one_timestamp_takes_the_hit_share_from_94_to_15_per_cent(layout: str, published: float) -> None:
    """A memory block that tells the time (opencode-agent-memory, pull request 20)."""
    share = measure.hit_share(priced(rendered("claim-timestamp")[layout])).share
    assert share == pytest.approx(published, rel=_TOLERANCE)


def _is_result(segment: Segment) -> bool:
    return b'"tool_result"' in segment.raw


def without_results(exchange: Exchange) -> Exchange:
    """The marker of the newest message in front of its tool results."""
    request = exchange.request
    assert request is not None
    segments = list(request.segments)
    end = len(segments)
    while end and _is_result(segments[end - 1]):
        end -= 1
    if end < len(segments):
        segments[end:] = [replace(one, marker=None) for one in segments[end:]]
        segments[end - 1] = replace(segments[end - 1], marker="5m")
    return replace(exchange, request=replace(request, segments=tuple(segments)))


def test_the_four_cache_modes_save_what_was_published() -> None:
    """Each mode saves 41 to 80 % against none, over a prompt of about 10,000 tokens (arXiv 2601.06007)."""
    runs = rendered("claim-modes")
    none = runs["mode-none"]
    modes = {
        "full context": cost(runs["mode-full"]),
        "system only": cost(runs["mode-system"]),
        "all but tool results": cost([without_results(one) for one in runs["mode-full"]]),
    }
    least, most = 0.41 * (1 - _TOLERANCE), 0.80 * (1 + _TOLERANCE)
    saved = {name: 1 - usd / cost(none) for name, usd in modes.items()}
    assert all(least <= share <= most for share in saved.values()), saved
    assert priced(none)["input_tokens"].iloc[0] == pytest.approx(10_000, rel=_TOLERANCE)


def test_the_mode_without_results_is_another_request() -> None:
    """The marker moved in some requests, and never onto a result."""
    full = rendered("claim-modes")["mode-full"]
    moved = [without_results(one) for one in full]
    assert sum(one != other for one, other in zip(full, moved, strict=True)) >= 5
    for one in moved:
        assert one.request is not None
        marked = [s for s in one.request.segments if s.level == "messages" and s.marker]
        assert marked and not any(_is_result(s) for s in marked)
