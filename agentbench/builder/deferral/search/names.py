"""Name coverage: how much of a tool's whole name a request holds; it tells near-duplicates apart."""

import math
from collections import Counter
from collections.abc import Sequence

from agentbench.builder.deferral.search.postings import Postings, sparse
from agentbench.builder.deferral.search.text import ToolText


def name_coverage(texts: Sequence[ToolText]) -> Postings:
    """For each term of a name its share of that name, weighted by the term's rarity; a whole name sums to 1."""
    tools = Counter(term for text in texts for term in set(text.body))
    rarity = {term: math.log(1 + (len(texts) - n + 0.5) / (n + 0.5)) for term, n in tools.items()}
    vocabulary: dict[str, int] = {}
    entries: list[tuple[int, int, float]] = []
    for at, text in enumerate(texts):
        name = dict.fromkeys(text.name)
        whole = sum(rarity[term] for term in name)
        entries += [(vocabulary.setdefault(term, len(vocabulary)), at, rarity[term] / whole) for term in name]
    return sparse(vocabulary, entries, len(texts))
