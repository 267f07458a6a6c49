"""A server behind a purse: no call is sent that could cost more than is left."""

from collections.abc import Iterable
from decimal import Decimal

from agentbench import caching, facts
from agentbench.errors import BadInput
from agentbench.harness.purse import Purse
from agentbench.harness.settings import MAX_TOKENS
from agentbench.harness.simulate.wires import endpoint_of
from agentbench.harness.simulate.wires.protocol import Endpoint
from agentbench.harness.stage import Answer, Answerer, Sent
from agentbench.measure import Tokens, price
from agentbench.tape import Interaction, Request, Usage, wire

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
        if endpoint_of(sent.uri)[0].provider == OWN:
            return await self._server.answer(sent)
        number = self._purse.put_aside(most_usd(sent))
        answer = await self._server.answer(sent)
        if (cost := cost_usd(sent, answer)) is not None:
            self._purse.settle(number, cost)
        # an answer that names no usage leaves the most that it can have cost
        return answer


def most_usd(sent: Sent) -> Decimal:
    """The most that a call can cost: nothing read, all input written for an hour (the dearest class where there is
    one), the longest answer.

    Raises:
        BadInput: the model has no price.
    """
    endpoint, request, name = _asked(sent)
    tokens = caching.input_tokens(request, facts.card(name))
    return _usd(sent, endpoint.provider, name, Tokens(uncached=0, write_1h=tokens, output=MAX_TOKENS))


def cost_usd(sent: Sent, answer: Answer) -> Decimal | None:
    """What an answered call cost by its usage; None where the answer names none.

    Raises:
        BadInput: the model has no price.
    """
    endpoint, _, name = _asked(sent)
    if answer.status >= 400 or endpoint.provider == OWN:
        return Decimal()
    parsed = wire.parse(sent.uri, sent.method, sent.body, answer.status, {}, answer.body)
    used = tokens_of(parsed.response.usage) if parsed.response else None
    return _usd(sent, endpoint.provider, name, used) if used else None


def tokens_of(usage: Usage | None) -> Tokens | None:
    """A usage by class of price; None where it does not say how much went in and came out."""
    if usage is None or usage.input_total is None or usage.output is None:
        return None
    read, write, long = usage.read or 0, usage.write or 0, usage.write_1h or 0
    uncached = usage.input_total - read - write if usage.uncached is None else usage.uncached
    return Tokens(uncached=uncached, read=read, write=write - long, write_1h=long, output=usage.output)


def _asked(sent: Sent) -> tuple[Endpoint, Request, str]:
    endpoint, model = endpoint_of(sent.uri)
    request = wire.request(endpoint.wire, sent.body)
    return endpoint, request, model or request.model or ""


def _usd(sent: Sent, provider: str, model: str, tokens: Tokens) -> Decimal:
    found = price(tokens, provider, (model,), sent.sent_at)
    if found.usd is None:
        raise BadInput(
            f"asked to keep {model!r} within a cost limit, found {found.note}; run it without --cost-limit"
        )
    return found.usd


def kept_usd(finished: Iterable[Interaction]) -> Decimal:
    """What calls of an interrupted recording cost: by their usage, the most that they can have cost where it is not
    named, nothing where the model has no price (it cannot be gone on with under a limit).
    """
    total = Decimal()
    for interaction in finished:
        assert interaction.method and interaction.uri and interaction.status and interaction.sent_at
        sent = Sent(
            method=interaction.method,
            uri=interaction.uri,
            headers=(),
            body=interaction.request_body,
            turn=0,
            step=0,
            sent_at=interaction.sent_at,
        )
        answer = Answer(status=interaction.status, headers=(), body=interaction.response_body)
        try:
            cost = cost_usd(sent, answer)
            total += most_usd(sent) if cost is None else cost
        except BadInput:
            continue
    return total
