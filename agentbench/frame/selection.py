"""What an answer called: through a bridge the tool that it names; searches apart, and what they brought back."""

import json
from collections.abc import Iterator, Sequence

from agentbench.builder.deferral import BRIDGE, RESERVED
from agentbench.frame.columns import cell
from agentbench.tape.exchange import Exchange, ToolCall

_BRIDGE = frozenset(tool.name for tool in BRIDGE)
# the bridge's own, pydantic-ai's `local`, and Anthropic's two; OpenAI's is an item of its own
_SEARCHES = frozenset({"tool_search", "search_tools", "tool_search_tool_bm25", "tool_search_tool_regex"})
_SEARCH_ITEM = "tool_search_call"
# where a search's result lists tools: the bridge's, pydantic-ai's and OpenAI's, Anthropic's
_LISTS = ("matches", "discovered_tools", "tools", "tool_references")


def called(exchange: Exchange) -> tuple[str, ...]:
    """The real tools that the answer asks for, in order; searches and the bridge's own tools are none."""
    bridged = exchange.request is not None and set(exchange.request.tools) >= _BRIDGE
    names = (_real(call, bridged) for call in _calls(exchange) if not _is_search(call))
    return tuple(name for name in names if name is not None)


def searches(exchange: Exchange) -> int:
    """How many tool searches the answer asks for."""
    return sum(_is_search(call) for call in _calls(exchange))


def found(exchange: Exchange, following: Exchange | None) -> tuple[str, ...] | None:
    """The tools that the answer's searches brought back, as the next request of the conversation shows them.

    None where it searched for nothing, or no later request shows what came back.
    """
    if not searches(exchange) or not exchange.request or following is None or not following.request:
        return None
    sent, then = (
        [segment for segment in request.segments if segment.level == "messages"]
        for request in (exchange.request, following.request)
    )
    new = then[len(sent) :]
    names = (name for each in new for name in _listed(_parsed(each.raw.decode("utf-8", "replace"))))
    return tuple(dict.fromkeys(names))


def selection(exchange: Exchange, following: Exchange | None) -> dict[str, object]:
    """The cells of what was called; whether that was right is for `measure.selection` to say, from labels."""
    if exchange.kind != "model_call" or exchange.response is None:
        return {}
    return {
        "called_tools": cell(called(exchange)),
        "search_calls": searches(exchange),
        "found_tools": cell(found(exchange, following)),
    }


def _calls(exchange: Exchange) -> Sequence[ToolCall]:
    return exchange.response.tool_calls if exchange.response else ()


def _is_search(call: ToolCall) -> bool:
    return call.name in _SEARCHES or call.kind == _SEARCH_ITEM


def _real(call: ToolCall, bridged: bool) -> str | None:
    """The tool that a call is for; only where the whole bridge is offered are its names the bridge's."""
    if not bridged or call.name not in _BRIDGE:
        return call.name
    given = call.arguments if isinstance(call.arguments, dict) else {}
    name = given.get("name") if call.name == "tool_call" else None
    # the bridge refuses to run itself, so that a call that names one of its own tools calls nothing
    return name.strip() if isinstance(name, str) and name.strip() not in RESERVED | {""} else None


def _listed(value: object) -> Iterator[str]:
    """Names in lists of found tools, wherever they stand; results are JSON, often as text within JSON."""
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        yield from _listed(_parsed(value))
    elif isinstance(value, list):
        for item in value:
            yield from _listed(item)
    elif isinstance(value, dict):
        if value.get("type") == "tool_reference":
            yield from _names([value])
        for key, item in value.items():
            yield from _names(item) if key in _LISTS and isinstance(item, list) else _listed(item)


def _names(items: list[object]) -> Iterator[str]:
    for item in items:
        if isinstance(item, dict):
            name = item.get("name", item.get("tool_name"))
            if isinstance(name, str):
                yield name


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return None
