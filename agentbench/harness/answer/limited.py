"""A server behind a purse: no call is sent that could cost more than is left."""

from decimal import Decimal

from agentbench import caching, facts
from agentbench.errors import BadInput
from agentbench.harness.purse import Purse
from agentbench.harness.settings import MAX_TOKENS
from agentbench.harness.simulate.wires import endpoint_of
from agentbench.harness.stage import Answer, Answerer, Sent
from agentbench.measure import Tokens, price
from agentbench.tape import Request, Usage, wire

OWN = "llama_cpp"
"""A server of one's own costs nothing."""


class Limited:
    """Puts the most that a call can cost aside, sends it, and settles by the usage that comes back."""

    def __init__(self, server: Answerer, purse: Purse) -> None:
        self._server = server
        self._purse = purse

    async def answer(self, sent: Sent) -> Answer:
        """The server's answer.

        Raises:
            OverLimit: the call could cost more than is left.
            BadInput: the model has no price.
        """
        endpoint, model = endpoint_of(sent.uri)
        if endpoint.provider == OWN:
            return await self._server.answer(sent)
        request = wire.request(endpoint.wire, sent.body)
        name = model or request.model or ""
        number = self._purse.put_aside(_usd(sent, endpoint.provider, name, _most(request, name)))
        answer = await self._server.answer(sent)
        parsed = wire.parse(sent.uri, sent.method, sent.body, answer.status, {}, answer.body)
        if answer.status >= 400:
            self._purse.settle(number, Decimal())
        elif parsed.response and (used := _used(parsed.response.usage)):
            self._purse.settle(number, _usd(sent, endpoint.provider, name, used))
        # an answer that names no usage leaves the most that it can have cost
        return answer


def _most(request: Request, model: str) -> Tokens:
    """Nothing read, all input written for an hour (the dearest class where there is one), the longest answer."""
    tokens = caching.input_tokens(request, facts.card(model))
    return Tokens(uncached=0, write_1h=tokens, output=MAX_TOKENS)


def _usd(sent: Sent, provider: str, model: str, tokens: Tokens) -> Decimal:
    found = price(tokens, provider, (model,), sent.sent_at)
    if found.usd is None:
        raise BadInput(
            f"asked to keep {model!r} within a cost limit, found {found.note}; run it without --cost-limit"
        )
    return found.usd


def _used(usage: Usage) -> Tokens | None:
    if usage.input_total is None or usage.output is None:
        return None
    read, write, long = usage.read or 0, usage.write or 0, usage.write_1h or 0
    uncached = usage.input_total - read - write if usage.uncached is None else usage.uncached
    return Tokens(uncached=uncached, read=read, write=write - long, write_1h=long, output=usage.output)
