"""The part of a text that a model reads as text."""

import re

_LONG = 500
_BASE64 = re.compile(rf"[A-Za-z0-9+/=_-]{{{_LONG},}}")


def readable(text: str) -> str:
    """The text without base64 runs: images and files are counted by size, not as text, so they are left out."""
    return _BASE64.sub("", text) if len(text) > _LONG else text
