"""What holds for every layout, whatever happens in a session."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import timedelta
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentbench import facts
from agentbench.builder import (
    SECTIONS,
    Block,
    Coding,
    Environment,
    Event,
    Given,
    Moment,
    Placed,
    Scenario,
    TurnContext,
    TurnPrompt,
    User,
    plan,
    untold,
)
from agentbench.builder.gates import Decision
from agentbench.builder.hints import read_overrides
from agentbench.builder.prompt import blocks
from tests.builder.contexts import context
from tests.builder.sessions import (
    LAYOUTS,
    PROFILES,
    ROOT,
    SESSIONS,
    START,
    TOOLS,
    layout,
    profile,
    session,
    tier_of,
)

GIVEN = Given(
    model="openai-chat:gpt-5.2",
    window=400_000,
    skills_index="<skills>",
    deferred_names="mcp_a",
    gated=(Decision(tool="send", gate="tag", reason="not here"),),
    session="s-1",
)
MODELS = (
    "anthropic:claude-sonnet-4-6",
    "openai-chat:gpt-5.2",
    "openai:gpt-5.6",
    "google:gemini-3-pro-preview",
    "bedrock:us.anthropic.claude-sonnet-4-6",
)
THOROUGH = ("assistant", "developer", "scout")
"""Profiles that between them reach every section; of the others, fewer sessions are built."""
EVENT_OF = {
    "moment.project_file": "workspace",
    "family": "model_switch",
    "model": "model_switch",
    "window": "model_switch",
}
"""What a section that is not volatile may depend on, and the event that changes it."""


def built(name: str, scenario: Scenario, who: str = "developer", **changes: object) -> tuple[TurnPrompt, ...]:
    """The prompts of a session in a layout of the fixtures."""
    return plan(
        layout(name).replace(**changes),
        profile(who),
        scenario,
        family="gpt",
        tool_names=TOOLS,
        given=GIVEN,
    )


def held(prompt: TurnPrompt) -> tuple[Block, ...]:
    """The blocks of a prompt that are not volatile."""
    return tuple(block for block in prompt.system.blocks if block.tier != "volatile")


def breaking(name: str) -> set[str]:
    """Kinds of events that change what a layout's stable sections say, by what they depend on."""
    stable = [
        each.section for each in layout(name).sections if tier_of(layout(name), each.section) == "stable"
    ]
    return {EVENT_OF[on] for section in stable for on in SECTIONS[section].depends_on if on in EVENT_OF}


@settings(max_examples=500, deadline=None)
@given(
    name=st.sampled_from(LAYOUTS),
    scenario=SESSIONS,
    days=st.integers(-900, 900),
    clock=st.sampled_from(["none", "date", "minute", "second"]),
)
def test_stable_bytes_do_not_depend_on_what_happens(
    name: str, scenario: Scenario, days: int, clock: str
) -> None:
    """Clock, memory, world, modes, skills, servers: nothing of it moves a byte that is not volatile."""
    quiet = held(built(name, session(()))[0])
    free = breaking(name) | set(layout(name).rebuild)
    moved = replace(scenario, start=START + timedelta(days=days))
    for prompt in built(name, moved, clock=clock):
        if free & set(prompt.moment.events):
            break
        assert held(prompt) == quiet


@settings(max_examples=500, deadline=None)
@given(scenario=SESSIONS)
def test_frozen_tiers_survive_all_but_rebuild_events(scenario: Scenario) -> None:
    """A layout that freezes sends the very same system text again until one of its events, volatile blocks included."""
    rebuild = set(layout("tiered").rebuild)
    prompts = built("tiered", scenario)
    for before, after in pairwise(prompts):
        if not rebuild & set(after.moment.events):
            assert after.system == before.system


