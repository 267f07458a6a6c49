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


def bedrock_client(http: httpx2.AsyncClient, key: str, address: str) -> "BaseClient":
    """A client of `bedrock-runtime` that shows a Bedrock API key and never opens a connection of its own.

    botocore asks its `before-send` handlers first and sends only what none of them answers; pydantic-ai calls it
    from a worker thread, so the handler waits there for the event loop's answer.
    """
    session = boto3.Session(aws_access_key_id="none", aws_secret_access_key="none", region_name=REGION)
    config = Config(retries={"total_max_attempts": 1})
    runtime = session.client("bedrock-runtime", config=config, endpoint_url=address)
    loop = asyncio.get_running_loop()

    def answer(request: AWSPreparedRequest, **_: object) -> AWSResponse:
        # an API key is shown as it is, in place of a signature (AWS, "Use an Amazon Bedrock API key")
        headers = {**dict(request.headers.items()), "Authorization": f"Bearer {key}"}
        sent = http.request(request.method, request.url, headers=headers, content=request.body)
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
        """All of it, at once; botocore cuts an event stream into its messages itself."""
        return [self._content]

    def close(self) -> None:
        """Nothing is open; pydantic-ai closes a stream that it has read."""
