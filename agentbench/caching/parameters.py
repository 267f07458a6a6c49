"""Request parameters that a provider renders into the prompt, so that changing them loses a level of the cache."""

import json
import re
from collections.abc import Iterator, Mapping

from agentbench.facts import CacheRule, Level
from agentbench.tape.exchange import Request

_DURATION = re.compile(r"(\d+)([smhd])")
_UNIT_S = {"s": 1, "m": 60, "h": 3600, "d": 86_400}

# parts of the prompt that count as parameters: what matters is whether any stands there
_IN_THE_PROMPT = {
    "images": re.compile(rb'"type"\s*:\s*"image"'),
    "citations": re.compile(rb'"citations"\s*:\s*\{\s*"enabled"\s*:\s*true'),
}

# with these tool choices some providers leave the tools out of the prompt
_NO_TOOLS = ("none", {"type": "none"})


def level_parameters(request: Request, rule: CacheRule) -> Iterator[tuple[Level, bytes]]:
    """Per level the canonical bytes of all parameters whose change loses that level; none where none is set."""
    found: dict[Level, dict[str, object]] = {}
    for path, level in rule.invalidates.items():
        value = parameter_value(request, path, rule)
        if value is not None:
            found.setdefault(level, {})[path] = value
    for level, values in found.items():
        yield level, json.dumps(values, sort_keys=True, default=repr).encode()


def duration_s(text: object) -> int | None:
    """Seconds of a duration such as `5m`, `1h` or `24h`; None for anything else."""
    match = _DURATION.fullmatch(text) if isinstance(text, str) else None
    return int(match[1]) * _UNIT_S[match[2]] if match else None


def asked_ttl_s(parameters: Mapping[str, object], rule: CacheRule) -> int | None:
    """Lifetime in seconds that the request gets: the one it asks for where the rule offers it, else the usual one."""
    asked = duration_s(at_path(parameters, rule.ttl_parameter)) if rule.ttl_parameter else None
    return asked if asked in rule.ttl.options else rule.ttl.seconds


def at_path(parameters: Mapping[str, object], path: str) -> object:
    """The value at a dotted path of nested parameters, or None."""
    value: object = parameters
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def parameter_value(request: Request, path: str, rule: CacheRule) -> object:
    """A parameter as the prompt has it: None where it is left out or has the value that leaving it out means."""
    pattern = _IN_THE_PROMPT.get(path)
    if pattern is not None:
        return True if any(pattern.search(segment.raw) for segment in request.segments) else None
    if path == "tools_withheld":
        return True if at_path(request.parameters, "tool_choice") in _NO_TOOLS else None
    value = at_path(request.parameters, path)
    return None if value == rule.neutral.get(path) else value
