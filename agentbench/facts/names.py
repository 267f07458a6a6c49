"""Model names as words, so that `gpt-4o`, `GPT_4o` and `openai/gpt-4o` match the same pattern and `gptq` does not.

A *word* is a run of letters, or digits with the letters after them: `qwen2.5-coder` is qwen, 2, 5, coder.
"""

import re
from functools import lru_cache

_WORD = re.compile(r"[a-z]+|\d+[a-z]*")


@lru_cache(maxsize=4096)
def words(name: str) -> tuple[str, ...]:
    """The words of a model name or of a pattern; dots, dashes, slashes, colons and the like only part them."""
    return tuple(_WORD.findall(name.lower()))


@lru_cache(maxsize=4096)
def first_position(pattern: str, name: str) -> int | None:
    """Index of the word of `name` at which the pattern's words stand in a row, or None."""
    wanted, there = words(pattern), words(name)
    for start in range(len(there) - len(wanted) + 1):
        if there[start : start + len(wanted)] == wanted:
            return start
    return None


def covers(pattern: str, name: str) -> bool:
    """Whether the pattern's words stand in a row in `name` and do not end in the middle of a version.

    `gpt-5` covers `gpt-5-mini` and `gpt-5-2025-08-07`, but not `gpt-5.2`, which is another model.
    """
    start = first_position(pattern, name)
    if start is None:
        return False
    after = words(name)[start + len(words(pattern)) :]
    return not (after and after[0].isdigit() and len(after[0]) <= 2)
