"""Text that comes from files and stores: found, read, scanned for hidden instructions, and cut to size."""

from agentbench.builder.context.limits import limit_characters, shortened
from agentbench.builder.context.memory import MEMORY_LIMIT, USER_LIMIT, Snapshot, entries, snapshot
from agentbench.builder.context.project import ContextFile, identity_file, project_files, project_text
from agentbench.builder.context.scan import Finding, Rule, Scanned, rules, scan

__all__ = [
    "MEMORY_LIMIT",
    "USER_LIMIT",
    "ContextFile",
    "Finding",
    "Rule",
    "Scanned",
    "Snapshot",
    "entries",
    "identity_file",
    "limit_characters",
    "project_files",
    "project_text",
    "rules",
    "scan",
    "shortened",
    "snapshot",
]
