"""Input tokens without a vendor's count: how far estimates are off on projects that they have not seen.

A *project* is a folder of recordings; the sizes that score one were fitted on all others.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields

import pandas as pd

from agentbench.caching.calibration import Calibration, estimate
from agentbench.caching.countable import Hidden, hidden
from agentbench.caching.estimates import Parts, segment_parts
from agentbench.caching.readable import readable
from agentbench.facts import ModelCard, TokenEstimate, card, token_estimate
from agentbench.measure.accuracy.fit import Sizes, fitted
from agentbench.measure.accuracy.scores import quantile, share
from agentbench.tape.exchange import Exchange

FAMILIES = ("gpt", "claude", "gemini")
"""The families that are scored."""

# what OpenAI publishes of its counting is not fitted
_GIVEN = {"gpt": ("text", "message", "name")}
# what is assumed before any recording: a token of the vocabulary is a token, and OpenAI's 3 for the reply's start
_PLAIN = {"text": 1.0, "tool_json": 1.0, "typescript": 1.0}
_ASSUMED = {"gpt": {"always": 3.0}}
# models counted alike are often seen in few projects: what holds for their family weighs as much as so many requests
_ALIKE = 1.0
_COLUMNS = {
    "family": "string",
    **dict.fromkeys(("n", "projects"), "Int64"),
    **dict.fromkeys(("error_p50", "error_p90", "shipped_error_p50", "shipped_error_p90"), "Float64"),
    **dict.fromkeys(("text_chats",), "Int64"),
    **dict.fromkeys(("text_chats_within_one",), "Float64"),
    **dict.fromkeys(("calibrated",), "Int64"),
    **dict.fromkeys(("calibrated_error_p50", "calibrated_error_p90"), "Float64"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """One recorded request whose tokens can be estimated, and what its provider counted."""

    exchange: Exchange
    project: str
    card: ModelCard
    parts: Parts
    estimated: int
    reported: int

    @property
    def estimate(self) -> TokenEstimate:
        """The sizes that are used for its model."""
        return token_estimate(self.card, self.exchange.request.wire if self.exchange.request else None)

    @property
    def is_text_chat(self) -> bool:
        """Whether it is OpenAI's Chat Completions with nothing but messages, to one of its own models."""
        request = self.exchange.request
        own = self.card.family == "gpt" and "oss" not in self.card.name
        return own and request is not None and request.wire == "openai_chat" and not request.tools


def counts(exchanges: Sequence[Exchange], project: Callable[[Exchange], str]) -> tuple[Count, ...]:
    """The recorded requests of the scored families that can be estimated."""
    return tuple(found for one in exchanges if (found := _count(one, project(one))) is not None)


def hidden_requests(exchanges: Sequence[Exchange]) -> Mapping[Hidden, int]:
    """How many recorded requests are not estimated because they hold what no text shows, by what that is."""
    found: defaultdict[Hidden, int] = defaultdict(int)
    for exchange in exchanges:
        kind = hidden(exchange.request) if _is_counted(exchange) and exchange.request is not None else None
        if kind is not None:
            found[kind] += 1
    return dict(found)


def token_errors(found: Sequence[Count]) -> pd.DataFrame:
    """One row per family: relative errors of the estimate, and after three recorded requests of the same kind."""
    rows = [_of_family(family, [one for one in found if one.card.family == family]) for family in FAMILIES]
    return pd.DataFrame(rows, columns=list(_COLUMNS)).astype(_COLUMNS)


def _is_counted(exchange: Exchange) -> bool:
    usage = exchange.response.usage if exchange.response is not None else None
    return (
        exchange.kind == "model_call"
        and exchange.provenance == "recorded"
        and usage is not None
        and bool(usage.input_total)
    )


def _count(exchange: Exchange, project: str) -> Count | None:
    request, response = exchange.request, exchange.response
    estimated = estimate(request) if _is_counted(exchange) else None
    if request is None or response is None or estimated is None:
        return None
    known = card(request.model or "")
    parts: defaultdict[str, float] = defaultdict(float)
    for of_segment in segment_parts(request, known, readable):
        for name, number in of_segment.items():
            parts[name] += number
    return Count(
        exchange=exchange,
        project=project,
        card=known,
        parts=dict(parts),
        estimated=estimated,
        reported=response.usage.input_total or 0,
    )


def _of_family(family: str, found: Sequence[Count]) -> Mapping[str, object]:
    unseen = [abs(guess - one.reported) / one.reported for one, guess in _unseen(family, found)]
    shipped = [abs(one.estimated - one.reported) / one.reported for one in found]
    chats = [abs(one.estimated - one.reported) <= 1 for one in found if one.is_text_chat]
    later = [abs(guess - one.reported) / one.reported for one, guess in _calibrated(found)]
    return {
        "family": family,
        "n": len(found),
        "projects": len({one.project for one in found}),
        "error_p50": quantile(unseen, 0.5),
        "error_p90": quantile(unseen, 0.9),
        "shipped_error_p50": quantile(shipped, 0.5),
        "shipped_error_p90": quantile(shipped, 0.9),
        "text_chats": len(chats),
        "text_chats_within_one": share(chats),
        "calibrated": len(later),
        "calibrated_error_p50": quantile(later, 0.5),
        "calibrated_error_p90": quantile(later, 0.9),
    }


def _unseen(family: str, found: Sequence[Count]) -> Iterator[tuple[Count, float]]:
    """Each request with its tokens by sizes that were fitted on the other projects.

    First for the whole family; then, drawn to that, for the models and wire formats that are counted alike.
    """
    for project in sorted({one.project for one in found}):
        others = [one for one in found if one.project != project]
        of_family = _sizes(family, others, {})
        alike: dict[TokenEstimate, Sizes] = {}
        for one in (one for one in found if one.project == project):
            kind = one.estimate
            if kind not in alike:
                alike[kind] = _sizes(family, [o for o in others if o.estimate == kind], of_family, _ALIKE)
            yield one, sum(alike[kind].get(n, 0.0) * number for n, number in one.parts.items())


def _sizes(family: str, found: Sequence[Count], before: Sizes, drawn: float = 0.3) -> Sizes:
    given = {name: _published(name) for name in _GIVEN.get(family, ())}
    used = {f.name for f in fields(TokenEstimate) for one in found if getattr(one.estimate, f.name)}
    names = sorted(used - set(given)) or [name for name in before if name not in given]
    plain = {**_PLAIN, **_ASSUMED.get(family, {})}
    known = {name: before.get(name, plain.get(name, 0.0)) for name in names}
    rows = [
        (one.parts, round(one.reported - sum(size * one.parts.get(n, 0.0) for n, size in given.items())))
        for one in found
    ]
    return {**fitted(rows, known, drawn), **given}


def _published(name: str) -> float:
    value = getattr(token_estimate(card("gpt-4o")), name)
    return float(value)


def _calibrated(found: Sequence[Count]) -> Iterator[tuple[Count, int]]:
    """Each request after three of the same project, host, model and wire format, corrected by those before it."""
    known: dict[Hashable, Calibration] = {}
    for one in found:
        before = known.get(one.project, Calibration())
        more = before.correction(one.exchange)
        if more is not None:
            yield one, one.estimated + more
        known[one.project] = before.learned(one.exchange)
