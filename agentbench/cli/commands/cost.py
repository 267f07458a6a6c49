"""`agentbench cost`: who pays what, and what the cache saved."""

from datetime import datetime
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
    since: Annotated[datetime | None, typer.Option(help="Only what was sent from then on (UTC).")] = None,
    until: Annotated[datetime | None, typer.Option(help="Only what was sent before then (UTC).")] = None,
    format: options.Format = None,
    output: options.Output = None,
) -> int:
    """Tokens by class, cost with and without cache, billed, and how much of it is covered by prices."""
    from agentbench.cli.show import emit, say, unread
    from agentbench.verbs.cost import cost as verb

    found = verb(*subject, by=by, since=since, until=until, cells=bar("cells"), files=bar("recordings"))
    emit(found.frame, format, output)
    if found.undated:
        say(f"{found.undated} exchanges that do not say when they were sent were left out")
    unread(found.unreadable)
    return 0
