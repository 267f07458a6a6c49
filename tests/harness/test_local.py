"""Recordings from llama.cpp's server: its cached counts against counts taken apart from it, and the parts of that."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from agentbench import tape
from agentbench.harness.cells import take
from agentbench.harness.local.chat_form import chat_body, reply
from agentbench.harness.local.counting import common
from agentbench.harness.loop import run
from agentbench.harness.play import play
from agentbench.harness.record import record
from agentbench.harness.stage import Answer, Sent, Stage
from agentbench.tape import Exchange, Interaction
from tests.harness.cast import cell

CASSETTES = Path(__file__).resolve().parents[2] / "cassettes"
FOLDERS = ("local", "local-wires", "local-chat", "deferral")


def recorded() -> Iterator[tuple[Path, Exchange | None, Interaction, Exchange]]:
    """Every interaction recorded from a local server, as bytes and as read, and the one before it."""
    for folder in FOLDERS:
        for path in sorted((CASSETTES / folder).rglob("*.yaml")):
            exchanges = tape.read(path)
            before = (None, *exchanges[:-1])
            rows = zip(before, tape.load(path).interactions, exchanges, strict=True)
            yield from ((path, *row) for row in rows)


def judged(before: Exchange | None, interaction: Interaction, exchange: Exchange) -> str:
    """`equal`, or why the reported cached tokens are not the counted ones, or `wrong`."""
    counted, response = interaction.counted, exchange.response
    assert response is not None
    if response.status != 200:
        return f"status {response.status}: no usage is reported"
    assert counted is not None
    usage = response.usage
    if usage.input_total != counted["prompt_tokens"]:
        return "wrong"
    if usage.read == counted["common_prefix_tokens"]:
        return "equal"
    if usage.read == counted.get("slot_prefix_tokens"):
        return "the server kept what its slot held, though an earlier prompt shared a little more"
    if (
        usage.read is not None
        and counted["common_prompt_tokens"] <= usage.read < counted["common_prefix_tokens"]
    ):
        return "the reply was not rendered with the tokens that were generated"
    if usage.read is not None and counted["common_prefix_tokens"] < usage.read <= held_of_a_cut_call(before):
        return "the call before was cut off, so that it could not be rendered and counted"
    return "wrong"


def held_of_a_cut_call(before: Exchange | None) -> int:
    """Tokens that the server can hold of a request whose answer ended at the limit; 0 where it did not."""
    if before is None or before.response is None or before.response.stop_reason != "length":
        return 0
    usage = before.response.usage
    return (usage.input_total or 0) + (usage.output or 0) - 1


def test_cached_tokens_are_the_longest_common_token_prefix(capsys: pytest.CaptureFixture[str]) -> None:
    """On every recorded row the server's count equals the independent one, or the row says why it cannot."""
    verdicts: dict[str, int] = {}
    for path, before, interaction, exchange in recorded():
        verdict = judged(before, interaction, exchange)
        assert verdict != "wrong", f"{path}: {interaction.counted} {exchange.response}"
        verdicts[verdict] = verdicts.get(verdict, 0) + 1
    with capsys.disabled():
        print(f"\n{sum(verdicts.values())} recorded rows: {verdicts}")
    answered = sum(number for verdict, number in verdicts.items() if not verdict.startswith("status"))
    assert verdicts["equal"] > 0.95 * answered


def test_answers_call_their_model_by_name() -> None:
    """Not by the path that the file had where it was recorded."""
    models = {exchange.response.model for _, _, _, exchange in recorded() if exchange.response} - {None}
    assert models
    assert not [model for model in models if model and "/" in model]


def test_headers_name_what_answered() -> None:
    """Every local cassette says server, version, flags, and the SHA-256 of model file and template."""
    paths = [path for folder in FOLDERS for path in (CASSETTES / folder).rglob("*.yaml")]
    for path in paths:
        header = tape.load(path).header
        assert header is not None
        assert header.provenance == "recorded"
        assert {"server", "version", "flags", "model_file", "model_sha256"} <= header.server.keys(), path
        smol = "smollm" in header.arm["model"]
        assert smol or "template_sha256" in header.server, path
    assert paths


