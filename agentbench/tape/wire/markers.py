"""Cache markers taken out of a piece of a request, so that it compares equal wherever the marker moved.

A *marker* is what a client sets to ask for a cache entry that ends there: `cache_control` (Anthropic, and
OpenRouter, LiteLLM on the Chat wire) and `prompt_cache_breakpoint` (OpenAI from gpt-5.6).
Sources, 2026-11: platform.claude.com/docs, prompt caching; developers.openai.com, prompt caching.
"""

import json
import re

from agentbench.tape.wire import fields, spans

DEFAULT_TTL = "5m"

# In valid JSON a quoted name before a colon is a key: inside a string its quotes would be escaped.
_KEY = re.compile(r'"(?:cache_control|prompt_cache_breakpoint)"[ \t\n\r]*:[ \t\n\r]*')
_decode = json.JSONDecoder(strict=False).raw_decode


def unmark(raw: bytes) -> tuple[bytes, str | None]:
    """The bytes of a JSON value as they would have been sent without markers, and the last marker's TTL.

    The comma that belonged to a marker goes with it. A schema property that happens to be named
    `cache_control` stays: see `ttl_of`.
    """
    text = spans.latin(raw)
    kept, at, marker = "", 0, None
    while (match := _KEY.search(text, at)) is not None:
        value, end = _decode(text, match.end())
        if value is not None and ttl_of(value) is None:
            kept, at = kept + text[at : match.end()], match.end()
            continue
        kept += text[at : match.start()]
        marker = ttl_of(value) or marker
        kept, at = _close(kept, text, end)
    return (kept + text[at:]).encode("latin-1"), marker


def ttl_of(value: object) -> str | None:
    """The TTL that a parsed marker asks for (5 minutes where it names none); None for what is no marker.

    A marker is an object with `type` `ephemeral`, or with a `mode` (OpenAI).
    """
    marker = fields.members(value)
    if marker.get("type") != "ephemeral" and not isinstance(marker.get("mode"), str):
        return None
    return fields.filled(marker.get("ttl")) or DEFAULT_TTL


def _close(kept: str, text: str, end: int) -> tuple[str, int]:
    """The kept text without the comma before the marker; or, for a first member, `end` past the comma after it."""
    before = kept.rstrip(" \t\n\r")
    if before.endswith(","):
        return before[:-1].rstrip(" \t\n\r"), end
    after = spans.skip(text, end)
    if text.startswith(",", after):
        return kept, spans.skip(text, after + 1)
    return kept, end
