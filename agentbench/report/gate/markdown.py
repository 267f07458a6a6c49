"""The verdict as markdown, for a step summary or a pull request: verdict, what changed, table, provenance."""

from agentbench.measure.gate import Baseline, Verdict
from agentbench.report.gate.changes import changes
from agentbench.report.markdown import markdown_table


def verdict_markdown(found: Verdict, current: Baseline, baseline: Baseline) -> str:
    """The first line is the verdict; the same verdict gives the same text."""
    table = changes(current, baseline)
    parts = [
        f"**agentbench gate: {found.text}**",
        "\n".join(f"* {line}" for line in lines(found)),
        table.caption,
        markdown_table(table),
        "\n".join(f"* {line}" for line in _provenance(current, baseline)),
    ]
    return "\n\n".join(part.strip() for part in parts if part.strip()) + "\n"


def lines(found: Verdict) -> tuple[str, ...]:
    """What the verdict rests on, one line each: what is worse, what cannot be told, one-time costs, notes."""
    return (
        *(f"worse: {reason.text}" for reason in found.reasons),
        *(f"cannot tell: {line}" for line in found.unknown),
        *(f"note: {cold.text}" for cold in found.cold_writes),
        *(f"note: {line}" for line in found.notes),
    )


def _provenance(current: Baseline, baseline: Baseline) -> list[str]:
    names = sorted({*current.versions, *baseline.versions})
    moved = [_step(name, baseline.versions.get(name), current.versions.get(name)) for name in names]
    return [*moved, _step("prices:", baseline.price_table, current.price_table)]


def _step(name: str, was: str | None, now: str | None) -> str:
    return f"{name} {now or 'absent'}" if was == now else f"{name} {was or 'absent'} → {now or 'absent'}"
