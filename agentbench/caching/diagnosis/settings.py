"""Changed request parameters that are part of the cached prompt."""

import json
from collections.abc import Iterator

from agentbench.caching.diagnosis.change import Change
from agentbench.caching.parameters import parameter_value
from agentbench.facts import CacheRule, Level
from agentbench.tape.exchange import Request

_NAMES = {
    "tool_choice": "tool_choice_changed",
    "toolConfig.toolChoice": "tool_choice_changed",
    "tools_withheld": "tools_withheld",
    "thinking": "thinking_changed",
    "additionalModelRequestFields.thinking": "thinking_changed",
    "output_config.effort": "effort_changed",
    "speed": "speed_changed",
    "output_config.format": "schema_changed",
    "outputConfig": "schema_changed",
    "response_format": "schema_changed",
    "text.format": "schema_changed",
    "images": "images_changed",
    "citations": "citations_changed",
}


def parameter_changes(was: Request, now: Request, rule: CacheRule) -> Iterator[Change]:
    """The parameters that the rule names and that differ; a default sent explicitly equals one left out."""
    for path, level in rule.invalidates.items():
        before, after = parameter_value(was, path, rule), parameter_value(now, path, rule)
        if before != after:
            detail = f"{_short(before)} -> {_short(after)}"
            name = _NAMES.get(path, "parameter_changed")
            yield Change(name=name, at=_first_of(was, level, rule), path=path, detail=detail)


def _first_of(request: Request, level: Level, rule: CacheRule) -> int:
    lost = rule.order[rule.order.index(level) :]
    segments = request.segments
    return next((at for at, segment in enumerate(segments) if segment.level in lost), len(segments))


def _short(value: object) -> str:
    text = "none" if value is None else json.dumps(value, sort_keys=True, default=repr)
    return text if len(text) <= 60 else f"{text[:57]}..."
