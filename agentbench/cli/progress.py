"""Progress on stderr, for people: nothing where stderr is no terminal, nothing for what takes under a second."""

import sys
from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import TypeVar

T = TypeVar("T")

PATIENCE_S = 1.0


def bar(label: str) -> Callable[[Iterable[T]], Iterator[T]]:
    """A wrapper for things that are worked through one after the other."""

    def through(things: Iterable[T]) -> Iterator[T]:
        if not sys.stderr.isatty():
            yield from things
            return
        from rich.console import Console
        from rich.progress import Progress

        all_things = tuple(things)
        progress = Progress(console=Console(stderr=True), transient=True)
        task = progress.add_task(label, total=len(all_things))
        begun = monotonic()
        try:
            for thing in all_things:
                yield thing
                progress.advance(task)
                if monotonic() - begun > PATIENCE_S:
                    progress.start()
        finally:
            progress.stop()

    return through
