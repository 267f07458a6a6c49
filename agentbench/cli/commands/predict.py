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
    format: options.Format = None,
    output: options.Output = None,
) -> int:
    """Before: hits and cost of a bench with nothing sent. After: predicted against reported reads."""
    from agentbench.cli.show import emit, fail, summary
    from agentbench.verbs.predict import DATA, accuracy, is_bench, overview
    from agentbench.verbs.run import foresee

    if not is_bench(subject):
        found = accuracy(*subject, progress=bar("recordings"))
        as_data = format in DATA or (format is None and output is not None and output.suffix[1:] in DATA)
        emit(found if as_data else overview(found), format, output)
        return 0
    run = foresee(subject[0], progress=bar("cells"))
    if format or output:
        emit(run.summary, format, output)
    else:
        summary(run.summary)
    return fail(run.failures)
