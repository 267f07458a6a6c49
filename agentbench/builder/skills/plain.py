"""A reader for the part of YAML that nearly all skills keep to, several times faster than a whole YAML reader.

The part: keys of ASCII letters, nested by indentation; values that are a word or a sentence starting with a letter,
one quoted text without escapes, or a list of words in brackets. Everything else is declined, so that only text whose
meaning is certain is read here; a property holds it equal to PyYAML.
"""

import re

_OTHER = r"\xa1-\u2027\u202a-\ud7ff\U00010000-\U0010ffff"
_SENTENCE = rf"[A-Za-z{_OTHER}][ -\"$-9;-~{_OTHER}]*"  # all of ASCII but '#' and ':'
_DOUBLE = rf"[ !#-\[\]-~{_OTHER}]*"  # all but '"' and '\'
_SINGLE = rf"[ -&(-~{_OTHER}]*"  # all but "'"
_WORD = r"[A-Za-z][A-Za-z0-9_.-]*"
_WORDS = rf"(?:{_WORD}(?: *, *{_WORD})*)?"
_LINE = re.compile(
    r"( *)([A-Za-z][A-Za-z0-9_-]{0,60}):"
    rf"(?: +(?:({_SENTENCE})|\"({_DOUBLE})\" *|'({_SINGLE})' *|\[ *({_WORDS}) *\] *))?"
)
_COMMA = re.compile(r" *, *")
# words that YAML 1.1 takes for true, false or null
_SPECIAL = frozenset({"yes", "no", "true", "false", "on", "off", "null"})

_Mapping = dict[object, object]


def plain(block: str) -> _Mapping | None:
    """The keys and values of this YAML, or None where it is not certain what they are."""
    top: _Mapping = {}
    # the open mappings with their indentation, and the last key where it may open one more
    levels: list[tuple[int, _Mapping]] = [(0, top)]
    opener: str | None = None
    for line in block.split("\n"):
        if not line:
            continue
        match = _LINE.fullmatch(line)
        if match is None or match[2].lower() in _SPECIAL:
            return None
        indent = len(match[1])
        if indent > levels[-1][0]:
            if opener is None:
                return None
            inner: _Mapping = {}
            levels[-1][1][opener] = inner
            levels.append((indent, inner))
        while indent < levels[-1][0]:
            levels.pop()
        if indent != levels[-1][0]:
            return None
        opener = match[2] if match.lastindex == 2 else None
        value = _value(match)
        if value is _UNCERTAIN:
            return None
        levels[-1][1][match[2]] = value
    return top


_UNCERTAIN = object()


def _value(match: re.Match[str]) -> object:
    """What stands behind the colon; `_UNCERTAIN` where YAML might take it for something else than text."""
    which = match.lastindex
    if which == 2:
        return None
    if which in (4, 5):
        return match[which]
    text = match[which or 3].rstrip(" ")
    words = _COMMA.split(text) if which == 6 and text else [text]
    if any(word.lower() in _SPECIAL for word in words):
        return _UNCERTAIN
    if which == 6:
        return words if text else []
    return text
