"""Headers as one text per lower-case name, and the few that a cassette of ours may hold.

The allow-list: what tells the wire format, the time, the encoding and the limits. Everything else (keys,
cookies, organisations, request ids of an account) stays out, so that a new secret header is out as well.
"""

from collections.abc import Mapping

from agentbench.tape.wire import fields

_KEPT = frozenset(
    {
        "accept",
        "anthropic-beta",
        "anthropic-version",
        "content-encoding",
        "content-type",
        "date",
        "openai-processing-ms",
        "openai-version",
        "retry-after",
        "x-agentbench-provenance",
    }
)
_KEPT_PREFIXES = ("x-amzn-bedrock-",)


def flat(headers: object) -> Mapping[str, str]:
    """Headers by lower-case name, from any recorder's form: lists of values, plain values, name-value pairs."""
    if isinstance(headers, list):
        pairs = [(item.get("name"), item.get("value")) for item in fields.objects(headers)]
    else:
        pairs = list(fields.members(headers).items())
    return {str(name).lower(): _value(value) for name, value in pairs if value is not None}


def allowed(headers: Mapping[str, str]) -> Mapping[str, str]:
    """Only the headers that may be written."""
    kept = {name.lower(): value for name, value in headers.items()}
    return {name: value for name, value in kept.items() if name in _KEPT or name.startswith(_KEPT_PREFIXES)}


def _value(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(_value(item) for item in value)
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return fields.text(value) or "" if isinstance(value, str) else str(value)
