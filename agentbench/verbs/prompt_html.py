"""A built request to look at: every block in its tier's colour, with its bytes and tokens."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING

from agentbench import facts
from agentbench.frame import Piece
from agentbench.report import wording
from agentbench.verbs.html import head_html

if TYPE_CHECKING:
    from agentbench.verbs.build import Built

_TIERS: Mapping[str | None, tuple[str, str]] = {
    "stable": ("#009e73", "stable"),
    "context": ("#3a8fd0", "context"),
    "volatile": ("#d55e00", "volatile"),
    None: ("#7f7f7f", ""),
}
"""Colour of the bar beside a block, and the word that says the same."""


def built_text(built: "Built") -> str:
    """One line per block: segment, block, tier, bytes, tokens, and how its text begins."""
    lines = [
        f"{piece.segment:<24} {piece.block:<24} {piece.tier or '':<9} {piece.end - piece.start:>7,} bytes"
        f" {tokens:>6,} tokens  {_beginning(piece.text)}"
        for piece, tokens in _counted(built)
    ]
    return "\n".join((_head(built), *lines))


def built_html(built: "Built") -> str:
    """Each block in a fold of its own behind its tier's bar; tools first, as the cache sees them."""
    return head_html(_head(built)) + "".join(_fold(piece, tokens) for piece, tokens in _counted(built))


def _fold(piece: Piece, tokens: int) -> str:
    colour, word = _TIERS[piece.tier]
    size = f"{piece.end - piece.start:,} bytes, {tokens:,} tokens"
    said = " · ".join(part for part in (word, piece.segment, size) if part)
    text = piece.text.replace("\\n", "\n") if piece.tier else piece.text
    return (
        f'<details style="border-left:4px solid {colour};padding-left:8px;margin:2px 0"><summary>'
        f'<b>{escape(piece.block)}</b> <span style="opacity:.75">{escape(said)}</span></summary>'
        f'<pre style="white-space:pre-wrap;margin:4px 0">{escape(text)}</pre></details>'
    )


def _counted(built: "Built") -> Iterator[tuple[Piece, int]]:
    request = built.exchange.request
    family = facts.family((request.model if request else None) or "")
    for piece in built.pieces:
        yield piece, facts.count_tokens(piece.text, family)


def _head(built: "Built") -> str:
    request = built.exchange.request
    assert request is not None
    turn = built.prompt.moment.turn
    counts = (
        f"{wording.plural(len(request.tools), 'tool')}, {wording.plural(request.message_count, 'message')}"
    )
    return f"{request.model} ({request.wire}), turn {turn}: {len(request.body):,} bytes, {counts}"


def _beginning(text: str) -> str:
    line = " ".join(text.replace("\\n", " ").split())
    return line if len(line) <= 60 else f"{line[:57]}..."
