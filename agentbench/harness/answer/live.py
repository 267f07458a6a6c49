"""Answers from a server: the vendor's own, or one of ours on loopback that stands in for it."""

from collections.abc import Mapping
from datetime import timedelta
from urllib.parse import urlsplit, urlunsplit

import httpx2

from agentbench.harness.simulate.cue import ASKED, CUE, DELAY, cue
from agentbench.harness.stage import SENT_TO_FIRST_BYTE, Answer, Sent

HOP_BY_HOP = frozenset({"host", "connection", "content-length", "transfer-encoding", "accept-encoding"})


class Live:
    """Sends each request on; `base_url` names the stand-in, None the address in the request itself.

    `routes` are addresses that are asked elsewhere: the beginning of a request's address to what takes its place.
    """

    def __init__(
        self,
        client: httpx2.AsyncClient,
        base_url: str | None = None,
        scope: str = "",
        routes: Mapping[str, str] | None = None,
    ) -> None:
        self._client = client
        self._base = urlsplit(base_url) if base_url else None
        self._scope = scope
        self._routes = routes or {}

    async def answer(self, sent: Sent) -> Answer:
        """What the server said, decompressed.

        Raises:
            httpx2.TransportError: it said nothing, or not all.
        """
        headers = [(name, value) for name, value in sent.headers if name.lower() not in HOP_BY_HOP]
        uri = _routed(sent.uri, self._routes)
        if self._base:
            # virtual time and place in the script reach the stand-in beside the request; the tape never sees them
            headers += [(CUE, cue(self._scope, sent)), (ASKED, sent.uri)]
            uri = urlunsplit(urlsplit(sent.uri)._replace(scheme=self._base.scheme, netloc=self._base.netloc))
        response = await self._client.request(sent.method, uri, headers=headers, content=sent.body)
        kept = [
            (name, value)
            for name, value in response.headers.multi_items()
            if name.lower()
            not in {"content-encoding", "content-length", "transfer-encoding", "connection", DELAY}
        ]
        delay = timedelta(seconds=float(response.headers.get(DELAY, 0)))
        return Answer(
            status=response.status_code,
            headers=tuple(kept),
            body=response.content,
            first_byte_after=SENT_TO_FIRST_BYTE + delay,
        )


def _routed(uri: str, routes: Mapping[str, str]) -> str:
    for address, other in routes.items():
        if uri.startswith(f"{address}/"):
            return other.rstrip("/") + uri.removeprefix(address)
    return uri
