"""Which bytes of each request a cache could give back, by block.

Against the request before it in its session, a byte is *reused* (in front of the first change), *changed* (of the block
or segment that changed), *again* (sent before, but behind a change: what the change costs) or *new*.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from agentbench.frame import Common, common_prefix, earlier_of, pieces, segment_pieces
from agentbench.frame.blame import blame, changed_segment
from agentbench.measure.arm import Cells, records
from agentbench.report.theme import CHANGE, INK, STATE_COLOURS, TIER_COLOURS
from agentbench.report.wording import plural
from agentbench.tape.exchange import Exchange

SESSION = ("provenance", "layout", "presentation", "model", "scenario", "repeat", "cassette", "conversation")
_DTYPES = dict.fromkeys(SESSION, "string") | {
    "repeat": "Int64",
    "request": "Int64",
    "turn": "Int64",
    "block": "string",
    "tier": "string",
    "start": "Int64",
    "end": "Int64",
    "state": "string",
    "breaks": "string",
}
# of a bar: the rest of its height is the strip of tiers under it
_HEIGHT, _STRIP = 0.62, 0.26


def prefix_map(exchanges: Sequence[Exchange]) -> pd.DataFrame:
    """One row per piece of each request, in cache order; a piece that changes in its middle is two.

    Columns: those of `SESSION`; `request` (position in its session), `turn`; `block` (prompt block, `tool:<name>` or
    role), `tier` (`tools`, `messages`, or the block's tier; missing where blocks are unknown), `start` and `end` (bytes
    of the request in cache order), `state` (reused, changed, again, new); `breaks`: on the first row behind a change,
    the block (or segment) that changed, which may be one that is gone.
    """
    counted: dict[tuple[object, ...], int] = {}
    rows: list[Cells] = []
    for exchange, earlier in zip(exchanges, earlier_of(exchanges), strict=True):
        if exchange.kind != "model_call" or exchange.request is None:
            continue
        session = _session(exchange)
        key = tuple(session.values())
        counted[key] = counted.get(key, -1) + 1
        where = session | {"request": counted[key], "turn": exchange.origin.turn if exchange.origin else None}
        rows += [where | row for row in _pieces(exchange, earlier)]
    return pd.DataFrame(rows, columns=list(_DTYPES)).astype(_DTYPES)


def _session(exchange: Exchange) -> Cells:
    origin = exchange.origin
    return {
        "provenance": exchange.provenance,
        "layout": origin.layout if origin else None,
        "presentation": origin.presentation if origin else None,
        "model": origin.model if origin else exchange.request.model if exchange.request else None,
        "scenario": origin.scenario if origin else None,
        "repeat": origin.repeat if origin else None,
        "cassette": exchange.cassette,
        # compression starts the messages of a session of ours anew: it stays one session
        "conversation": None if origin else exchange.conversation,
    }


def _pieces(exchange: Exchange, earlier: Exchange | None) -> list[Cells]:
    assert exchange.request is not None
    before = earlier.request.segments if earlier and earlier.request else ()
    common = common_prefix(before, exchange.request.segments)
    known = {piece.text for piece in pieces(earlier)} if earlier else set()
    names = {piece.block for piece in pieces(earlier) if piece.tier} if earlier else set()
    shared, at, rows, broken = common.shared_bytes, 0, list[Cells](), False
    for segment, owned in segment_pieces(exchange):
        # bytes between two blocks go to the one behind them, the closing quote to the last
        ends = [at + piece.end for piece in owned[:-1]] + [at + len(segment.raw)]
        for piece, end in zip(owned, ends, strict=True):
            cells: Cells = {"block": piece.block, "tier": piece.tier or _LEVELS.get(segment.level)}
            if at < min(end, shared):
                rows.append(cells | {"start": at, "end": min(end, shared), "state": "reused"})
            if shared < end:
                first = common.fork is not None and not broken
                state = "again" if piece.text in known else "new"
                changed = state == "new" and common.fork is not None and (first or piece.block in names)
                rows.append(
                    cells | {"start": max(at, shared), "end": end, "state": "changed" if changed else state}
                )
                rows[-1]["breaks"] = _broken(earlier, exchange, common) if first else None
                broken = True
            at = end
    return rows


def _broken(earlier: Exchange | None, exchange: Exchange, common: Common) -> str | None:
    """The block that changed first, or the segment."""
    if earlier is None or common.fork is None:
        return None
    return blame(earlier, exchange, common.fork)[0] or changed_segment(earlier, exchange, common.fork).path


_LEVELS = {"tools": "tools", "messages": "messages"}
"""What stands for a tier where no block is known; system text without blocks has none."""


def draw_prefix_map(parts: pd.DataFrame, axes: Axes) -> Axes:
    """One bar per request of one session, its tiers as a strip below it; the title is the finding."""
    for column, colours, height, below in (
        ("state", STATE_COLOURS, _HEIGHT, -_HEIGHT / 2 - _STRIP / 2),
        ("tier", TIER_COLOURS, _STRIP, _HEIGHT / 2 - _STRIP / 2),
    ):
        for name, (colour, hatch) in colours.items():
            label = name if column == "state" else f"{name} (strip)"
            for request, spans in _spans(parts, column, name):
                axes.broken_barh(
                    spans,
                    (request + below, height),
                    facecolor=colour,
                    hatch=hatch,
                    edgecolor=INK,
                    linewidth=0.3,
                    label=label,
                )
                label = "_"
    for at in _first_changes(parts):
        axes.plot([at.start / 1000], [at.request - _HEIGHT / 2 - _STRIP / 2], "v", markersize=4, color=CHANGE)
        axes.text(at.whole / 1000, at.request, f" {at.block}", fontsize=7, va="center")
    axes.set(xlabel="bytes in cache order (thousands)", ylabel="request")
    axes.margins(x=0)
    # room for the names of blocks behind the longest bar
    axes.update_datalim([(parts["end"].max() / 1000 * 1.3, 0)])
    axes.autoscale_view(scaley=False)
    axes.set_ylim(float(parts["request"].max()) + 0.7, -0.7)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(axis="y", visible=False)
    axes.set_title(_finding(parts), loc="left")
    return axes


def _spans(parts: pd.DataFrame, column: str, name: str) -> Iterator[tuple[int, list[tuple[float, float]]]]:
    """Per request the stretches (start, length; thousands of bytes) of that state or tier, neighbours joined."""
    for request, rows in parts[parts[column] == name].groupby("request"):
        joined: list[list[int]] = []
        for start, end in zip(rows["start"].tolist(), rows["end"].tolist(), strict=True):
            if joined and joined[-1][1] == start:
                joined[-1][1] = end
            else:
                joined.append([start, end])
        yield int(str(request)), [(start / 1000, (end - start) / 1000) for start, end in joined]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Change:
    """Where a request first changes what was sent."""

    request: int
    block: str
    start: int
    whole: int
    """All its bytes."""


def _first_changes(parts: pd.DataFrame) -> list[_Change]:
    ends = parts.groupby("request")["end"].max().to_dict()
    found = []
    for row in records(parts[parts["breaks"].notna()], ("request", "breaks", "start")):
        request, start = int(str(row["request"])), int(str(row["start"]))
        found.append(
            _Change(request=request, block=str(row["breaks"]), start=start, whole=int(ends[request]))
        )
    return found


def _finding(parts: pd.DataFrame) -> str:
    later = parts[parts["request"] > 0]
    sizes = (later["end"] - later["start"]).groupby(later["state"]).sum()
    total, count = int(sizes.sum()), int(parts["request"].nunique())
    first = parts.iloc[0]
    name = first["layout"] if pd.notna(first["layout"]) else first["cassette"]
    if not total:
        return f"{name}: one request, nothing to reuse"
    changed = len(_first_changes(parts))
    share = f"{name}: {int(sizes.get('reused', 0)) / total:.0%} of bytes reusable"
    if not changed:
        return f"{share};\nnone of {plural(count, 'request')} changes what was sent"
    again = int(sizes.get("again", 0)) / total
    return f"{share};\n{again:.0%} sent again behind changes, in {changed} of {plural(count, 'request')}"
