"""What a recording from a local server leaves behind: whole cassettes, each begun with a cold server."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest
import yaml

from agentbench import tape
from agentbench.builder import Bench, Cell
from agentbench.errors import SecretFound
from agentbench.harness.local import Launch, LocalModel, recording
from agentbench.harness.local.__main__ import main
from agentbench.harness.local.recording import Shelf, Wanted, complete_refused, missing, record_cells
from agentbench.harness.stage import Answer, Sent
from tests.harness.cast import cell

WEIGHTS = "9a129038d9a00aed0cf6a7ea059ca50a813449061ab87848cf1a13eafdf33b2c"
KNOWN = {"qwen-m": LocalModel(file="m.gguf", sha256=WEIGHTS, source="here")}
CELL = cell(model="local:qwen-m")


class Server:
    """Answers in plain words, knows how often it was started, and fails at one call."""

    def __init__(self, fails_at: int | None, error: BaseException, only_first: bool = False) -> None:
        self.fails_at, self.error, self.only_first = fails_at, error, only_first
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
        if self.asked == self.fails_at and not (self.only_first and self.started > 1):
            raise self.error
        message = {"role": "assistant", "content": f"answer {self.asked}"}
        choices = [{"index": 0, "finish_reason": "stop", "message": message}]
        said = {"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": choices}
        headers = (("content-type", "application/json"),)
        counted = {"common_prompt_tokens": 0 if self.asked == 1 else 9}
        return Answer(status=200, headers=headers, body=json.dumps(said).encode(), counted=counted)


@pytest.fixture
def binary(tmp_path: Path) -> Path:
    """A file that says a version, with the weights beside it."""
    (tmp_path / "m.gguf").write_bytes(b"weights")
    path = tmp_path / "llama-server"
    path.write_text("#!/bin/sh\necho version: 7")
    path.chmod(0o755)
    return path


def record(
    server: Server, binary: Path, monkeypatch: pytest.MonkeyPatch, resume: bool = False, session: Cell = CELL
) -> list[str | None]:
    """Why each of two equal sessions was not recorded, or None; cassettes in `to` beside the binary."""
    monkeypatch.setattr(recording, "serving", server.serving)
    monkeypatch.setattr(recording, "Counting", server.counting)
    cells, folder = (session, replace(session, repeat=1)), binary.parent
    shelf = Shelf(known=KNOWN, binary=binary, models=folder, templates=folder, cassettes=folder / "to")
    done = record_cells(cells, shelf, resume=resume)
    return [why for _, why in done]


def files(binary: Path) -> list[str]:
    """Names of all files below the cassettes' folder."""
    return sorted(path.name for path in (binary.parent / "to").rglob("*") if path.is_file())


def said(binary: Path, name: str) -> tuple[list[str], str | None]:
    """What the server said in a cassette, and before which requests it was started again."""
    found = tape.load(next((binary.parent / "to").rglob(name)))
    choices = [json.loads(each.response_body)["choices"][0] for each in found.interactions]
    assert found.header
    return [each["message"]["content"] for each in choices], found.header.server.get("restarted_before")


def test_an_interrupted_cell_goes_on_where_it_stopped(binary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped at its second call there is no cassette; taken up again, the header says where a cold server stood."""
    with pytest.raises(SystemExit):
        record(Server(2, SystemExit(143)), binary, monkeypatch)
    assert files(binary) == ["short.yaml.part"]
    assert record(Server(None, SystemExit()), binary, monkeypatch, resume=True) == [None, None]
    assert files(binary) == ["short-1.yaml", "short.yaml"]
    assert said(binary, "short.yaml") == (["answer 1", "answer 1"], "1")
    assert said(binary, "short-1.yaml") == (["answer 1", "answer 2"], None)


@pytest.mark.parametrize(
    ("resume", "session", "why"),
    [
        pytest.param(False, CELL, r"found 1 finished calls.*--resume", id="not-asked-to-go-on"),
        pytest.param(True, cell("front", "local:qwen-m", name="appended"), "session changed", id="another"),
    ],
)
def test_an_interrupted_cell_is_not_thrown_away(
    binary: Path, monkeypatch: pytest.MonkeyPatch, resume: bool, session: Cell, why: str
) -> None:
    """Unless it is said what is to become of it, and where the prompts are others now, the journal stays."""
    with pytest.raises(SystemExit):
        record(Server(2, SystemExit(143)), binary, monkeypatch)
    first, _ = record(Server(None, SystemExit()), binary, monkeypatch, resume, session)
    assert first and re.search(why, first)
    assert files(binary) == ["short-1.yaml", "short.yaml.part"]


def test_a_cell_that_fails_is_named_and_the_next_one_is_recorded(
    binary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error in one line, no cassette for that cell, and the whole of the other."""
    server = Server(2, SecretFound("found\na secret"), only_first=True)
    assert record(server, binary, monkeypatch) == ["SecretFound: found a secret", None]
    assert files(binary) == ["short-1.yaml", "short.yaml.part"]


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


def test_refused_answers_are_completed_beside_the_templates(
    binary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a cell with a refusal and one without, the first is started and asked again."""
    server, folder = Server(None, SystemExit()), binary.parent
    assert record(server, binary, monkeypatch) == [None, None]
    path = next((folder / "to").rglob("short.yaml"))
    whole = tape.load(path)
    first, *rest = whole.interactions
    tape.write(path, replace(whole, interactions=(replace(first, status=500), *rest)))
    monkeypatch.setattr(
        recording,
        "refused_words",
        lambda rows, client: [{"turn": 0, "step": 0, "wrote": f"{len(rows)} rows"}],
    )
    shelf = Shelf(known=KNOWN, binary=binary, models=folder, templates=folder, cassettes=folder / "to")
    assert list(complete_refused((CELL, replace(CELL, repeat=1)), shelf)) == [CELL]
    assert server.started == 3
    kept = yaml.safe_load((folder / "refused.yaml").read_text(encoding="utf-8"))
    assert kept == {CELL.slug: [{"turn": 0, "step": 0, "wrote": "2 rows"}]}


def test_the_command_wants_its_paths(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without them it exits with 2 and names both variables; with nothing to record it exits with 0."""
    monkeypatch.delenv("AGENTBENCH_LLAMA_SERVER", raising=False)
    assert main(["fixtures/benches/deferral.yaml"]) == 2
    assert "AGENTBENCH_LLAMA_MODELS" in capsys.readouterr().err
    for name in ("SERVER", "MODELS"):
        monkeypatch.setenv(f"AGENTBENCH_LLAMA_{name}", "nowhere")
    bench = Path(__file__).resolve().parents[2] / "fixtures" / "benches" / "deferral.yaml"
    monkeypatch.chdir(bench.parents[2])
    assert main([str(bench), "--model", "local:none-of-them"]) == 0
