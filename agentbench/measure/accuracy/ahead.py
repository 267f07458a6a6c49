"""What is predicted before anything is sent: the same classes as afterwards, over the scenarios of a bench."""

from collections import Counter
from collections.abc import Mapping, Sequence

import pandas as pd

from agentbench.caching import Hit, Prediction
from agentbench.measure.accuracy.scores import mean
from agentbench.tape.exchange import Exchange

# said of every request here
_ESTIMATED = "; tokens estimated"
_KEYS = ("class", "provenance", "layout", "presentation", "model", "scenario")
_COLUMNS: Mapping[str, str] = {
    **dict.fromkeys(_KEYS, "string"),
    **dict.fromkeys(("n", "first_requests", "live", "input_tokens", "reusable_tokens"), "Int64"),
    **dict.fromkeys(("read_low", "read_high", "write"), "Int64"),
    **dict.fromkeys(("interval_width", "hit_probability"), "Float64"),
    "notes": "object",
}


def ahead(exchanges: Sequence[Exchange], predictions: Sequence[Prediction]) -> pd.DataFrame:
    """One row per class of provider, layout, presentation, model and scenario of rendered requests.

    `live` requests send a stored, live prefix again. Tokens are sums, and all are estimates; `read_low` to `read_high`
    is what should be read. `interval_width` and `hit_probability` are means. `notes` count why. Requests to models
    without a rule have no class, and no tokens to read.
    """
    groups: dict[tuple[str | None, ...], list[tuple[Exchange, Prediction]]] = {}
    for exchange, prediction in zip(exchanges, predictions, strict=True):
        if exchange.kind == "model_call" and exchange.provenance == "predicted":
            groups.setdefault(_key(exchange, prediction), []).append((exchange, prediction))
    rows = [dict(zip(_KEYS, key, strict=True)) | _figures(members) for key, members in groups.items()]
    return pd.DataFrame(rows, columns=list(_COLUMNS)).astype(_COLUMNS)


def _key(exchange: Exchange, prediction: Prediction) -> tuple[str | None, ...]:
    origin = exchange.origin
    named = (origin.layout, origin.presentation, origin.model, origin.scenario) if origin else (None,) * 4
    return prediction.precision, exchange.provenance, *named


def _figures(members: Sequence[tuple[Exchange, Prediction]]) -> dict[str, object]:
    found = [prediction for _, prediction in members]
    bounded = [(p.read_low or 0, p.read_high) for p in found if p.read_high is not None]
    usages = [exchange.response.usage for exchange, _ in members if exchange.response is not None]
    return {
        "n": len(members),
        "first_requests": len({_session(exchange) for exchange, _ in members}),
        "live": sum(isinstance(p.outcome, Hit) for p in found),
        "input_tokens": _sum([usage.input_total for usage in usages]),
        "reusable_tokens": _sum([p.reusable_tokens for p in found]),
        "read_low": _sum([low for low, _ in bounded]),
        "read_high": _sum([high for _, high in bounded]),
        "write": _sum([p.write for p in found]),
        "interval_width": mean([high - low for low, high in bounded]),
        "hit_probability": mean([p.hit_probability for p in found if p.hit_probability is not None]),
        "notes": dict(Counter(p.note.removesuffix(_ESTIMATED) for p in found if p.note).most_common()),
    }


def _session(exchange: Exchange) -> object:
    return exchange.cassette, exchange.origin and exchange.origin.repeat


def _sum(values: Sequence[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None
