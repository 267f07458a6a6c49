"""What a provider's cache holds: entries by prefix key."""

from collections.abc import Mapping, Sequence
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
    own_tokens: int = 0
    """Tokens that it takes beyond the prefix that it extends."""
    used_at: float = 0.0
    """Time in seconds at which it was last written or read."""
    unit: bool = False
    """Whether a prompt ended here, or several were found to part here: what DeepSeek stores as one unit."""
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
    budget_tokens: int | None = None
    """Most tokens that the cache holds (an engine's memory); the least recently used go first. None: no limit."""

    def longest(self, keys: Sequence[bytes]) -> Entry | None:
        """The entry of the last of these keys that has one, whatever its times; None for none."""
        return next((entry for key in reversed(keys) if (entry := self.entries.get(key)) is not None), None)

    def updated(self, changes: Mapping[bytes, Entry], now: float) -> "State":
        """The state with some entries set.

        Entries past their time are kept for a while, so that a miss can be told from an expiry, but never more
        of them than of live ones.
        """
        entries = {**self.entries, **changes}
        live = {key: entry for key, entry in entries.items() if now < entry.expires_at}
        kept = entries if len(entries) <= 2 * len(live) else live
        return replace(
            self, entries=kept if self.budget_tokens is None else _fitting(live, self.budget_tokens)
        )


def renewed(entry: Entry, rule: CacheRule, now: float) -> Entry:
    """The entry after it was used: its lifetime begins anew where the provider does so."""
    return replace(
        entry, used_at=now, expires_at=now + entry.ttl_s if rule.ttl.refreshed else entry.expires_at
    )


def _fitting(entries: Mapping[bytes, Entry], budget_tokens: int) -> Mapping[bytes, Entry]:
    """The most recently used entries that fit; of one prompt's prefixes the longest go first."""
    kept, used = {}, 0
    for key, entry in sorted(entries.items(), key=lambda item: (-item[1].used_at, item[1].tokens)):
        used += entry.own_tokens
        if used > budget_tokens:
            break
        kept[key] = entry
    return kept
