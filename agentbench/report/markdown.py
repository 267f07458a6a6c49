"""Markdown: the verdict first, then what was found, the table, and where it comes from."""

from agentbench.report.contents import COST_BY, Contents
from agentbench.report.selection_tables import (
    deferral_table,
    mistaken_table,
    outcomes_table,
    per_tool_table,
    prefixes_table,
)
from agentbench.report.table import Table
from agentbench.report.tables import billed_table, breaks_table, cost_table, layouts_table, unpriced_table


def markdown_table(shown: Table) -> str:
    """One table in GitHub's dialect; pipes and line breaks in cells are escaped."""
    titles = " | ".join(_cell(heading.title) for heading in shown.headings)
    rule = " | ".join("---:" if heading.numeric else "---" for heading in shown.headings)
    rows = (" | ".join(_cell(cell.text) for cell in row) for row in shown.rows)
    return "\n".join(f"| {line} |" for line in (titles, rule, *rows)) + "\n"


def _cell(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ")


def report_markdown(says: Contents) -> str:
    """The whole report as markdown; its first line is the answer."""
    parts = [says.headline, says.counts]
    parts += ["\n".join(f"* {sentence}" for sentence in says.sentences)] * (len(says.sentences) > 1)
    parts += _section("What layouts cost", layouts_table(says.layouts))
    parts += _section("Where prefixes break", breaks_table(says.breaks))
    parts += _section("Byte stability", prefixes_table(says.prefixes))
    parts += _section("Which tool was chosen", outcomes_table(says.outcomes))
    parts += _section("What deferral saves and loses", deferral_table(says.deferral))
    parts += _section("What was called in place of what", mistaken_table(says.mistaken))
    parts += _section("Selection by tool", per_tool_table(says.per_tool))
    parts += _section("Recorded traffic, per model family", cost_table(says.traffic, COST_BY))
    parts += _section("Billed beside estimated", billed_table(says.traffic, COST_BY))
    parts += _section("Not priced", unpriced_table(says.traffic, COST_BY))
    versions = "".join(f"* {name} {version}\n" for name, version in says.versions.items())
    parts += ["## Where the numbers come from", f"{versions}* prices: {says.price_table}"]
    return "\n\n".join(part.strip() for part in parts if part.strip()) + "\n"


def _section(title: str, shown: Table) -> list[str]:
    return [f"## {title}", shown.caption, markdown_table(shown)] if shown.rows else []
