"""The error that a response carries: in an error status, in a body with status 200, or inside a stream."""

from collections.abc import Mapping, Sequence

from agentbench.tape.wire import fields


def error_in(values: Sequence[object], status: int | None) -> str | None:
    """`type: message` of the first error found, the bare status where the body tells nothing, else None."""
    for value in values:
        told = _told(fields.members(value), failed=status is not None and status >= 400)
        if told is not None:
            return told
    return f"status {status}" if status is not None and status >= 400 else None


def _told(value: Mapping[str, object], failed: bool) -> str | None:
    error = value.get("error")
    if isinstance(error, str) and error:
        return fields.text(error)
    if isinstance(error, dict) and error:
        kind = next(
            (name for key in ("type", "status", "code") if (name := fields.filled(error.get(key)))), None
        )
        message = fields.filled(error.get("message"))
        return ": ".join(part for part in (kind, message) if part) or fields.dump(error).decode()
    if value.get("type") == "error" or failed:
        return next(
            (told for key in ("message", "Message", "detail") if (told := fields.filled(value.get(key)))),
            None,
        )
    return None
