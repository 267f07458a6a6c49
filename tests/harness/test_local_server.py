"""Starting, describing and counting beside a local server, shown with a stand-in that speaks its endpoints."""

import json
import socket
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import pytest

from agentbench.builder import Bench
from agentbench.errors import BadInput, NotFound
from agentbench.harness.answer import Live
from agentbench.harness.local import Counting, Launch, LocalModel, described, load_models, server
from agentbench.harness.local.models import launch
from agentbench.harness.local.recording import missing
from agentbench.harness.loop import run
from agentbench.harness.stage import Sent
from tests.harness.cast import cell

STAND_IN = f"""#!{sys.executable}
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

if "--version" in sys.argv:
    sys.exit("version: 7 (abc)\\nbuilt with nothing")

class Health(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass

HTTPServer(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])), Health).serve_forever()
"""


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Launch:
    """A binary that answers `/health`, on a port of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        monkeypatch.setattr(server, "LOCAL", f"http://127.0.0.1:{free.getsockname()[1]}")
    binary, model, template = (tmp_path / name for name in ("llama-server", "m.gguf", "t.jinja"))
    binary.write_text(STAND_IN)
    binary.chmod(0o755)
    model.write_bytes(b"weights")
    template.write_bytes(b"{{ messages }}")
    return Launch(binary=binary, model=model, template=template)


def answers() -> bool:
    """Whether anything listens there."""
    try:
        return httpx2.get(f"{server.LOCAL}/health").status_code == 200
    except httpx2.HTTPError:
        return False


def test_a_server_is_there_inside_and_gone_behind(stand_in: Launch) -> None:
    """Each start is a new process, ended with its block; a second one beside it is refused."""
    for _ in range(2):
        with server.serving(stand_in):
            assert answers()
            with pytest.raises(BadInput, match="already answering"), server.serving(stand_in):
                pass
        assert not answers()


def test_a_binary_that_dies_is_said_to(stand_in: Launch) -> None:
    """With its exit code and the command to try by hand."""
    stand_in.binary.write_text(f"#!{sys.executable}\nraise SystemExit(3)")
    with pytest.raises(BadInput, match=r"exit code 3.*m\.gguf"), server.serving(stand_in):
        pass


def test_what_answered_is_described_without_a_path(stand_in: Launch) -> None:
    """Version, file names, flags, and the hashes that `sha256sum` gives."""
    found = described(stand_in)
    assert found["version"] == "version: 7 (abc); built with nothing"
    assert (found["model_file"], found["template"]) == ("m.gguf", "t.jinja")
    assert found["model_sha256"] == "9a129038d9a00aed0cf6a7ea059ca50a813449061ab87848cf1a13eafdf33b2c"
    assert not any(str(stand_in.model.parent) in value for value in found.values())


def test_a_model_is_found_by_its_hash(stand_in: Launch) -> None:
    """An unknown name, a file that is not there, and another file under the name are errors."""
    folder = stand_in.model.parent
    model = LocalModel(file="m.gguf", sha256=described(stand_in)["model_sha256"], source="here")
    known = {"m": model, "gone": replace(model, file="gone.gguf"), "other": replace(model, sha256="00")}
    assert launch("m", known, stand_in.binary, folder, folder).model == stand_in.model
    for name, error in (("n", NotFound), ("gone", NotFound), ("other", BadInput)):
        with pytest.raises(error):
            launch(name, known, stand_in.binary, folder, folder)


def test_a_bench_may_have_a_template_of_its_own(stand_in: Launch) -> None:
    """Its cells are recorded with that one, all others with the model's."""
    folder, sha256 = stand_in.model.parent, described(stand_in)["model_sha256"]
    model = LocalModel(
        file="m.gguf", sha256=sha256, template="t.jinja", template_in={"b": "b.jinja"}, source="here"
    )
    found = [launch("m", {"m": model}, stand_in.binary, folder, folder, of).template for of in ("a", "b")]
    assert found == [folder / "t.jinja", folder / "b.jinja"]


