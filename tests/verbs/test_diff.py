"""The first difference of two built turns: byte, block, tier, both sides, and the tokens behind it."""

from pathlib import Path

import pytest

import agentbench as ab

PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _in_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT)


def test_a_changed_section_is_named() -> None:
    """Two turns of the monolith part in the world state; both sides and the tokens behind it are shown."""
    one, other = (ab.build(layout="monolith", scenario="support-desk", turn=turn) for turn in (3, 4))
    found = ab.diff(one, other)
    assert found is not None
    assert (found.block, found.tier, found.segment) == ("world_state", "volatile", "system[0]")
    assert found.was and found.now and found.was[0] != found.now[0]
    assert other.exchange.request is not None
    segment = next(s for s in other.exchange.request.segments if s.path == "system[0]")
    assert segment.raw[found.byte :].decode().startswith(found.now[:40])
    assert found.tokens_behind > 3000
    assert "world_state @ system[0] byte" in repr(found)
    assert found._repr_html_().count("<mark>") == 2


def test_appended_turns_do_not_part() -> None:
    """The earlier request is a prefix of the later one: there is no difference to name."""
    one, other = (ab.build(layout="appended", scenario="support-desk", turn=turn) for turn in (3, 4))
    assert ab.diff(one, other) is None


def test_another_layout_parts_where_its_first_block_differs() -> None:
    """Layouts can be held against each other in the same turn."""
    found = ab.diff(
        ab.build(layout="appended", scenario="coding"), ab.build(layout="monolith", scenario="coding")
    )
    assert found is not None and found.segment == "system[0]" and found.tier == "stable"
