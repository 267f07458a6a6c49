"""Progress on stderr, for people: a bar at a terminal, a line now and then elsewhere, nothing for short work."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from agentbench.harness.matrix import Played
    from agentbench.harness.tally import Tally

T = TypeVar("T")

PATIENCE_S = 1.0
"""What takes less shows nothing."""
SELDOM_S = 15.0
"""Between two lines where stderr is no terminal."""


def bar(label: str) -> Callable[[Iterable[T]], Iterator[T]]:
    """A wrapper for things that are worked through one after the other."""
    return Meter(label).through


class Meter:
    """Counts things as they are done and, where they are cells, what their answers came to."""

    def __init__(self, label: str, clock: Callable[[], float] = monotonic) -> None:
        self._label = label
        self._clock = clock
        self._new: list[Played] = []
        self._spent: Tally | None = None
        self._due = SELDOM_S

    def count(self, played: "Played") -> None:
        """Remember a cell that is done; it is summed when something is shown."""
        self._new.append(played)

    def through(self, things: Iterable[T]) -> Iterator[T]:
        """The things, one after the other, each counted as done when the next is asked for."""
        everything = tuple(things)
        begun = self._clock()
        with ExitStack() as stack:
            show = self._bar(stack, len(everything)) if sys.stderr.isatty() else self._line
            for done, thing in enumerate(everything, start=1):
                yield thing
                show(done, len(everything), self._clock() - begun)

    def _bar(self, stack: ExitStack, total: int) -> Callable[[int, int, float], None]:
        # NO_COLOR and TERM are rich's to read
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        text = TextColumn("{task.fields[spent]}")
        progress = Progress(
            *columns, text, TimeRemainingColumn(), console=Console(stderr=True), transient=True
        )
        task = progress.add_task(self._label, total=total, spent="")
        stack.callback(progress.stop)

        def show(done: int, total: int, elapsed_s: float) -> None:
            if elapsed_s > PATIENCE_S:
                progress.update(task, completed=done, spent=self._spent_text())
                progress.start()

        return show

    def _line(self, done: int, total: int, elapsed_s: float) -> None:
        if done == total or elapsed_s < self._due:
            return
        self._due = elapsed_s + SELDOM_S
        left = elapsed_s / done * (total - done)
        parts = [f"{done:,} of {total:,} {self._label}", self._spent_text(), f"about {left:,.0f} s left"]
        sys.stderr.write(f"{', '.join(part for part in parts if part)}\n")
        sys.stderr.flush()

    def _spent_text(self) -> str:
        """`1,204,332 tokens, $3.41`; empty where no cell was counted."""
        if self._new:
            from agentbench.harness.tally import Tally, tally

            new = (tally(played.exchanges) for played in self._new)
            self._spent = sum(new, self._spent or Tally())
            self._new.clear()
        if self._spent is None:
            return ""
        cost = self._spent.cost_usd
        return f"{self._spent.tokens:,} tokens" + ("" if cost is None else f", ${cost:,.4f}")
