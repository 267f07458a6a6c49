"""`agentbench cost`: who pays what, what the cache saved, what misses wasted."""

from datetime import datetime
from typing import Annotated

import typer

from agentbench.cli import app
from agentbench.cli.commands import options
from agentbench.cli.progress import bar


@app.command()
def cost(
    subject: Annotated[
        list[str],
        typer.Argument(help="A bench file, or cassettes, - for stdin.", metavar="BENCH|PATH..."),
    ],
    by: Annotated[
        list[str],
        typer.Option(
            help="Break down by family, model, provider, layout, presentation, scenario, cassette, conversation,"
            " month; repeatable, or with commas, outermost first.",
            metavar="NAMES",
        ),
    ] = ["family"],  # noqa: B006  # typer reads it once
    as_model: Annotated[
        str | None,
        typer.Option(
            "--as", help="The same calls under another model's cache rule and prices.", metavar="MODEL"
        ),
    ] = None,
    since: Annotated[datetime | None, typer.Option(help="Only what was sent from then on (UTC).")] = None,
    until: Annotated[datetime | None, typer.Option(help="Only what was sent before then (UTC).")] = None,
    format: options.Format = None,
    output: options.Output = None,
) -> int:
    """Tokens and cost by class, saved by caching, wasted by misses, billed beside estimated, and coverage.

    Tables, markdown and HTML have a row for every level; csv, json, jsonl and parquet only the innermost groups, so
    that no call is in two rows.
    """
    from agentbench.cli.show import emit, say, unread
    from agentbench.verbs.cost import cost as verb

    found = verb(
        *subject,
        by=by,
        as_model=as_model,
        since=since,
        until=until,
        cells=bar("cells"),
        files=bar("recordings"),
    )
    written = {"table": lambda: found.text, "markdown": lambda: found.markdown, "html": lambda: found.html}
    emit(found.frame, format, output, written)
    if found.undated:
        say(f"{found.undated} exchanges that do not say when they were sent were left out")
    unread(found.unreadable)
    return 0
