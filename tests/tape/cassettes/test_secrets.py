"""Planted keys of many providers are stopped wherever they stand; random values of known fields are not."""

import base64
import gzip
import json
import struct
import zlib
from pathlib import Path

import pytest

from agentbench.errors import SecretFound, Unreadable
from agentbench.tape import Interaction, Tape, find, load, write
from agentbench.tape.cassettes.read import contents
from agentbench.tape.cassettes.secrets import refuse
from tests.shared_data import shared

MIXED = "a1B2c3D4e5F6g7H8j9K0m1N2p3Q4r5S6t7U8"
KEYS = {
    "anthropic": "sk-ant-api03-" + MIXED,
    "openai": "sk-proj-" + MIXED,
    "openai-old": "sk-" + MIXED[:48].replace("-", ""),
    "google": "AIzaSy" + MIXED[:33],
    "aws": "AKIA" + "IOSFODNN7QXMPL23",
    "azure": MIXED + MIXED[:16] + "JQQJ99" + MIXED[:26],
    "openrouter": "sk-or-v1-" + "0f" * 32,
    "groq": "gsk_" + MIXED,
    "xai": "xai-" + MIXED * 2,
    "mistral": MIXED[:32],
    "cohere": MIXED + "v9W0",
    "deepseek": "sk-" + "0a1b" * 8,
    "together": "tgp_v1_" + MIXED,
    "fireworks": "fw_" + MIXED[:22],
    "perplexity": "pplx-" + MIXED,
    "huggingface": "hf_" + MIXED[:34],
    "z.ai": "0a1b2c3d" * 4 + "." + MIXED[:16],
    "bearer": "Bearer " + MIXED[:30],
    "cookie": "set-cookie: session=" + MIXED[:20],
}


def event_stream(payload: bytes) -> bytes:
    """One message of Amazon's framing, whose payload holds its bytes in Base64."""
    name = b":event-type"
    header = bytes([len(name)]) + name + b"\x07" + struct.pack(">H", 5) + b"chunk"
    inner = json.dumps({"bytes": base64.b64encode(payload).decode()}).encode()
    prelude = struct.pack(">II", 16 + len(header) + len(inner), len(header))
    message = prelude + struct.pack(">I", zlib.crc32(prelude)) + header + inner
    return message + struct.pack(">I", zlib.crc32(message))


def in_text(key: str) -> bytes:
    """The key within the text of a message."""
    return json.dumps({"messages": [{"role": "user", "content": f"use {key} please"}]}).encode()


PLACES = {
    "url-query": lambda key: {"uri": f"https://api.example.com/v1/chat?key={key}&alt=sse"},
    "url-escaped": lambda key: {
        "uri": "https://api.example.com/v1?q=" + key.replace("-", "%2D").replace(" ", "+")
    },
    "allowed-header": lambda key: {"request_headers": {"anthropic-beta": key}},
    "request-text": lambda key: {"request_body": in_text(key)},
    "request-escaped": lambda key: {
        "request_body": in_text(key).replace(b"-", b"\\u002d").replace(b"A", b"\\u0041")
    },
    "request-arguments": lambda key: {
        "request_body": json.dumps({"arguments": json.dumps({"signature": key})}).encode()
    },
    "response-text": lambda key: {"response_body": in_text(key)},
    "response-gzip": lambda key: {"response_body": gzip.compress(in_text(key))},
    "response-sse": lambda key: {"response_body": b"data: " + in_text(key) + b"\n\n"},
    "response-event-stream": lambda key: {"response_body": event_stream(in_text(key))},
    "response-no-json": lambda key: {"response_body": f"<html>{key}</html>".encode()},
}


def interaction(**changed: object) -> Interaction:
    """A clean exchange with one change."""
    values: dict[str, object] = {
        "method": "POST",
        "uri": "https://api.example.com/v1/chat/completions",
        "request_headers": {},
        "request_body": b'{"messages":[]}',
        "status": 200,
        "response_headers": {},
        "response_body": b"{}",
        **changed,
    }
    return Interaction(**values)  # type: ignore[arg-type]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("issuer", KEYS)
