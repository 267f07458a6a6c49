"""`agentbench predict`: what a bench would cost, or how well recordings were predicted."""

from typing import Annotated

import typer

from agentbench.cli import app
from agentbench.cli.commands import options
from agentbench.cli.progress import bar


@app.command()
def predict(
    subject: Annotated[
        list[str], typer.Argument(help="A bench file, or cassettes.", metavar="BENCH|PATH...")
    ],
    calibrate: options.Calibrate = None,
    format: options.Format = None,
    output: options.Output = None,
) -> int:
    """Before: hits and cost of a bench with nothing sent. After: predicted against reported reads.

    As JSON, rows have the provider's `class`: of a bench one per layout, presentation, model and scenario with the
    reads that are to be expected; of cassettes one with every disagreement and its cause.
    """
    from agentbench.cli.show import emit, fail, say, summary
    from agentbench.measure.accuracy import of_pairs
    from agentbench.verbs import predict as verb
    from agentbench.verbs.dry import dry
    from agentbench.verbs.run import foresee

    as_data = format in verb.DATA or (
        format is None and output is not None and output.suffix[1:] in verb.DATA
    )
    if not verb.is_bench(subject):
        judged = verb.later(*subject, calibrate=calibrate or (), progress=bar("recordings"))
        for sentence in verb.left_out(judged):
            say(sentence)
        found = of_pairs(judged)
        emit(found if as_data else verb.overview(found), format, output)
        return 0
    if as_data:
        run = foresee(subject[0], calibrate=calibrate or (), progress=bar("cells"), files=bar("recordings"))
        emit(verb.by_scenario(run), format, output)
        return fail(run.failures)
    rows = dry(
        subject[0], calibrate=calibrate or (), progress=bar("cells"), files=bar("recordings"), jobs=None
    )
    if format or output:
        emit(rows.summary, format, output)
    else:
        summary(rows.summary)
    return fail(rows.failures)
