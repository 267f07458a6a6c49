"""`agentbench select`: how well searches find the right tool."""

from pathlib import Path
from typing import Annotated

import typer

from agentbench.cli import app
from agentbench.cli.commands import options


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
    seed: Annotated[int, typer.Option(help="For the catalogues' order and the bootstrap.")] = 0,
    format: options.Format = None,
    output: options.Output = None,
) -> int:
    """Recall, MRR, nDCG and all-gold of each ranker, with intervals and paired differences to the default."""
    from agentbench.cli.show import drawn, emit
    from agentbench.verbs.select import select as verb
    from agentbench.verbs.tables import ranking_table

    found = verb(dataset, ranker or (), distractors=distractors, seed=seed)
    if format or output:
        emit(found.frame, format, output)
    else:
        drawn(ranking_table(found))
    return 0
