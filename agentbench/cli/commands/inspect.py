"""`agentbench inspect`: any cassettes to the frame."""

from typing import Annotated

import typer

from agentbench.cli import app
from agentbench.cli.commands import options
from agentbench.cli.progress import bar


@app.command()
def inspect(
    paths: options.Paths,
    format: options.Format = None,
    output: options.Output = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit 3 where something could not be read.")
    ] = False,
) -> int:
    """Read recordings: one row per interaction found, unreadable ones with their reason."""
    from agentbench.cli.show import emit, say
    from agentbench.errors import BadInput
    from agentbench.verbs.inspect import inspect as verb

    found = verb(*paths, progress=bar("recordings"))
    kinds = found.frame["kind"].value_counts()
    unread = int(kinds.get("unreadable", 0))
    if unread == len(found):
        raise BadInput(
            f"asked for recordings in {', '.join(map(repr, paths))}, found nothing readable"
            f" ({found.exchanges[0].reason}); name a cassette"
        )
    emit(found.frame, format, output)
    counts = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
    say(f"{len(found)} interactions: {counts}; {found.ignored} files that are no recording")
    return 3 if strict and unread else 0
