"""Characters that a reader does not see but a model does: which of them hide something, and which are spelling."""

import re
import unicodedata
from collections.abc import Iterator

# zero-width space, word joiner, invisible operators, BOM inside a text, bidi embeddings, overrides and isolates,
# fillers, and the tag letters that spell ASCII unseen
_HIDING = "\u200b\u2060-\u2064\ufeff\u202a-\u202e\u2066-\u2069\u180e\u115f\u1160\u3164\U000e0000-\U000e007f"
_JOINERS = "\u200c\u200d"
_RUN = re.compile(f"[{_HIDING}{_JOINERS}]+")
_FLAG = "\U0001f3f4"
_TAGS = re.compile(f"{_FLAG}[\U000e0020-\U000e007e]+\U000e007f")


def hidden_runs(text: str) -> Iterator[tuple[int, int]]:
    """Where invisible characters hide something: [start, end), in order.

    Joiners that belong to their script are none: in emoji, in Persian, in Indic scripts; nor are the tag letters
    that make a flag of a region.
    """
    if text.isascii():
        return
    flags = [match.span() for match in _TAGS.finditer(text)]
    for match in _RUN.finditer(text):
        start, end = match.span()
        spelled = (end - start == 1 and text[start] in _JOINERS and _joins(text, start)) or any(
            first < start and end <= last for first, last in flags
        )
        if not spelled:
            yield start, end


def _joins(text: str, at: int) -> bool:
    """Whether a joiner stands between two characters of a script or of an emoji that use joiners."""
    around = text[at - 1 : at] + text[at + 1 : at + 2]
    return len(around) == 2 and all(not char.isascii() and not _latin(char) for char in around)


def _latin(char: str) -> bool:
    return unicodedata.name(char, "").startswith(("LATIN", "CYRILLIC", "GREEK"))


def folded(text: str) -> tuple[str, list[int] | None]:
    """The text as a model reads it: invisible characters gone, compatibility forms folded.

    The list holds for each character of the result its position in the text; None where nothing has moved.
    """
    if text.isascii():
        return text, None
    unseen = list(hidden_runs(text))
    if not unseen and unicodedata.is_normalized("NFKC", text):
        return text, None
    dropped = {at for start, end in unseen for at in range(start, end)}
    parts: list[str] = []
    places: list[int] = []
    for at, char in enumerate(text):
        if at in dropped:
            continue
        plain = char if char < "\u00a0" else unicodedata.normalize("NFKC", char)
        parts.append(plain)
        places.extend([at] * len(plain))
    return "".join(parts), places
