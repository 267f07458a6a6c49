"""Assertions about what a test sent, or about any recordings; each failure names the place and both texts."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from agentbench.tape import Exchange
    from agentbench.verbs.inspect import Exchanges


class HasExchanges(Protocol):
    """Exchanges, a run, or the fixture `agentbench_requests`."""

    @property
    def exchanges(self) -> "Sequence[Exchange]":
        """In the order in which they were sent."""


Subject = HasExchanges | str | Path
"""What is judged: something with exchanges, or recordings by path."""


def assert_prefix_stable(subject: Subject) -> None:
    """Every request begins with what the one before it in its conversation had sent."""
    __tracebackhide__ = True
    from agentbench.measure import place_text
    from agentbench.measure.arm import records

    frame = _found(subject).frame
    broken = frame[frame["first_change"].notna()]
    lines = [
        f"  request {row['index']}: "
        + place_text(row["first_change_block"], row["first_change"], row["first_change_byte"])
        + f": {_quoted(row['first_change_from'])} became {_quoted(row['first_change_to'])}"
        for row in records(broken)
    ]
    if lines:
        raise AssertionError(f"{len(lines)} of {len(frame)} requests break the prefix:\n" + "\n".join(lines))


def assert_cache_hit_share(subject: Subject, at_least: float) -> None:
    """Of all input tokens at least this share (0 to 1) was read from the cache, by reported or predicted usage."""
    __tracebackhide__ = True
    from agentbench.measure import hit_share

    found = hit_share(_found(subject).frame)
    if found.share is None:
        raise AssertionError(f"hit share unknown: none of {found.left_out} requests reports reads and input")
    if found.share < at_least:
        raise AssertionError(
            f"hit share {found.share:.1%} is below {at_least:.1%}: {found.read_tokens:,} of"
            f" {found.input_tokens:,} input tokens were read, over {found.n} requests"
        )


def assert_cost_below(subject: Subject, usd: float) -> None:
    """All requests together cost less; one without a price fails, for nobody knows what it costs."""
    __tracebackhide__ = True
    from agentbench.measure import saved

    frame = _found(subject).frame
    found = saved(frame)
    if found.left_out:
        notes = sorted(set(frame[frame["cost_usd"].isna()]["price_note"].dropna()))
        raise AssertionError(f"cost unknown for {found.left_out} requests: {'; '.join(notes)}")
    if found.cost_usd is not None and found.cost_usd >= usd:
        raise AssertionError(f"{found.n} requests cost ${found.cost_usd:.6f}, not below ${usd:.6f}")


def assert_tool_selected(subject: Subject, name: str) -> None:
    """The model called this tool at least once."""
    __tracebackhide__ = True
    called = [
        call.name for one in _found(subject).exchanges if one.response for call in one.response.tool_calls
    ]
    if name not in called:
        raise AssertionError(
            f"tool {name!r} was not called; called were {', '.join(map(repr, called)) or 'none'}"
        )


def _found(subject: Subject) -> "Exchanges":
    from agentbench.verbs.inspect import Exchanges, inspect

    if isinstance(subject, str | Path):
        return inspect(subject)
    found = Exchanges(exchanges=tuple(subject.exchanges))
    if not found.exchanges:
        raise AssertionError("no model call went through a cassette")
    return found


def _quoted(cell: object) -> str:
    return repr(cell[:40]) if isinstance(cell, str) and cell else "nothing"
