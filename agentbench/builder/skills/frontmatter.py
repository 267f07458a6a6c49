"""The head of a skill file: YAML between two lines of three dashes, read so that nothing in it can do harm."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import yaml

from agentbench.builder.skills.plain import plain

try:
    from yaml import CSafeLoader as _Base
except ImportError:  # PyYAML without libyaml reads the same, ten times slower
    from yaml import SafeLoader as _Base  # type: ignore[assignment]

# a fence at the end of the file needs no newline behind it
_END = re.compile(r"\n---\s*(?:\n|\Z)")
# merge keys multiply: three references a level let a few levels stand for millions of entries
_MOST_REFERENCES = 16


class _Loader(_Base):
    """PyYAML's safe loader, with sets in the order in which they are written."""


# typeshed asks for the Python loader's method to be called on the C loader's class
_Loader.add_constructor("tag:yaml.org,2002:set", _Base.construct_yaml_map)  # type: ignore[type-var]


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontMatter:
    """What the head of a file says."""

    values: Mapping[object, object] = field(default_factory=dict)
    """Its keys; empty where there is no head."""
    problem: str | None = None
    """What is wrong with it, for a person; None where nothing is."""


def front_matter(text: str) -> FrontMatter:
    """The head of this file; never raises.

    Line ends may be of any kind and one byte order mark may come first. A head that is no YAML is read line by
    line as `key: text`, so that name and description survive an unquoted colon. Source: hermes.md 11.1.
    """
    text = text.removeprefix("\ufeff")
    if not text.startswith("---"):
        return FrontMatter()
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    end = _END.search(text, 3)
    if end is None:
        return FrontMatter(
            problem="the front matter has no closing line of three dashes, so none of it counts"
        )
    block = text[3 : end.start()]
    values = plain(block[1:]) if block.startswith("\n") else None
    return _whole_yaml(block) if values is None else FrontMatter(values=values)


def _whole_yaml(block: str) -> FrontMatter:
    try:
        values = load(block)
    except Exception as error:  # PyYAML's constructors raise KeyError, AttributeError, ... as well as its own
        what = str(error).partition("\n")[0]
        return FrontMatter(
            values=_by_line(block),
            problem=f"the front matter is no YAML ({what}); read line by line, nested keys are lost",
        )
    if isinstance(values, dict):
        return FrontMatter(values=values)
    problem = (
        None if values is None else f"the front matter is a {type(values).__name__}, not keys with values"
    )
    return FrontMatter(problem=problem)


def load(block: str) -> object:
    """The YAML value of this text. Raises whatever PyYAML raises, and `ValueError` for merge keys that multiply."""
    if "<<" in block and block.count("*") > _MOST_REFERENCES:
        raise ValueError(f"merge keys with more than {_MOST_REFERENCES} references")
    return yaml.load(block, Loader=_Loader)


def _by_line(block: str) -> dict[object, object]:
    pairs = (line.split(":", 1) for line in block.split("\n") if ":" in line)
    return {key.strip(): value.strip() for key, value in pairs}
