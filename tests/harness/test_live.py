"""Recording with keys in the environment: the vendors' own wires, on loopback servers that stand at their addresses."""

import dataclasses
import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from agentbench import tape
from agentbench.builder import Cell, Event, Step, Turn
from agentbench.harness.clients import VENDORS, provider_of
from agentbench.harness.matrix import Played, play_cells
from tests.harness.cast import CLAUDE, GPT, SCENARIO, cell

BEDROCK = "bedrock:us.anthropic.claude-sonnet-4-5-20250929-v1:0"
USED = {"prompt_tokens": 2000, "completion_tokens": 3, "total_tokens": 2003}
ANSWERS = {
    "/v1/messages": {
        "id": "m",
        "type": "message",
        "role": "assistant",
        "model": "claude-sonnet-4-6",
        "content": [{"type": "text", "text": "Yes."}],
        "stop_reason": "end_turn",
        "usage": {"input_tokens": 2000, "output_tokens": 3},
    },
    "/v1/chat/completions": {
        "id": "c",
        "object": "chat.completion",
        "created": 1,
        "model": "gpt-5.2",
        "choices": [
            {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Yes."}}
        ],
        "usage": USED,
    },
    "/v1/responses": {
        "id": "r",
        "object": "response",
        "created_at": 1,
        "model": "gpt-5.2",
        "status": "completed",
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "output": [
            {
                "type": "message",
                "id": "o",
                "role": "assistant",
                "status": "completed",
                "content": [{"type": "output_text", "text": "Yes.", "annotations": []}],
            }
        ],
        "usage": {
            "input_tokens": 2000,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": 3,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": 2003,
        },
    },
    "/v1beta/models/gemini-3.5-flash:generateContent": {
        "candidates": [{"content": {"role": "model", "parts": [{"text": "Yes."}]}, "finishReason": "STOP"}],
        "usageMetadata": {"promptTokenCount": 2000, "candidatesTokenCount": 3, "totalTokenCount": 2003},
        "modelVersion": "gemini-3.5-flash",
    },
    f"/model/{BEDROCK.partition(':')[2].replace(':', '%3A')}/converse": {
        "output": {"message": {"role": "assistant", "content": [{"text": "Yes."}]}},
        "stopReason": "end_turn",
        "usage": {"inputTokens": 2000, "outputTokens": 3, "totalTokens": 2003},
        "metrics": {"latencyMs": 1},
    },
}
"""What each vendor says, by the path behind its address."""
SHOWN = ("x-api-key", "authorization", "x-goog-api-key")
"""Headers in which a key is shown."""


@contextmanager
def standing_in(prefix: str) -> Iterator[tuple[str, list[dict[str, str]]]]:
    """The base URL of a server that answers as the vendors do, and the headers that it was shown."""
    shown: list[dict[str, str]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            shown.append({name.lower(): value for name, value in self.headers.items()})
            found = ANSWERS.get(self.path.removeprefix(prefix)) if self.path.startswith(prefix) else None
            body = json.dumps(found or {"error": f"no {self.path}"}).encode()
            self.send_response(200 if found else 404)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}{prefix}", shown
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def talk(model: str, *switched: str) -> Cell:
    """A turn with the model, and one with each that it is switched to."""
    turns = [Turn(user="Is the shop open?", steps=(Step(say="Yes."),))]
    for name in switched:
        event = Event(kind="model_switch", name=name)
        turns.append(Turn(user="And now?", steps=(Step(say="Yes."),), events=(event,)))
    one = cell(model=model)
    scenario = dataclasses.replace(SCENARIO, turns=tuple(turns))
    return dataclasses.replace(one, cast=dataclasses.replace(one.cast, scenario=scenario))


def recorded(one: Cell, folder: Path, environment: dict[str, str]) -> Played:
    """The cell, recorded from whoever the environment names."""
    (played,) = play_cells((one,), "new_episodes", folder, keys=environment)
    return played


def placed(model: str, base: str, key: str) -> dict[str, str]:
    """The environment in which a vendor's key is there and its address is another."""
    vendor = VENDORS[provider_of(model)]
    assert vendor.key_variable and vendor.address_variable
    path = "/v1" if vendor.address.endswith("/v1") else ""
    return {vendor.key_variable: key, vendor.address_variable: base + path}


@pytest.mark.parametrize(
    "model", [CLAUDE, GPT, "openai:gpt-5.2", "google:gemini-3.5-flash", BEDROCK], ids=provider_of
)
def test_a_key_in_the_environment_is_all_it_takes(tmp_path: Path, model: str) -> None:
    """The vendor's own variables name key and address; the tape holds the vendor's address and no key, says where it
    was asked, is `recorded`, and replays without any of them.
    """
    with standing_in("/gate") as (base, shown):
        played = recorded(talk(model), tmp_path, placed(model, base, "key-of-mine"))
    assert played.error is None
    (headers,) = shown
    assert [headers[name].removeprefix("Bearer ") for name in SHOWN if name in headers] == ["key-of-mine"]
    (cassette,) = tmp_path.rglob("*.yaml")
    kept = tape.load(cassette)
    address = VENDORS[provider_of(model)].address
    assert kept.interactions[0].uri.startswith(address) and kept.header
    assert kept.header.provenance == "recorded"
    assert kept.header.server[address].startswith(base)
    assert "key-of-mine" not in cassette.read_text(encoding="utf-8")
    (again,) = play_cells((talk(model),), "none", tmp_path)
    (row,) = again.exchanges
    assert (again.error, row.provenance) == (None, "recorded")
    assert row.response and row.response.usage and row.response.usage.input_total == 2000


def test_a_model_switch_asks_the_other_vendor_with_its_own_key(tmp_path: Path) -> None:
    """Each server is shown the key of its own vendor, and only that."""
    one = talk(CLAUDE, "openai-chat:gpt-5.2", "google:gemini-3.5-flash")
    with (
        standing_in("/a") as (claude, to_claude),
        standing_in("/o") as (gpt, to_gpt),
        standing_in("/g") as (gemini, to_gemini),
    ):
        environment = (
            placed(CLAUDE, claude, "for-claude")
            | placed(GPT, gpt, "for-gpt")
            | placed("google:gemini-3.5-flash", gemini, "for-gemini")
        )
        played = recorded(one, tmp_path, environment)
    assert played.error is None and len(played.exchanges) == 3
    for shown, key in ((to_claude, "for-claude"), (to_gpt, "for-gpt"), (to_gemini, "for-gemini")):
        (headers,) = shown
        assert [headers[name].removeprefix("Bearer ") for name in SHOWN if name in headers] == [key]


def test_a_session_is_not_begun_without_every_key_that_it_needs(tmp_path: Path) -> None:
    """Nothing is paid for half a session: both variables are named, and the first server hears nothing."""
    with standing_in("") as (base, shown):
        played = recorded(talk(CLAUDE, GPT), tmp_path, placed(CLAUDE, base, "for-claude"))
    assert played.error and "put ANTHROPIC_API_KEY and OPENAI_API_KEY into the environment" in played.error
    assert shown == [] and not list(tmp_path.rglob("*.yaml*"))


def test_an_address_in_the_environment_does_not_reach_a_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sits behind a gateway replays the same cassettes: the clients' own variables change no request."""
    (quiet,) = play_cells((cell(model=CLAUDE),), "once", tmp_path, simulate=True)
    for vendor in VENDORS.values():
        if vendor.address_variable:
            monkeypatch.setenv(vendor.address_variable, "http://127.0.0.1:9/elsewhere")
    for model in (CLAUDE, GPT, "openai:gpt-5.2", "google:gemini-3.5-flash", BEDROCK):
        (played,) = play_cells((cell(model=model),), "once", tmp_path, simulate=True)
        assert played.error is None, played.error
        (again,) = play_cells((cell(model=model),), "none", tmp_path)
        assert again.error is None
    assert quiet.error is None
