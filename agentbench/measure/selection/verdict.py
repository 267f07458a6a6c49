"""Whether a turn's tools were the right ones.

A turn is judged as a whole: the set of real tools that all its answers called, against the set that it needs. How
often and in which order, and whether the arguments were good, is not judged.
"""

from collections.abc import Collection, Mapping
from typing import Literal

Verdict = Literal[
    "right",  # called what the turn needs, and nothing else
    "unneeded",  # called what the turn needs (which may be nothing), and something else
    "search_missed",  # a tool that is needed was not called, and no search of the turn had brought it back
    "wrong_sibling",  # in place of it, a tool of its toolset or its twin in another toolset was called
    "wrong",  # in place of it, something else was called, which may be a tool that does not exist
    "partial",  # some of what is needed was called, and nothing else
    "none",  # nothing was called where a tool is needed; or none is needed, and no answer came
    "not_scored",  # nobody labelled the turn, or the answers are no model's
]
"""The first that holds, read from the top; `not_scored` before all."""


def verdict(
    expected: Collection[str],
    called: Collection[str],
    found: Collection[str] | None,
    toolsets: Mapping[str, str],
    *,
    failed: bool = False,
) -> Verdict:
    """The verdict on a labelled turn that a real model answered.

    `found`: what the turn's searches brought back, None where it did not search or that was not seen. `failed`: its
    last answer was an error, or none came.
    """
    missing, beside = set(expected) - set(called), set(called) - set(expected)
    if not missing:
        if beside:
            return "unneeded"
        return "none" if failed and not expected else "right"
    if found is not None and not missing <= set(found):
        return "search_missed"
    if beside:
        near = any(siblings(one, other, toolsets) for one in missing for other in beside)
        return "wrong_sibling" if near else "wrong"
    return "partial" if called else "none"


def siblings(one: str, other: str, toolsets: Mapping[str, str]) -> bool:
    """Whether two tools are of one toolset, or twins: one name for two services (`a_list_notes`, `b_list_notes`)."""
    if one not in toolsets or other not in toolsets:
        return False
    return toolsets[one] == toolsets[other] or _action(one, toolsets) == _action(other, toolsets)


def _action(tool: str, toolsets: Mapping[str, str]) -> str:
    """The name without that of the service, the last part of the toolset's (`mcp-ledgerly`)."""
    return tool.removeprefix(f"{toolsets[tool].rpartition('-')[2]}_")
