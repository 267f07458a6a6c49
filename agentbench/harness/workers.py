"""Work that is done by several processes, in any order; what comes of it does not depend on how many there are."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

CELLS_PER_WORKER = 12
"""A process takes as long to start (it imports the clients) as a dozen cells take to replay."""


def enough(cells: int, cpus: int) -> int:
    """How many processes pay for their start."""
    return max(1, min(cpus, cells // CELLS_PER_WORKER))


def each(
    work: Callable[[T], R],
    tasks: Sequence[T],
    *,
    jobs: int,
    lane: Callable[[T], str],
    per_lane: int,
    lost: Callable[[T, Exception], R],
) -> Iterator[R]:
    """The results as they come; with one job in this process, in order.

    No more than `per_lane` tasks of one lane run at a time. `lost` gives the result of a task whose process died.
    Processes are spawned: they inherit neither threads nor a running loop nor anything warm.
    """
    if jobs == 1:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as executor:
        yield from spread(work, tasks, executor, jobs=jobs, lane=lane, per_lane=per_lane, lost=lost)


def spread(
    work: Callable[[T], R],
    tasks: Sequence[T],
    executor: Executor,
    *,
    jobs: int,
    lane: Callable[[T], str],
    per_lane: int,
    lost: Callable[[T, Exception], R],
) -> Iterator[R]:
    """The same on any executor; a task is handed over only when it may begin."""
    waiting = list(range(len(tasks)))
    running: dict[Future[R], int] = {}
    try:
        while waiting or running:
            busy = Counter(lane(tasks[number]) for number in running.values())
            for number in tuple(waiting):
                place = lane(tasks[number])
                if len(running) < jobs and busy[place] < per_lane:
                    waiting.remove(number)
                    busy[place] += 1
                    running[_submitted(executor, work, tasks[number])] = number
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                task = tasks[running.pop(future)]
                error = future.exception()
                yield future.result() if error is None else lost(task, _caught(error))
    finally:
        for future in running:
            future.cancel()


def _submitted(executor: Executor, work: Callable[[T], R], task: T) -> Future[R]:
    try:
        return executor.submit(work, task)
    except BrokenExecutor as error:  # a process died: what comes after it is lost as well
        broken: Future[R] = Future()
        broken.set_exception(error)
        return broken


def _caught(error: BaseException) -> Exception:
    if isinstance(error, Exception):
        return error
    raise error
