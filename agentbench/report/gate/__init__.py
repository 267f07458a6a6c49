"""The gate's verdict for reviewers and for CI."""

from agentbench.report.gate.annotations import annotations
from agentbench.report.gate.changes import changes
from agentbench.report.gate.junit import junit_xml
from agentbench.report.gate.markdown import lines, verdict_markdown

__all__ = ["annotations", "changes", "junit_xml", "lines", "verdict_markdown"]
