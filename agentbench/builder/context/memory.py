"""The memory of an agent as it is kept in a file: entries, what they use of their limit, and what a prompt shows."""

from dataclasses import dataclass

from agentbench.builder.context.scan import scan

SEPARATOR = "\n§\n"
"""Stands between two entries of a memory file. A section sign inside a line is ordinary text."""

MEMORY_LIMIT = 2_200
USER_LIMIT = 1_375
"""Characters that a memory and a user profile should keep to. Source: hermes.md 6."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """What a prompt shows of a store, taken when the session starts; writes change the store, not this."""

    entries: tuple[str, ...]
    """As shown: hidden instructions replaced, passage by passage."""
    used_characters: int
    """Of the entries joined; more than `limit` is shown all the same."""
    limit: int
    replaced: int
    """Entries in which a passage was replaced."""

    @property
    def used_percent(self) -> int:
        """Use of the limit in whole percent, at most 100; 0 for a limit of 0."""
        return min(100, self.used_characters * 100 // self.limit) if self.limit > 0 else 0

    @property
    def usage(self) -> str:
        """`1% — 24/2,200 chars`"""
        return f"{self.used_percent}% — {self.used_characters:,}/{self.limit:,} chars"


def entries(text: str) -> tuple[str, ...]:
    """The entries of a memory file: stripped, blank ones and exact repeats dropped, in order. Source: hermes.md 6."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return tuple(dict.fromkeys(entry.strip() for entry in lines.split(SEPARATOR) if entry.strip()))


def snapshot(kept: tuple[str, ...], limit: int) -> Snapshot | None:
    """What a prompt shows of these entries; None of none."""
    if not kept:
        return None
    scanned = [scan(entry, "memory") for entry in kept]
    shown = tuple(each.text for each in scanned)
    return Snapshot(
        entries=shown,
        used_characters=len(SEPARATOR.join(shown)),
        limit=limit,
        replaced=sum(each.replaced for each in scanned),
    )
