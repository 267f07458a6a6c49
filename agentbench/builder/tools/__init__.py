"""Tools as plain values: where they come from, which sets they form, in which order they are shown."""

from agentbench.builder.tools.arguments import argument_problem
from agentbench.builder.tools.catalogue import load_catalogue
from agentbench.builder.tools.checks import Checked, check, check_all
from agentbench.builder.tools.order import ordered, relisted
from agentbench.builder.tools.patch import changed, mentioning_only, prefixed
from agentbench.builder.tools.registry import RESERVED_NAMES, Registry, register, registered, without_toolset
from agentbench.builder.tools.tool import Mention, Source, Tool
from agentbench.builder.tools.toolsets import Resolved, Toolset, Toolsets, resolve, select, toolset

__all__ = [
    "RESERVED_NAMES",
    "Checked",
    "Mention",
    "Registry",
    "Resolved",
    "Source",
    "Tool",
    "Toolset",
    "Toolsets",
    "argument_problem",
    "changed",
    "check",
    "check_all",
    "load_catalogue",
    "mentioning_only",
    "ordered",
    "prefixed",
    "register",
    "registered",
    "relisted",
    "resolve",
    "select",
    "toolset",
    "without_toolset",
]
