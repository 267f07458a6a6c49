"""One short function per group of columns: an exchange in, that group's cells out; absent cells left out."""

from agentbench.caching import Prediction
from agentbench.facts import family
from agentbench.frame.columns import cell
from agentbench.tape.exchange import Exchange, Request

Cells = dict[str, object]


def identity(exchange: Exchange) -> Cells:
    """Which exchange this is."""
    request, response = exchange.request, exchange.response
    model = request.model if request else None
    answered = response.model if response else None
    return {
        "cassette": exchange.cassette,
        "index": exchange.index,
        "kind": exchange.kind,
        "reason": exchange.reason,
        "provenance": exchange.provenance,
        "conversation": exchange.conversation,
        "provider": exchange.provider,
        "wire_format": request.wire if request else None,
        "model": model,
        "response_model": answered,
        "family": _family(model) or _family(answered),
        "sent_at": exchange.sent_at,
        "first_byte_at": exchange.first_byte_at,
    } | _origin(exchange)


def _origin(exchange: Exchange) -> Cells:
    if (origin := exchange.origin) is None:
        return {}
    return {
        "turn": origin.turn,
        "step": origin.step,
        "scenario": origin.scenario,
        "layout": origin.layout,
        "presentation": origin.presentation,
        "repeat": origin.repeat,
        "model_id": origin.model,
    }


def _family(model: str | None) -> str | None:
    return None if model is None else family(model)


def request(exchange: Exchange) -> Cells:
    """What was sent, in counts and bytes, and how it was answered."""
    response = exchange.response
    cells: Cells = {"status": response.status, "error": response.error} if response else {}
    if (sent := exchange.request) is None:
        return cells
    return cells | {
        "stream": sent.stream,
        "byte_exact": sent.byte_exact,
        "request_bytes": len(sent.body),
        "system_bytes": _bytes(sent, "system"),
        "tool_count": len(sent.tools),
        "tool_bytes": _bytes(sent, "tools"),
        "message_count": sent.message_count,
    }


def _bytes(sent: Request, level: str) -> int:
    # JSON may hold lone surrogates, which UTF-8 alone cannot spell
    texts = (segment.text for segment in sent.segments if segment.level == level)
    return sum(len(text.encode("utf-8", "surrogatepass")) for text in texts)


def usage(exchange: Exchange) -> Cells:
    """Tokens by class, as reported or predicted; the provider's own bill."""
    if exchange.response is None:
        return {}
    found = exchange.response.usage
    return {
        "input_tokens": found.input_total,
        "uncached_input_tokens": found.uncached,
        "cache_read_tokens": found.read,
        "cache_write_tokens": found.write,
        "cache_write_5m_tokens": found.write_5m,
        "cache_write_1h_tokens": found.write_1h,
        "output_tokens": found.output,
        "reasoning_tokens": found.reasoning,
        "usage_flags": cell(found.flags),
        "billed_cost_usd": found.billed_usd,
    }


def staleness(exchange: Exchange) -> Cells:
    """Whether a volatile fact in force was not shown."""
    stale = exchange.stale_blocks
    return {} if stale is None else {"stale_turns": int(bool(stale))}


def prediction(predicted: Prediction | None) -> Cells:
    """What rules and bytes allow to be read and written."""
    if predicted is None:
        return {}
    return {
        "reusable_tokens": predicted.reusable_tokens,
        "predicted_read_tokens_low": predicted.read_low,
        "predicted_read_tokens_high": predicted.read_high,
        "predicted_write_tokens": predicted.write,
        "prediction_note": predicted.note,
    }