def test_a_planted_key_is_stopped(tmp_path: Path, issuer: str, place: str) -> None:
    """Nothing is written, and the message names the part but not the key."""
    key = KEYS[issuer]
    with pytest.raises(SecretFound, match=r"URL|headers|body") as caught:
        write(tmp_path / "a.yaml", Tape(header=None, interactions=(interaction(**PLACES[place](key)),)))
    assert key not in str(caught.value)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "name", ["authorization", "x-api-key", "api-key", "x-goog-api-key", "cookie", "x-new-secret"]
)
@pytest.mark.parametrize("issuer", KEYS)
def test_a_key_in_any_other_header_is_dropped(tmp_path: Path, issuer: str, name: str) -> None:
    """On either side; the rest is written."""
    headers = {name: KEYS[issuer], "content-type": "application/json"}
    path = tmp_path / "a.yaml"
    write(
        path,
        Tape(header=None, interactions=(interaction(request_headers=headers, response_headers=headers),)),
    )
    assert KEYS[issuer].encode() not in path.read_bytes()
    assert dict(load(path).interactions[0].request_headers) == {"content-type": "application/json"}


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({"prompt_cache_key": KEYS["mistral"]}, id="cache-key"),
        pytest.param(
            {"type": "thinking", "thinking": "", "signature": KEYS["cohere"]}, id="thinking-signature"
        ),
        pytest.param({"type": "redacted_thinking", "data": KEYS["cohere"]}, id="redacted-thinking"),
        pytest.param({"type": "reasoning", "encrypted_content": KEYS["google"]}, id="encrypted-reasoning"),
        pytest.param({"functionCall": {}, "thoughtSignature": KEYS["google"]}, id="gemini-signature"),
        pytest.param({"id": KEYS["cohere"], "type": "function", "function": {}}, id="llama.cpp-call-id"),
        pytest.param({"role": "tool", "tool_call_id": KEYS["cohere"]}, id="llama.cpp-result-id"),
        pytest.param({"type": "tool_use", "id": KEYS["cohere"], "name": "f"}, id="llama.cpp-tool-use-id"),
        pytest.param({"reasoningText": {"text": "a", "signature": KEYS["cohere"]}}, id="bedrock-signature"),
        pytest.param(
            {"content": "sk-learn, ask-me-anything-about-it and task-12345678901234567890"}, id="words"
        ),
        pytest.param({"content": "Send `Authorization: Bearer YOUR_API_KEY_GOES_HERE`"}, id="placeholder"),
        pytest.param(
            {"sha256": "0f" * 32, "id": "chatcmpl-" + MIXED, "tool": "toolu_01" + MIXED[:22]}, id="ids"
        ),
        pytest.param(
            {"data": base64.b64encode(b"This is a test document.").decode()}, id="short-text-in-base64"
        ),
    ],
)
def test_random_values_that_are_no_secrets_pass(tmp_path: Path, value: object) -> None:
    """Cache keys, encrypted reasoning, signatures, ids and hashes are written."""
    body = json.dumps(value).encode()
    stream = b"data: " + body + b"\n\n"
    write(
        tmp_path / "a.yaml",
        Tape(header=None, interactions=(interaction(request_body=body, response_body=stream),)),
    )
    assert load(tmp_path / "a.yaml").interactions[0].request_body == body


def test_recordings_without_keys_are_not_refused() -> None:
    """Of every fourth file of the corpus, which was searched for keys before, no interaction is refused."""
    refused, count = [], 0
    for path in find([str(shared("data/corpus"))]).files[::4]:
        try:
            items = contents(path)[1]
        except Unreadable:
            continue
        for item in items:
            if isinstance(item, Interaction):
                count += 1
                try:
                    refuse(item, path.name)
                except SecretFound as error:
                    refused.append(str(error))
    assert not refused
    assert count > 300
