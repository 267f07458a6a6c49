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
    from agentbench.verbs.predict import accuracy, is_bench
    from agentbench.verbs.run import foresee

    if not is_bench(subject):
        emit(accuracy(*subject, progress=bar("recordings")), format, output)
        return 0
    found = foresee(subject[0], progress=bar("cells"))
    if format or output:
        emit(found.summary, format, output)
    else:
        summary(found.summary)
    return fail(found.failures)
