"""Arguments are checked before a tool's body runs; what is wrong becomes a message that asks for another try."""

import math
from collections.abc import Iterator, Mapping

from agentbench.builder.tools.tool import Tool


def argument_problem(tool: Tool, arguments: Mapping[str, object]) -> str | None:
    """Why these arguments cannot be used, in one line; None where they can.

    A number must be finite (JSON readers let NaN and Infinity pass) and within the schema's `minimum` and `maximum`;
    required arguments must be there.
    """
    problems = [*_missing(tool, arguments)]
    properties = tool.parameters.get("properties")
    schemas: Mapping[str, object] = properties if isinstance(properties, Mapping) else {}
    for name, value in arguments.items():
        schema = schemas.get(name)
        problems += _wrong(name, value, schema if isinstance(schema, Mapping) else {})
    return (
        f"{tool.name!r} was not run: {'; '.join(problems)}; correct this and try again" if problems else None
    )


def _missing(tool: Tool, arguments: Mapping[str, object]) -> Iterator[str]:
    required = tool.parameters.get("required")
    for name in required if isinstance(required, list) else ():
        if name not in arguments:
            yield f"{name!r} is required and missing"


def _wrong(name: str, value: object, schema: Mapping[str, object]) -> Iterator[str]:
    number = _number(value, schema)
    if number is None:
        return
    if not math.isfinite(number):
        yield f"{name!r} must be a finite number, found {value!r}"
        return
    low, high = schema.get("minimum"), schema.get("maximum")
    if isinstance(low, int | float) and number < low:
        yield f"{name!r} must be at least {low}, found {value!r}"
    if isinstance(high, int | float) and number > high:
        yield f"{name!r} must be at most {high}, found {value!r}"


def _number(value: object, schema: Mapping[str, object]) -> float | None:
    """The number that the tool would get: a string is read as one where the schema asks for a number."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str) and schema.get("type") in ("number", "integer"):
        try:
            return float(value)
        except ValueError:
            return None
    if isinstance(value, int):
        return float(value) if abs(value) < 2**1000 else math.inf
    return value if isinstance(value, float) else None
