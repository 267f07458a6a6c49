"""Reading whatever people have: one bad interaction never hides the good ones."""

import base64
import copy
import gzip
import json
import zlib
from pathlib import Path

import brotli
import pytest
import yaml
import zstandard

from agentbench.errors import NotFound
from agentbench.tape import find, load, read

SENT = '{"messages":[{"role":"user","content":"q"}],"model":"gpt-5.2"}'
ANSWER = '{"object":"chat.completion","choices":[{"message":{"content":"a"}}],"usage":{"prompt_tokens":4}}'
REQUEST = {"method": "POST", "uri": "https://api.openai.com/v1/chat/completions", "body": SENT, "headers": {}}
RESPONSE = {"status": {"code": 200, "message": "OK"}, "headers": {}, "body": {"string": ANSWER}}
GOOD = {"request": REQUEST, "response": RESPONSE}


def saved(path: Path, *interactions: object) -> Path:
    """A vcrpy cassette."""
    path.write_text(
        yaml.safe_dump({"interactions": [copy.deepcopy(item) for item in interactions], "version": 1})
    )
    return path


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param(None, id="null"),
        pytest.param("text", id="string"),
        pytest.param({}, id="empty"),
        pytest.param({"request": [1]}, id="request-is-a-list"),
        pytest.param({"request": {**REQUEST, "body": "{broken"}, "response": RESPONSE}, id="broken-json"),
        pytest.param(
            {"request": {**REQUEST, "body": b"\x1f\x8bbroken"}, "response": RESPONSE}, id="broken-gzip"
        ),
        pytest.param({"request": {**REQUEST, "body": b"\x00\xff"}, "response": RESPONSE}, id="binary"),
    ],
)
def test_a_bad_interaction_is_a_row_between_good_ones(tmp_path: Path, bad: object) -> None:
    """It keeps its place, has a reason, and its neighbours are read."""
    rows = read(saved(tmp_path / "a.yaml", GOOD, bad, GOOD))
    assert [row.kind for row in rows] == ["model_call", "unreadable", "model_call"]
    assert [row.index for row in rows] == [0, 1, 2]
    assert rows[1].reason


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(gzip.compress(ANSWER.encode()), id="gzip"),
        pytest.param(zlib.compress(ANSWER.encode()), id="deflate"),
        pytest.param(zstandard.compress(ANSWER.encode()), id="zstd"),
        pytest.param(ANSWER.encode(), id="plain-whatever-the-header-says"),
    ],
)
def test_compression_is_told_from_the_bytes(tmp_path: Path, body: bytes) -> None:
    """The header claims brotli each time, and is not believed."""
    response = {**RESPONSE, "headers": {"Content-Encoding": ["br"]}, "body": {"string": body}}
    (row,) = read(saved(tmp_path / "a.yaml", {"request": REQUEST, "response": response}))
    assert row.response is not None
    assert row.response.usage.input_total == 4


def test_brotli_is_told_from_the_header(tmp_path: Path) -> None:
    """It has no signature of its own."""
    body = {"string": brotli.compress(ANSWER.encode())}
    response = {**RESPONSE, "headers": {"content-encoding": "br"}, "body": body}
    (row,) = read(saved(tmp_path / "a.yaml", {"request": REQUEST, "response": response}))
    assert row.response is not None
    assert row.response.usage.input_total == 4


def test_parsed_bodies_are_not_byte_exact(tmp_path: Path) -> None:
    """Key order and bytes are lost: offsets are absent."""
    request = {**{k: v for k, v in REQUEST.items() if k != "body"}, "parsed_body": json.loads(SENT)}
    (row,) = read(saved(tmp_path / "a.yaml", {"request": request, "response": RESPONSE}))
    assert row.request is not None
    assert not row.request.byte_exact
    assert row.request.segments[0].start is None


