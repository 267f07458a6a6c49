"""Input tokens without a vendor's count: how far estimates are off on projects that they have not seen.

A *project* is a folder of recordings; the sizes that score one were fitted on all others.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence

import pandas as pd

from agentbench.caching.calibration import Calibration
from agentbench.measure.accuracy.counted import FAMILIES, Count
from agentbench.measure.accuracy.scores import quantile, share
from agentbench.measure.accuracy.unseen import unseen

_COLUMNS = {
    "family": "string",
    **dict.fromkeys(("n", "projects"), "Int64"),
    **dict.fromkeys(("error_p50", "error_p90", "shipped_error_p50", "shipped_error_p90"), "Float64"),
    **dict.fromkeys(("text_chats",), "Int64"),
    **dict.fromkeys(("text_chats_within_one",), "Float64"),
    **dict.fromkeys(("calibrated",), "Int64"),
    **dict.fromkeys(("calibrated_error_p50", "calibrated_error_p90"), "Float64"),
}


def token_errors(found: Sequence[Count]) -> pd.DataFrame:
    """One row per family: relative errors of the estimate, and after three recorded requests of the same kind."""
    rows = [_of_family(family, [one for one in found if one.card.family == family]) for family in FAMILIES]
    return pd.DataFrame(rows, columns=list(_COLUMNS)).astype(_COLUMNS)


def _of_family(family: str, found: Sequence[Count]) -> Mapping[str, object]:
    others = [abs(guess - one.reported) / one.reported for one, guess in unseen(found)]
    shipped = [abs(one.estimated - one.reported) / one.reported for one in found]
    chats = [abs(one.estimated - one.reported) <= 1 for one in found if one.is_text_chat]
    later = [abs(guess - one.reported) / one.reported for one, guess in _calibrated(found)]
    return {
        "family": family,
        "n": len(found),
        "projects": len({one.project for one in found}),
        "error_p50": quantile(others, 0.5),
        "error_p90": quantile(others, 0.9),
        "shipped_error_p50": quantile(shipped, 0.5),
        "shipped_error_p90": quantile(shipped, 0.9),
        "text_chats": len(chats),
        "text_chats_within_one": share(chats),
        "calibrated": len(later),
        "calibrated_error_p50": quantile(later, 0.5),
        "calibrated_error_p90": quantile(later, 0.9),
    }


def _calibrated(found: Sequence[Count]) -> Iterator[tuple[Count, int]]:
    """Each request after three of the same project, host, model and wire format, corrected by those before it."""
    known: dict[Hashable, Calibration] = {}
    for one in found:
        before = known.get(one.project, Calibration())
        more = before.correction(one.exchange)
        if more is not None:
            yield one, one.estimated + more
        known[one.project] = before.learned(one.exchange)
