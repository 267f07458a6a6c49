"""The simulated provider as a real HTTP server on loopback: only the answering side is ours."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from agentbench.errors import AgentbenchError
from agentbench.harness.simulate.cue import ASKED, CUE, read_cue
from agentbench.harness.simulate.provider import PROVENANCE, Provider


@contextmanager
def serving(provider: Provider) -> Iterator[str]:
    """The base URL of the provider, served on a free port of 127.0.0.1 until the block ends."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(provider))
    thread = Thread(target=server.serve_forever, name="simulated-provider", daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _handler(provider: Provider) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:  # http.server's own spelling
            body = self.rfile.read(int(self.headers.get("content-length", "0")))
            try:
                answer = provider.serve(self.headers[ASKED], read_cue(self.headers[CUE]), body)
            except (AgentbenchError, KeyError, TypeError, ValueError) as error:
                why = f"simulated provider: {type(error).__name__}: {error}"
                refusal = {"error": {"type": "invalid_request_error", "message": why}}
                self._reply(400, json.dumps(refusal).encode())
                return
            self._reply(200, answer)

        def _reply(self, status: int, body: bytes) -> None:
            self.send_response_only(status)  # no Date, no Server: the answer must not depend on the day
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.send_header(*PROVENANCE)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # silence; stderr is for progress
            return

    return Handler
