"""What a provider's cache holds: entries by prefix key."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from agentbench.facts import CacheRule
from agentbench.tape.exchange import Segment


@dataclass(frozen=True, slots=True)
class Entry:
    """One stored prefix."""

    tokens: int
    """Tokens of the prefix."""
    ttl_s: float
    """Lifetime in seconds; infinite where the provider names none."""
    expires_at: float
    """Time in seconds from which it can be read no longer."""
    readable_at: float
    """Time in seconds from which it can be read."""
    following: tuple[tuple[bytes, Segment], ...] = ()
    """What stored prompts continue with, and its key; only for caches of any common prefix."""

    def readable(self, now: float) -> bool:
        """Whether it can be read at this time."""
        return self.readable_at <= now < self.expires_at


@dataclass(frozen=True, slots=True)
class State:
    """All entries of one or more caches; `State()` is empty."""

    entries: Mapping[bytes, Entry] = field(default_factory=lambda: MappingProxyType({}))
    """Entries by prefix key; the key holds provider, model and scope."""

    def updated(self, changes: Mapping[bytes, Entry], now: float) -> "State":
        """The state with some entries set.

        Entries past their time are kept for a while, so that a miss can be told from an expiry, but never more
        of them than of live ones.
        """
        entries = {**self.entries, **changes}
        live = {key: entry for key, entry in entries.items() if now < entry.expires_at}
        return State(entries if len(entries) <= 2 * len(live) else live)


def renewed(entry: Entry, rule: CacheRule, now: float) -> Entry:
    """The entry after it was used: its lifetime begins anew where the provider does so."""
    return replace(entry, expires_at=now + entry.ttl_s) if rule.ttl.refreshed else entry
