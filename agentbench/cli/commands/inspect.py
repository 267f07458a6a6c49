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
    from agentbench.verbs.inspect import recordings

    found = recordings(*paths, progress=bar("recordings"))
    kinds = found.frame["kind"].value_counts()
    emit(found.frame, format, output)
    counts = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
    say(f"{len(found)} interactions: {counts}; {found.ignored} files that are no recording")
    return 3 if strict and found.unreadable else 0
