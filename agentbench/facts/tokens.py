"""Token counts of texts: tiktoken's, times the factor by which a family's own tokenizer differs."""

import hashlib
import math
import threading
from collections import OrderedDict

from agentbench.facts.family import EncodingName, tokenizer
from agentbench.facts.vocabulary import encoding

# tiktoken's regex overflows its stack on a run of a million spaces; longer texts are counted in pieces
_PIECE = 200_000
# counts are remembered by the text's digest, so that the memory does not keep the texts: about 10 MB at most
_REMEMBERED = 65_536
_counts: OrderedDict[tuple[str, bytes], int] = OrderedDict()
_lock = threading.Lock()


def count_tokens(text: str, family: str | None) -> int:
    """Tokens that a family's tokenizer is estimated to make of a text: o200k tokens times its factor, rounded up.

    Exact for the current gpt models, an estimate for every other family (`families.yaml` has the sources).
    `ModelCard.count` also knows the generations of a family.
    """
    of = tokenizer(family)
    return math.ceil(vocabulary_count(text, of.encoding) * of.factor)


def vocabulary_count(text: str, name: EncodingName) -> int:
    """Tokens of a text in one of tiktoken's vocabularies; special tokens count as the plain text they are.

    Texts over 200,000 characters are counted in pieces, which can add one token at each cut.
    """
    key = (name, hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest())
    with _lock:
        known = _counts.get(key)
        if known is not None:
            _counts.move_to_end(key)
            return known
    pieces = (text[at : at + _PIECE] for at in range(0, len(text), _PIECE))
    count = sum(len(encoding(name).encode_ordinary(piece)) for piece in pieces)
    with _lock:
        _counts[key] = count
        if len(_counts) > _REMEMBERED:
            _counts.popitem(last=False)
    return count
