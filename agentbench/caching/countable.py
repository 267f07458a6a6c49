"""Which requests hold something whose tokens no text shows, so that an estimate would be a wrong number."""

import re
from collections.abc import Mapping
from typing import Literal

from agentbench.caching.parameters import at_path
from agentbench.caching.typescript import json_object
from agentbench.tape.exchange import Request, Segment

Hidden = Literal[
    "attachment", "hosted_tool", "schema", "hidden_reasoning", "held_elsewhere", "hidden_samples"
]
"""What no text shows; `HIDDEN` says it in words."""

HIDDEN: Mapping[Hidden, str] = {
    "attachment": "an image, audio, a video or a file: counted by size or by what the vendor reads in it",
    "hosted_tool": "the vendor's own tool, or one that it searches: what is shown of it stands on the vendor's side",
    "schema": "an output schema, which vendors render in their own words",
    "hidden_reasoning": "thoughts that are sent back encrypted, or by the id under which the vendor holds them",
    "held_elsewhere": "an earlier response, a cached resource, a container, a stored prompt, a compaction",
    "hidden_samples": "OpenAI's pro mode, which sums samples that are not shown",
}
"""Why a request is not estimated: told from the request alone, before any count is looked at."""

_ATTACHMENT = re.compile(
    rb'"type"\s*:\s*"(?:image|image_url|input_image|input_audio|audio|video|file|input_file|document|video_url)"'
    rb'|"(?:inlineData|inline_data|fileData|file_data|image|document|video)"\s*:\s*\{'
)
_REASONING = re.compile(
    rb'"(?:encrypted_content|thoughtSignature|redacted_thinking)"\s*:\s*"[^"]'
    rb'|"type"\s*:\s*"reasoning\.encrypted"'
)
_ELSEWHERE = re.compile(rb'"type"\s*:\s*"(?:compaction|item_reference|\w*web_search\w*|code_execution\w*)"')
_LATER_TOOLS = re.compile(rb'"type"\s*:\s*"(?:additional_tools|tool_search\w*|tool_reference)"')
# what only vendors can fill in, as parameters
_ELSEWHERE_PARAMETERS = (
    "previous_response_id",
    "conversation",
    "cachedContent",
    "container",
    "prompt",
    "preset",
)
_HOSTED_PARAMETERS = (
    "web_search_options",
    "plugins",
    "mcp_servers",
    "context_management",
    "toolConfig.retrievalConfig",
)
_SCHEMA_PARAMETERS = (
    *("output_config.format", "output_format", "outputConfig"),
    *("generationConfig.responseSchema", "generationConfig.responseJsonSchema"),
    *("generation_config.response_schema", "generation_config.response_json_schema"),
)
_TYPED_SCHEMAS = ("response_format", "text.format")
# tools with these members are the user's own
_OWN = (
    "function",
    "input_schema",
    "parameters",
    "parametersJsonSchema",
    "toolSpec",
    "name",
    "functionDeclarations",
)


def hidden(request: Request) -> Hidden | None:
    """What the tokens of a request cannot be estimated for; None where all that is read is text."""
    parameters = request.parameters
    if at_path(parameters, "reasoning.mode") == "pro":
        return "hidden_samples"
    if any(parameters.get(name) for name in _ELSEWHERE_PARAMETERS):
        return "held_elsewhere"
    if _hosted_by_name(request) or any(at_path(parameters, path) for path in _HOSTED_PARAMETERS):
        return "hosted_tool"
    if _has_schema(parameters):
        return "schema"
    found = (_of_segment(segment) for segment in request.segments)
    return next((kind for kind in found if kind is not None), None)


def _hosted_by_name(request: Request) -> bool:
    return (request.model or "").endswith(":online")


def _has_schema(parameters: Mapping[str, object]) -> bool:
    typed = (at_path(parameters, f"{path}.type") for path in _TYPED_SCHEMAS)
    return "json_schema" in typed or any(at_path(parameters, path) for path in _SCHEMA_PARAMETERS)


def _of_segment(segment: Segment) -> Hidden | None:
    if segment.level == "tools":
        return "hosted_tool" if _is_hosted(segment.raw) else None
    if _ATTACHMENT.search(segment.raw):
        return "attachment"
    if _REASONING.search(segment.raw) or _is_summary(segment):
        return "hidden_reasoning"
    if _LATER_TOOLS.search(segment.raw):
        return "hosted_tool"
    return "held_elsewhere" if _ELSEWHERE.search(segment.raw) else None


def _is_summary(segment: Segment) -> bool:
    """Whether it is an item of thoughts that shows a summary alone: the vendor fills in the thoughts by its id."""
    if segment.role is not None or b'"reasoning"' not in segment.raw:
        return False
    item = json_object(segment.raw)
    return item.get("type") == "reasoning" and not item.get("content")


def _is_hosted(raw: bytes) -> bool:
    """Whether a tool is the vendor's: it has a type of its own and no parameters of ours, or is only searched for."""
    if raw == b"null":  # Gemini's way to leave a tool out
        return False
    tool = json_object(raw)
    if tool.get("type") in (None, "function", "custom"):
        return bool(tool.get("defer_loading")) or not any(name in tool for name in _OWN)
    return True
