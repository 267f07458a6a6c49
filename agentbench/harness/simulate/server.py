"""The simulated provider as a real HTTP server on loopback: only the answering side is ours."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import socket
from socketserver import BaseServer
from threading import Thread

from agentbench.builder.fault import Fault
from agentbench.errors import AgentbenchError
from agentbench.harness.simulate.cue import ASKED, CUE, DELAY, read_cue
from agentbench.harness.simulate.provider import JSON, PROVENANCE, Provider

STATUS = {"rate_limited": 429, "server_error": 500}
POLL_S = 0.02
"""How soon the server sees that it is to end; there is one per cell."""


@contextmanager
def serving(provider: Provider) -> Iterator[str]:
    """The base URL of the provider, served on a free port of 127.0.0.1 until the block ends."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, provider))
    thread = Thread(target=server.serve_forever, args=(POLL_S,), name="simulated-provider", daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    """Answers the requests of one connection."""

    protocol_version = "HTTP/1.1"

    def __init__(
        self, provider: Provider, request: socket, client_address: tuple[str, int], server: BaseServer
    ) -> None:
        self._provider = provider  # before: http.server answers from within its own __init__
        super().__init__(request, client_address, server)

    def do_POST(self) -> None:  # http.server's own spelling
        body = self.rfile.read(int(self.headers.get("content-length", "0")))
        try:
            cue = read_cue(self.headers[CUE])
            fault = self._provider.fault(cue)
            if fault and fault.kind != "slow":
                self._fail(fault)
                return
            late_s = (fault.seconds or 0) if fault else 0
            kind, answer = self._provider.serve(self.headers[ASKED], cue, body, late_s)
        except (AgentbenchError, KeyError, TypeError, ValueError) as error:
            self._refuse(400, f"{type(error).__name__}: {error}")
            return
        self._reply(200, kind, answer, {DELAY: str(late_s)} if late_s else {})

    def _fail(self, fault: Fault) -> None:
        if fault.kind == "dropped":
            self.close_connection = True  # and not one byte is written
            return
        headers = {} if fault.seconds is None else {"retry-after": f"{fault.seconds:g}"}
        self._refuse(STATUS[fault.kind], f"{fault.kind} on purpose", headers)

    def _refuse(self, status: int, why: str, headers: dict[str, str] | None = None) -> None:
        refusal = {"error": {"type": "invalid_request_error", "message": f"simulated provider: {why}"}}
        self._reply(status, JSON, json.dumps(refusal).encode(), headers or {})

    def _reply(self, status: int, kind: str, body: bytes, headers: dict[str, str]) -> None:
        self.send_response_only(status)  # no Date, no Server: the answer must not depend on the day
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        for name, value in (PROVENANCE, *headers.items()):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # silence; stderr is for progress
        return
