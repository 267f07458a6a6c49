"""What was written where the server refused: asked once more, kept beside the templates, and tied to the rows."""

import json
import re
from pathlib import Path

import httpx2
import pytest
import yaml

from agentbench import tape
from agentbench.builder.files import load_cast
from agentbench.harness.local.refused import keep, refused_words
from agentbench.tape import Interaction

ROOT = Path(__file__).resolve().parents[2]
REFUSED = ROOT / "fixtures" / "local" / "refused.yaml"


def interaction(status: int, said: str, turn: int) -> Interaction:
    """A chat request of one message, and the status of its answer."""
    return Interaction(
        method="POST",
        uri="http://127.0.0.1:8091/v1/chat/completions",
        request_headers={},
        request_body=json.dumps({"messages": [{"role": "user", "content": said}]}).encode(),
        status=status,
        response_headers={},
        response_body=b"{}",
        sent_at=None,
        first_byte_at=None,
        origin={"turn": turn, "step": 0},
    )


def server(request: httpx2.Request) -> httpx2.Response:
    """Renders in upper case, unless it is told not to; completes with the prompt and an exclamation mark."""
    asked = json.loads(request.content)
    if request.url.path == "/completion":
        assert asked["temperature"] == 0 and asked["n_predict"] > 100
        return httpx2.Response(200, json={"content": f"{asked['prompt']}!"})
    said = asked["messages"][0]["content"]
    return httpx2.Response(500) if said == "cut" else httpx2.Response(200, json={"prompt": said.upper()})


def test_only_what_was_refused_is_asked_again() -> None:
    """Of an answer, two refusals and a prompt that cannot be rendered: the words of the two refusals."""
    session = [
        interaction(200, "a", 0),
        interaction(500, "b", 1),
        interaction(500, "cut", 2),
        interaction(500, "c", 3),
    ]
    with httpx2.Client(transport=httpx2.MockTransport(server), base_url="http://x") as client:
        found = refused_words(session, client)
    assert found == ({"turn": 1, "step": 0, "wrote": "B!"}, {"turn": 3, "step": 0, "wrote": "C!"})


def test_a_cassette_takes_the_place_of_its_own_words_alone(tmp_path: Path) -> None:
    """Written anew, with the other cassettes' words as they were."""
    path = tmp_path / "refused.yaml"
    for slug, wrote in (("b", "one"), ("a", "ü\n`two`"), ("b", "three")):
        keep(path, slug, [{"turn": 0, "step": 1, "wrote": wrote}])
    text = path.read_text(encoding="utf-8")
    assert text.startswith("#") and "ü" in text
    assert {slug: words[0]["wrote"] for slug, words in yaml.safe_load(text).items()} == {
        "a": "ü\n`two`",
        "b": "three",
    }


def test_committed_words_belong_to_refused_rows() -> None:
    """Every entry of `refused.yaml` is a row with status 500, and every such row of its cassette has one."""
    kept = yaml.safe_load(REFUSED.read_text(encoding="utf-8"))
    for slug, words in kept.items():
        rows = tape.load(ROOT / "cassettes" / f"{slug}.yaml").interactions
        refused = [(row.origin or {}) for row in rows if row.status == 500 and row.counted]
        assert [(each["turn"], each["step"]) for each in words] == [
            (place["turn"], place["step"]) for place in refused
        ], slug
    assert kept


@pytest.mark.parametrize(
    ("presentation", "right", "refused"),
    [pytest.param("eager", 14, 14, id="fenced"), pytest.param("named", 24, 40, id="by-name")],
)
def test_many_refused_calls_were_right(presentation: str, right: int, refused: int) -> None:
    """The 1.5B with twenty tools: what `docs/decisions/recording.md` says of the words behind status 500."""
    kept = yaml.safe_load(REFUSED.read_text(encoding="utf-8"))
    words = kept[f"deferral/tiered/{presentation}/local-qwen2.5-coder-1.5b/needs"]
    turns = load_cast("needs", ROOT / "fixtures").scenario.turns
    called = [re.search(r'"name": "(\w+)"', each["wrote"]) for each in words]
    matches = [
        found is not None and found[1] in (turns[each["turn"]].expect or ())
        for found, each in zip(called, words, strict=True)
    ]
    assert (sum(matches), len(matches)) == (right, refused)
