"""What a project sets in its pyproject.toml: `[tool.agentbench.gate]`, how much worse still passes."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from pydantic import TypeAdapter

from agentbench.errors import BadInput
from agentbench.measure.gate import Tolerances
from agentbench.nearest import nearest


def tolerances(start: Path) -> Tolerances:
    """The tolerances of the nearest pyproject.toml in `start` or above it; the built-in ones where it sets none.

    Raises:
        BadInput: the file is no TOML, or a key or value is wrong; names every problem.
    """
    here = start.resolve()
    file = next(
        (at / "pyproject.toml" for at in (here, *here.parents) if (at / "pyproject.toml").is_file()), None
    )
    found = _gate(file) if file else {}
    known = Tolerances.__dataclass_fields__
    problems = [_unknown(key) for key in found if key not in known]
    problems += [
        f"{key} must be a {_kind(key)} of 0 or more, found {found[key]!r}"
        for key in known
        if _wrong(found, key)
    ]
    if problems:
        raise BadInput(f"asked for [tool.agentbench.gate] in {str(file)!r}, found: {'; '.join(problems)}")
    return TypeAdapter(Tolerances).validate_python(found)


def _gate(file: Path) -> Mapping[str, object]:
    try:
        document = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise BadInput(f"asked for [tool.agentbench.gate] in {str(file)!r}, found no TOML: {error}") from None
    table: object = document
    for key in ("tool", "agentbench", "gate"):
        table = table.get(key, {}) if isinstance(table, dict) else {}
    return table if isinstance(table, dict) else {}


def _unknown(key: str) -> str:
    near = nearest(key, Tolerances.__dataclass_fields__)
    hint = (
        f", did you mean {near!r}?" if near else f", there are {', '.join(Tolerances.__dataclass_fields__)}"
    )
    return f"unknown key {key!r}{hint}"


def _kind(key: str) -> str:
    return "whole number" if key == "stale_turns" else "number"


def _wrong(found: Mapping[str, object], key: str) -> bool:
    if key not in found:
        return False
    value, whole = found[key], key == "stale_turns"
    number = isinstance(value, int if whole else int | float) and not isinstance(value, bool)
    return not number or not 0 <= value < float("inf")  # type: ignore[operator]
