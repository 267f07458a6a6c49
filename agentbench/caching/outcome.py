"""What a look-up in the cache can end in: a closed union."""

from dataclasses import dataclass
from typing import Literal

Reason = Literal[
    "cold",  # nothing was ever stored
    "changed",  # nothing stored begins as this request does, or too little of it
    "expired",  # an entry matched but its time was over
    "not_readable",  # an entry matched but its first response had not begun
    "out_of_reach",  # an entry matched but further back than the provider looks
]


@dataclass(frozen=True, slots=True)
class Hit:
    """A prefix was read."""

    read_tokens: int
    """Tokens read, as the provider counts them."""
    position: int
    """Index of the last segment that lies wholly within the entry; -1 where the entry ends in the first one."""


@dataclass(frozen=True, slots=True)
class Missed:
    """Nothing was read, although the request could have been."""

    reason: Reason


@dataclass(frozen=True, slots=True)
class TooSmall:
    """The largest prefix that could be stored or read is below the provider's minimum."""

    prefix_tokens: int
    min_tokens: int


@dataclass(frozen=True, slots=True)
class NotAsked:
    """An explicit cache, and the request marks nothing; or a model without a cache."""


Outcome = Hit | Missed | TooSmall | NotAsked
