"""Whether a tool fits a request at all: a measure that does not depend on what else is in the catalogue.

Rarity and best scores are relative: in a catalogue where nothing fits, something still comes first. This counts
matched words instead.
"""

import math
from collections.abc import Mapping, Sequence
from operator import itemgetter

from agentbench.builder.deferral.search.text import ToolText
from agentbench.builder.deferral.search.words import pairs

Near = Sequence[tuple[str, float]]
"""Words of like meaning, each with its likeness (0 to 1)."""


def word_fit(words: Sequence[str], terms: Sequence[str], near: Mapping[str, Near], text: ToolText) -> float:
    """How much of a request is in a tool and how much of the tool's name is in the request; 0 or more.

    `terms` are the stems of `words`, `near` for each the words of like meaning, which count by the square of their
    likeness. A word inside a joined name counts too. The roots keep a long request, and a long name, from having to
    match in every word.
    """
    asked = dict(zip(terms, words, strict=True))
    name, body, joined = dict.fromkeys(text.name), set(text.body), "".join(text.name)
    meant = {word: likeness for some in near.values() for word, likeness in sorted(some, key=itemgetter(1))}
    answered = 0.0
    for term, word in asked.items():
        whole = term in body or (len(word) > _SHORT and word in joined)
        answered += 1.0 if whole else _nearest(near.get(term, ()), body) ** 2
    named = sum(1.0 if term in asked else meant.get(term, 0.0) ** 2 for term in name)
    together = len(set(pairs(terms)) & set(text.pairs))
    return answered / math.sqrt(len(asked) + 1) + named / math.sqrt(max(len(name), 1)) + together / 2


# shorter words stand inside longer ones by chance
_SHORT = 3


def _nearest(near: Near, body: set[str]) -> float:
    return max((likeness for word, likeness in near if word in body), default=0.0)
