"""A profile: the agent that a session belongs to. Written by people as YAML in `fixtures/profiles/`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

Forbid = Mapping[str, str]
FORBID: Forbid = {"extra": "forbid"}
"""What pydantic reads at the door: a key that no field has is an error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """Who the agent works for."""

    __pydantic_config__: ClassVar[Forbid] = FORBID

    name: str
    language: str = "English"
    """The language that answers are written in."""
    time_zone: str = "UTC"
    priorities: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    """How the user wants to be talked to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """An agent: identity, user, platform, memory, world state, tools, workspace."""

    __pydantic_config__: ClassVar[Forbid] = FORBID

    name: str
    identity: str
    """Who the agent is, in its own words."""
    user: User
    platform: str = "terminal"
    """Where answers are shown (`terminal`, `email`, `signal` ...)."""
    style: str | None = None
    """How long and in what form answers should be."""
    tools: tuple[str, ...] = ()
    """Tool catalogues, by file name in `fixtures/tools/` without the suffix."""
    memory: tuple[str, ...] = ()
    """What the agent already remembers when a session starts."""
    world: Mapping[str, str] = field(default_factory=dict)
    """Known world state when a session starts: entity to facts."""
    project_file: str | None = None
    """Text of the workspace's project file, where there is a workspace."""
