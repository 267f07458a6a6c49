"""Servers on loopback that answer as the vendors do, for recordings with a key in the environment."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

BEDROCK = "bedrock:us.anthropic.claude-sonnet-4-5-20250929-v1:0"
USED = {"prompt_tokens": 2000, "completion_tokens": 3, "total_tokens": 2003}
ANSWERS = {
    "/v1/messages": {
        "id": "m",
        "type": "message",
        "role": "assistant",
        "model": "claude-sonnet-4-6",
        "content": [{"type": "text", "text": "Yes."}],
        "stop_reason": "end_turn",
        "usage": {"input_tokens": 2000, "output_tokens": 3},
    },
    "/v1/chat/completions": {
        "id": "c",
        "object": "chat.completion",
        "created": 1,
        "model": "gpt-5.2",
        "choices": [
            {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Yes."}}
        ],
        "usage": USED,
    },
    "/v1/responses": {
        "id": "r",
        "object": "response",
        "created_at": 1,
        "model": "gpt-5.2",
        "status": "completed",
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "output": [
            {
                "type": "message",
                "id": "o",
                "role": "assistant",
                "status": "completed",
                "content": [{"type": "output_text", "text": "Yes.", "annotations": []}],
            }
        ],
        "usage": {
            "input_tokens": 2000,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": 3,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": 2003,
        },
    },
    "/v1beta/models/gemini-3.5-flash:generateContent": {
        "candidates": [{"content": {"role": "model", "parts": [{"text": "Yes."}]}, "finishReason": "STOP"}],
        "usageMetadata": {"promptTokenCount": 2000, "candidatesTokenCount": 3, "totalTokenCount": 2003},
        "modelVersion": "gemini-3.5-flash",
    },
    f"/model/{BEDROCK.partition(':')[2].replace(':', '%3A')}/converse": {
        "output": {"message": {"role": "assistant", "content": [{"text": "Yes."}]}},
        "stopReason": "end_turn",
        "usage": {"inputTokens": 2000, "outputTokens": 3, "totalTokens": 2003},
        "metrics": {"latencyMs": 1},
    },
}
"""What each vendor says, by the path behind its address."""
SHOWN = ("x-api-key", "authorization", "x-goog-api-key")
"""Headers in which a key is shown."""


@contextmanager
def standing_in(prefix: str) -> Iterator[tuple[str, list[dict[str, str]]]]:
    """The base URL of a server that answers as the vendors do, and the headers that it was shown."""
    shown: list[dict[str, str]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            shown.append({name.lower(): value for name, value in self.headers.items()})
            found = ANSWERS.get(self.path.removeprefix(prefix)) if self.path.startswith(prefix) else None
            body = json.dumps(found or {"error": f"no {self.path}"}).encode()
            self.send_response(200 if found else 404)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}{prefix}", shown
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
