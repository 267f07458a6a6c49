"""Whether a ranker can say that nothing fits, and what saying it costs in right answers."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from agentbench.builder.deferral.search import RANKERS, Settings, blended
from agentbench.builder.tools import Tool
from agentbench.measure.selection.dataset import Labelled, Unfitting
from agentbench.measure.selection.scores import ranks

_PLACES = 5
_COLUMNS = ["ranker", "least_fit", "right_answers", "kept_share", "irrelevant", "nothing_share"]


def nothing_fits(labelled: Labelled, unfitting: Sequence[Unfitting], rankers: Sequence[str]) -> pd.DataFrame:
    """The trade-off: `nothing_share` of the irrelevant queries is answered with nothing, `kept_share` of right answers.

    A right answer is a labelled query with a needed tool in its first five. For `default` one row at its own
    threshold and one each where 99 % and 95 % of the right answers are kept; for others what they do as they are
    (rank_bm25 gives a lone tool a negative score, which is why `okapi` finds nothing in the smallest catalogues).
    """
    rows: list[list[object]] = []
    for name in rankers:
        if name == "default":
            rows += _trade_off(labelled, unfitting)
        else:
            empty = [not RANKERS[name](query.tools).rank(query.text, _PLACES) for query in unfitting]
            rows.append([name, pd.NA, pd.NA, pd.NA, len(unfitting), float(np.mean(empty))])
    kinds = {
        "least_fit": "Float64",
        "right_answers": "Int64",
        "kept_share": "Float64",
        "nothing_share": "Float64",
    }
    return pd.DataFrame(rows, columns=_COLUMNS).astype(kinds)


def _trade_off(labelled: Labelled, unfitting: Sequence[Unfitting]) -> list[list[object]]:
    right = _right_fits(labelled)
    wrong = np.array([_fit(query.tools, query.text) for query in unfitting])
    # "kept at 99 %" is the highest threshold that still keeps 99 %
    least = [Settings().least_fit, *(_quantile(right, 1 - kept) for kept in (0.99, 0.95))]
    return [
        ["default", at, len(right), float((right >= at).mean()), len(wrong), float((wrong < at).mean())]
        for at in least
    ]


def _right_fits(labelled: Labelled) -> NDArray[np.float64]:
    """The fit of each right answer of the default ranker, whatever its threshold."""
    index = blended(labelled.tools, Settings(least_fit=0.0))
    fits = [
        index.fit(query.text, _PLACES)
        for query in labelled.queries
        if any(ranks(query, [hit.name for hit in index.rank(query.text, _PLACES)]))
    ]
    return np.array(fits)


def _fit(tools: Sequence[Tool], text: str) -> float:
    return blended(tools).fit(text, _PLACES) if tools else 0.0


def _quantile(values: NDArray[np.float64], share: float) -> float:
    return float(np.quantile(values, share, method="lower"))
