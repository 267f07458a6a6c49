"""Input tokens of a project's requests by sizes that were fitted on the recordings of all other projects."""

from collections.abc import Iterator, Sequence
from dataclasses import fields

from agentbench.caching.estimates import Parts
from agentbench.facts import TokenEstimate
from agentbench.measure.accuracy.counted import Count
from agentbench.measure.accuracy.fit import Sizes, fitted

# what is assumed before any recording: a token of the vocabulary is a token
_PLAIN = {"text": 1.0, "tool_json": 1.0, "typescript": 1.0}
# models counted alike are often seen in few projects: what holds for their family weighs as much as so many requests
_ALIKE = 1.0
_SIZES = tuple(f.name for f in fields(TokenEstimate) if f.name != "published")


def unseen(found: Sequence[Count]) -> Iterator[tuple[Count, float]]:
    """Each request of one family with its tokens by sizes that were fitted on the other projects.

    First for the whole family; then, drawn to that, for the models and wire formats that are counted alike. Sizes that
    a vendor publishes are taken as they are.
    """
    for project in sorted({one.project for one in found}):
        others = [one for one in found if one.project != project]
        of_family = _sizes(others, {})
        alike: dict[TokenEstimate, Sizes] = {}
        for one in (one for one in found if one.project == project):
            kind = one.estimate
            if kind not in alike:
                same = [other for other in others if other.estimate == kind]
                alike[kind] = {**_sizes(same, of_family, _ALIKE), **_published(kind)}
            yield one, sum(alike[kind].get(n, 0.0) * number for n, number in one.parts.items())


def _sizes(found: Sequence[Count], before: Sizes, drawn: float = 0.3) -> Sizes:
    """Sizes fitted to what the published ones leave open, drawn to those known before."""
    used = {name for name in _SIZES for one in found if getattr(one.estimate, name)}
    names = sorted(used) or list(before)
    known = {name: before.get(name, _PLAIN.get(name, 0.0)) for name in names}
    return fitted([_left_open(one) for one in found], known, drawn)


def _left_open(one: Count) -> tuple[Parts, int]:
    """The parts of a request whose sizes are not published, and the tokens that they explain."""
    given = _published(one.estimate)
    told = sum(size * one.parts.get(name, 0.0) for name, size in given.items())
    return {name: n for name, n in one.parts.items() if name not in given}, round(one.reported - told)


def _published(kind: TokenEstimate) -> Sizes:
    return {name: float(getattr(kind, name)) for name in kind.published}
