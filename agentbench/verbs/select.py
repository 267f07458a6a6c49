"""How well searches find the right tool, over labelled queries."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agentbench.measure.selection import Result


def select(
    dataset: str | Path, rankers: Sequence[str] = (), *, distractors: int = 0, seed: int = 0
) -> "Result":
    """Ranker quality on a folder with `tools.jsonl` and `queries.jsonl`, or on a folder of such folders.

    All rankers where none is named; the default always, and first. `distractors` are tools without queries from the
    catalogues beside the data set; `seed` is for the catalogues' order and for the bootstrap.

    Raises:
        BadInput: no data set there, or not as many distractors.
        NotFound: a ranker is not known; names the nearest one.
    """
    from agentbench.measure.selection import evaluate

    return evaluate(Path(dataset), rankers, distractors, seed)
