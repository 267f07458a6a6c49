"""`ab.build`: what one turn shows to the model, and why not the rest."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

import agentbench as ab
from agentbench.builder import Event, Step, Turn
from agentbench.builder.gates import RunFacts
from agentbench.errors import BadInput
from agentbench.verbs.build import Built

MODELS = {
    "anthropic:claude-sonnet-4-6": "anthropic_messages",
    "bedrock:us.anthropic.claude-sonnet-4-5-20250929-v1:0": "bedrock_converse",
    "deepseek:deepseek-chat": "openai_chat",
    "google:gemini-2.5-pro": "gemini_generate",
    "openai:gpt-5.2": "openai_responses",
    "openai-chat:gpt-5.2": "openai_chat",
    "openrouter:anthropic/claude-sonnet-4.6": "openai_chat",
}


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names are looked up around the working directory."""
    monkeypatch.chdir(Path(__file__).resolve().parents[2])


@pytest.fixture
def built() -> Built:
    """One turn that says hello."""
    return ab.build("assistant")


@pytest.mark.parametrize("model", MODELS)
def test_every_wire_is_built_and_accounted_for(model: str) -> None:
    """Tools by name in the order of the array; blocks lie in their segments without overlap, system text included."""
    built = ab.build("assistant", model=model)
    assert built.exchange.request and built.exchange.request.wire == MODELS[model]
    spans = built.spans
    named = spans[spans["block"].str.startswith("tool:")]["block"].tolist()
    assert named == [f"tool:{tool.name}" for tool in built.tools]
    assert {"identity", "user_context"} <= set(spans["block"])
    for _, owned in spans.groupby("segment"):
        assert (owned["start"].to_numpy()[1:] >= owned["end"].to_numpy()[:-1]).all()
    assert (spans["bytes"] == spans["end"] - spans["start"]).all() and (spans["tokens"] > 0).all()


@pytest.mark.parametrize("presentation", ["bridge", "named"])
def test_a_bridge_keeps_deferrable_tools_out_of_the_array(presentation: str) -> None:
    """What the array lacks is deferred, and the decisions say so; nothing is lost."""
    eager = ab.build("assistant")
    late = ab.build("assistant", presentation=presentation)  # type: ignore[arg-type]
    outcomes = late.decisions.frame.set_index("name")["outcome"]
    deferred = {tool.name for tool in late.decisions.deferred}
    shown = {tool.name for tool in late.tools}
    assert not deferred & shown
    assert {tool.name for tool in eager.tools} <= deferred | shown
    assert set(outcomes[outcomes == "deferred"].index) == deferred


def test_every_unmet_condition_of_a_hidden_skill_is_told(tmp_path: Path) -> None:
    """Two requirements and a platform hide it: three rows, each with its condition in words."""
    skill = tmp_path / "home" / "lights"
    skill.mkdir(parents=True)
    (skill / "SKILL.md").write_text(
        "---\nname: lights\ndescription: d\nplatforms: [windows]\nmetadata:\n  hermes:\n"
        "    requires_tools: [set_lights, read_file]\n    requires_toolsets: [home]\n---\n"
    )
    found = ab.build("assistant", skills=tmp_path).decisions
    rows = found.frame[found.frame["kind"] == "skill"]
    assert set(rows["outcome"]) == {"hidden"}
    assert sorted(rows["because"]) == ["platforms", "requires_tools", "requires_toolsets"]
    assert any("'set_lights', which is not loaded" in text for text in rows["detail"])
    assert any("'set_lights' in requires_tools, which does not exist" in remark for remark in found.remarks)


def test_a_removed_tool_is_gone_from_the_request_with_its_gate_and_reason(built: Built) -> None:
    """Denied by toolset, and by a capability that is not there: neither reaches the wire."""
    denied = ab.build("assistant", run=RunFacts(denied=frozenset({"files"}), provider_tier=9))
    rows = denied.decisions.frame[denied.decisions.frame["outcome"] == "removed"]
    assert set(rows["name"]) == {"read_file", "write_file"} and set(rows["because"]) == {"denied"}
    assert b"write_file" in built.request and b'"write_file"' not in denied.request
    assert {tool.name for tool in built.tools} - {tool.name for tool in denied.tools} == set(rows["name"])


def test_a_toolset_whose_server_went_away_is_dropped_at_that_turn() -> None:
    """Before the event its tools are there; after it they are gone from the array, with the reason."""
    say = (Step(say="Yes."),)
    turns = (
        Turn(user="Hello.", steps=say),
        Turn(user="And now?", steps=say, events=(Event(kind="toolset_lost", name="files"),)),
    )
    start = datetime(2026, 3, 3, 9, tzinfo=UTC)
    session = ab.Scenario(name="s", description="d", start=start, turns=turns)
    before, after = (ab.build("assistant", scenario=session, turn=turn) for turn in (0, 1))
    lost = {tool.name for tool in before.tools} - {tool.name for tool in after.tools}
    rows = after.decisions.frame
    assert lost == {"read_file", "write_file"}
    assert set(rows[rows["because"] == "dropped"]["name"]) == lost
    assert not (before.decisions.frame["outcome"] == "removed").any()


def test_it_shows_itself(built: Built) -> None:
    """Each block with tier, bytes and tokens, as text and as HTML that needs no script and nothing from elsewhere."""
    text, html = repr(built), built._repr_html_()
    for block in ("tool:calendar", "identity", "user_context"):
        assert block in text and block in html
    size = built.spans.set_index("block").loc["identity"]
    assert f"{size['bytes']:,} bytes" in html and f"{size['tokens']:,} tokens" in html
    assert "stable" in text and "stable" in html
    assert "<script" not in html and "http" not in html.replace("https://", "").split("<pre")[0]
    assert len(text.splitlines()) == len(built.spans) + 1


def test_a_folder_of_skills_that_is_not_there_is_said() -> None:
    """Bad input, in one line."""
    with pytest.raises(BadInput, match="no such folder"):
        ab.build("assistant", skills="nowhere")
