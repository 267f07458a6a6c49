"""What the reference answers to invented inputs: equal, or different by a fault that has a number."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from agentbench import facts
from agentbench.builder import Coding, Environment, Given, Layout, Profile, TurnContext, User
from agentbench.builder.cache import Mark, cache_plan, marks
from agentbench.builder.context import (
    MEMORY_LIMIT,
    USER_LIMIT,
    entries,
    limit_characters,
    project_files,
    project_text,
    scan,
    shortened,
    snapshot,
)
from agentbench.builder.guidance import Guidance, guidance, read_gate
from agentbench.builder.hints import hint, overridden, read_overrides
from agentbench.builder.layout import Cache
from agentbench.builder.prompt import blocks
from tests.builder.contexts import MOMENT
from tests.builder.sessions import layout
from tests.builder.vectors.judge import Case, judge

WIRES = {
    "anthropic_messages": "anthropic_messages",
    "chat_completions": "openai_chat",
    "codex_responses": "openai_responses",
    "bedrock": "bedrock_converse",
}


def _layout(**changes: object) -> Layout:
    return Layout(name="l", sections=(), cache=Cache(**changes))  # type: ignore[arg-type]


def test_context_truncation(capsys: pytest.CaptureFixture[str]) -> None:
    """Limits by window, and how much of head and tail is kept; the note between is ours and is not compared."""

    def ours(case: Case) -> object:
        if case["kind"] == "cap":
            window = case["context_length"]
            return limit_characters(window if type(window) is int else None)
        text = "".join(chr(0x4E00 + n % 20_000) for n in range(case["length"]))
        cut = shortened(text, case["max_chars"], "f")
        if cut == text:
            return (False, None, None)
        head, _, rest = cut.partition("\n[")
        return (True, len(head), len(rest.partition("]")[2].removeprefix("\n")))

    def theirs(case: Case) -> object:
        if case["kind"] == "cap":
            return case["max_chars"]
        return (case["truncated"], case["head_kept"], case["tail_kept"])

    with capsys.disabled():
        judge("context_truncation", ours, theirs)


def test_context_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Which files speak for a folder, under which headings, and which marked words reach the prompt."""

    def ours(case: Case) -> object:
        folder = _workspace(tmp_path / str(case["id"]), case)
        files = project_files(folder)
        text = scan(project_text(files) or "")
        words = sorted({word for word in _words(case) if word in text.text})
        return (not files, [file.name for file in files], words, text.replaced)

    def theirs(case: Case) -> object:
        # their block holds an identity file too, where it was not shown as identity; ours never does
        empty = case["empty"] or (case["soul_included"] and not case["sections"])
        return (empty, case["sections"], case["markers_loaded"], case["blocked"])

    with capsys.disabled():
        judge("context_files", ours, theirs)


def _workspace(root: Path, case: Case) -> Path:
    folder = root / case["cwd"]
    folder.mkdir(parents=True)
    for name, text in case["files"].items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            path.mkdir()
        else:
            path.write_bytes(bytes.fromhex(text["hex"]) if isinstance(text, dict) else text.encode())
    if case["git_root"]:
        (root / case["git_root"] / ".git").mkdir(parents=True)
    return folder


def _words(case: Case) -> set[str]:
    texts = [text for text in case["files"].values() if isinstance(text, str)]
    return {word for text in texts for word in re.findall(r"MARK_\w+", text)}


def test_memory_snapshot(capsys: pytest.CaptureFixture[str]) -> None:
    """Entries, their use of the limit, and what a prompt shows of them."""

    def ours(case: Case) -> object:
        limits = case["limits"]
        memory = _store(case["memory_md"], limits.get("memory_char_limit", MEMORY_LIMIT))
        user = _store(case["user_md"], limits.get("user_char_limit", USER_LIMIT))
        return (memory, user, list(entries(case["memory_md"] or "")))

    def theirs(case: Case) -> object:
        return (_shown(case["memory"]), _shown(case["user"]), case["live_entries"])

    with capsys.disabled():
        judge("memory_snapshot", ours, theirs)


def _store(text: str | None, limit: int) -> tuple[str, str, int] | None:
    shown = snapshot(entries(text or ""), limit)
    return None if shown is None else (shown.usage, "\n§\n".join(shown.entries), shown.replaced)


def _shown(found: Case | None) -> tuple[str, str, int] | None:
    return None if found is None else (found["usage"], found["body"], found["blocked_entries"])


def test_model_guidance(capsys: pytest.CaptureFixture[str]) -> None:
    """Who is told to use tools, by model and gate."""

    def ours(case: Case) -> object:
        model = case["model"] or ""
        gate, _ = read_gate(tuple(case["gate"]) if case["gate_type"] == "tuple" else case["gate"])
        return guidance(facts.family(model), gate, tools=case["tools_loaded"], model=model)

    def theirs(case: Case) -> object:
        habits = [name for name in case["guidance"] if name != "enforcement"]
        return Guidance(
            enforce="enforcement" in case["guidance"],
            habits=habits[0] if len(habits) == 1 else tuple(habits) or None,  # type: ignore[arg-type]
        )

    with capsys.disabled():
        judge("model_guidance", ours, theirs)


def test_platform_hints(capsys: pytest.CaptureFixture[str]) -> None:
    """Built-in hints, and what overrides make of them."""

    def ours(case: Case) -> object:
        overrides = read_overrides(case["overrides"])
        if case["kind"] == "end_to_end":
            return hint(case["platform"], overrides, case["hints"]) or ""
        return overridden(case["default_hint"], overrides.by_platform.get(case["platform"]))

    with capsys.disabled():
        judge("platform_hints", ours, lambda case: case["result"])