@pytest.mark.parametrize(
    ("prompt", "earlier", "expected"),
    [
        pytest.param((1, 2, 3), [], 0, id="cold"),
        pytest.param((1, 2, 3), [(1, 2, 9, 9)], 2, id="parts"),
        pytest.param((1, 2, 3), [(1, 9), (1, 2), (7,)], 2, id="best-of-all-earlier"),
        pytest.param((1, 2, 3), [(1, 2, 3)], 2, id="last-token-is-always-evaluated"),
    ],
)
def test_common(prompt: tuple[int, ...], earlier: list[tuple[int, ...]], expected: int) -> None:
    """The longest beginning shared with any earlier sequence, at most all but the last token."""
    assert common(prompt, earlier) == expected


CALL = {
    "role": "assistant",
    "content": "",
    "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "f", "arguments": '{"a": 1}'}}],
}
TOOL = {"type": "function", "function": {"name": "f", "description": "d", "parameters": {"type": "object"}}}
EXPECTED = {
    "messages": [
        {"role": "system", "content": "S"},
        {"role": "user", "content": "Q"},
        CALL,
        {"role": "tool", "tool_call_id": "c1", "content": "R"},
    ],
    "tools": [TOOL],
}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        pytest.param("/v1/chat/completions", EXPECTED, id="chat"),
        pytest.param(
            "/v1/messages",
            {
                "system": [{"type": "text", "text": "S"}],
                "messages": [
                    {"role": "user", "content": "Q"},
                    {
                        "role": "assistant",
                        "content": [{"type": "tool_use", "id": "c1", "name": "f", "input": {"a": 1}}],
                    },
                    {
                        "role": "user",
                        "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "R"}],
                    },
                ],
                "tools": [{"name": "f", "description": "d", "input_schema": {"type": "object"}}],
            },
            id="anthropic",
        ),
        pytest.param(
            "/v1/responses",
            {
                "instructions": "S",
                "input": [
                    {"role": "user", "content": [{"type": "input_text", "text": "Q"}]},
                    {"type": "function_call", "call_id": "c1", "name": "f", "arguments": '{"a": 1}'},
                    {"type": "function_call_output", "call_id": "c1", "output": "R"},
                ],
                "tools": [
                    {"type": "function", "name": "f", "description": "d", "parameters": {"type": "object"}}
                ],
            },
            id="responses",
        ),
    ],
)
def test_every_wire_comes_to_the_same_chat(path: str, body: object) -> None:
    """A session with one call is the same chat messages and tools on all three wires."""
    assert chat_body(path, json.dumps(body).encode()) == EXPECTED


@pytest.mark.parametrize(
    ("path", "body"),
    [
        pytest.param("/v1/chat/completions", {"choices": [{"message": CALL}]}, id="chat"),
        pytest.param(
            "/v1/messages",
            {"content": [{"type": "tool_use", "id": "c1", "name": "f", "input": {"a": 1}}]},
            id="anthropic",
        ),
        pytest.param(
            "/v1/responses",
            {"output": [{"type": "function_call", "call_id": "c1", "name": "f", "arguments": '{"a": 1}'}]},
            id="responses",
        ),
    ],
)
def test_every_wire_gives_the_same_reply(path: str, body: object) -> None:
    """A call is the same assistant's message on all three wires."""
    assert reply(path, json.dumps(body).encode()) == CALL


class Failing:
    """A server whose first answer is no call that can be parsed."""

    def __init__(self) -> None:
        self.asked = 0

    async def answer(self, sent: Sent) -> Answer:
        """Plain words, but status 500 the first time."""
        self.asked += 1
        if self.asked == 1:
            return Answer(status=500, headers=JSON, body=b'{"error":{"code":500,"message":"no call"}}')
        message = {"role": "assistant", "content": f"answer {self.asked}"}
        said = {
            "id": "x",
            "object": "chat.completion",
            "created": 1,
            "model": "m",
            "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
        }
        return Answer(status=200, headers=JSON, body=json.dumps(said).encode())


JSON = (("content-type", "application/json"),)


def test_a_failed_turn_is_a_row_and_the_session_goes_on(tmp_path: Path) -> None:
    """Status 500 ends its turn alone; the tape replays to the same rows."""
    whole = cell("appended", "local:qwen2.5-coder-1.5b")
    stage = Stage(Failing())
    run(play(whole, stage))
    path = tmp_path / f"{whole.slug}.yaml"
    tape.write(path, record(whole, stage.passed, "recorded"))
    rows = run(take(whole, "none", tmp_path, None)).exchanges
    statuses = [(row.origin.turn, row.response.status) for row in rows if row.origin and row.response]
    assert statuses == [(0, 500), (1, 200)]
    assert rows == tape.read(path)
    first, second = (row.request.segments for row in rows if row.request)
    assert [each.raw for each in second[: len(first)]] == [each.raw for each in first]
