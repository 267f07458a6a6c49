"""Toolsets as data: named groups of tools that may include one another."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from agentbench.nearest import nearest

EVERYTHING = ("all", "*")
"""Names that stand for every toolset but the opt-in ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Toolset:
    """One named group."""

    tools: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()
    """Names of other toolsets."""
    preset: bool = False
    """A platform's bundle or a posture: disabling it leaves the core tools."""
    opt_in: bool = False
    """It is no part of `all`."""
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Toolsets:
    """All that is known about groups of tools."""

    defined: Mapping[str, Toolset]
    registered: Mapping[str, str] = field(default_factory=dict)
    """Toolset of each registered tool."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Other names, such as a server's raw name for `mcp-<server>`; a defined toolset of that name comes first."""
    core: frozenset[str] = frozenset()
    """Tools that disabling a preset does not remove."""

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that resolves, sorted."""
        return tuple(sorted({*self.defined, *self.registered.values(), *self.aliases, *EVERYTHING}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """Tools of some toolsets."""

    tools: tuple[str, ...]
    """Sorted, each once."""
    problems: tuple[str, ...] = ()
    """Names that are not known, each with the nearest one that is."""


def resolve(toolsets: Toolsets, names: Sequence[str]) -> Resolved:
    """The tools of some toolsets and of all that they include; cycles end, diamonds count once."""
    found: set[str] = set()
    seen: set[str] = set()
    problems: dict[str, None] = {}
    waiting = list(reversed(names))
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        if name in EVERYTHING:
            waiting += [
                other for other in toolsets.names if other not in EVERYTHING and not _opt_in(toolsets, other)
            ]
        elif name in toolsets.names:
            found |= _own(toolsets, name)
            waiting += reversed(toolsets.defined.get(name, Toolset()).includes)
        else:
            problems[_unknown(toolsets, name)] = None
    return Resolved(tools=tuple(sorted(found)), problems=tuple(problems))


def select(toolsets: Toolsets, enabled: Sequence[str] | None, disabled: Sequence[str] = ()) -> Resolved:
    """The registered tools of the enabled toolsets (None: of all but the opt-in ones) without the disabled ones.

    Disabling is last and wins. A disabled composite takes what it includes with it; a disabled preset only what is
    its own, or one step below it, and no core tool.
    """
    chosen = resolve(toolsets, ["all"] if enabled is None else enabled)
    taken: set[str] = set()
    problems = list(chosen.problems)
    for name in disabled:
        if name in toolsets.defined and toolsets.defined[name].preset:
            taken |= _below(toolsets, name) - toolsets.core
        else:
            gone = resolve(toolsets, [name])
            taken |= set(gone.tools)
            problems += gone.problems
    kept = [tool for tool in chosen.tools if tool in toolsets.registered and tool not in taken]
    return Resolved(tools=tuple(kept), problems=tuple(dict.fromkeys(problems)))


def _own(toolsets: Toolsets, name: str) -> set[str]:
    """The tools that stand in a toolset itself, and the registered ones that call it theirs."""
    actual = name if name in toolsets.defined else toolsets.aliases.get(name, name)
    defined = toolsets.defined.get(name, Toolset())
    return {*defined.tools, *(tool for tool, owner in toolsets.registered.items() if owner == actual)}


def _below(toolsets: Toolsets, name: str) -> set[str]:
    return _own(toolsets, name).union(*(_own(toolsets, other) for other in toolsets.defined[name].includes))


def _opt_in(toolsets: Toolsets, name: str) -> bool:
    actual = name if name in toolsets.defined else toolsets.aliases.get(name, name)
    return actual in toolsets.defined and toolsets.defined[actual].opt_in


def _unknown(toolsets: Toolsets, name: str) -> str:
    near = nearest(name, toolsets.names)
    return f"toolset {name!r} is not known; " + (
        f"did you mean {near!r}?" if near else "define it or remove it"
    )


def toolset(raw: Mapping[str, object], problems: list[str], name: str) -> Toolset:
    """A definition as people write it; what is not a list of names adds a problem and counts as empty.

    A single name in place of a list is taken as that one name (Hermes takes it letter by letter, and fails on null:
    faults 4 and 13).
    """
    if name in EVERYTHING:
        problems.append(f"toolset {name!r}: the name stands for all toolsets; rename it")
    return Toolset(
        tools=_listed(raw, "tools", problems, name),
        includes=_listed(raw, "includes", problems, name),
        preset=raw.get("preset") is True or raw.get("posture") is True,
        opt_in=raw.get("opt_in") is True,
        description=str(raw.get("description") or ""),
    )


def _listed(raw: Mapping[str, object], key: str, problems: list[str], name: str) -> tuple[str, ...]:
    value = raw.get(key, [])
    if isinstance(value, str):
        return (value,)
    if isinstance(value, Collection) and all(isinstance(item, str) for item in value):
        return tuple(str(item) for item in value)
    problems.append(f"toolset {name!r}: {key!r} must be a list of names, found {value!r}; write a list")
    return ()
