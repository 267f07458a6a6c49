"""The report of `make accuracy`: everything is computed from the recordings, nothing is typed in."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import pandas as pd

from agentbench.caching.countable import HIDDEN
from agentbench.measure.accuracy import (
    EXCLUSIONS,
    Count,
    Pairs,
    by_provider,
    counts,
    disagreement,
    hidden_requests,
    pairs,
    table,
    token_errors,
    unseen,
)
from agentbench.measure.arm import records
from agentbench.tape import Exchange
from tests.caching.diagnosis.suite import Outcome, held_back_pairs, judged
from tests.measure.accuracy.checks import Check, checks


@dataclass(frozen=True, kw_only=True)
class Findings:
    """What the recordings show."""

    pairs: Pairs
    classes: pd.DataFrame
    providers: pd.DataFrame
    tokens: pd.DataFrame
    hidden: Mapping[str, int]
    far: Sequence[Mapping[str, object]]
    """Where GPT's tokens are estimated more than 8 % off."""
    mutations: Outcome
    checks: tuple[Check, ...]

    @property
    def held(self) -> int:
        """How many lines hold."""
        return sum(check.holds for check in self.checks)


def findings(exchanges: Sequence[Exchange], root: Path) -> Findings:
    """All figures over the recordings under `root`, whose own folder names stay out of the report."""
    ours = [
        replace(one, cassette=_inside(one.cassette, root))
        for one in exchanges
        if one.provenance == "recorded"
    ]
    found = pairs(ours)
    counted = counts(ours, lambda one: one.cassette.split("/")[0])
    tokens = token_errors(counted)
    mutations = judged(held_back_pairs(root))
    mutations = replace(mutations, wrong=tuple((m, c, _inside(f, root), i) for m, c, f, i in mutations.wrong))
    return Findings(
        pairs=found,
        classes=table(ours),
        providers=by_provider(found.pairs),
        tokens=tokens,
        hidden=dict(hidden_requests(ours).items()),
        far=_far([one for one in counted if one.card.family == "gpt"]),
        mutations=mutations,
        checks=checks(found.pairs, tokens, mutations),
    )


_FAR = 0.08


def _far(found: Sequence[Count]) -> Sequence[Mapping[str, object]]:
    """Requests off by more than 8 %, by project, host, model and wire format, the most first."""
    rows: defaultdict[tuple[str, ...], list[float]] = defaultdict(list)
    for one, guess in unseen(found):
        error = guess / one.reported - 1
        request = one.exchange.request
        if abs(error) > _FAR and request is not None:
            where = one.project, one.exchange.host or "", one.card.name, request.wire
            rows[where].append(error)
    names = ("project", "host", "model", "wire")
    groups = sorted(rows.items(), key=lambda row: (-len(row[1]), row[0]))
    return [
        dict(zip(names, where, strict=True)) | {"n": len(errors), "least": min(errors), "most": max(errors)}
        for where, errors in groups
    ]


def _inside(path: str, root: Path) -> str:
    return Path(path).resolve().relative_to(root.resolve()).as_posix()


def as_json(found: Findings) -> Mapping[str, object]:
    """The figures as plain values; `classes` are the rows of `agentbench predict PATH... --format json`."""
    return _rounded(_plain(found))


