"""Read recordings into exchanges, and exchanges into the one priced table."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pandas as pd

from agentbench import caching, frame, measure, tape
from agentbench.caching.diagnosis import Miss, diagnose
from agentbench.errors import NotFound
from agentbench.frame.columns import cell
from agentbench.tape import Exchange

Files = Callable[[Iterable[Path]], Iterable[Path]]
"""Wraps the files to show how far the reading is."""


@dataclass(frozen=True, kw_only=True)
class Exchanges:
    """Exchanges and the table that they make."""

    exchanges: tuple[Exchange, ...]
    ignored: int = 0
    """Files met in folders that are no recordings at all."""

    def __iter__(self) -> Iterator[Exchange]:
        return iter(self.exchanges)

    def __len__(self) -> int:
        return len(self.exchanges)

    @cached_property
    def predictions(self) -> tuple[caching.Prediction, ...]:
        """What the rules predict for each exchange."""
        return caching.predict(self.exchanges)

    @cached_property
    def misses(self) -> tuple[tuple[Miss, ...] | None, ...]:
        """For each exchange every reason for which it lost reads; None where it has no earlier request."""
        return tuple(
            None if earlier is None else diagnose(earlier, exchange, prediction)
            for earlier, exchange, prediction in zip(
                frame.earlier_of(self.exchanges), self.exchanges, self.predictions, strict=True
            )
        )

    @cached_property
    def frame(self) -> pd.DataFrame:
        """One row per exchange: identity, request, usage, stability, misses, prediction, cost."""
        table = measure.priced(frame.build(self.exchanges, self.predictions))
        classes = [None if found is None else _names(found) for found in self.misses]
        return table.assign(miss=pd.Series(classes, dtype="string", index=table.index))

    def _repr_html_(self) -> str:
        return str(self.frame.to_html(max_rows=20, notebook=True))


def _names(misses: tuple[Miss, ...]) -> str | None:
    return cell(tuple(dict.fromkeys(miss.name for miss in misses)))


def inspect(*paths: str | Path, progress: Files = iter) -> Exchanges:
    """Any recordings (files, folders, globs), one exchange per interaction found, unreadable ones included.

    Raises:
        NotFound: a path does not exist, or there is no recording under any of them.
    """
    found = tape.find(str(path) for path in paths)
    if not found.files:
        named = ", ".join(repr(str(path)) for path in paths)
        raise NotFound(
            f"asked for recordings in {named}, found none ({found.ignored} other files);"
            " name a cassette, or a folder with some in it"
        )
    exchanges = tuple(one for path in progress(found.files) for one in tape.read(path))
    return Exchanges(exchanges=exchanges, ignored=found.ignored)
