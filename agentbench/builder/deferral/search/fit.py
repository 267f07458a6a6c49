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


def word_fit(terms: Sequence[str], near: Mapping[str, Near], text: ToolText) -> float:
    """How much of a request is in a tool and how much of the tool's name is in the request; 0 or more.

    `terms` in the request's order, `near` for each of them the words of like meaning, which count by the square of
    their likeness. The roots keep a long request, and a long name, from having to match in every word.
    """
    asked, name, body = dict.fromkeys(terms), dict.fromkeys(text.name), set(text.body)
    meant = {word: likeness for words in near.values() for word, likeness in sorted(words, key=itemgetter(1))}
    answered = sum(1.0 if term in body else _nearest(near.get(term, ()), body) ** 2 for term in asked)
    named = sum(1.0 if term in asked else meant.get(term, 0.0) ** 2 for term in name)
    together = len(set(pairs(terms)) & set(text.pairs))
    return answered / math.sqrt(len(asked) + 1) + named / math.sqrt(max(len(name), 1)) + together / 2


def _nearest(near: Near, body: set[str]) -> float:
    return max((likeness for word, likeness in near if word in body), default=0.0)
