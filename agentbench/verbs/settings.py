"""What a project sets in its pyproject.toml: `[tool.agentbench.gate]`, how much worse still passes."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pydantic import TypeAdapter

from agentbench.errors import BadInput
from agentbench.measure.gate import Tolerance, Tolerances
from agentbench.measure.gate.tolerances import WHOLE
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
    problems = [problem for key, value in found.items() for problem in _problems(key, value)]
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


def _problems(key: str, value: object) -> Iterator[str]:
    """What is wrong with one line of the table."""
    if key not in Tolerances.__dataclass_fields__:
        yield _unknown(key, Tolerances.__dataclass_fields__)
    elif not isinstance(value, dict):
        yield from _number(key, value, whole=key in WHOLE)
    else:
        for part, amount in value.items():
            if part not in Tolerance.__dataclass_fields__:
                yield f"in {key}: {_unknown(part, Tolerance.__dataclass_fields__)}"
            else:
                yield from _number(f"{key}.{part}", amount, whole=key in WHOLE and part == "absolute")


def _unknown(key: str, known: Iterable[str]) -> str:
    near = nearest(key, known)
    return f"unknown key {key!r}, " + (f"did you mean {near!r}?" if near else f"there are {', '.join(known)}")


def _number(name: str, value: object, *, whole: bool) -> Iterator[str]:
    number = isinstance(value, int if whole else int | float) and not isinstance(value, bool)
    if not number or not 0 <= value < float("inf"):  # type: ignore[operator]
        yield f"{name} must be a {'whole number' if whole else 'number'} of 0 or more, found {value!r}"
