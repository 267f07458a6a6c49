"""How much of a context file a prompt holds: a limit that grows with the window, and what is kept beyond it."""

from typing import Final

FLOOR: Final = 20_000
CEILING: Final = 500_000
"""Characters that a file may always have, and never more than."""


def limit_characters(window: int | None) -> int:
    """The limit for one context file, in characters: 6 % of the window at four characters a token.

    `window` in tokens; None where not known. Source: hermes.md 4.3.
    """
    if window is None or window <= 0:
        return FLOOR
    # in whole numbers: 0.06 has no exact float, and a limit must not depend on rounding
    return min(CEILING, max(FLOOR, window * 4 * 6 // 100))


def shortened(text: str, limit: int, name: str) -> str:
    """The text, or its head (70 % of the limit) and tail (20 %) with a note between that says what is missing.

    The rest of the limit is for the note; with a very small limit the result can be longer than the limit.
    Source: hermes.md 4.3, but a tail of no characters is empty and not the whole text.
    """
    if len(text) <= limit:
        return text
    head, tail = limit * 7 // 10, limit * 2 // 10
    left_out = len(text) - head - tail
    note = (
        f"[{name} is cut here: {left_out} of {len(text)} characters are left out, "
        f"the first {head} and the last {tail} are shown. Read the file for the rest.]"
    )
    return f"{text[:head]}\n{note}\n{text[len(text) - tail :]}" if tail else f"{text[:head]}\n{note}"
