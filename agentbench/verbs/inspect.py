"""Read recordings into exchanges, and exchanges into the one priced table."""

import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pandas as pd

from agentbench import caching, frame, measure, tape
from agentbench.caching.diagnosis import Miss, diagnose, wasted
from agentbench.errors import BadInput, NotFound
from agentbench.frame.columns import cell
from agentbench.report import plain_table, shown, wording
from agentbench.tape import Exchange
from agentbench.verbs.figures import Figures
from agentbench.verbs.html import head_html, table_html
from agentbench.verbs.listed import Predictions

Files = Callable[[Iterable[Path]], Iterable[Path]]
"""Wraps the files to show how far the reading is."""


STDIN = "-"
"""As a path: one recording on standard input."""

_MOST_SHOWN = 20
"""Rows that a notebook or terminal shows; `frame` holds all."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Exchanges:
    """Exchanges and the table that they make."""

    exchanges: tuple[Exchange, ...]
    ignored: int = 0
    """Files met in folders that are no recordings at all."""

    def __iter__(self) -> Iterator[Exchange]:
        return iter(self.exchanges)

    def __len__(self) -> int:
        return len(self.exchanges)

    @property
    def unreadable(self) -> int:
        """How many files or interactions could not be read; each is a row with its reason."""
        return sum(one.kind == "unreadable" for one in self.exchanges)

    @cached_property
    def predictions(self) -> Predictions:
        """What the rules predict for each exchange."""
        return Predictions.of(caching.predict(self.exchanges), self.exchanges)

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
        """One row per exchange: identity, request, usage, stability, misses and their waste, prediction, cost."""
        table = frame.build(self.exchanges, self.predictions)
        classes = [None if found is None else _names(found) for found in self.misses]
        lost = [
            None if misses is None else wasted(earlier, exchange, misses)
            for earlier, exchange, misses in zip(
                frame.earlier_of(self.exchanges), self.exchanges, self.misses, strict=True
            )
        ]
        named = table.assign(
            miss=pd.Series(classes, dtype="string", index=table.index),
            wasted_tokens=pd.Series([one and one.tokens for one in lost], dtype="Int64", index=table.index),
            wasted_by=pd.Series(
                [one.miss.name if one and one.miss else None for one in lost],
                dtype="string",
                index=table.index,
            ),
            wasted_at=pd.Series([one and one.at for one in lost], dtype="string", index=table.index),
        )
        return measure.priced(named)

    @property
    def figures(self) -> Figures:
        """The figures of these exchanges; each returns its axes."""
        return Figures(frame=self.frame, exchanges=self.exchanges)

    def __repr__(self) -> str:
        return f"{self._head}\n{plain_table(shown(self.frame.head(_MOST_SHOWN)), 200)}"

    def _repr_html_(self) -> str:
        return f"{head_html(self._head)}{table_html(shown(self.frame.head(_MOST_SHOWN)))}"

    @property
    def _head(self) -> str:
        counts = Counter(zip(self.frame["provenance"], self.frame["kind"], strict=True))
        said = ", ".join(f"{count:,} {of} {kind}" for (of, kind), count in sorted(counts.items()))
        first = f"; the first {_MOST_SHOWN}" if len(self) > _MOST_SHOWN else ""
        return f"{wording.plural(len(self), 'interaction')}: {said or 'none'}{first}"


def _names(misses: tuple[Miss, ...]) -> str | None:
    return cell(tuple(dict.fromkeys(miss.name for miss in misses)))


def inspect(*paths: str | Path, progress: Files = iter) -> Exchanges:
    """Any recordings (files, folders, globs, `-`), one exchange per interaction found, unreadable ones included.

    Raises:
        NotFound: a path does not exist, or there is no recording under any of them.
    """
    found = tape.find(str(path) for path in paths if str(path) != STDIN)
    piped = _piped() if STDIN in map(str, paths) else ()
    if not found.files and not piped:
        named = ", ".join(repr(str(path)) for path in paths)
        raise NotFound(
            f"asked for recordings in {named}, found none ({found.ignored} other files);"
            " name a cassette, or a folder with some in it"
        )
    exchanges = tuple(one for path in progress(found.files) for one in tape.read(path))
    return Exchanges(exchanges=(*piped, *exchanges), ignored=found.ignored)


def _piped() -> tuple[Exchange, ...]:
    """What stands on standard input, read as a file would be."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "stdin")
        file.write_bytes(sys.stdin.buffer.read())
        return tape.read(file, STDIN)


def recordings(*paths: str | Path, progress: Files = iter) -> Exchanges:
    """As `inspect`, for whoever judges recordings: what holds nothing readable is no subject.

    Raises:
        NotFound: as `inspect`.
        BadInput: nothing under the paths can be read; says why for the first.
    """
    found = inspect(*paths, progress=progress)
    if found.unreadable == len(found):
        named = ", ".join(repr(str(path)) for path in paths)
        raise BadInput(
            f"asked for recordings in {named}, found nothing readable ({found.exchanges[0].reason}); name a cassette"
        )
    return found
