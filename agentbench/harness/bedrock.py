"""Bedrock's client speaks through botocore, not httpx2: its requests are handed to the cell's transport as well."""

import asyncio
from typing import TYPE_CHECKING

import boto3
import httpx2
from botocore.awsrequest import AWSPreparedRequest, AWSResponse
from botocore.config import Config

if TYPE_CHECKING:
    from botocore.client import BaseClient

REGION = "us-east-1"
"""Part of the address, so the same everywhere."""


def bedrock_client(http: httpx2.AsyncClient, key: str) -> "BaseClient":
    """A client of `bedrock-runtime` that signs with a made-up account and never opens a connection of its own.

    botocore asks its `before-send` handlers first and sends only what none of them answers; pydantic-ai calls it
    from a worker thread, so the handler waits there for the event loop's answer.
    """
    session = boto3.Session(aws_access_key_id=key, aws_secret_access_key=key, region_name=REGION)
    runtime = session.client("bedrock-runtime", config=Config(retries={"total_max_attempts": 1}))
    loop = asyncio.get_running_loop()

    def answer(request: AWSPreparedRequest, **_: object) -> AWSResponse:
        sent = http.request(
            request.method, request.url, headers=dict(request.headers.items()), content=request.body
        )
        response = asyncio.run_coroutine_threadsafe(sent, loop).result()
        raw = _Body(response.content)
        return AWSResponse(request.url, response.status_code, dict(response.headers), raw)

    runtime.meta.events.register("before-send.bedrock-runtime", answer)
    return runtime


class _Body:
    """A body as botocore reads it from urllib3."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def stream(self, **_: object) -> "list[bytes]":
        """All of it, at once."""
        return [self._content]
