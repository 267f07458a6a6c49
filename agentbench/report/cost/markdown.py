"""The cost report as markdown; its first line is the answer."""

from agentbench.report.cost.contents import CostContents
from agentbench.report.markdown import markdown_table
from agentbench.report.table import Table


def cost_markdown(says: CostContents) -> str:
    """The answer, the breakdown, the waste, then what it rests on."""
    first, *rest = says.answers
    parts = [first, *rest, says.predicted_from or ""]
    parts += _section("What it cost", says.money)
    parts += [_list(says.spreads)]
    parts += _section("Cost by class", says.by_class)
    parts += _section("Tokens by class", says.tokens)
    parts += _section("What misses wasted", says.wasted)
    parts += [says.losses or ""]
    parts += _section("Billed beside estimated", says.billed)
    parts += ["## Coverage and prices", _list((*says.coverage, f"Prices: {says.rates}."))]
    parts += _section("Not priced", says.unpriced)
    return "\n\n".join(part.strip() for part in parts if part.strip()) + "\n"


def _section(title: str, shown: Table) -> list[str]:
    return [f"## {title}", shown.caption, markdown_table(shown)] if shown.rows else []


def _list(sentences: tuple[str, ...]) -> str:
    return "\n".join(f"* {sentence}" for sentence in sentences)
