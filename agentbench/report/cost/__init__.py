"""The cost report as people read it: one answer, then what it rests on."""

from agentbench.report.cost.contents import CostContents, cost_contents
from agentbench.report.cost.markdown import cost_markdown
from agentbench.report.cost.page import cost_page

__all__ = ["CostContents", "cost_contents", "cost_markdown", "cost_page"]
