"""Overrides of platform hints, as people write them: in YAML, in `pyproject.toml`, as JSON in a variable.

Malformed or unknown input changes nothing and is reported once. Reading the environment is the caller's door.
"""

import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import yaml

_KEYS = ("replace", "append")


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """What becomes of one platform's hint: first replaced, then appended to."""

    replace: str | None = None
    append: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrides:
    """Overrides by platform, and what could not be understood."""

    by_platform: Mapping[str, Override] = field(default_factory=dict)
    """Keys as they were written; a platform is looked up lower-cased and stripped."""
    reports: tuple[str, ...] = ()
    """One line for each value that was left out."""


def read_overrides(found: object, where: str = "platform_hints") -> Overrides:
    """The overrides that a parsed configuration value means. Source: hermes.md 9.

    A string is appended; a mapping may hold `replace` and `append`; blank text is no text; None is no override.
    """
    if found is None:
        return Overrides()
    if not isinstance(found, Mapping):
        return Overrides(reports=(f"{where}: left out {found!r}; write a mapping from platform to text",))
    read: dict[str, Override] = {}
    reports: list[str] = []
    for platform, entry in found.items():
        place = f"{where}.{platform}"
        if not isinstance(platform, str):
            reports.append(f"{place}: left out; a platform is a word")
        elif isinstance(entry, str):
            read[platform] = Override(append=entry.strip() or None)
        elif isinstance(entry, Mapping):
            read[platform] = _mapping(entry, place, reports)
        elif entry is not None:
            reports.append(f"{place}: left out {entry!r}; write text, or a mapping with replace or append")
    return Overrides(by_platform=read, reports=tuple(dict.fromkeys(reports)))


def _mapping(entry: Mapping[object, object], place: str, reports: list[str]) -> Override:
    texts: dict[str, str | None] = {}
    for key, value in entry.items():
        if key not in _KEYS:
            reports.append(f"{place}: left out the unknown key {key!r}; there are replace and append")
        elif isinstance(value, str):
            texts[str(key)] = value.strip() or None
        elif value is not None:
            reports.append(f"{place}.{key}: left out {value!r}; write text")
    return Override(**texts)


def overrides_at_the_door(
    *, yaml_file: Path | None = None, pyproject: Path | None = None, variable: str | None = None
) -> Overrides:
    """The overrides of a YAML file, of `[tool.agentbench.platform_hints]` and of a variable's JSON text.

    A later source wins over an earlier one, platform by platform. Missing files are no overrides. The caller
    reads the variable, and shows `reports` once.
    """
    sources = (
        _source(yaml_file, lambda text: yaml.load(text, Loader=yaml.CSafeLoader)),
        _source(pyproject, _tool_table),
        _parsed(variable, json.loads, "the variable") if variable and variable.strip() else Overrides(),
    )
    merged: dict[str, Override] = {}
    for source in sources:
        merged.update(source.by_platform)
    reports = (report for source in sources for report in source.reports)
    return Overrides(by_platform=merged, reports=tuple(dict.fromkeys(reports)))


def _tool_table(text: str) -> object:
    tool = tomllib.loads(text).get("tool")
    ours = tool.get("agentbench") if isinstance(tool, Mapping) else None
    return ours.get("platform_hints") if isinstance(ours, Mapping) else None


def _source(path: Path | None, parse: Callable[[str], object]) -> Overrides:
    if path is None or not path.is_file():
        return Overrides()
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        return Overrides(reports=(f"{path.name}: left out, cannot be read: {' '.join(str(error).split())}",))
    return _parsed(text, parse, path.name)


def _parsed(text: str, parse: Callable[[str], object], where: str) -> Overrides:
    try:
        found = parse(text)
    except (ValueError, yaml.YAMLError, RecursionError) as error:
        return Overrides(reports=(f"{where}: left out, no readable text: {' '.join(str(error).split())}",))
    return read_overrides(found, where)
