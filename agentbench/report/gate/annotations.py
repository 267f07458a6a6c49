"""The verdict as GitHub's workflow commands: one annotation per reason."""

from agentbench.measure.gate import Verdict


def annotations(found: Verdict) -> str:
    """`::error` per reason, `::warning` per thing that cannot be told, `::notice` per cold write; one line each."""
    lines = [
        *(_command("error", _WORSE[reason.measure == "accuracy"], reason.text) for reason in found.reasons),
        *(_command("warning", "cannot tell", line) for line in found.unknown),
        *(_command("notice", "one cold write", cold.text) for cold in found.cold_writes),
    ]
    return "".join(f"{line}\n" for line in lines)


_WORSE = ("prompt cache is worse", "the right tool is chosen less often")


def _command(level: str, title: str, text: str) -> str:
    # GitHub's escapes for the data of a workflow command
    escaped = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return f"::{level} title=agentbench%3A {title}::{escaped}"
