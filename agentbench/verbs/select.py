"""How well searches find the right tool, over labelled queries."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from agentbench.measure.selection import Result, evaluate
from agentbench.report import plain_table
from agentbench.verbs.html import table_html
from agentbench.verbs.tables import ranking_table


@dataclass(frozen=True, kw_only=True, repr=False)
class Ranked(Result):
    """Ranker quality that shows itself."""

    def __repr__(self) -> str:
        return plain_table(ranking_table(self), 160)

    def _repr_html_(self) -> str:
        return table_html(ranking_table(self))


def select(
    dataset: str | Path, rankers: Sequence[str] = (), *, distractors: int = 0, seed: int = 0
) -> Ranked:
    """Ranker quality on a folder with `tools.jsonl` and `queries.jsonl`, or on a folder of such folders.

    All rankers where none is named; the default always, and first. `distractors` are tools without queries from the
    catalogues beside the data set; `seed` is for the catalogues' order and for the bootstrap.

    Raises:
        BadInput: no data set there, or not as many distractors.
        NotFound: a ranker is not known; names the nearest one.
    """
    found = evaluate(Path(dataset), rankers, distractors, seed)
    return Ranked(**{each.name: getattr(found, each.name) for each in fields(found)})
