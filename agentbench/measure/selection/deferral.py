"""What a presentation of tools saves and what it loses, against showing all of them, on the same turns."""

from collections.abc import Sequence

import pandas as pd

from agentbench.measure.arm import Cells, grouped, records, table
from agentbench.measure.selection.turns import ARM, turns

BASELINE = "eager"
_BY = tuple(name for name in ARM if name != "presentation")
_TURN = (*_BY, "scenario", "repeat", "turn")
_DTYPES = {
    "turns": "Int64",
    "input_tokens": "Float64",
    "eager_input_tokens": "Float64",
    "saved_share": "Float64",
    "tokens_n": "Int64",
    "hit_share": "Float64",
    "eager_hit_share": "Float64",
    "hit_n": "Int64",
    "cost_usd": "Float64",
    "eager_cost_usd": "Float64",
    "cost_n": "Int64",
    "scored": "Int64",
    "right_share": "Float64",
    "eager_right_share": "Float64",
    "both": "Int64",
    "only_eager": "Int64",
    "only_this": "Int64",
    "neither": "Int64",
    "missing": "string",
}


def deferral(frame: pd.DataFrame) -> pd.DataFrame:
    """One row per arm of a scored frame: its turns beside the same turns of the eager arm with the same tools.

    Columns: the arm (`catalogue_tools` among it); `turns` that both played; and over those of them of which both sides
    tell it (`tokens_n`, `hit_n`, `cost_n`, `scored`), with `eager_` in front for the eager side: `input_tokens` a turn,
    `saved_share` of them (below 0: more than eager), token-weighted `hit_share`, `cost_usd` a turn, `right_share`; and
    who was right, in turns: `both`, `only_eager`, `only_this`, `neither`. The eager row stands beside itself.

    An arm whose cell failed, for want of a cassette or otherwise, is a row without figures that says why (`missing`);
    so is one that eager has no turn in common with. An arm whose tools were shown in one way only is left out.
    """
    played = turns(frame)
    baseline = {_key(row): row for row in records(played) if row["presentation"] == BASELINE}
    arms = [key | _beside(records(arm), baseline) for key, arm in grouped(played, ARM)]
    absent = [row for row in _absent(frame) if not any(_same_arm(row, arm) for arm in arms)]
    found = [*arms, *absent]
    return table([one for one in found if _beside_another(one, found)], ARM, played, _DTYPES)


def _beside_another(one: Cells, arms: Sequence[Cells]) -> bool:
    """Whether the same tools were also shown in another way: alone, there is nothing to compare."""
    rest = [name for name in ARM if name != "presentation"]
    return any(
        other["presentation"] != one["presentation"] and all(other[name] == one[name] for name in rest)
        for other in arms
    )


def _key(turn: Cells) -> tuple[object, ...]:
    return tuple(turn[name] for name in _TURN)


def _same_arm(one: Cells, other: Cells) -> bool:
    return all(one[name] == other[name] for name in ARM)


def _absent(frame: pd.DataFrame) -> list[Cells]:
    """Arms of which a cell failed: those rows belong to an arm and are no model call."""
    failed = frame[(frame["kind"] != "model_call") & frame["scenario"].notna()]
    named = failed.assign(model=failed["model_id"], missing=failed["reason"])
    rows = records(named.drop_duplicates(list(ARM)), (*ARM, "missing"))
    return [dict.fromkeys(_DTYPES) | row for row in rows]


def _beside(arm: Sequence[Cells], baseline: dict[tuple[object, ...], Cells]) -> Cells:
    pairs = [(turn, baseline[_key(turn)]) for turn in arm if _key(turn) in baseline]
    if not pairs:
        return dict.fromkeys(_DTYPES) | {"turns": 0, "missing": f"no turn of {BASELINE} to compare with"}
    return (
        {"turns": len(pairs), "missing": None} | _tokens(pairs) | _hits(pairs) | _cost(pairs) | _right(pairs)
    )


_Pairs = Sequence[tuple[Cells, Cells]]
"""The same turn in this presentation, and in eager."""


def _told(pairs: _Pairs, *columns: str) -> list[tuple[list[float], list[float]]]:
    """These columns of both sides, for the pairs that have all of them."""
    found = []
    for pair in pairs:
        mine, theirs = (
            [value for name in columns if isinstance(value := turn[name], int | float)] for turn in pair
        )
        if len(mine) == len(theirs) == len(columns):
            found.append((mine, theirs))
    return found


def _tokens(pairs: _Pairs) -> Cells:
    told = _told(pairs, "input_tokens")
    mine, theirs = (sum(pair[side][0] for pair in told) for side in (0, 1))
    return {
        "input_tokens": mine / len(told) if told else None,
        "eager_input_tokens": theirs / len(told) if told else None,
        "saved_share": 1 - mine / theirs if theirs else None,
        "tokens_n": len(told),
    }


def _hits(pairs: _Pairs) -> Cells:
    told = _told(pairs, "cache_read_tokens", "input_tokens")
    shares = []
    for side in (0, 1):
        read, sent = (sum(pair[side][at] for pair in told) for at in (0, 1))
        shares.append(read / sent if sent else None)
    return {"hit_share": shares[0], "eager_hit_share": shares[1], "hit_n": len(told)}


def _cost(pairs: _Pairs) -> Cells:
    told = _told(pairs, "cost_usd")
    mine, theirs = (sum(pair[side][0] for pair in told) / len(told) if told else None for side in (0, 1))
    return {"cost_usd": mine, "eager_cost_usd": theirs, "cost_n": len(told)}


def _right(pairs: _Pairs) -> Cells:
    said = [tuple(turn["selection"] for turn in pair) for pair in pairs]
    scored = [pair for pair in said if not {None, "not_scored"} & set(pair)]
    both = [tuple(word == "right" for word in pair) for pair in scored]
    if not both:
        return {"scored": 0}
    return {
        "scored": len(both),
        "right_share": sum(mine for mine, _ in both) / len(both),
        "eager_right_share": sum(theirs for _, theirs in both) / len(both),
        "both": both.count((True, True)),
        "only_eager": both.count((False, True)),
        "only_this": both.count((True, False)),
        "neither": both.count((False, False)),
    }
