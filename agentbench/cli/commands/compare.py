"""`agentbench compare`: two values of one axis, paired."""

from typing import Annotated, Literal

import typer

from agentbench.cli import app
from agentbench.cli.commands import options
from agentbench.cli.progress import bar

Axis = Literal["layout", "presentation", "model"]


@app.command()
def compare(
    run: Annotated[
        str,
        typer.Argument(help="A bench, replayed from its cassettes, or a run's frame.parquet.", metavar="RUN"),
    ],
    baseline: Annotated[str, typer.Option(help="The value that the others are held against.")],
    candidate: Annotated[str, typer.Option(help="The value that may be better.")],
    axis: Annotated[Axis, typer.Option(help="What differs; everything else is equal.")] = "layout",
    pairs: Annotated[bool, typer.Option("--pairs", help="One row per cell in place of one per arm.")] = False,
    format: options.Format = None,
    output: options.Output = None,
) -> int:
    """Paired differences along one axis: hit share, tokens, cost, stale turns, broken prefixes."""
    from agentbench.cli.show import drawn, emit, say
    from agentbench.verbs.compare import compare as verb

    found = verb(run, axis, baseline=baseline, candidate=candidate, progress=bar("cells"))
    if format or output or pairs:
        emit(found.pairs if pairs else found.totals, format, output)
    else:
        drawn(found.table)
    if found.unpaired:
        say(f"{found.unpaired} cells that only one side has were left out")
    return 0
