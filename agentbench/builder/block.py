"""Blocks: named pieces of prompt text, and the text that they join to, with who owns which character."""

from dataclasses import dataclass
from typing import Literal

Tier = Literal["stable", "context", "volatile"]

SEPARATOR = "\n\n"
"""Stands between two blocks of one text; belongs to neither."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A named piece of prompt text."""

    name: str
    tier: Tier
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSpan:
    """The characters of a text that one block owns: [start, end)."""

    name: str
    tier: Tier
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """Joined blocks: what is sent as one piece (a system block, an appended message)."""

    blocks: tuple[Block, ...]

    @property
    def text(self) -> str:
        """The blocks' texts joined by one blank line."""
        return SEPARATOR.join(block.text for block in self.blocks)

    @property
    def spans(self) -> tuple[TextSpan, ...]:
        """Who owns which characters of `text`; the separators in between belong to nobody."""
        spans = []
        at = 0
        for block in self.blocks:
            spans.append(TextSpan(name=block.name, tier=block.tier, start=at, end=at + len(block.text)))
            at += len(block.text) + len(SEPARATOR)
        return tuple(spans)

    def __bool__(self) -> bool:
        return bool(self.blocks)
