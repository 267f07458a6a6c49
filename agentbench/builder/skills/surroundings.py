"""What is there in a turn: the loaded tools, the operating system, the kind of host, what was switched off."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from agentbench.builder.skills.conditions import Conditions, Hidden, Outcome, Unmet, visibility
from agentbench.builder.skills.values import names_in
from agentbench.builder.tools import Tool

# what front matter calls an operating system -> what `sys.platform` calls it
_SYSTEMS = {"macos": "darwin", "windows": "win32"}
_TERMUX = frozenset({"linux", "termux", "android"})
# a tag outside this set is one that we cannot test for: it hides nothing
_ENVIRONMENTS = frozenset({"kanban", "docker", "s6"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """Everything besides the skills themselves that decides which of them are shown."""

    tools: frozenset[str] | None = None
    """Names of the loaded tools, deferred ones included; None when nothing is known about them."""
    toolsets: frozenset[str] | None = None
    """Names of the toolsets of those tools."""
    system: str = "linux"
    """Operating system as `sys.platform` spells it."""
    termux: bool = False
    """Whether this is Termux, which answers to `linux`, `termux` and `android`."""
    environments: frozenset[str] = frozenset()
    """Which of `docker`, `kanban` and `s6` hold here."""
    disabled: frozenset[str] = frozenset()
    """Skills switched off, by name or by the name of their directory."""

    @classmethod
    def of(
        cls,
        tools: Iterable[Tool],
        *,
        system: str = "linux",
        termux: bool = False,
        environments: Collection[str] = (),
        disabled: Collection[str] = (),
    ) -> "Surroundings":
        """The surroundings made by these loaded tools; a deferred tool is still available, so pass those too."""
        loaded = tuple(tools)
        return cls(
            tools=frozenset(tool.name for tool in loaded),
            toolsets=frozenset(tool.toolset for tool in loaded),
            system=system,
            termux=termux,
            environments=frozenset(environments),
            disabled=frozenset(disabled),
        )


def conditions_met(conditions: Conditions, here: Surroundings) -> Outcome:
    """Whether tools, platform and environment together let a skill be shown, with all that does not."""
    outcome = visibility(conditions, here.tools, here.toolsets)
    unmet = list(outcome.unmet) if isinstance(outcome, Hidden) else []
    if conditions.platforms and not any(_is_system(name, here) for name in conditions.platforms):
        unmet.append(Unmet(kind="platforms", name=", ".join(conditions.platforms)))
    if conditions.environments and not any(_is_environment(name, here) for name in conditions.environments):
        unmet.append(Unmet(kind="environments", name=", ".join(conditions.environments)))
    return Hidden(unmet=tuple(unmet)) if unmet else outcome


def _is_system(name: str, here: Surroundings) -> bool:
    """A name matches by its start (`win` is `win32`), so the empty name matches all. Source: hermes.md 11.4."""
    return here.system.startswith(_SYSTEMS.get(name, name)) or (here.termux and name in _TERMUX)


def _is_environment(name: str, here: Surroundings) -> bool:
    """An unknown tag is true, because nothing here can disprove it; a blank one is no tag. Source: as above."""
    return bool(name) and (name in here.environments or name not in _ENVIRONMENTS)


def disabled_skills(settings: object, platform: str | None = None) -> frozenset[str]:
    """The switched-off names in the `skills` part of an agent's settings, whatever shape it has.

    `disabled` and `platform_disabled.<platform>` add up; each may be a list or one name. Source: hermes.md 11.5.
    """
    if not isinstance(settings, Mapping):
        return frozenset()
    by_platform = settings.get("platform_disabled")
    here = by_platform.get(platform) if isinstance(by_platform, Mapping) else None
    names = names_in(settings.get("disabled")) + names_in(here)
    return frozenset(name.strip() for name in names)