@settings(max_examples=500, deadline=None)
@given(name=st.sampled_from(LAYOUTS), scenario=SESSIONS)
def test_the_context_tier_is_fixed_for_the_session(name: str, scenario: Scenario) -> None:
    """Context blocks stay whatever happens, except at the rebuild events that the layout names."""
    rebuild = set(layout(name).rebuild)
    prompts = built(name, scenario)
    for before, after in pairwise(prompts):
        if not rebuild & set(after.moment.events):
            context_of = [[b for b in each.system.blocks if b.tier == "context"] for each in (before, after)]
            assert context_of[0] == context_of[1]


@settings(max_examples=500, deadline=None)
@given(name=st.sampled_from(LAYOUTS), scenario=SESSIONS, who=st.sampled_from(PROFILES))
def test_an_empty_section_leaves_no_trace(name: str, scenario: Scenario, who: str) -> None:
    """A layout without the sections that said nothing renders the same text; no text begins or ends with a blank."""
    prompts = built(name, scenario, who)
    spoke = {block.name for prompt in prompts for text in prompt.texts for block in text.blocks}
    spoke |= {block.name for prompt in prompts for block in prompt.in_force}
    fewer = tuple(each for each in layout(name).sections if each.section in spoke)
    assert built(name, scenario, who, sections=fewer) == prompts
    assert all(text.text == text.text.strip() for prompt in prompts for text in prompt.texts)


@settings(max_examples=500, deadline=None)
@given(
    travel=st.sampled_from(["inside", "second", "appended", "front"]),
    scenario=SESSIONS,
    section=st.sampled_from(sorted(SECTIONS)),
    at=st.integers(0, 60),
)
def test_a_volatile_section_never_changes_a_stable_byte(
    travel: str, scenario: Scenario, section: str, at: int
) -> None:
    """Whatever section is added as volatile, wherever, all other blocks say what they said."""
    plain = layout("split").replace(volatile=travel)
    without = tuple(each for each in plain.sections if each.section != section)
    added = (*without[:at], Placed(section=section, tier="volatile"), *without[at:])
    before = built("split", scenario, volatile=travel, sections=without)
    after = built("split", scenario, volatile=travel, sections=added)
    assert [held(prompt) for prompt in after] == [held(prompt) for prompt in before]


@settings(max_examples=500, deadline=None)
@given(name=st.sampled_from(LAYOUTS), scenario=SESSIONS)
def test_the_model_is_told_when_the_layout_promises(name: str, scenario: Scenario) -> None:
    """A layout that renders every turn tells everything with the next request; a frozen one at its events, and the
    turns before count as stale."""
    rebuild = set(layout(name).rebuild)
    prompts = built(name, scenario)
    shown = prompts[0].in_force
    for prompt, missing in zip(prompts, untold(prompts), strict=True):
        if "turn" in rebuild or rebuild & set(prompt.moment.events):
            shown = prompt.in_force
        assert missing == tuple(block.name for block in prompt.in_force if block not in shown)


def shuffled(mapping: Mapping[str, str], random: Random) -> dict[str, str]:
    """The same mapping in another order."""
    items = list(mapping.items())
    random.shuffle(items)
    return dict(items)


@settings(max_examples=500, deadline=None)
@given(
    name=st.sampled_from(LAYOUTS),
    world=st.dictionaries(st.text(max_size=4), st.text(max_size=4), max_size=5),
    random=st.randoms(use_true_random=False),
)
def test_the_order_of_dictionaries_does_not_matter(name: str, world: dict[str, str], random: Random) -> None:
    """The same world, workflows, agents, skills and tools in another order give the same bytes."""

    def prompts(shuffle: bool) -> tuple[TurnPrompt, ...]:
        def in_order(mapping: Mapping[str, str]) -> Mapping[str, str]:
            return shuffled(mapping, random) if shuffle else mapping

        who = replace(
            profile("developer"), world=in_order(world), workflows=in_order(world), agents=in_order(world)
        )
        events = (Event(kind="world", set=in_order({"a": "1", "b": "2", **world})),)
        tools = tuple(in_order(dict.fromkeys(TOOLS, "")))
        return plan(layout(name), who, session((), events), family="gpt", tool_names=tools, given=GIVEN)

    for one, other in zip(prompts(False), prompts(True), strict=True):
        assert [text.text for text in one.texts] == [text.text for text in other.texts]


