"""The measures of one query, worked out by hand."""

import math

import pytest

from agentbench.measure.selection.dataset import Query
from agentbench.measure.selection.scores import ranks, scores


def query(*slots: set[str], main: int | None = None) -> Query:
    gold = tuple(sorted(slot)[0] for slot in slots)
    return Query(id="q", text="", slots=tuple(map(frozenset, slots)), gold=gold, main=main, kind=None)


def test_ranks_take_the_first_accepted_tool() -> None:
    """A slot is filled by its tool or by any accepted in its place; rank 11 is too late."""
    ranking = ["x", "b2", "b", "a", *"cdefgh", "late"]
    assert ranks(query({"a"}, {"b", "b2"}, {"late"}, {"no"}), ranking) == (4, 2, None, None)


def test_measures_of_two_slots() -> None:
    """Ranks 2 and 7: half within 3 and 5, all within 10, the first at 1/2."""
    found = scores(query({"a"}, {"b"}), (2, 7))
    assert [found[f"recall_at_{k}"] for k in (1, 3, 5, 10)] == [0, 0.5, 0.5, 1]
    assert found["mrr"] == 0.5
    assert found["all_gold_at_5"] == 0
    assert found["all_gold_at_10"] == 1
    gain = 1 / math.log2(3) + 1 / math.log2(8)
    assert found["ndcg_at_10"] == pytest.approx(gain / (1 + 1 / math.log2(3)))
    assert found["main_recall_at_5"] is None


def test_measures_of_the_main_tool() -> None:
    """The main tool is scored alone, whatever happens to what it depends on."""
    found = scores(query({"a"}, {"b"}, main=1), (None, 3))
    assert (found["main_recall_at_1"], found["main_recall_at_3"]) == (0, 1)
    assert found["recall_at_5"] == 0.5


def test_nothing_found() -> None:
    """Without any hit every measure is 0."""
    found = scores(query({"a"}), (None,))
    assert {value for key, value in found.items() if not key.startswith("main")} == {0}
