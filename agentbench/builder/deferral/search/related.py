"""Words of like meaning: what a request calls a `doctor`, a tool may call a `physician`."""

import json
from functools import lru_cache
from importlib import resources


@lru_cache(maxsize=20_000)
def related(stem: str) -> tuple[tuple[str, float], ...]:
    """The stems nearest in meaning to one stem with their likeness (0 to 1), nearest first; () where none is known."""
    words = _table().get(stem, "").split()
    return tuple((word, int(likeness) / 100) for word, likeness in zip(words[::2], words[1::2], strict=True))


@lru_cache(maxsize=1)
def _table() -> dict[str, str]:
    text = resources.files(__package__).joinpath("related_words.json").read_text(encoding="utf-8")
    stems: dict[str, str] = json.loads(text)["stems"]
    return stems
