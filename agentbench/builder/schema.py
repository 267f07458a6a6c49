"""JSON Schemas of the files that people write, for editors and for other programs."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

from pydantic import TypeAdapter

from agentbench.builder.bench import BenchFile
from agentbench.builder.block import Tier
from agentbench.builder.layout import Layout
from agentbench.builder.profile import Profile
from agentbench.builder.scenario import Scenario
from agentbench.builder.sections import SECTIONS

_KINDS: Mapping[str, type] = {
    "bench": BenchFile,
    "layout": Layout,
    "profile": Profile,
    "scenario": Scenario,
}
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> Mapping[str, Mapping[str, object]]:
    """The schema of each kind of file, by kind. An unknown key is an error in all of them."""
    return {kind: _LOOSER.get(kind, _same)(_plain(kind, value)) for kind, value in _KINDS.items()}


def write_schemas(folder: Path) -> tuple[Path, ...]:
    """Write `<kind>.json` for each kind into a folder; the files that were written."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for kind, text in schema_texts().items():
        path = folder / f"{kind}.json"
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return tuple(written)


def schema_texts() -> Mapping[str, str]:
    """What the files in `fixtures/schema/` hold, by kind."""
    return {kind: json.dumps(schema, indent=2, sort_keys=True) + "\n" for kind, schema in schemas().items()}


def _plain(kind: str, value: type) -> dict[str, object]:
    found = TypeAdapter(value).json_schema()
    return {"$schema": _DIALECT, **found, "title": kind}


def _layout(schema: dict[str, object]) -> dict[str, object]:
    """With what a layout file may write in short: sections by name or `name: tier`, the gate as YAML's on and off."""
    properties = schema["properties"]
    assert isinstance(properties, dict)
    name = {"enum": list(SECTIONS)}
    tier = {"enum": list(get_args(Tier))}
    placed = {
        "type": "object",
        "properties": dict.fromkeys(SECTIONS, tier),
        "additionalProperties": False,
        "minProperties": 1,
        "maxProperties": 1,
    }
    forms = {"anyOf": [name, placed, {"$ref": "#/$defs/Placed"}]}
    words = {"type": "array", "items": {"type": "string"}}
    gate = {"anyOf": [{"enum": ["auto", "on", "off", True, False]}, words], "default": "auto"}
    changed = {**properties, "sections": {"type": "array", "items": forms}, "guidance": gate}
    return {**schema, "properties": changed}


def _same(schema: dict[str, object]) -> dict[str, object]:
    return schema


_LOOSER = {"layout": _layout}
