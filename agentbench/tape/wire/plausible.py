"""Usage that no provider's cache can have reported: hand-edited recordings, flagged and not repaired."""

import re
from dataclasses import replace

from agentbench.tape.exchange import Response

SUSPECT = "suspect_synthetic_usage"

# Anthropic caches no prefix below 512 tokens; platform.claude.com/docs, prompt caching, 2026-11.
_ANTHROPIC_SMALLEST = 512
# OpenAI before gpt-5.6 (which reports writes) reads in steps of 128; developers.openai.com, 2026-11.
_OPENAI_STEP = 128
_OPENAI_MODEL = re.compile(r"^(?:gpt-[345]|o\d|chatgpt)")
_OPENAI_HOSTS = (None, "openai", "azure.ai.openai")


def flagged(wire: str, provider: str | None, response: Response) -> Response:
    """The response, its usage flagged `suspect_synthetic_usage` where its cache reads are impossible."""
    if not _impossible(wire, provider, response):
        return response
    usage = replace(response.usage, flags=(*response.usage.flags, SUSPECT))
    return replace(response, usage=usage)


def _impossible(wire: str, provider: str | None, response: Response) -> bool:
    read, write = response.usage.read, response.usage.write
    if not read:
        return False
    if wire == "anthropic_messages":
        return provider in (None, "anthropic") and read < _ANTHROPIC_SMALLEST
    if provider not in _OPENAI_HOSTS or write is not None:
        return False
    return _OPENAI_MODEL.match(response.model or "") is not None and read % _OPENAI_STEP != 0
