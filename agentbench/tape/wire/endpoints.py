"""Requests that recordings hold beside model calls: recognised, named, and set aside.

They must never enter a prefix comparison: uploads, token counting, batches, sign-in, telemetry, downloads.
"""

import re
from urllib.parse import urlsplit

from agentbench.tape.wire import fields

_PATHS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), reason)
    for pattern, reason in (
        (r"/count[_-]?tokens$|:countTokens$|/tokenize$|/input_tokens$", "token counting, no model call"),
        (r"/(messages/)?batches(/|$)|:batchGenerateContent$", "batch job, no model call"),
        (r"/embeddings$|/embed$|:(batch)?embedContents?$|/api/embed", "embedding, no model call"),
        (r"/cachedContents(/|$)", "cache resource, no model call"),
        (r"/files(/|$)|/uploads?(/|$)", "file transfer, no model call"),
        (r"/oauth2?(/|$)|/token$|/identity/", "sign-in, no model call"),
        (r"/threads(/|$)|/assistants(/|$)|/vector_stores(/|$)", "Assistants API, not supported"),
        (r"/images?(/|$)|/audio(/|$)|/videos?(/|$)|/speech(/|$)|:predict$", "media endpoint, no model call"),
        (r"/moderations$|/rerank$|/classify$", "classifier endpoint, no model call"),
        (r"/interactions(/|$)", "Gemini Interactions API, not supported"),
        (r"/api/(chat|generate)$", "Ollama's own API, not supported"),
        (r"(?<!chat)/completions$", "legacy text completions, not supported"),
        (r"/v1/(chat|generate)$", "Cohere v1 or Writer chat, not supported"),
        (r"/models(/[^/:]*)?$|/api/(tags|show|pull)$", "model listing, no model call"),
    )
)


def set_aside(url: str | None, body: object) -> str | None:
    """Why the interaction at a known other endpoint is no model call; None where its path tells nothing."""
    path = path_of(url)
    for pattern, reason in _PATHS:
        if pattern.search(path):
            return reason
    if fields.members(body).get("jsonrpc") is not None:
        return "JSON-RPC (an MCP server), no model call"
    return None


def unknown(url: str | None, method: str | None, answered: bool) -> str:
    """Why an interaction that no wire format recognises is set aside: method and path, never the query."""
    where = f"{method or 'request'} {path_of(url) or 'without a path'}"
    return f"no known wire format ({where}, {'JSON' if answered else 'no JSON'} answer)"


def path_of(url: str | None) -> str:
    """The path of a URL, without its query; empty where there is none."""
    try:
        return urlsplit(url or "").path.rstrip("/")
    except ValueError:
        return ""