CHANGED: Mapping[str, tuple[TurnContext, ...]] = {
    "profile.identity": (context(profile={"identity": "Other."}),),
    "profile.persona": (context(profile={"persona": "x"}),),
    "profile.user": (context(profile={"user": User(name="Bo")}),),
    "profile.delegated": (context(profile={"delegated": True}, moment={"memory": ("m",)}),),
    "profile.interactive": (context(profile={"interactive": False, "style": "x"}),),
    "profile.help": (context(profile={"help": "x"}),),
    "profile.caller_message": (context(profile={"caller_message": "x"}),),
    "profile.note": (context(profile={"note": "x"}),),
    "profile.platform": (context(profile={"platform": "sms", "coding": Coding()}),),
    "profile.surface": (context(profile={"surface": "x"}),),
    "profile.folder": (context(profile={"folder": "x"}),),
    "profile.style": (context(profile={"style": "x"}),),
    "profile.nudges": (context(profile={"nudges": ("math", "mermaid")}),),
    "profile.workflows": (context(profile={"workflows": {"a": "b"}}),),
    "profile.agents": (context(profile={"agents": {"a": "b"}}),),
    "profile.subscription": (context(profile={"subscription": ("a",)}),),
    "profile.environment": (context(profile={"environment": Environment(toolchain="t")}),),
    "profile.coding": (context(profile={"coding": Coding(snapshot="s", instructions="i")}),),
    "profile.external_memory": (context(profile={"external_memory": "x"}),),
    "profile.preferences": (context(profile={"preferences": ("x",)}, moment={"world": {"a": "b"}}),),
    "moment.now": (context(moment={"now": START}),),
    "moment.memory": (context(moment={"memory": ("x",)}),),
    "moment.world": (context(moment={"world": {"a": "b"}}),),
    "moment.directive": (context(moment={"directive": "x"}),),
    "moment.user_known": (context(moment={"user_known": ("x",)}),),
    "moment.relations": (context(moment={"relations": ("x",)}),),
    "moment.happenings": (context(moment={"happenings": ("x",)}),),
    "moment.goal": (context(moment={"goal": "x"}),),
    "moment.title_wanted": (context(moment={"title_wanted": True}),),
    "moment.redirected": (context(moment={"redirected": True}),),
    "moment.side_query": (context(moment={"side_query": "x"}),),
    "moment.mode": (context(moment={"mode": "plan"}),),
    "moment.project_file": (context(moment={"project_file": "x"}),),
    "moment.new_skills": (context(moment={"new_skills": {"a": "b"}}),),
    "moment.toolsets_lost": (context(moment={"toolsets_lost": ("a",)}),),
    "moment.summary": (context(moment={"summary": "x"}),),
    "clock": (context(clock="second"), context(clock="none")),
    "family": (context(family="gpt"), context(family="gemini")),
    "tools": (context(tool_names=()), context(tool_names=TOOLS)),
    "gate": (context(gate="on"),),
    "model": (context(model="alibaba:qwen3-max"),),
    "window": (context(window=1_000_000),),
    "given.skills_index": (context(given={"skills_index": "x"}),),
    "given.deferred_names": (context(given={"deferred_names": "x"}),),
    "given.gated": (context(given={"gated": (Decision(tool="a", gate="tag", reason="c"),)}),),
    "given.hints": (context(given={"hints": read_overrides({"terminal": "x"})}),),
    "given.session": (context(given={"session": "x"}),),
}
"""For each thing that a section may depend on, contexts in which it is another than in the bare one."""


