"""What a recording from a local server leaves behind: whole cassettes, each begun with a cold server."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest

from agentbench import tape
from agentbench.builder import Bench
from agentbench.errors import SecretFound
from agentbench.harness.local import Launch, LocalModel, recording
from agentbench.harness.local.recording import Wanted, missing, record_cells
from agentbench.harness.stage import Answer, Sent
from tests.harness.cast import cell

WEIGHTS = "9a129038d9a00aed0cf6a7ea059ca50a813449061ab87848cf1a13eafdf33b2c"
KNOWN = {"qwen-m": LocalModel(file="m.gguf", sha256=WEIGHTS, source="here")}
CELL = cell(model="local:qwen-m")


class Server:
    """Answers in plain words, knows how often it was started, and fails at one call."""

    def __init__(self, fails_at: int | None, error: BaseException) -> None:
        self.fails_at, self.error = fails_at, error
        self.started = self.asked = 0

    @contextmanager
    def serving(self, start: Launch) -> Iterator[str]:
        """In place of a process."""
        self.started += 1
        self.asked = 0
        yield start.model.name

    def counting(self, live: object, client: httpx2.AsyncClient) -> "Server":
        """In place of what counts beside the answers."""
        return self

    async def answer(self, sent: Sent) -> Answer:
        """How many calls this start has answered, in words."""
        self.asked += 1
        if self.asked == self.fails_at:
            raise self.error
        message = {"role": "assistant", "content": f"answer {self.asked}"}
        choices = [{"index": 0, "finish_reason": "stop", "message": message}]
        said = {"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": choices}
        headers = (("content-type", "application/json"),)
        return Answer(status=200, headers=headers, body=json.dumps(said).encode())


@pytest.fixture
def binary(tmp_path: Path) -> Path:
    """A file that says a version, with the weights beside it."""
    (tmp_path / "m.gguf").write_bytes(b"weights")
    path = tmp_path / "llama-server"
    path.write_text("#!/bin/sh\necho version: 7")
    path.chmod(0o755)
    return path


def record(server: Server, binary: Path, monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """Why each of two equal sessions was not recorded, or None; cassettes in `to` beside the binary."""
    monkeypatch.setattr(recording, "serving", server.serving)
    monkeypatch.setattr(recording, "Counting", server.counting)
    cells = (CELL, replace(CELL, repeat=1))
    done = record_cells(cells, KNOWN, binary, binary.parent, binary.parent, binary.parent / "to")
    return [why for _, why in done]


def files(binary: Path) -> list[str]:
    """Names of all files below the cassettes' folder."""
    return sorted(path.name for path in (binary.parent / "to").rglob("*") if path.is_file())


def test_an_interrupted_cell_leaves_nothing(binary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped at its second call there is no cassette and no journal; begun anew, it holds one start's answers."""
    stopped = Server(2, SystemExit(143))
    with pytest.raises(SystemExit):
        record(stopped, binary, monkeypatch)
    assert files(binary) == []
    again = Server(None, SystemExit())
    assert record(again, binary, monkeypatch) == [None, None]
    assert again.started == 2
    for path in (binary.parent / "to").rglob("*.yaml"):
        said = [json.loads(each.response_body)["choices"] for each in tape.load(path).interactions]
        assert [choices[0]["message"]["content"] for choices in said] == ["answer 1", "answer 2"]


def test_a_cell_that_fails_is_named_and_the_next_one_is_recorded(
    binary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error in one line, no cassette for that cell, and the whole of the other."""

    class Once(Server):
        """A server whose first start fails."""

        @contextmanager
        def serving(self, start: Launch) -> Iterator[str]:
            """Fails in the first cell alone."""
            with super().serving(start) as at:
                self.fails_at = 2 if self.started == 1 else None
                yield at

    why = record(Once(2, SecretFound("found\na secret")), binary, monkeypatch)
    assert why == ["SecretFound: found a secret", None]
    assert files(binary) == ["short-1.yaml"]


@pytest.mark.parametrize(
    ("wanted", "left"),
    [
        pytest.param(Wanted(), 8, id="all"),
        pytest.param(Wanted(presentations=("named",)), 4, id="one-axis"),
        pytest.param(Wanted(presentations=("named",), models=("local:a",)), 2, id="both-axes"),
        pytest.param(Wanted(scenarios=("short", "other")), 8, id="either-of-two"),
        pytest.param(Wanted(models=("anthropic:claude-sonnet-4-6",)), 0, id="not-local"),
    ],
)
def test_wanted(tmp_path: Path, wanted: Wanted, left: int) -> None:
    """Of 2 presentations x 2 local models x 2 scenarios those that match on every axis that is named."""
    other = replace(CELL.cast, scenario=replace(CELL.cast.scenario, name="other"))
    bench = Bench(
        name="t",
        layouts=(CELL.layout,),
        presentations=("eager", "named"),
        models=("local:a", "local:b", "anthropic:claude-sonnet-4-6"),
        casts=(CELL.cast, other),
    )
    assert len(missing(bench, tmp_path, wanted)) == left
