"""What is written comes back byte for byte, for us and for vcrpy; secrets and foreign headers stay out."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from vcr.persisters.filesystem import FilesystemPersister
from vcr.serializers import yamlserializer

from agentbench.errors import SecretFound
from agentbench.tape import BlockSpan, Header, Interaction, Tape, block_key, load, read, wire, write

TEXTS = st.text().map(lambda text: text.encode("utf-8", "replace"))
BODIES = st.binary() | TEXTS | st.text("\x00\x85\u2028\ufeff\r\n\t '\"\\:#-é", max_size=30).map(str.encode)


def interaction(sent: bytes = b"{}", answered: bytes = b"{}", **other: object) -> Interaction:
    """A plain exchange of bytes."""
    values: dict[str, object] = {
        "method": "POST",
        "uri": "https://api.example.com/v1/chat/completions",
        "request_headers": {"content-type": "application/json"},
        "request_body": sent,
        "status": 200,
        "response_headers": {"content-type": "application/json"},
        "response_body": answered,
        **other,
    }
    return Interaction(**values)  # type: ignore[arg-type]


@given(st.lists(st.tuples(BODIES, BODIES), min_size=1, max_size=3))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_bytes_come_back(tmp_path: Path, bodies: list[tuple[bytes, bytes]]) -> None:
    """From our reader and from vcrpy's own persister and serializer."""
    path = tmp_path / "cassette.yaml"
    tape = Tape(header=None, interactions=tuple(interaction(*pair) for pair in bodies))
    write(path, tape)
    assert load(path).interactions == tape.interactions
    requests, responses = FilesystemPersister.load_cassette(path, yamlserializer)[:2]
    assert [request.body or b"" for request in requests] == [sent for sent, _ in bodies]
    assert [response["body"]["string"] or b"" for response in responses] == [
        answered for _, answered in bodies
    ]


def test_header_and_times_come_back(tmp_path: Path) -> None:
    """The header, the place in the scenario and the times are read into the exchange."""
    sent = b'{"messages":[{"role":"user","content":"now: noon"}],"model":"gpt-5.2"}'
    segment = wire.request("openai_chat", sent).segments[0]
    span = BlockSpan(name="clock", tier="volatile", start=27, end=36)
    header = Header(
        versions={"agentbench": "0.1.0"},
        provenance="simulated",
        arm={"layout": "split", "presentation": "eager", "model": "openai-chat:gpt-5.2"},
        scenario="coding",
        repeat=2,
        apart=True,
        server={"version": "b1", "model_sha256": "cd" * 32},
        stable_prefix_sha256="ab" * 32,
        blocks={block_key(segment.raw): (span,)},
    )
    at = datetime(2026, 11, 30, 12, 0, 1, 5, UTC)
    one = interaction(
        sent,
        sent_at=at,
        first_byte_at=at,
        origin={"turn": 3, "step": 1},
        stale_blocks=("memory",),
        counted={"prompt_tokens": 9, "common_prefix_tokens": 0},
    )
    write(tmp_path / "a.yaml", Tape(header=header, interactions=(one,)))
    assert load(tmp_path / "a.yaml") == Tape(header=header, interactions=(one,))
    requests = FilesystemPersister.load_cassette(tmp_path / "a.yaml", yamlserializer)[0]
    assert [request.body for request in requests] == [sent]
    (exchange,) = read(tmp_path / "a.yaml", "cassettes/a.yaml")
    assert exchange.cassette == "cassettes/a.yaml"
    assert exchange.provenance == "simulated"
    assert exchange.blocks == {"messages[0]": (span,)}
    assert (exchange.sent_at, exchange.stale_blocks) == (at, ("memory",))
    assert exchange.origin is not None
    assert (exchange.origin.turn, exchange.origin.step, exchange.origin.repeat) == (3, 1, 2)


def test_a_simulated_answer_is_simulated_whatever_the_header_says(tmp_path: Path) -> None:
    """The answering side marks every response."""
    one = interaction(response_headers={"x-agentbench-provenance": "simulated"})
    write(tmp_path / "a.yaml", Tape(header=Header(provenance="recorded"), interactions=(one,)))
    assert read(tmp_path / "a.yaml")[0].provenance == "simulated"


def test_only_allowed_headers_are_written(tmp_path: Path) -> None:
    """Keys, cookies and whatever is new stay out."""
    one = interaction(
        request_headers={"authorization": "Bearer x", "x-api-key": "k", "content-type": "application/json"},
        response_headers={"set-cookie": "a=b", "x-request-id": "r", "Date": "Mon, 30 Nov 2026 12:00:00 GMT"},
    )
    write(tmp_path / "a.yaml", Tape(header=None, interactions=(one,)))
    (back,) = load(tmp_path / "a.yaml").interactions
    assert dict(back.request_headers) == {"content-type": "application/json"}
    assert dict(back.response_headers) == {"date": "Mon, 30 Nov 2026 12:00:00 GMT"}


def test_a_refused_write_leaves_the_old_file(tmp_path: Path) -> None:
    """A secret in a body stops the write; nothing is changed and nothing is left behind."""
    path = tmp_path / "a.yaml"
    write(path, Tape(header=None, interactions=(interaction(),)))
    before = path.read_bytes()
    secret = "sk-ant-" + "a1B2" * 8
    with pytest.raises(SecretFound) as caught:
        write(path, Tape(header=None, interactions=(interaction(b'{"k":"' + secret.encode() + b'"}'),)))
    assert secret not in str(caught.value)
    assert path.read_bytes() == before
    assert [left.name for left in tmp_path.iterdir()] == ["a.yaml"]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk in the middle of writing changes nothing."""
    path = tmp_path / "a.yaml"
    write(path, Tape(header=None, interactions=(interaction(),)))
    before = path.read_bytes()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write(path, Tape(header=None, interactions=(interaction(b"other"),)))
    assert path.read_bytes() == before
    assert [left.name for left in tmp_path.iterdir()] == ["a.yaml"]
