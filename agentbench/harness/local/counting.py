"""Answers from llama.cpp's server, each with token counts taken apart from what it reports.

Its cache is the longest common prefix with any earlier sequence since it was started: a prompt, and behind it what was
generated, of which all but the last token stays. So beside every request its prompt is rendered (`/apply-template`)
and tokenised (`/tokenize`), and compared with every earlier sequence.
"""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from urllib.parse import urlsplit

import httpx2

from agentbench.harness.clients import LOCAL
from agentbench.harness.local.chat_form import Json, chat_body, reply
from agentbench.harness.stage import Answer, Answerer, Sent
from agentbench.tape.wire import parse

Tokens = tuple[int, ...]


class Counting:
    """Passes requests on to the server, and counts. One instance belongs to one start of the server."""

    def __init__(self, server: Answerer, client: httpx2.AsyncClient) -> None:
        self._server = server
        self._client = client
        self._prompts: list[Tokens] = []
        self._sequences: list[Tokens] = []

    async def answer(self, sent: Sent) -> Answer:
        """The server's answer with `prompt_tokens` and three common beginnings.

        `common_prefix_tokens` is the longest common beginning with an earlier prompt and its reply, as the template
        renders replies; `common_prompt_tokens` the same with earlier prompts alone; `slot_prefix_tokens` with the
        latest sequence alone, which the server keeps where another is hardly longer. All at most the prompt less
        its last token, which is always evaluated. Nothing is counted where the server cannot render the prompt (it
        repeats a call that was cut off): it refuses the request too.
        """
        path = urlsplit(sent.uri).path
        body = chat_body(path, sent.body)
        prompt = await self._tokens(body)
        if prompt is None:
            return await self._server.answer(sent)
        counted = {
            "prompt_tokens": len(prompt),
            "common_prefix_tokens": common(prompt, self._sequences),
            "common_prompt_tokens": common(prompt, self._prompts),
            "slot_prefix_tokens": common(prompt, self._sequences[-1:]),
        }
        answer = await self._server.answer(sent)
        self._prompts.append(prompt)
        self._sequences.append(await self._sequence(path, body, prompt, sent, answer))
        return Answer(status=answer.status, headers=answer.headers, body=answer.body, counted=counted)

    async def _sequence(self, path: str, body: Json, prompt: Tokens, sent: Sent, answer: Answer) -> Tokens:
        """What the server now holds: the prompt, and the reply without its last token."""
        said = reply(path, answer.body) if answer.status == 200 else None
        if said is None:
            return prompt
        messages = body["messages"]
        assert isinstance(messages, list)
        # a user's word behind the reply closes it; what belongs to that word is cut off again
        after = {**body, "messages": [*messages, said, {"role": "user", "content": "."}]}
        whole = await self._tokens(after)
        output = parse(sent.uri, sent.method, sent.body, answer.status, dict(answer.headers), answer.body)
        generated = output.response.usage.output if output.response else None
        if not whole or whole[: len(prompt)] != prompt or not generated:
            return prompt
        return whole[: len(prompt) + generated - 1]

    async def _tokens(self, body: Json) -> Tokens | None:
        """The rendered messages' tokens; None where they cannot be rendered."""
        response = await self._client.post(f"{LOCAL}/apply-template", json=body)
        if response.status_code == 500:
            return None
        asked = {"content": _found(response)["prompt"], "add_special": True, "parse_special": True}
        tokens = _found(await self._client.post(f"{LOCAL}/tokenize", json=asked))["tokens"]
        assert isinstance(tokens, list)
        return tuple(tokens)


def _found(response: httpx2.Response) -> Mapping[str, object]:
    response.raise_for_status()
    found: Mapping[str, object] = response.json()
    return found


def common(prompt: Tokens, earlier: Sequence[Tokens]) -> int:
    """The longest beginning that the prompt shares with an earlier sequence, at most all but its last token."""
    shared = (
        sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(prompt, one, strict=False)))
        for one in earlier
    )
    return min(max(shared, default=0), len(prompt) - 1)