def _rounded(value: Any) -> Any:
    """The same with floats of six digits: the last ones differ between machines."""
    if isinstance(value, Mapping):
        return {key: _rounded(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(inner) for inner in value]
    return round(value, 6) if isinstance(value, float) else value


def _plain(found: Findings) -> Mapping[str, object]:
    return {
        "left_out": {
            name: {"rows": found.pairs.left_out[name], "why": why} for name, why in EXCLUSIONS.items()
        },
        "checks": [asdict(check) for check in found.checks],
        "classes": records(found.classes),
        "providers": [
            {k: v for k, v in row.items() if k != "disagreements"} for row in records(found.providers)
        ],
        "tokens": {"errors": records(found.tokens), "not_estimated": found.hidden, "far": found.far},
        "mutations": asdict(found.mutations),
    }


def as_markdown(found: Findings) -> str:
    """The same to read."""
    n = len(found.pairs.pairs)
    parts = [
        f"# Predicted against recorded: {found.held} of {len(found.checks)} lines hold, {n} later requests",
        "Recorded traffic only; nothing simulated and nothing predicted is counted. Made by `make accuracy`.",
        "## Left out, before any figure was looked at",
        _rows(("rows", "why"), [(found.pairs.left_out[name], why) for name, why in EXCLUSIONS.items()]),
        "Token estimates also leave out what no text of the request shows, which is told from the request alone:",
        _rows(("rows", "why"), [(found.hidden.get(name, 0), why) for name, why in HIDDEN.items()]),
        "A usage without the cache field counts as a read of 0: Gemini, Groq, Cohere and Converse write it so.",
        "## Line by line",
        _rows(
            ("line", "asked", "found", "of", "holds"),
            [(c.line, c.asked, _number(c.found), c.of, "yes" if c.holds else "**no**") for c in found.checks],
        ),
        "## Per class",
        _turned(found.classes, "class"),
        "Shares and errors are of determined pairs; `raw` shares, intervals and chances are of all. The interval"
        " score is Gneiting and Raftery's at 90 %; the trivial interval goes from nothing to the whole prompt.",
        "## Per provider",
        _providers(found.providers),
        "## Causes",
        _rows(("cause", "pairs"), Counter(p.cause for p in found.pairs.pairs if p.cause).most_common()),
        "`server_tools`, `pro_mode`, `hosted_content` and `warm_elsewhere` are pairs that their file does not"
        " determine; `shorter_entry` describes and does not explain.",
        "## Input tokens without a vendor's count",
        _turned(found.tokens, "family"),
        "`error`: by sizes fitted on the other projects alone. `shipped error`: by the sizes that the package ships,"
        " which were fitted on these recordings too. `calibrated`: requests after three of the same project, host,"
        " model and wire format.",
        "GPT requests that are more than 8 % off by sizes fitted on the other projects:",
        _rows(
            ("project", "host", "model", "wire", "n", "error from", "to"),
            [[_number(value) for value in row.values()] for row in found.far],
        ),
        "## Mutations of real recordings, held-back half",
        _mutations(found.mutations),
        "## Every disagreement",
        _rows(
            ("cause", "provider", "model", "read", "values", "file", "row"),
            [_line(disagreement(pair)) for pair in found.pairs.pairs if pair.cause is not None],
        ),
    ]
    return "\n\n".join(parts) + "\n"


def _line(row: Mapping[str, object]) -> tuple[object, ...]:
    return tuple(row[k] for k in ("cause", "provider", "model", "read", "values", "cassette", "index"))


def _mutations(found: Outcome) -> str:
    return (
        f"{found.pairs} pairs, {found.mutations} mutations of {found.causes} catalogued causes: the class is right on"
        f" {found.class_right}, the first byte on {found.byte_right}; {len(found.flagged)} of {found.controls} negative"
        " controls are flagged."
    )


_PROVIDER_COLUMNS = (
    *("class", "provider", "n", "live", "determined", "exact_share", "exact_hit_share", "covered_share"),
    *("error_p90", "interval_coverage", "interval_width", "interval_score", "trivial_interval_score"),
    *("hit_share", "brier", "base_rate_brier"),
)


def _providers(found: pd.DataFrame) -> str:
    rows = [[_number(row[name]) for name in _PROVIDER_COLUMNS] for row in records(found)]
    return _rows([name.replace("_", " ") for name in _PROVIDER_COLUMNS], rows)


def _turned(found: pd.DataFrame, across: str) -> str:
    """The frame with one column per row, because it has many columns."""
    rows = records(found)
    names = [name for name in found.columns if name not in (across, "causes", "disagreements", "provenance")]
    return _rows(
        ("", *(str(row[across]) for row in rows)),
        [(name.replace("_", " "), *(_number(row[name]) for row in rows)) for name in names],
    )


def _number(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:,.1f}" if abs(value) >= 10 else f"{value:.4f}".rstrip("0").rstrip(".")
    return f"{value:,}" if isinstance(value, int) else str(value)


def _rows(titles: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join(
        "| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines
    )
