"""What issue 7 asks of predictions on recorded traffic, line by line, beside what was found."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from agentbench.measure.accuracy import Pair, figures
from tests.caching.diagnosis.suite import Outcome

# the providers that the issue calls exact; OpenAI's breakpoints from GPT-5.6 on are exact by their rule too
_EXACT = ("anthropic", "aws.bedrock", "llama_cpp", "gcp.gemini")
_FLOOR = {"openai": 0.80, "deepseek": 0.97, "x_ai": 0.50, "mistral_ai": 0.65}
_TOKENS = {"gpt": (0.03, 0.08, 0.01), "claude": (0.12, None, 0.04), "gemini": (0.12, None, 0.07)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One line: what is asked, what was found, of how many."""

    line: str
    asked: str
    found: float | None
    of: int
    holds: bool


def checks(found: Sequence[Pair], tokens: pd.DataFrame, mutations: Outcome) -> tuple[Check, ...]:
    """All lines in the issue's order."""
    parts = (_undetermined, _exact, _floor, _flaky, _causes)
    of_pairs = [line for part in parts for line in part(found)]
    return (*of_pairs, *_mutations(mutations), *_tokens(tokens))


def _least(line: str, found: object, least: float, of: int) -> Check:
    value = float(found) if isinstance(found, int | float) else None
    holds = value is not None and value >= least
    return Check(line=line, asked=f"at least {least:.0%}", found=value, of=of, holds=holds)


def _most(line: str, found: object, most: float, of: int) -> Check:
    value = float(found) if isinstance(found, int | float) else None
    return Check(
        line=line, asked=f"at most {most:.0%}", found=value, of=of, holds=value is not None and value <= most
    )


def _undetermined(found: Sequence[Pair]) -> list[Check]:
    share = sum(not pair.determined for pair in found) / len(found)
    return [_most("pairs that their file does not determine", share, 0.07, len(found))]


def _exact(found: Sequence[Pair]) -> list[Check]:
    ours = [pair for pair in found if pair.precision == "exact"]
    named = [pair for pair in ours if pair.provider in _EXACT or "claude" in pair.model]
    lines = []
    for title, group in (("exact class", named), ("exact class with GPT-5.6's breakpoints", ours)):
        shown = figures(group)
        sure = [pair for pair in group if pair.determined]
        hits = sum(pair.read > 0 for pair in sure)
        lines += [
            _least(f"{title}: within 1 token, determined", shown["exact_share"], 0.99, len(sure)),
            _least(f"{title}: the same with a reported read", shown["exact_hit_share"], 0.98, hits),
            _least(f"{title}: raw", shown["exact_share_raw"], 0.94, len(group)),
        ]
    return lines


def _floor(found: Sequence[Pair]) -> list[Check]:
    ours = [pair for pair in found if pair.precision == "floor"]
    shown, sure = figures(ours), [pair for pair in ours if pair.determined]
    chances = sum(pair.hit_probability is not None for pair in ours)
    lines = [
        _least(
            "floor class: one of at most four values or 0, determined",
            shown["covered_share"],
            0.95,
            len(sure),
        ),
        _least("floor class: the same, raw", shown["covered_share_raw"], 0.87, len(ours)),
    ]
    for provider, least in _FLOOR.items():
        hits = [pair for pair in sure if pair.provider == provider and pair.read > 0]
        right = sum(pair.exact for pair in hits) / len(hits) if hits else None
        lines.append(
            _least(f"floor class: {provider} hits with one of the first two values", right, least, len(hits))
        )
    return [
        *lines,
        _better("floor class: P(hit), Brier score", shown["brier"], shown["base_rate_brier"], chances),
    ]


def _flaky(found: Sequence[Pair]) -> list[Check]:
    ours = [pair for pair in found if pair.precision == "flaky"]
    shown, hits = figures(ours), sum(pair.read > 0 for pair in ours)
    gemini = [pair for pair in ours if pair.provider in ("gcp.gemini", "gcp.vertex_ai")]
    alone, its_hits = figures(gemini), sum(pair.read > 0 for pair in gemini)
    score, trivial = shown["interval_score"], shown["trivial_interval_score"]
    return [
        _least("flaky class: interval coverage", shown["interval_coverage"], 0.90, len(ours)),
        _least("flaky class: the same of hits", shown["interval_hit_coverage"], 0.75, hits),
        _least("Gemini implicit alone: interval coverage", alone["interval_coverage"], 0.90, len(gemini)),
        _least("Gemini implicit alone: the same of hits", alone["interval_hit_coverage"], 0.75, its_hits),
        _better("flaky class: mean interval score, tokens", score, trivial, len(ours)),
    ]


def _better(line: str, found: object, trivial: object, of: int) -> Check:
    ours, theirs = (float(v) if isinstance(v, int | float) else None for v in (found, trivial))
    holds = ours is not None and theirs is not None and ours < theirs
    return Check(line=line, asked=f"below {theirs:,.4g}", found=ours, of=of, holds=holds)


def _causes(found: Sequence[Pair]) -> list[Check]:
    apart = [pair for pair in found if pair.cause is not None]
    return [
        _most(
            "disagreements without a cause",
            sum(p.cause == "unexplained" for p in apart) / len(apart),
            0.02,
            len(apart),
        )
    ]


def _mutations(found: Outcome) -> list[Check]:
    n = found.mutations
    return [
        _least("mutations, held back: class", found.class_right / n, 0.95, n),
        _least("mutations, held back: first byte", found.byte_right / n, 1.0, n),
        _most("negative controls flagged", len(found.flagged) / found.controls, 0.0, found.controls),
    ]


def _tokens(found: pd.DataFrame) -> list[Check]:
    lines = []
    for row in found.to_dict("records"):
        family, n = str(row["family"]), int(row["n"])
        median, p90, later = _TOKENS[family]
        lines.append(_most(f"tokens, {family}, unseen projects: median error", row["error_p50"], median, n))
        if p90 is not None:
            lines.append(
                _most(f"tokens, {family}, unseen projects: p90 of the error", row["error_p90"], p90, n)
            )
            chats = int(row["text_chats"])
            lines.append(
                _least(f"tokens, {family}: text chats within 1", row["text_chats_within_one"], 0.97, chats)
            )
        error = row["calibrated_error_p50"]
        lines.append(
            _most(
                f"tokens, {family}, after three records: median error", error, later, int(row["calibrated"])
            )
        )
    return lines
