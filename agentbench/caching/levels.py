"""Which level of a prompt stands before which, read off the requests themselves."""

from agentbench.facts import Level
from agentbench.tape.exchange import Request

_USUAL: tuple[Level, ...] = ("tools", "system", "messages")


def level_order(*requests: Request) -> tuple[Level, ...]:
    """The levels as these requests' cache sees them: on Gemini, say, the system text stands before the tools.

    Where none of the requests has both, the tools come first, as with most providers.
    """
    for request in requests:
        levels = tuple(dict.fromkeys(one.level for one in request.segments if one.level != "messages"))
        if len(levels) == len(_USUAL) - 1:
            return (*levels, "messages")
    return _USUAL
