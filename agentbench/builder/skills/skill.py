"""A skill as the index sees it, and how it is read from its file."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

from agentbench.builder.skills.conditions import Conditions
from agentbench.builder.skills.frontmatter import front_matter
from agentbench.builder.skills.values import items_in, names_in, one_line, sentence, text_of
from agentbench.errors import BadInput

_ALWAYS = Conditions()
_GENERAL = "general"
_NAMES = ("requires_tools", "requires_toolsets", "fallback_for_tools", "fallback_for_toolsets")
_ITEMS = ("platforms", "environments")
T = TypeVar("T")


class Skill(NamedTuple):
    """One skill.

    A named tuple and not a dataclass: thousands are made from a snapshot in each turn, and this takes a fifth
    of the time.
    """

    category: str
    """Where its directory lies, `a/b`; `general` at the top."""
    name: str
    """What the model calls it; one line."""
    root: int
    """0 in the local directory, 1 and up in the external ones, in their order."""
    path: str
    """Its file, relative to that directory, with `/`."""
    description: str | None
    """One line, whole; None where there is none."""
    when_to_use: str | None
    """One line; None where there is none."""
    conditions: Conditions
    """What must hold for it to be shown."""
    problem: str | None = None
    """What in its file could not be used, for a person."""
    unreadable: bool = False
    """Whether the file could not be read at all; then it is never shown."""

    @property
    def directory(self) -> str:
        """The name of its own directory; empty at the top."""
        return self.path.rpartition("/")[0].rpartition("/")[2]


def parse(text: str, path: str, *, root: int = 0, top: str = "skills") -> Skill:
    """The skill in this file at `path` (`cat/name/SKILL.md`); never raises, whatever the text is.

    What cannot be used degrades this one skill: the name becomes that of its directory (`top` where the file
    lies at the top), a description is dropped, and `problem` says why. Source: hermes.md 11.2.
    """
    head = front_matter(text)
    values, problems = head.values, [head.problem] if head.problem else []
    directory = path.rpartition("/")[0].rpartition("/")[2] or top
    # a key without a value is the name "None", as in Hermes; a blank name is none
    name = _read(_name, values, "name", problems) or ""
    return Skill(
        category_of(path),
        name if name.strip() else one_line(directory),
        root,
        path,
        _read(sentence, values, "description", problems),
        _read(sentence, values, "when_to_use", problems),
        _conditions(values, problems),
        "; ".join(problems) or None,
    )


def unusable(path: str, problem: str, *, root: int = 0, top: str = "skills", unreadable: bool) -> Skill:
    """A skill of whose file nothing is known: its directory's name and the problem."""
    skill = parse("", path, root=root, top=top)
    return skill._replace(problem=problem, unreadable=unreadable)


def category_of(path: str) -> str:
    """`a/b` for `a/b/c/SKILL.md`, `a` for `a/b/SKILL.md` and for `a/SKILL.md`, else `general`."""
    own = path.rpartition("/")[0]
    above = own.rpartition("/")[0]
    return one_line(above or own) or _GENERAL


def category_at(path: str) -> str:
    """The category that a `DESCRIPTION.md` at this path speaks of: the directory it lies in."""
    return one_line(path.rpartition("/")[0]) or _GENERAL


def category_text(text: str) -> str | None:
    """What a `DESCRIPTION.md` says about its category, on one line; never raises."""
    try:
        return sentence(front_matter(text).values.get("description"))
    except BadInput:
        return None


def _conditions(values: Mapping[object, object], problems: list[str]) -> Conditions:
    """Only `metadata.hermes` holds conditions on tools; of any other shape it holds none."""
    metadata = values.get("metadata")
    own = metadata.get("hermes") if isinstance(metadata, Mapping) else None
    named = own if isinstance(own, Mapping) else {}
    asked = {key: _read(names_in, named, key, problems) for key in _NAMES if key in named}
    asked |= {key: _read(items_in, values, key, problems) for key in _ITEMS if key in values}
    return Conditions(**{key: names for key, names in asked.items() if names}) if asked else _ALWAYS


def _read(
    read: Callable[[object], T], values: Mapping[object, object], key: str, problems: list[str]
) -> T | None:
    """What this key gives; None where it is absent, and with a problem more where it is too large to look at."""
    if key not in values:
        return None
    try:
        return read(values[key])
    except BadInput as error:
        problems.append(f"{key!r} is ignored: {error}")
        return None


def _name(value: object) -> str:
    return one_line(text_of(value))
