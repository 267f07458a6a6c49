"""Every lost cache read of recordings: its class, where it happened, what it cost, what can be done."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from agentbench.caching.diagnosis import miss_classes
from agentbench.errors import NotFound
from agentbench.nearest import nearest
from agentbench.report import Heading, Table, plain_table, table, wording
from agentbench.report.table import Kind
from agentbench.tape import Exchange
from agentbench.verbs.html import head_html, quiet, table_html
from agentbench.verbs.inspect import Exchanges, Files, recordings
from agentbench.verbs.lost import Lost, lost_usd

if TYPE_CHECKING:
    from agentbench.verbs.run import Run

SIDES = ("ours", "provider", "limit", "report")
"""Who can do something about a miss; `--fail-on` takes these as well as classes."""

_MOST_SHOWN = 20
"""Misses that a notebook shows."""
_SHOWN: Mapping[str, Kind] = {
    "class": "text",
    "side": "text",
    "requests": "count",
    "tokens_lost": "count",
    "lost_usd": "usd",
    "advice": "note",
}
_DTYPES: Mapping[str, str] = {
    "cassette": "string",
    "index": "Int64",
    "provenance": "string",
    "provider": "string",
    "model": "string",
    "layout": "string",
    "scenario": "string",
    "turn": "Int64",
    "class": "string",
    "side": "string",
    "segment": "string",
    "block": "string",
    "byte": "Int64",
    "was": "string",
    "now": "string",
    "tokens_lost": "Int64",
    "lost_usd": "Float64",
    "detail": "string",
    "meaning": "string",
    "causes": "string",
    "advice": "string",
}


@dataclass(frozen=True, kw_only=True, repr=False)
class Diagnosis:
    """All misses of some exchanges, in their order; of one request, in cache order."""

    lost: tuple[Lost, ...]
    compared: int
    """Requests that had an earlier one in their conversation: only they can lose anything."""
    unreadable: int = 0
    """Files or interactions that could not be read."""
    redacted: bool = False
    """Excerpts and details, which quote the prompts, were left out."""

    def __len__(self) -> int:
        return len(self.lost)

    @property
    def text(self) -> str:
        """Every miss in a few lines, an empty line between them; empty where there is none."""
        return "\n\n".join(one.text(self.redacted) for one in self.lost)

    def __repr__(self) -> str:
        return f"{self._head}\n{plain_table(self._classes, 160)}"

    def _repr_html_(self) -> str:
        shown = "".join(one.html(self.redacted) for one in self.lost[:_MOST_SHOWN])
        more = len(self) - _MOST_SHOWN
        rest = quiet(f"{more} more in .frame and .text") if more > 0 else ""
        return f"{head_html(self._head)}{table_html(self._classes)}{shown}{rest}"

    @property
    def _head(self) -> str:
        requests = len({(one.exchange.cassette, one.exchange.index) for one in self.lost})
        return f"{wording.plural(len(self), 'reason')} in {requests} of {self.compared} requests with an earlier one"

    @property
    def _classes(self) -> Table:
        headings = [
            Heading(name=name, title=name.replace("_", " "), kind=kind) for name, kind in _SHOWN.items()
        ]
        return table(self.by_class, headings, "Each reason counts what it alone would lose.")

    @cached_property
    def frame(self) -> pd.DataFrame:
        """One row per miss: where, class, side, segment, block, byte, excerpts, tokens and USD lost, advice.

        Each row counts what that miss alone would lose, so the rows of one request are not to be added up.
        """
        rows = [_row(one, self.redacted) for one in self.lost]
        return pd.DataFrame(rows, columns=list(_DTYPES)).astype(dict(_DTYPES))

    @cached_property
    def by_class(self) -> pd.DataFrame:
        """One row per class, most tokens first: `side`, `requests`, `tokens_lost`, `lost_usd`, `advice`."""
        groups = self.frame.groupby(["class", "side", "advice"], sort=True, dropna=False)
        table = groups.agg(
            requests=("class", "size"), tokens_lost=("tokens_lost", _sum), lost_usd=("lost_usd", _sum)
        ).reset_index()
        ordered = table.sort_values(["tokens_lost", "class"], ascending=[False, True]).reset_index(drop=True)
        return ordered.astype({"requests": "Int64", "tokens_lost": "Int64", "lost_usd": "Float64"})[
            ["class", "side", "requests", "tokens_lost", "lost_usd", "advice"]
        ]

    def failing(self, names: Iterable[str]) -> tuple[Lost, ...]:
        """The misses of these classes or sides.

        Raises:
            NotFound: no such class or side; names the nearest one.
        """
        wanted = set(names)
        known = (*SIDES, *miss_classes())
        for name in sorted(wanted - set(known)):
            near = nearest(name, known)
            hint = f"did you mean {near!r}?" if near else f"the sides are {', '.join(SIDES)}"
            raise NotFound(f"asked for the miss class {name!r}, found none; {hint}")
        return tuple(one for one in self.lost if {one.miss.name, one.miss.known.side} & wanted)


def diagnose(
    subject: "Exchanges | Run | Sequence[Exchange] | str | Path",
    *more: str | Path,
    redact: bool = False,
    progress: Files = iter,
) -> Diagnosis:
    """Every miss of exchanges, of a run, or of any recordings.

    `redact` leaves out all text of the prompts. A first request of a conversation has nothing to lose.

    Raises:
        NotFound: as `inspect`.
    """
    found = _exchanges(subject, more, progress)
    lost = tuple(
        Lost(exchange=exchange, miss=miss, usd=lost_usd(exchange, miss))
        for exchange, misses in zip(found.exchanges, found.misses, strict=True)
        for miss in misses or ()
    )
    compared = sum(misses is not None for misses in found.misses)
    return Diagnosis(lost=lost, compared=compared, unreadable=found.unreadable, redacted=redact)


def _exchanges(
    subject: "Exchanges | Run | Sequence[Exchange] | str | Path",
    more: tuple[str | Path, ...],
    progress: Files,
) -> Exchanges:
    if isinstance(subject, str | Path):
        return recordings(subject, *more, progress=progress)
    if isinstance(subject, Exchanges):
        return subject
    exchanges: tuple[Exchange, ...] = getattr(subject, "exchanges", None) or tuple(subject)  # type: ignore[arg-type]
    return Exchanges(exchanges=exchanges)


def _row(one: Lost, redact: bool) -> dict[str, object]:
    exchange, miss, origin = one.exchange, one.miss, one.exchange.origin
    return {
        "cassette": exchange.cassette,
        "index": exchange.index,
        "provenance": exchange.provenance,
        "provider": exchange.provider,
        "model": exchange.request.model if exchange.request else None,
        "layout": origin.layout if origin else None,
        "scenario": origin.scenario if origin else None,
        "turn": origin.turn if origin else None,
        "class": miss.name,
        "side": miss.known.side,
        "segment": miss.segment,
        "block": miss.block,
        "byte": miss.byte,
        "was": None if redact else _storable(miss.was),
        "now": None if redact else _storable(miss.now),
        "tokens_lost": miss.tokens_lost,
        "lost_usd": one.usd,
        "detail": None if redact else _storable(miss.detail),
        "meaning": miss.known.meaning,
        "causes": " ".join(miss.known.causes),
        "advice": miss.known.advice,
    }


def _sum(column: "pd.Series[float]") -> float:
    """Missing where every value is: nothing known is not nothing lost."""
    return float(column.sum(min_count=1)) if column.notna().any() else float("nan")


def _storable(text: str | None) -> str | None:
    """Lone surrogates, which JSON allows and no file format takes, become `?`."""
    return None if text is None else text.encode("utf-8", "replace").decode()
