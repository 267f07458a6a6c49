"""A profile: the agent that a session belongs to. Written by people as YAML in `fixtures/profiles/`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from agentbench.builder.written import Written

Forbid = Mapping[str, str]
FORBID: Forbid = {"extra": "forbid"}
"""What pydantic reads at the door: a key that no field has is an error."""

Mode = Literal["plan", "execute", "pair"]
System = Literal["linux", "macos", "windows"]
Nudge = Literal["hand_off", "ask_user", "entity_cards", "mermaid", "math", "improve_skills"]


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """Who the agent works for."""

    __pydantic_config__: ClassVar[Forbid] = FORBID

    name: str
    language: str = "English"
    """The language that answers are written in."""
    time_zone: str = "UTC"
    address: str | None = None
    """Where the user lives or works."""
    priorities: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    """How the user wants to be talked to."""
    known: tuple[str, ...] = ()
    """What was learned about the user: the user profile, apart from what the agent remembers of its work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """The machine and the place that the agent's tools act on."""

    __pydantic_config__: ClassVar[Forbid] = FORBID

    system: System = "linux"
    home: str | None = None
    folder: str | None = None
    """The working directory."""
    backend: str | None = None
    """Where commands run when not on the user's own machine (`docker`, `ssh` ...)."""
    note: str | None = None
    """What whoever embeds the agent wants said about it."""
    toolchain: str | None = None
    """What is unusual about the installed tools, in one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Coding:
    """A workspace of source code."""

    __pydantic_config__: ClassVar[Forbid] = FORBID

    snapshot: str | None = None
    """State of the workspace when the session started: branch, changes, last commits, how to test."""
    instructions: str | None = None
    """What the operator wants of every coding session."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile(Written):
    """An agent: identity, user, platform, surface, memory, world state, tools, workspace."""

    __pydantic_config__: ClassVar[Forbid] = FORBID

    name: str
    user: User
    identity: str | None = None
    """Who the agent is, in its own words; None for the built-in words."""
    identity_file: str | None = None
    """File (from `fixtures/`) whose text takes the place of `identity`, where it can be read and is not blank."""
    persona: str | None = None
    """The agent's manner, as its user has set it."""
    delegated: bool = False
    """A sub-agent: built-in identity, no project file, no memory."""
    interactive: bool = True
    """Somebody reads along and can answer; False for a run by timer."""
    help: str | None = None
    """Where the product's own documentation is found."""
    caller_message: str | None = None
    """What the calling program adds to every prompt of the session."""
    note: str | None = None
    """Which of several set-ups of the product this one is."""
    platform: str = "terminal"
    """Where answers are shown (`terminal`, `email`, `signal` ...)."""
    surface: str | None = None
    """`standard`, `coding`, or the text of a surface of the user's own."""
    mode: Mode | None = None
    """How agent and user share the work when the session starts."""
    folder: str | None = None
    """Knowledge that all chats of the session's folder share."""
    style: str | None = None
    """How long and in what form answers should be."""
    nudges: tuple[Nudge, ...] = ()
    """Features that the agent should think of by itself."""
    workflows: Mapping[str, str] = field(default_factory=dict)
    """Saved workflows: name to what it does."""
    agents: Mapping[str, str] = field(default_factory=dict)
    """Sub-agents that work can be given to: name to what it is good at."""
    subscription: tuple[str, ...] = ()
    """Services that the user's subscription includes."""
    environment: Environment | None = None
    coding: Coding | None = None
    tools: tuple[str, ...] = ()
    """Tool catalogues, by file name in `fixtures/tools/` without the suffix."""
    skills: str | None = None
    """Folder of skills, from `fixtures/`; their index appears where a tool to load one is there."""
    memory: tuple[str, ...] = ()
    """What the agent already remembers when a session starts."""
    external_memory: str | None = None
    """What a memory service beside the agent's own knows, as it tells it at the session's start."""
    world: Mapping[str, str] = field(default_factory=dict)
    """Known world state when a session starts: entity to facts."""
    relations: tuple[str, ...] = ()
    """How entities of the world state belong together."""
    preferences: tuple[str, ...] = ()
    """Preferences and policies of the owner that bear on the world state."""
    project_file: str | None = None
    """Text of the workspace's project file, where there is a workspace."""
    workspace: str | None = None
    """Folder (from `fixtures/`) whose project file is read in place of `project_file`."""