def test_an_edited_body_is_not_byte_exact(tmp_path: Path) -> None:
    """A length other than the announced one tells of an edit."""
    request = {**REQUEST, "headers": {"Content-Length": ["9999"]}}
    (row,) = read(saved(tmp_path / "a.yaml", {"request": request, "response": RESPONSE}))
    assert row.request is not None
    assert not row.request.byte_exact


def test_a_cut_file_keeps_its_whole_interactions(tmp_path: Path) -> None:
    """Of two interactions the second is cut off: the first is read, the second says why not."""
    path = saved(tmp_path / "a.yaml", GOOD, GOOD)
    text = path.read_text()
    path.write_text(text[: text.rindex("response:") + 20] + '\n      "cut')
    rows = read(path)
    assert [row.kind for row in rows] == ["model_call", "unreadable"]


def test_a_broken_document_hides_no_other(tmp_path: Path) -> None:
    """Of three documents of httpmock the second cannot be loaded."""
    one = yaml.safe_dump(
        {"when": {"method": "POST", "path": "/v1/chat/completions", "body": SENT}, "then": {"status": 200}}
    )
    path = tmp_path / "a.yaml"
    path.write_text(f"{one}---\nwhen: [\n---\n{one}")
    assert [row.kind for row in read(path)] == ["model_call", "unreadable", "model_call"]


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\x00\x01\x02", id="nul-bytes"),
        pytest.param(b"\xff\xfe\xff", id="no-utf8"),
        pytest.param(b"just a note", id="text"),
        pytest.param(b"interactions: 5", id="no-list"),
        pytest.param(b"{" * 10_000, id="deep-json"),
        pytest.param(b"interactions:\n- request: " + b"[" * 10_000, id="deep-yaml"),
        pytest.param(b"\x1f\x8b\x08broken", id="broken-gzip"),
        pytest.param(gzip.compress(b"\x00" * (65 * 2**20)), id="gzip-bomb"),
        pytest.param(b"interactions: &a [*a, *a]", id="inside-itself"),
    ],
)
def test_what_is_no_recording_is_one_unreadable_row(tmp_path: Path, content: bytes) -> None:
    """With a reason and no index; never an exception."""
    path = tmp_path / "a.yaml"
    path.write_bytes(content)
    (row,) = read(path)
    assert (row.kind, row.index) == ("unreadable", None)
    assert row.reason


def test_object_tags_construct_nothing(tmp_path: Path) -> None:
    """A tag that would call something makes its interaction unreadable; harmless ones are plain values."""
    good = yaml.safe_dump([GOOD])
    bad = "- request: {method: POST, uri: u, body: !!python/object/apply:os.system [touch /tmp/x], headers: {}}\n"
    istr = good.replace(
        "headers: {}", "headers: {!!python/object/apply:multidict._multidict.istr [Accept]: [a]}"
    )
    path = tmp_path / "a.yaml"
    path.write_text("interactions:\n" + good + bad + istr)
    rows = read(path)
    assert [row.kind for row in rows] == ["model_call", "unreadable", "model_call"]
    assert "os.system" in (rows[1].reason or "")
    with pytest.raises(ValueError, match=r"interaction 1"):
        load(path)