@pytest.mark.parametrize("on", sorted(CHANGED))
@pytest.mark.parametrize("name", LAYOUTS)
def test_perturbing_one_thing_changes_only_what_depends_on_it(name: str, on: str) -> None:
    """Blocks that differ name the thing among what they depend on; every other block keeps its bytes."""
    extra = {
        "profile.delegated": "moment.memory",
        "profile.interactive": "profile.style",
        "profile.platform": "profile.coding",
    }
    before = {block.name: block.text for block in blocks(layout(name), context())}
    for where in CHANGED[on]:
        after = {block.name: block.text for block in blocks(layout(name), where)}
        for section in {name for name in {*before, *after} if before.get(name) != after.get(name)}:
            depends = SECTIONS[section].depends_on
            assert on in depends or extra.get(on) in depends or on == "profile.preferences"


def test_the_table_of_perturbations_is_complete() -> None:
    """Everything that some section depends on is perturbed, and every field of a moment that matters."""
    named = {on for section in SECTIONS.values() for on in section.depends_on}
    assert named <= {*CHANGED, "built"}
    skipped = {"turn", "model", "events", "toolsets_reordered"}
    assert {f"moment.{field.name}" for field in fields(Moment) if field.name not in skipped} <= set(CHANGED)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("who", PROFILES)
@pytest.mark.parametrize("name", LAYOUTS)
def test_one_stable_prefix_in_a_thousand_builds(name: str, who: str, model: str) -> None:
    """A thousand prompts over random events, each session started anew: one SHA-256 (fifty for the other profiles)."""
    random = Random(5)
    card = facts.card(model)
    given_here = replace(GIVEN, model=model, window=card.window)
    kinds = (
        "memory",
        "world",
        "directive",
        "goal",
        "midnight",
        "idle",
        "skill",
        "toolset_lost",
        "toolset_back",
        "toolset_reordered",
        "sub_agent",
    )
    hashes = set()
    for _ in range(100 if who in THOROUGH else 5):
        events = [(_event(random.choice(kinds), random),) for _ in range(10)]
        prompts = plan(
            layout(name),
            profile(who),
            session(*events, start=START + timedelta(days=random.randrange(999))),
            family=card.family,
            tool_names=TOOLS,
            given=given_here,
        )
        hashes |= {_sha(prompt) for prompt in prompts}
    assert len(hashes) == 1


def _event(kind: str, random: Random) -> Event:
    text = str(random.random())
    return Event(kind=kind, text=text, name="mail", seconds=random.randrange(9999), set={"a": text})  # type: ignore[arg-type]


def _sha(prompt: TurnPrompt) -> str:
    return hashlib.sha256(repr(held(prompt)).encode()).hexdigest()


PRINT = """
from tests.builder.test_properties import LAYOUTS, PROFILES, _sha, built
from tests.builder.sessions import session
for name in LAYOUTS:
    for who in PROFILES:
        print(name, who, _sha(built(name, session((), ()), who)[1]))
"""


def test_stable_bytes_do_not_depend_on_process_seed_or_locale() -> None:
    """Two processes under other hash seeds, locales and time zones print the same hashes."""
    texts = [
        subprocess.run(
            [sys.executable, "-c", PRINT],
            env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale, "TZ": zone},
            cwd=ROOT.parent,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, locale, zone in (("0", "C.UTF-8", "UTC"), ("77", "de_DE.UTF-8", "Asia/Tokyo"))
    ]
    assert texts[0] == texts[1]
    assert len(texts[0].splitlines()) == len(LAYOUTS) * len(PROFILES)


@pytest.mark.parametrize("who", PROFILES)
@pytest.mark.parametrize("name", LAYOUTS)
def test_every_byte_has_an_owner(name: str, who: str) -> None:
    """In every layout and profile, each character belongs to one block or to the separator between two."""
    for prompt in built(name, session((), (Event(kind="memory", text="m"),)), who):
        for text in prompt.texts:
            at = 0
            for span in text.spans:
                assert text.text[at : span.start] == ("" if at == 0 else "\n\n")
                at = span.end
            assert at == len(text.text)