def test_cache_policy(capsys: pytest.CaptureFixture[str]) -> None:
    """Who gets markers, and in which form."""

    def ours(case: Case) -> object:
        plan = cache_plan(_layout(), case["provider"], case["model"], wire=WIRES[case["api_mode"]])
        return (plan.style is not None, plan.style == "block")

    with capsys.disabled():
        judge("cache_policy", ours, lambda case: (case["cache"], case["native_layout"]))


def test_cache_markers(capsys: pytest.CaptureFixture[str]) -> None:
    """Which messages carry the markers, in both forms."""

    def ours(case: Case) -> object:
        ttl = case["ttl"] if case["ttl"] in ("5m", "1h") else "5m"
        provider, model = ("anthropic", "claude-x") if case["native"] else ("openrouter", "claude-x")
        plan = cache_plan(_layout(tools=False, ttl=ttl), provider, model)
        return [_written(mark) for mark in marks(case["messages"], plan)]

    with capsys.disabled():
        judge("cache_markers", ours, lambda case: case["marks"])


def _written(mark: Mark) -> list[object]:
    marker = {"type": "ephemeral"} | ({"ttl": "1h"} if mark.ttl == "1h" else {})
    return [mark.message, "message" if mark.part is None else f"part{mark.part}", marker]


BLOCKS = {
    "identity": "identity_default",
    "help_pointer": "help_pointer",
    "task_completion": "task_completion",
    "parallel_calls": "parallel_calls",
    "memory_use": "memory_guidance",
    "session_search_use": "session_search_guidance",
    "skill_upkeep": "skills_guidance",
    "task_board": "kanban",
    "steering_note": "steer_note",
    "computer_use": "computer_use",
    "tool_use": "enforcement",
    "family_habits": "habits",
    "skills_index": "skills_index",
    "model_identity": "model_identity_alibaba",
    "environment": "env_host",
    "coding": "coding_brief",
    "workspace_snapshot": "workspace_snapshot",
    "profile_note": "profile_hint",
    "platform_hint": "platform_hint",
    "caller_message": "system_message",
    "project_file": "context_files",
    "memory": "memory_block",
    "user_profile": "user_block",
    "external_memory": "external_memory",
    "clock": "date_line",
}
"""Our sections that have a block of theirs. Habits are one section; session, model and provider are one block."""


def test_prompt_blocks(capsys: pytest.CaptureFixture[str]) -> None:
    """Which blocks a prompt has, in which tier and order, in the layout that follows the reference."""

    def ours(case: Case) -> object:
        tiers: dict[str, list[str]] = {"stable": [], "context": [], "volatile": []}
        for block in blocks(_without(case), _agent(case)):
            name = "soul" if block.text == "SOUL" else BLOCKS.get(block.name)
            if block.name == "session_lines":
                tiers["volatile"] += [
                    f"{line.split(':')[0].lower()}_line" for line in block.text.splitlines()
                ]
            elif name == "platform_hint" and case["agent"]["platform"] != "chat":
                continue  # the reference was run with a table of hints that knows `chat` alone
            elif name:
                tiers[block.tier].append(name)
        return tiers

    def theirs(case: Case) -> object:
        habits = {"google": "habits", "openai": "habits"}
        return {tier: [habits.get(name, name) for name in names] for tier, names in case["order"].items()}

    with capsys.disabled():
        judge("prompt_blocks", ours, theirs)


def _agent(case: Case) -> TurnContext:
    """The same agent in our words."""
    agent = case["agent"]
    tools = set(agent.get("valid_tool_names", ["terminal"]))
    if agent.get("_kanban_worker_guidance", "") == "":
        # resolved to "no worker" when the agent was made: with us, such an agent is not shown the board
        tools.discard("kanban_show")
    loads_files = not agent.get("skip_context_files", True)
    store, provider = "_memory_store" in agent, agent.get("provider", "anthropic")
    profile = Profile(
        name="p",
        user=User(name="u"),
        identity="SOUL" if case["soul"] and (loads_files or "load_soul_identity" in agent) else None,
        help="h",
        note="n",
        caller_message=case["system_message"],
        platform=agent.get("platform", ""),
        environment=Environment(),
        coding=Coding(snapshot="s") if case["project_files"] else None,
        external_memory="x" if store and "_memory_manager" in agent else None,
    )
    moment = replace(
        MOMENT,
        memory=("m",) if store and agent["_memory_enabled"] else (),
        user_known=("u",) if store and agent["_user_profile_enabled"] else (),
        project_file="AGENTS" if loads_files and "AGENTS.md" in case["project_files"] else None,
    )
    model = agent.get("model", "claude-sonnet-4")
    return TurnContext(
        profile=profile,
        moment=moment,
        clock="date",
        family=facts.family(model) if model else None,
        tool_names=tuple(sorted(tools)),
        model=f"{provider}:{model}" if provider else model,
        given=Given(
            skills_index="i",
            hints=read_overrides({"chat": "A hint."}),
            session="s" if agent.get("pass_session_id") else None,
        ),
    )


def _without(case: Case) -> Layout:
    """The layout; flags that drop a block are sections that it leaves out."""
    flags = {"task_completion": "_task_completion_guidance", "parallel_calls": "_parallel_tool_call_guidance"}
    off = {section for section, flag in flags.items() if case["agent"].get(flag) is False}
    tiered = layout("tiered")
    return tiered.replace(sections=tuple(each for each in tiered.sections if each.section not in off))
