"""Where values lie in a body, in bytes; and what is said of what is no JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbench.errors import Unreadable
from agentbench.tape.wire import fields, spans

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner)
    ),
    max_leaves=10,
)


@given(
    st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), JSON),
    st.booleans(),
    st.sampled_from([None, 0, 3]),
)
def test_members_lie_where_their_spans_say(
    value: dict[str, object], ascii_only: bool, indent: int | None
) -> None:
    """For any object, escaping and indentation each span holds exactly its member's value."""
    body = json.dumps(value, ensure_ascii=ascii_only, indent=indent).encode()
    found = spans.by_key(spans.latin(body))
    assert list(found) == list(value)
    assert {key: json.loads(body[span.start : span.end]) for key, span in found.items()} == value


@given(st.lists(JSON), st.sampled_from([None, 2]))
def test_items_lie_where_their_spans_say(value: list[object], indent: int | None) -> None:
    """The same for arrays."""
    body = json.dumps(value, ensure_ascii=False, indent=indent).encode()
    assert [json.loads(body[span.start : span.end]) for span in spans.items(spans.latin(body))] == value


def test_the_last_of_equal_keys_wins() -> None:
    """As in `json.loads`."""
    text = '{"a":1,"a":22}'
    assert text[slice(*spans.by_key(text)["a"])] == "22"


@pytest.mark.parametrize("text", ["5", "", '"x"', "null"])
def test_other_values_have_neither(text: str) -> None:
    """No members and no items, and no error."""
    assert (spans.members(text), spans.items(text)) == ([], [])


@pytest.mark.parametrize("text", ['{"a" 1}', "{1:2}", '{"a":}', '{"a":1', "[1", "[1 2", '{"a":1 "b":2'])
def test_broken_json_is_unreadable(text: str) -> None:
    """In our own words."""
    with pytest.raises(Unreadable, match="no JSON"):
        spans.members(text) or spans.items(text)


@pytest.mark.parametrize(
    ("value", "count"),
    [(3, 3), (3.0, 3), (3.5, None), (True, None), ("3", None), (None, None), (2**63, None), (-1, -1)],
)
def test_counts(value: object, count: int | None) -> None:
    """Whole numbers that a table can hold; nothing else is a count."""
    assert fields.count(value) == count


def test_lone_surrogates_are_replaced() -> None:
    """JSON can hold them, text that is written cannot."""
    assert fields.text(json.loads('"a\\ud800"')) == "a?"
    assert json.loads(fields.dump({"a": "\ud800"})) == {"a": "\ud800"}


def test_arguments_that_do_not_parse_stay_text() -> None:
    """Cut calls keep what was said."""
    assert fields.arguments('{"a":') == '{"a":'
    assert fields.arguments("[" * 100_000) == "[" * 100_000
