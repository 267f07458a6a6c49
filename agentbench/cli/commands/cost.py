"""`agentbench cost`: who pays what, and what the cache saved."""

from typing import Annotated, Literal

import typer

from agentbench.cli import app
from agentbench.cli.commands import options
from agentbench.cli.progress import bar

By = Literal["family", "model", "provider", "layout", "scenario", "conversation", "month"]


@app.command()
def cost(
    subject: Annotated[
        list[str], typer.Argument(help="A bench file, or cassettes.", metavar="BENCH|PATH...")
    ],
    by: Annotated[By, typer.Option(help="One row per ...")] = "family",
    format: options.Format = None,
    output: options.Output = None,
) -> int:
    """Tokens by class, cost with and without cache, billed, and how much of it is covered by prices."""
    from agentbench import measure
    from agentbench.cli.show import emit
    from agentbench.verbs.inspect import inspect
    from agentbench.verbs.predict import is_bench
    from agentbench.verbs.run import foresee

    if is_bench(subject):
        frame = foresee(subject[0], progress=bar("cells")).frame
    else:
        frame = inspect(*subject, progress=bar("recordings")).frame
    emit(measure.cost_report(frame, by), format, output)
    return 0
