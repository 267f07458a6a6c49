"""One side of a comparison in a process of its own: it answers `row number repeats` lines with CPU milliseconds.

Run by the Python of that side, so it needs nothing but the adapter's own imports. The least of the repeats is
given: on a shared machine the others measure the neighbours.
"""

import gc
import importlib
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

# long enough that no file counts as just changed
_SETTLE_SECONDS = 2.1
_SHORT_SECONDS = 1e-3


def least_cpu_ms(work: Callable[[], object], repeats: int) -> float:
    """CPU time of the quickest of the repeats; garbage is collected before them, and not while they run.

    Work of a few microseconds is timed ten calls at once: asking for the time costs half a microsecond itself.
    """
    gc.collect()
    gc.disable()
    times = [_seconds(work, 1)]
    calls = 10 if times[0] < _SHORT_SECONDS else 1
    times += [_seconds(work, calls) for _ in range(repeats - 1)]
    gc.enable()
    return min(times) * 1e3


def _seconds(work: Callable[[], object], calls: int) -> float:
    before = time.process_time()
    for _ in range(calls):
        work()
    return (time.process_time() - before) / calls


def serve(module: str) -> None:
    """Answer one JSON line per request line until the input ends."""
    with tempfile.TemporaryDirectory() as folder:
        adapter = importlib.import_module(module).Adapter(Path(folder))
        for line in sys.stdin:
            row, number = line.split()
            if row == "load_skills":
                adapter.load_skills(int(number))
                time.sleep(_SETTLE_SECONDS)
                answer = None
            else:
                getattr(adapter, f"prepare_{row.removeprefix('skills_')}", lambda: None)()
                answer = least_cpu_ms(getattr(adapter, row), int(number))
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    serve(sys.argv[1])
