"""The three tools of the bridge: constants, so that the array's bytes do not depend on the catalogue."""

from agentbench.builder.tools.order import BRIDGE_TOOLSET
from agentbench.builder.tools.registry import RESERVED_NAMES
from agentbench.builder.tools.tool import Tool

TOOL_SEARCH = Tool(
    name="tool_search",
    toolset=BRIDGE_TOOLSET,
    description=(
        "More tools exist than are listed here. Find them by what you need done. Give one short phrase per "
        "need (an action and its object); several needs go into several queries. Each match comes with its "
        "parameters, ready for tool_call."
    ),
    parameters={
        "type": "object",
        "properties": {
            "queries": {
                "type": "array",
                "items": {"type": "string"},
                "minItems": 1,
                "description": "One phrase per need, for example ['create calendar event', 'send email'].",
            },
            "limit": {
                "type": "integer",
                "minimum": 1,
                "description": "Most matches per query; 5 if not given.",
            },
        },
        "required": ["queries"],
    },
)
TOOL_DESCRIBE = Tool(
    name="tool_describe",
    toolset=BRIDGE_TOOLSET,
    description="The full description and the parameters of one tool that tool_search named.",
    parameters={
        "type": "object",
        "properties": {"name": {"type": "string", "description": "The exact name of the tool."}},
        "required": ["name"],
    },
)
TOOL_CALL = Tool(
    name="tool_call",
    toolset=BRIDGE_TOOLSET,
    description="Run one tool that tool_search named. Its own arguments go into `arguments`.",
    parameters={
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "The exact name of the tool."},
            "arguments": {
                "type": "object",
                "description": "The arguments, as the tool's parameters ask for them.",
                # said, because clients that leave it out are read as false, and a constrained model then gives none
                "additionalProperties": True,
            },
        },
        "required": ["name", "arguments"],
    },
)
BRIDGE = (TOOL_SEARCH, TOOL_DESCRIBE, TOOL_CALL)
RESERVED = RESERVED_NAMES
