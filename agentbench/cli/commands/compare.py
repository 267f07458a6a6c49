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
    pairs: Annotated[
        bool, typer.Option("--pairs", help="One row per pair in place of one per measure.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Of resampling.")] = 0,
    format: options.Format = None,
    output: options.Output = None,
) -> int:
    """Paired differences along one axis, with intervals: accuracy, hit share, tokens, cost, stale turns, breaks."""
    from agentbench.cli.show import drawn, emit, fail, say
    from agentbench.verbs.compare import compare as verb
    from agentbench.verbs.comparison_table import notes

    found = verb(run, axis, baseline=baseline, candidate=candidate, seed=seed, progress=bar("cells"))
    if format or output or pairs:
        emit(found.pairs if pairs else found.totals, format, output, found.written(pairs))
    else:
        drawn(found.table)
    for note in notes(found):
        say(note)
    return fail(found.failures)
