"""The part of a text that a model reads as text."""

import re

_LONG = 500
_RUN = rf"[A-Za-z0-9+/=_-]{{{_LONG},}}"
# what stands between quotes or after a data URI's head; a long run elsewhere is text like any other
_BASE64 = re.compile(rf'(?:(?<=")|(?<=base64,)){_RUN}')
_NOTHING_ELSE = re.compile(_RUN)


def readable(text: str) -> str:
    """The text without base64: images and files are counted by size, not as text, so they are left out."""
    return _BASE64.sub("", text) if len(text) > _LONG else text


def is_base64(text: str) -> bool:
    """Whether a JSON string is nothing but a long run of base64."""
    return len(text) >= _LONG and _NOTHING_ELSE.fullmatch(text) is not None
