"""Cache markers leave without a trace."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbench.tape.wire.markers import unmark

MARKER = '"cache_control":{"type":"ephemeral","ttl":"1h"}'


@pytest.mark.parametrize(
    ("raw", "bare", "ttl"),
    [
        pytest.param('{"a":1,' + MARKER + "}", '{"a":1}', "1h", id="last-member"),
        pytest.param("{" + MARKER + ',"a":1}', '{"a":1}', "1h", id="first-member"),
        pytest.param('{"a":1,' + MARKER + ',"b":2}', '{"a":1,"b":2}', "1h", id="middle-member"),
        pytest.param("{" + MARKER + "}", "{}", "1h", id="only-member"),
        pytest.param(
            '{"a": 1, "cache_control": {"type": "ephemeral"}}', '{"a": 1}', "5m", id="spaces-default-ttl"
        ),
        pytest.param('{"c":[{"t":"x",' + MARKER + '}],"d":1}', '{"c":[{"t":"x"}],"d":1}', "1h", id="nested"),
        pytest.param('{"a":1,"cache_control":null}', '{"a":1}', None, id="null"),
        pytest.param("{" + MARKER + "," + MARKER + "}", "{}", "1h", id="twice"),
        pytest.param(
            '{"properties":{"cache_control":{"type":"string"}}}',
            '{"properties":{"cache_control":{"type":"string"}}}',
            None,
            id="schema-property-of-that-name",
        ),
        pytest.param(
            '{"text":"say \\"cache_control\\": {\\"type\\":\\"ephemeral\\"}"}',
            '{"text":"say \\"cache_control\\": {\\"type\\":\\"ephemeral\\"}"}',
            None,
            id="inside-a-string",
        ),
        pytest.param(
            '{"text":"ä","prompt_cache_breakpoint":{"mode":"explicit"}}', '{"text":"ä"}', "5m", id="openai"
        ),
    ],
)
def test_the_marker_goes_with_its_comma(raw: str, bare: str, ttl: str | None) -> None:
    """What remains is what would have been sent without the marker; the TTL is told apart."""
    assert unmark(raw.encode()) == (bare.encode(), ttl)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=5), JSON, min_size=0, max_size=5), st.data(), st.booleans())
def test_a_marker_put_anywhere_is_taken_out_again(
    value: dict[str, object], data: st.DataObject, loose: bool
) -> None:
    """For any object, marker position and spacing the bytes are those of the object without it."""
    members = list(value.items())
    at = data.draw(st.integers(0, len(members)))
    marked = dict([*members[:at], ("cache_control", {"type": "ephemeral"}), *members[at:]])
    separators = (", ", ": ") if loose else (",", ":")
    bare = json.dumps(value, ensure_ascii=False, separators=separators).encode("utf-8", "surrogatepass")
    raw = json.dumps(marked, ensure_ascii=False, separators=separators).encode("utf-8", "surrogatepass")
    assert unmark(raw) == (bare, "5m")
