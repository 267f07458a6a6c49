"""The section that a session's terminal summary gets."""

from collections import Counter
from collections.abc import Iterator

from agentbench import measure
from agentbench.pytest_plugin.sent import Sent, Session
from agentbench.report import wording

_MOST = 10
"""Drifted requests that are listed."""


def lines(session: Session) -> Iterator[str]:
    """Hit share and cost by provenance, misses by class, and what drifted away from the cassettes."""
    if not session.sent:
        yield "no model call went through a cassette"
        return
    frame = session.today.frame
    for provenance, rows in frame.groupby("provenance"):
        hits, money = measure.hit_share(rows), measure.saved(rows)
        unpriced = f" ({money.left_out} without a price)" if money.left_out else ""
        yield (
            f"{provenance}: {wording.plural(len(rows), 'request')}, hit share {wording.share(hits.share)}"
            f" over {hits.n}, cost {wording.usd(_float(money.cost_usd))}{unpriced}"
        )
    classes = Counter(miss.name for misses in session.today.misses for miss in misses or ())
    named = ", ".join(
        f"{count} {name}" for name, count in sorted(classes.items(), key=lambda one: (-one[1], one[0]))
    )
    yield f"misses: {named or 'none'}"
    yield f"drifted: {len(session.drifted)} of {wording.plural(len(session.sent), 'request')}"
    for one in session.drifted[:_MOST]:
        yield f"  {drift(one)}"
    if len(session.drifted) > _MOST:
        yield f"  and {len(session.drifted) - _MOST} more"


def drift(one: Sent) -> str:
    """Where a request stopped being what its cassette holds."""
    head = f"{one.live.cassette} request {one.live.index}"
    changes = [miss for miss in one.changes if miss.byte is not None] or list(one.changes)
    if not changes:
        return f"{head}: other parameters than its cassette's"
    first = changes[0]
    place = first.segment if first.byte is None else f"{first.segment} byte {first.byte}"
    was, now = (_short(text) for text in (first.was, first.now))
    more = f" (and {len(changes) - 1} more)" if len(changes) > 1 else ""
    return f"{head}: {first.name} at {place}: {was} became {now}{more}"


def _short(text: str | None) -> str:
    return repr(text[:40]) if text else "nothing"


def _float(amount: object) -> float | None:
    return None if amount is None else float(str(amount))
