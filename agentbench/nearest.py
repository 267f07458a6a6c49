"""The known name nearest to one that is not known: what error messages offer in place of a misspelt name."""

from collections.abc import Iterable
from difflib import SequenceMatcher

# below this share of matching characters a suggestion misleads more than it helps (difflib's own default)
_CUTOFF = 0.6


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The one of `known` that is most like `name`, letter case aside; None where none is like it.

    Equal likeness is decided by the alphabet, so that the answer does not depend on the order of `known`.
    """
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(name.casefold())  # SequenceMatcher caches its second sequence
    best: tuple[float, str] | None = None
    for candidate in sorted(set(known)):
        matcher.set_seq1(candidate.casefold())
        if matcher.real_quick_ratio() < _CUTOFF or matcher.quick_ratio() < _CUTOFF:
            continue
        likeness = matcher.ratio()
        if likeness >= _CUTOFF and (best is None or likeness > best[0]):
            best = (likeness, candidate)
    return best[1] if best else None
