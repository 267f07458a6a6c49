"""Labelled queries: what was asked, and which tools would have been right.

A data set is a folder with `tools.jsonl` and `queries.jsonl`. A *slot* is one needed tool: the named one or any that
`equiv` accepts in its place.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from agentbench.builder.tools import Tool, load_catalogue
from agentbench.errors import BadInput


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One labelled query."""

    id: str
    text: str
    slots: tuple[frozenset[str], ...]
    """For each needed tool the names that are right."""
    gold: tuple[str, ...]
    """The named tool of each slot."""
    main: int | None
    """Which slot is the tool that the user asks for, where the others are what it depends on."""
    kind: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A catalogue and queries over it."""

    name: str
    tools: tuple[Tool, ...]
    queries: tuple[Query, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfitting:
    """One query that none of its own few tools fits."""

    text: str
    tools: tuple[Tool, ...]


def load_labelled(folder: Path) -> Labelled:
    """The data set of one folder.

    Raises:
        BadInput: a file is missing or faulty, or a query needs a tool that the catalogue lacks; told together.
    """
    tools = load_catalogue(folder / "tools.jsonl")
    known = {tool.name for tool in tools}
    queries = tuple(_query(entry) for entry in _lines(folder / "queries.jsonl"))
    if not any(query.slots for query in queries):
        raise BadInput(
            f"data set {str(folder)!r}: none of {len(queries)} queries needs a tool (`gold`); label some"
        )
    strange = sorted({name for query in queries for name in query.gold if name not in known})
    if strange:
        raise BadInput(
            f"data set {str(folder)!r}: queries need {len(strange)} tools that its catalogue lacks, "
            f"first {strange[0]!r}; add them to tools.jsonl or drop the queries"
        )
    return Labelled(name=folder.resolve().name, tools=tools, queries=queries)


def load_unfitting(folder: Path) -> tuple[Unfitting, ...]:
    """Queries with tool lists of their own, none of which fits (`queries.jsonl` with `tools` in each line)."""
    return tuple(
        Unfitting(text=str(entry["query"]), tools=tuple(_own_tools(entry)))
        for entry in _lines(folder / "queries.jsonl")
    )


def _own_tools(entry: Mapping[str, object]) -> list[Tool]:
    listed = entry.get("tools")
    unique = {tool["name"]: tool for tool in listed} if isinstance(listed, list) else {}
    return [
        Tool(name=tool["name"], description=tool.get("description") or "", parameters=tool["parameters"])
        for tool in unique.values()
    ]


def _query(entry: Mapping[str, object]) -> Query:
    gold = _names(entry.get("gold"))
    equal = entry.get("equiv")
    accepted = {str(k): _names(v) for k, v in equal.items()} if isinstance(equal, dict) else {}
    main = entry.get("main")
    return Query(
        id=str(entry.get("id", "")),
        text=str(entry["query"]),
        slots=tuple(frozenset((name, *accepted.get(name, ()))) for name in gold),
        gold=gold,
        main=gold.index(str(main)) if main in gold else None,
        kind=str(entry["kind"]) if "kind" in entry else None,
    )


def _names(listed: object) -> tuple[str, ...]:
    return tuple(str(name) for name in listed) if isinstance(listed, list) else ()


def _lines(path: Path) -> list[Mapping[str, object]]:
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(
            f"data set {str(path)!r}: cannot be read ({error}); give a folder of labelled queries"
        ) from error
    entries: list[Mapping[str, object]] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
            entry["query"]
        except (ValueError, TypeError, KeyError) as error:
            raise BadInput(
                f"data set {str(path)!r}: line {number} is no query ({error!r}); correct it"
            ) from error
        entries.append(entry)
    return entries
