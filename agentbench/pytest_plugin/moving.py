"""Text that comes out differently with every run: clocks, ids, temporary folders.

An edit of a prompt is written to the cache once and then reused; such text is written again and again.
"""

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta

_ALWAYS = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d"  # a date with a time
    r"|[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"  # a UUID
    r"|/pytest-of-|/tmp/tmp|/var/folders/|\\Temp\\"  # where tests and tools keep temporary files
)
_SECONDS = re.compile(r"(?<!\d)1\d{9}(?:\d{3})?(?:\.\d+)?(?!\d)")
_DAYS_AROUND = 1
"""Time zones and midnight: yesterday and tomorrow are today somewhere."""


def moves(text: str, now: datetime) -> bool:
    """Whether the text holds a time, an id, a temporary folder, or the present day."""
    if _ALWAYS.search(text):
        return True
    for found in _SECONDS.finditer(text):
        seconds = float(found[0]) / (1000 if len(found[0].split(".")[0]) == 13 else 1)
        if abs(seconds - now.timestamp()) < 86400:
            return True
    folded = text.casefold()
    return any(day in folded for day in _days(now))


def _days(now: datetime) -> Iterator[str]:
    """The days around now, as people write them."""
    for offset in range(-_DAYS_AROUND, _DAYS_AROUND + 1):
        yield from (written.casefold() for written in _written(now.date() + timedelta(days=offset)))


def _written(day: date) -> Iterator[str]:
    yield day.isoformat()
    yield day.strftime("%d.%m.%Y")
    yield day.strftime("%d/%m/%Y")
    yield day.strftime("%m/%d/%Y")
    for month in (day.strftime("%B"), day.strftime("%b")):
        for number in {str(day.day), f"{day.day:02}"}:
            yield f"{number} {month} {day.year}"
            yield f"{month} {number}, {day.year}"
