"""A whole answer as a stream, worded and framed as each vendor does it: one file per wire format."""

from collections.abc import Mapping

from agentbench.harness.simulate.wires.streamed import (
    anthropic_messages,
    bedrock_converse,
    gemini_generate,
    openai_chat,
    openai_responses,
)
from agentbench.harness.simulate.wires.streamed.protocol import Streamed

SERVER_SENT = "text/event-stream"

STREAMED: Mapping[str, Streamed] = {
    "anthropic_messages": Streamed(content_type=SERVER_SENT, body=anthropic_messages.events),
    "bedrock_converse": Streamed(
        content_type="application/vnd.amazon.eventstream", body=bedrock_converse.messages
    ),
    "gemini_generate": Streamed(content_type=SERVER_SENT, body=gemini_generate.chunks),
    "openai_chat": Streamed(content_type=SERVER_SENT, body=openai_chat.chunks),
    "openai_responses": Streamed(content_type=SERVER_SENT, body=openai_responses.events),
}
"""By the name of the wire format in `tape`."""

__all__ = ["STREAMED", "Streamed"]
