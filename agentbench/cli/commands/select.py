"""`agentbench select`: how well searches find the right tool."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from agentbench.cli import app
from agentbench.cli.commands import options

Show = Literal["rankers", "tools", "sources", "confusions", "curve", "nothing"]
_TABLES: dict[Show, str] = {
    "rankers": "frame",
    "tools": "per_tool",
    "sources": "per_source",
    "confusions": "confusions",
    "curve": "curve",
    "nothing": "nothing",
}
_EMPTY: dict[Show, str] = {
    "rankers": "no query needs a tool",
    "tools": "no query needs a tool",
    "sources": "no query needs a tool",
    "confusions": "no wrong tool stood first",
    "curve": "a curve needs --distractors",
    "nothing": "there is no data set of irrelevant queries beside this one",
}


@app.command()
def select(
    dataset: Annotated[
        Path,
        typer.Argument(help="A folder with tools.jsonl and queries.jsonl, or a folder of such folders."),
    ],
    ranker: Annotated[
        list[str] | None, typer.Option("--ranker", help="This one beside the default; repeatable; else all.")
    ] = None,
    distractors: Annotated[
        int, typer.Option(min=0, help="Tools to add from the catalogues beside it that have no queries.")
    ] = 0,
    show: Annotated[
        Show, typer.Option(help="Which table: rankers, or the default by tool and source, its confusions ...")
    ] = "rankers",
    seed: Annotated[int, typer.Option(help="For the catalogues' order and the bootstrap.")] = 0,
    format: options.Format = None,
    output: options.Output = None,
) -> int:
    """Recall, MRR, nDCG and all-gold of each ranker, with intervals and paired differences to the default."""
    from agentbench.cli.show import drawn, emit, say
    from agentbench.verbs.select import select as verb
    from agentbench.verbs.tables import ranking_table

    found = verb(dataset, ranker or (), distractors=distractors, seed=seed)
    if format or output or show != "rankers":
        table = getattr(found, _TABLES[show])
        if table.empty:
            say(_EMPTY[show])
        emit(table, format, output)
    else:
        drawn(ranking_table(found))
    return 0
