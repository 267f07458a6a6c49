"""What people see: the page, markdown, JSON, tables and figures."""

from agentbench.report.contents import Contents, contents
from agentbench.report.findings import counts_line, headline
from agentbench.report.formats import FORMATS, OVERVIEW, SUFFIXES, shown
from agentbench.report.history import draw_history
from agentbench.report.markdown import markdown_table, report_markdown
from agentbench.report.page import page, table_html, tables_page
from agentbench.report.table import Cell, Heading, Table, table
from agentbench.report.tables import billed_table, breaks_table, cost_table, layouts_table, unpriced_table
from agentbench.report.terminal import plain_table, rich_table
from agentbench.report.write import write

__all__ = [
    "FORMATS",
    "OVERVIEW",
    "SUFFIXES",
    "Cell",
    "Contents",
    "Heading",
    "Table",
    "billed_table",
    "breaks_table",
    "contents",
    "cost_table",
    "counts_line",
    "draw_history",
    "headline",
    "layouts_table",
    "markdown_table",
    "page",
    "plain_table",
    "report_markdown",
    "rich_table",
    "shown",
    "table",
    "table_html",
    "tables_page",
    "unpriced_table",
    "write",
]
