"""Cells in several processes: the same table, whatever their number and order."""

import dataclasses
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from time import sleep
from typing import TypeVar

import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

from agentbench import caching, frame, measure
from agentbench.builder import Cell
from agentbench.builder.fault import Fault
from agentbench.harness.matrix import Played, play_cells
from agentbench.harness.workers import CELLS_PER_WORKER, each, enough, spread
from tests.harness.cast import CLAUDE, GPT, cell

T = TypeVar("T")
CELLS = tuple(cell(volatile, model) for volatile in ("inside", "appended") for model in (CLAUDE, GPT))


def table(played: tuple[Played, ...], folder: Path) -> pd.DataFrame:
    """The priced frame of a run, paths from its folder."""
    rows = [
        dataclasses.replace(exchange, cassette=exchange.cassette.removeprefix(str(folder)))
        for one in played
        for exchange in one.exchanges
    ]
    return measure.priced(frame.build(rows, caching.predict(rows)))


def recorded(folder: Path, cells: tuple[Cell, ...], jobs: int) -> tuple[Played, ...]:
    """Recorded from simulated providers; one cell fails on purpose."""
    fault = Fault(kind="slow", turn=0, step=1, seconds=30, cell=CELLS[2].slug)
    broken = dataclasses.replace(cell(model="anthropic:no-such-model"), repeat=9)
    return play_cells((*cells, broken), "once", folder, simulate=True, jobs=jobs, faults=(fault,))


def test_the_table_does_not_depend_on_jobs_or_order(tmp_path: Path) -> None:
    """One process, two processes, two processes backwards: the same cassettes byte for byte, the same frame."""
    alone = recorded(tmp_path / "1", CELLS, jobs=1)
    together = recorded(tmp_path / "2", CELLS, jobs=2)
    assert [one.cell for one in together] == [one.cell for one in alone]
    assert alone[-1].error == together[-1].error and alone[-1].error is not None
    assert_frame_equal(table(alone, tmp_path / "1"), table(together, tmp_path / "2"))
    backwards = recorded(tmp_path / "3", CELLS[::-1], jobs=1)
    for one in CELLS:
        name = f"{one.slug}.yaml"
        first, *others = ((tmp_path / run / name).read_bytes() for run in "123")
        assert others == [first, first]
    assert [len(one.exchanges) for one in backwards] == [3] * 4 + [1]


@pytest.mark.parametrize(
    ("cells", "cpus", "jobs"),
    [
        (0, 8, 1),
        (2 * CELLS_PER_WORKER - 1, 8, 1),
        (2 * CELLS_PER_WORKER, 8, 2),
        (1000, 2, 2),
    ],
)
def test_processes_are_started_where_they_pay(cells: int, cpus: int, jobs: int) -> None:
    """Few cells are quicker played here than a process starts."""
    assert enough(cells, cpus) == jobs


def test_one_provider_gets_so_many_calls_at_a_time() -> None:
    """No more tasks of a lane run at once than it may have; other lanes go on meanwhile."""
    lock, running, most = Lock(), {"a": 0, "b": 0}, {"a": 0, "b": 0}

    def work(task: str) -> str:
        with lock:
            running[task[0]] += 1
            most[task[0]] = max(most[task[0]], running[task[0]])
        sleep(0.002)
        with lock:
            running[task[0]] -= 1
        return task.upper()

    tasks = [f"a{n}" for n in range(12)] + [f"b{n}" for n in range(12)]
    with ThreadPoolExecutor(6) as executor:
        found = spread(
            *(work, tasks, executor),
            jobs=6,
            lane=lambda task: task[0],
            per_lane=2,
            lost=lambda task, error: task,
        )
        assert sorted(found) == sorted(task.upper() for task in tasks)
    assert max(most.values()) <= 2


class Breaking(Executor):
    """An executor whose second task takes its process with it."""

    def __init__(self) -> None:
        self.handed = 0

    def submit(self, fn: Callable[..., T], /, *args: object, **kwargs: object) -> Future[T]:
        self.handed += 1
        if self.handed > 2:
            raise BrokenExecutor("no more")
        future: Future[T] = Future()
        if self.handed == 2:
            future.set_exception(BrokenExecutor("died"))
        else:
            future.set_result(fn(*args))
        return future


def test_a_dead_process_loses_its_tasks_and_says_so() -> None:
    """Results that came stay; what the dead process had or would have had becomes what `lost` makes of it."""
    found = spread(
        *(str, [1, 2, 3], Breaking()),
        jobs=1,
        lane=lambda task: "",
        per_lane=9,
        lost=lambda task, error: f"lost {task}: {error}",
    )
    assert list(found) == ["1", "lost 2: died", "lost 3: no more"]


def test_one_job_is_this_process_in_order() -> None:
    """No executor at all, and nothing is begun before it is asked for."""
    begun: list[int] = []
    found = each(begun.append, [1, 2, 3], jobs=1, lane=str, per_lane=1, lost=lambda task, error: None)
    next(found)
    assert begun == [1]