def test_aliases_cannot_explode(tmp_path: Path) -> None:
    """Ten levels of ten aliases each would be ten thousand million values."""
    levels = ["a0: &a0 [x,x,x,x,x,x,x,x,x,x]"]
    levels += [f"a{i}: &a{i} [{','.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 10)]
    path = tmp_path / "a.yaml"
    path.write_text("\n".join(levels) + "\ninteractions:\n- request: {parsed_body: *a9}\n  response: {}\n")
    assert [row.kind for row in read(path)] == ["unreadable"]


def test_the_ruby_and_r_forms_are_read(tmp_path: Path) -> None:
    """`!binary` bodies, plain status, no request headers."""
    body = base64.b64encode(ANSWER.encode()).decode()
    path = tmp_path / "a.yml"
    path.write_text(
        "---\nhttp_interactions:\n"
        f"- request: {{method: post, uri: https://api.openai.com/v1/chat/completions, body: {{string: '{SENT}'}}}}\n"
        f"  response: {{status: 200, headers: {{date: x}}, body: {{encoding: ASCII-8BIT, string: !binary {body}}}}}\n"
        "  recorded_at: Mon, 30 Nov 2026 12:00:00 GMT\n"
    )
    (row,) = read(path)
    assert row.response is not None
    assert (row.response.status, row.response.usage.input_total) == (200, 4)
    assert row.sent_at is not None
    assert row.sent_at.isoformat() == "2026-11-30T12:00:00+00:00"


def test_find_tells_recordings_by_content(tmp_path: Path) -> None:
    """Notes are counted, gzip is looked into, links to folders are not followed, named files are always given."""
    saved(tmp_path / "b.txt", GOOD)
    (tmp_path / "a.yaml.gz").write_bytes(gzip.compress((tmp_path / "b.txt").read_bytes()))
    (tmp_path / "notes.md").write_text('A cassette has a "request": {"method": 1}\n')
    (tmp_path / "loop").symlink_to(tmp_path)
    found = find([str(tmp_path)])
    assert [path.name for path in found.files] == ["a.yaml.gz", "b.txt"]
    assert found.ignored == 1
    assert [path.name for path in find([str(tmp_path / "notes.md")]).files] == ["notes.md"]
    assert [path.name for path in find([str(tmp_path / "*.txt"), str(tmp_path / "b.txt")]).files] == ["b.txt"]


@pytest.mark.parametrize("given", ["missing.yaml", "missing/*.yaml"])
def test_what_does_not_exist_is_not_found(tmp_path: Path, given: str) -> None:
    """The message says what was asked."""
    with pytest.raises(NotFound, match="missing"):
        find([str(tmp_path / given)])


def test_a_missing_file_is_an_unreadable_row(tmp_path: Path) -> None:
    """Reading never raises."""
    (row,) = read(tmp_path / "missing.yaml")
    assert (row.kind, row.index) == ("unreadable", None)
    assert "No such file" in (row.reason or "")


def test_a_broken_gzip_in_a_folder_is_no_recording(tmp_path: Path) -> None:
    """It is counted, as a note is."""
    (tmp_path / "a.gz").write_bytes(b"\x1f\x8bbroken")
    assert find([str(tmp_path)]).ignored == 1


def test_a_broken_file_of_very_many_pieces_is_not_salvaged(tmp_path: Path) -> None:
    """Trying each would take too long."""
    path = tmp_path / "a.yaml"
    path.write_text("interactions:\n" + "- request: {}\n" * 5_001 + "- 'cut")
    (row,) = read(path)
    assert "5002 pieces" in (row.reason or "")


NOCK = {
    "scope": "https://api.openai.com:443",
    "path": "/v1/chat/completions",
    "method": "POST",
    "body": json.loads(SENT),
    "status": 200,
    "rawHeaders": ["Date", "Mon, 30 Nov 2026 12:00:00 GMT"],
}


@pytest.mark.parametrize(
    ("response", "binary", "total"),
    [
        pytest.param(json.loads(ANSWER), False, 4, id="parsed"),
        pytest.param(ANSWER.encode().hex(), True, 4, id="hex"),
        pytest.param("no hex", True, None, id="broken-hex"),
    ],
)
def test_nock_is_read(tmp_path: Path, response: object, binary: bool, total: int | None) -> None:
    """Bodies parsed or in hex, headers as a flat list."""
    path = tmp_path / "a.json"
    path.write_text(json.dumps([{**NOCK, "response": response, "responseIsBinary": binary}]))
    (row,) = read(path)
    assert row.request is not None
    assert row.response is not None
    assert (row.request.byte_exact, row.response.usage.input_total) == (False, total)
    assert row.first_byte_at is not None


def test_httpmock_bodies_in_base64(tmp_path: Path) -> None:
    """And one that is no Base64 is a row of its own."""
    when = {"method": "POST", "path": "/v1/chat/completions", "body": SENT}
    good = {"status": 200, "body": base64.b64encode(ANSWER.encode()).decode(), "body_encoding": "base64"}
    documents = [{"when": when, "then": good}, {"when": when, "then": {**good, "body": "A"}}]
    path = tmp_path / "a.yaml"
    path.write_text(yaml.safe_dump_all(documents))
    rows = read(path)
    assert [row.kind for row in rows] == ["model_call", "unreadable"]
    assert rows[0].response is not None
    assert rows[0].response.usage.input_total == 4


def test_a_refused_tag_in_rubys_form(tmp_path: Path) -> None:
    """Only its own interaction is lost."""
    path = tmp_path / "a.yml"
    item = f"- request: {{method: post, uri: 'https://x/v1/chat/completions', body: {{string: '{SENT}'}}}}\n"
    path.write_text(f"http_interactions:\n{item}- !ruby/object:Gem {{a: b}}\n{item}")
    assert [row.kind for row in read(path)] == ["model_call", "unreadable", "model_call"]


def test_older_tags_of_vcrpy_are_plain_values(tmp_path: Path) -> None:
    """A pickled BytesIO, a tuple, a unicode string."""
    path = tmp_path / "a.yaml"
    path.write_text(
        "interactions:\n- request:\n    method: !!python/unicode POST\n    uri: https://x/v1/chat/completions\n"
        "    headers: {Accept: !!python/tuple [a, b]}\n    body: !!python/object/new:_io.BytesIO\n"
        f"      state: !!python/tuple\n      - !!binary {base64.b64encode(SENT.encode()).decode()}\n      - 0\n"
        "  response: {status: {code: 200}, headers: {}, body: {string: ''}}\n"
    )
    (row,) = read(path)
    assert row.request is not None
    assert row.request.model == "gpt-5.2"


def test_a_broken_time_of_ours_is_absent(tmp_path: Path) -> None:
    """As any wrong value in a header of ours."""
    saved_at = saved(tmp_path / "a.yaml", {**GOOD, "agentbench": {"sent_at": "soon", "turn": 1}})
    assert read(saved_at)[0].sent_at is None


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(json.dumps({"interactions": [GOOD], "version": 1}), id="json-serializer"),
        pytest.param(json.dumps([GOOD]), id="json-before-1.0"),
        pytest.param(yaml.safe_dump([GOOD]), id="yaml-before-1.0"),
        pytest.param(yaml.safe_dump({"requests": [REQUEST], "responses": [RESPONSE]}), id="split-lists"),
        pytest.param(
            json.dumps({"request": {**REQUEST, "url": "x"}, "response": RESPONSE}), id="single-request"
        ),
    ],
)
def test_every_form_of_vcrpy_is_found_and_read(tmp_path: Path, content: str) -> None:
    """Told by content; the file has no suffix at all."""
    path = tmp_path / "recording"
    path.write_text(content)
    assert find([str(tmp_path)]).files == (path,)
    (row,) = read(path)
    assert row.response is not None
    assert row.response.usage.input_total == 4


def test_deflate_without_its_header_is_told_from_the_header_field(tmp_path: Path) -> None:
    """As some servers send it."""
    squeezed = zlib.compressobj(wbits=-15)
    body = {"string": squeezed.compress(ANSWER.encode()) + squeezed.flush()}
    response = {**RESPONSE, "headers": {"content-encoding": ["deflate"]}, "body": body}
    (row,) = read(saved(tmp_path / "a.yaml", {"request": REQUEST, "response": response}))
    assert row.response is not None
    assert row.response.usage.input_total == 4


def test_an_empty_cassette_has_no_rows(tmp_path: Path) -> None:
    """A recording in which nothing was recorded."""
    assert read(saved(tmp_path / "a.yaml")) == ()