def test_the_committed_models_have_their_templates() -> None:
    """Every model of `models.yaml` has a full SHA-256, and its template lies beside it."""
    path = Path(__file__).resolve().parents[2] / "fixtures" / "local" / "models.yaml"
    for model in load_models(path).values():
        assert len(bytes.fromhex(model.sha256)) == 32
        named = {model.template, *model.template_in.values()} - {None}
        assert all((path.parent / str(template)).is_file() for template in named)


def test_only_local_cells_without_a_cassette_are_missing(tmp_path: Path) -> None:
    """Of four cells two are local, and one of those is recorded already."""
    models = ("local:a", "anthropic:claude-sonnet-4-6")
    layouts = tuple(cell(name=name).layout for name in ("one", "two"))
    bench = Bench(name="t", layouts=layouts, models=models, casts=(cell().cast,))
    assert [each.layout.name for each in missing(bench, tmp_path)] == ["one", "two"]
    recorded = tmp_path / f"{bench.cells[0].slug}.yaml"
    recorded.parent.mkdir(parents=True)
    recorded.touch()
    assert [each.layout.name for each in missing(bench, tmp_path)] == ["two"]


def spoken(request: httpx2.Request) -> httpx2.Response:
    """llama.cpp's endpoints with a template of one line a message, and one token a character."""
    asked = json.loads(request.content)
    match request.url.path:
        case "/apply-template" if "cut" in request.content.decode():
            return httpx2.Response(500, json={"error": "no JSON"})
        case "/apply-template":
            said: object = {
                "prompt": "".join(f"{m['role'][0]}{m['content']};" for m in asked["messages"]) + "a"
            }
        case "/tokenize":
            said = {"tokens": [ord(letter) for letter in asked["content"]]}
        case _:
            message = {"role": "assistant", "content": "yes"}
            # three letters and the end of the turn
            usage = {"prompt_tokens": 0, "completion_tokens": 4}
            choices = [{"index": 0, "finish_reason": "stop", "message": message}]
            said = {"object": "chat.completion", "choices": choices, "usage": usage}
    return httpx2.Response(200, json=said)


def sent(*messages: tuple[str, str]) -> Sent:
    """A chat request of some messages."""
    body = {"model": "m", "messages": [{"role": role, "content": content} for role, content in messages]}
    return Sent(
        method="POST",
        uri="http://127.0.0.1:8091/v1/chat/completions",
        headers=(("content-type", "application/json"),),
        body=json.dumps(body).encode(),
        turn=0,
        step=0,
        sent_at=datetime(2026, 3, 3, tzinfo=UTC),
    )


def test_counts_are_taken_over_all_that_was_sent_before() -> None:
    """Prompts `sS;uQ;a` and `sS;uQ;ayes;uR;a`: 7 tokens shared, and 3 more of the reply that stayed."""

    async def counts() -> list[tuple[int, ...]]:
        async with httpx2.AsyncClient(transport=httpx2.MockTransport(spoken)) as client:
            counting = Counting(Live(client), client)
            first = (("system", "S"), ("user", "Q"))
            asked = [
                sent(*first),
                sent(*first, ("assistant", "yes"), ("user", "R")),
                sent(*first),
                sent(("system", "S"), ("user", "Other")),
            ]
            answered = [await counting.answer(each) for each in asked]
        return [tuple((each.counted or {}).values()) for each in answered]

    assert run(counts()) == [(7, 0, 0, 0), (15, 10, 7, 10), (7, 6, 6, 6), (11, 4, 4, 4)]


def test_what_cannot_be_rendered_is_not_counted() -> None:
    """A prompt that repeats a call that was cut off: the request goes out, and the next count knows nothing of it."""

    async def counts() -> list[object]:
        async with httpx2.AsyncClient(transport=httpx2.MockTransport(spoken)) as client:
            counting = Counting(Live(client), client)
            asked = [sent(("user", "Q")), sent(("user", "Q"), ("assistant", "cut")), sent(("user", "Qx"))]
            return [(await counting.answer(each)).counted for each in asked]

    first, cut, last = run(counts())
    assert cut is None
    assert isinstance(first, dict) and isinstance(last, dict)
    assert (first["common_prefix_tokens"], last["common_prefix_tokens"]) == (0, 2)
