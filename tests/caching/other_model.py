"""How far `--as` lands from what the other model itself counted: `python -m tests.caching.other_model PATH...`.

A pair is one request text (system text, messages, names of tools) that two models were recorded with. Each is counted
as the other, once from published facts alone and once corrected by recordings of that other model in other files.
"""

import statistics
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import agentbench as ab
from agentbench import caching
from agentbench.facts import card, family
from agentbench.tape.exchange import Exchange

Text = tuple[object, ...]
LARGE = 500
"""Tokens from which a request's own text outweighs what is there once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One request, as the other model counted it and as it was estimated from the first."""

    counted: int
    estimated: int

    @property
    def error(self) -> float:
        """The difference as a share of what was counted."""
        return abs(self.estimated - self.counted) / self.counted


def main() -> None:
    """Print the errors, without and with recordings of the other model."""
    exchanges = ab.inspect(*sys.argv[1:]).exchanges
    for said, corrected in (("published facts alone", False), ("corrected by recordings", True)):
        pairs = tuple(_pairs(exchanges, corrected=corrected))
        for size, some in (
            ("all", pairs),
            (f"{LARGE} tokens or more", [p for p in pairs if p.counted >= LARGE]),
        ):
            errors = sorted(pair.error for pair in some)
            middle, late = statistics.median(errors), errors[int(0.9 * len(errors))]
            sys.stdout.write(
                f"{said}, {size}: {len(errors)} pairs, median {middle:.1%}, nine of ten {late:.1%}\n"
            )


def _pairs(exchanges: Sequence[Exchange], *, corrected: bool) -> Iterator[Pair]:
    texts: dict[Text, dict[tuple[str, str], Exchange]] = defaultdict(dict)
    of_model: dict[tuple[str, str], list[Exchange]] = defaultdict(list)
    for one in filter(_counted, exchanges):
        assert one.request and one.request.model and one.provider
        model = one.provider, one.request.model
        texts[_text(one)].setdefault(model, one)
        of_model[model].append(one)
    for answered in texts.values():
        for (_, asked), (model, own) in permutations(answered.items(), 2):
            others = [one for one in of_model[model] if one.cassette != own.cassette]
            known = caching.calibration(others) if corrected else None
            assert own.request and own.response and own.response.usage.input_total
            target = replace(card(model[1]), wire=own.request.wire)
            (moved,) = caching.under((asked,), target, model[0], known)
            found = moved.response.usage.input_total if moved.response else None
            # the same name at two hosts is no other model
            if found and asked.request and asked.request.model != model[1]:
                yield Pair(counted=own.response.usage.input_total, estimated=found)


def _counted(one: Exchange) -> bool:
    if one.kind != "model_call" or one.request is None or one.response is None or one.provider is None:
        return False
    known = family(one.request.model or "") is not None
    return known and bool(one.response.usage.input_total) and caching.hidden(one.request) is None


def _text(one: Exchange) -> Text:
    assert one.request is not None
    said = tuple(s.text for s in one.request.segments if s.level != "tools")
    return said, tuple(sorted(one.request.tools))


if __name__ == "__main__":
    main()
