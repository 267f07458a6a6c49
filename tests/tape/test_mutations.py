"""Real files, broken in every way: nothing but rows comes out of `read`, nothing but our errors out of `load`."""

import copy
import json
from functools import cache
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agentbench.errors import AgentbenchError
from agentbench.tape import Exchange, assign, find, load, read, wire, write
from agentbench.tape.cassettes.yaml_document import load as load_yaml
from agentbench.tape.wire.sniff import WIRES
from tests.shared_data import shared

BROAD = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=100)


@cache
def originals() -> list[bytes]:
    """Small recordings of every recorder, taken evenly from the whole corpus."""
    files = [path for path in find([str(shared("data/corpus"))]).files if path.stat().st_size < 40_000]
    return [path.read_bytes() for path in files[::12]]


def survives(path: Path) -> tuple[Exchange, ...]:
    """Read the file; then load it and write it again, which may fail in our own words only."""
    rows = read(path)
    for row in rows:
        assert (row.kind == "model_call") == (row.reason is None)
        for segment in row.request.segments if row.request else ():
            segment.text.encode()
    try:
        tape = load(path)
        write(path.with_suffix(".again"), tape)
    except AgentbenchError:
        return rows
    assert [row.kind for row in read(path.with_suffix(".again"))] == [row.kind for row in rows]
    return rows


@given(st.data())
@BROAD
def test_bytes_cut_doubled_and_overwritten(tmp_path: Path, data: st.DataObject) -> None:
    """Any slice is dropped, doubled or replaced by noise."""
    body = data.draw(st.sampled_from(originals()))
    for _ in range(data.draw(st.integers(1, 3))):
        start, end = sorted((data.draw(st.integers(0, len(body))), data.draw(st.integers(0, len(body)))))
        middle = data.draw(
            st.sampled_from([b"", body[start:end] * 2, b"\x00", b"\xff", b"'", b"{[", b"!!x ", b"&a *a "])
        )
        body = body[:start] + middle + body[end:]
    path = tmp_path / "a.yaml"
    path.write_bytes(body)
    survives(path)


@given(st.data())
@BROAD
def test_values_dropped_doubled_and_of_other_types(tmp_path: Path, data: st.DataObject) -> None:
    """Anywhere in the document a key goes, an item comes twice, or a value becomes one of another type."""
    try:
        document = copy.deepcopy(load_yaml(data.draw(st.sampled_from(originals())))[0])
    except AgentbenchError:
        return
    for _ in range(data.draw(st.integers(1, 4))):
        mutate(document, data)
    path = tmp_path / "a.yaml"
    path.write_text(yaml.dump(document, Dumper=yaml.CSafeDumper))
    survives(path)


def mutate(value: object, data: st.DataObject) -> None:
    """Change one place, some way down."""
    others = st.sampled_from(
        [None, True, 0, -1, 1.5, "", "x", b"\xff", [], {}, [None], {"a": None}, "{", "\ud83dx"[:0]]
    )
    while isinstance(value, dict | list) and value:
        key = data.draw(st.sampled_from(list(value) if isinstance(value, dict) else range(len(value))))
        inner = value[key]
        if isinstance(inner, dict | list) and inner and data.draw(st.booleans()):
            value = inner
            continue
        action = data.draw(st.sampled_from(["drop", "double", "swap"]))
        if action == "drop":
            del value[key]
        elif action == "double" and isinstance(value, list):
            value.insert(key, inner)
        else:
            value[key] = data.draw(others)
        return


WORDS = """
    messages role content type text tools function name parameters input_schema system instructions input contents
    parts functionDeclarations toolConfig cachePoint cache_control ephemeral ttl tool_calls function_call arguments id
    index choices delta message usage prompt_tokens prompt_tokens_details cached_tokens input_tokens cache_creation
    output object chat.completion response type message_start content_block_start content_block_delta message_delta
    error candidates usageMetadata output_item item response.completed namespace stream model finish_reason tokens
    contentBlockStart contentBlockDelta start toolUse metadata partial_json input_json_delta status"""
KEYS = st.sampled_from(WORDS.split())
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | KEYS | st.text(max_size=4) | st.just("\ud800"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=25,
)


@given(sent=VALUES, answered=st.lists(VALUES, max_size=3), data=st.data())
@settings(deadline=None, max_examples=150)
@pytest.mark.parametrize("name", [one.NAME for one in WIRES])
def test_any_json_is_parsed_or_said_to_be_no_request(
    name: str, sent: object, answered: list[object], data: st.DataObject
) -> None:
    """Each wire's reader meets its own words in any arrangement, and raises nothing of its own."""
    one = next(one for one in WIRES if name == one.NAME)
    one.asks(sent)
    one.answers(answered)
    one.response(data.draw(st.sampled_from([None, 200, 400])), {}, answered)
    body = json.dumps(sent).encode()
    try:
        request = wire.request(name, body)
    except AgentbenchError:
        return
    row = Exchange(cassette="c", index=0, kind="model_call", provenance="recorded", request=request)
    assert assign([row])[0].conversation == "0"
    stream = b"".join(b"data: " + json.dumps(value).encode() + b"\n\n" for value in answered)
    wire.parse(None, None, body, 200, {}, stream)
