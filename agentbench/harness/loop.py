"""Run a coroutine from plain code, also where an event loop already runs (a notebook's cell)."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def run(coroutine: Coroutine[object, object, T]) -> T:
    """The coroutine's result. A running loop is left alone: the work goes to a thread with a loop of its own."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(coroutine)
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
