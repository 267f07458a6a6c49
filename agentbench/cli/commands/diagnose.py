"""`agentbench diagnose`: why cache reads were lost."""

from typing import Annotated

import typer

from agentbench.cli import app
from agentbench.cli.commands import options
from agentbench.cli.progress import bar


@app.command()
def diagnose(
    paths: options.Paths,
    redact: Annotated[bool, typer.Option("--redact", help="Leave out every excerpt of the prompts.")] = False,
    fail_on: Annotated[
        list[str] | None,
        typer.Option(
            "--fail-on",
            metavar="CLASS",
            help="Exit 1 where this class, or side (ours, provider, limit, report), is found; repeatable.",
        ),
    ] = None,
    format: options.Format = None,
    output: options.Output = None,
) -> int:
    """Name every lost cache read: class, place, both excerpts, tokens and money lost, causes, advice."""
    from agentbench.cli.show import emit, misses, say, unread
    from agentbench.verbs.diagnose import diagnose as verb

    found = verb(*paths, redact=redact, progress=bar("recordings"))
    failing = found.failing(fail_on or ())
    if format or output:
        emit(found.frame, format, output)
    else:
        misses(found)
    requests = len({(one.exchange.cassette, one.exchange.index) for one in found.lost})
    say(f"{len(found)} misses in {requests} of {found.compared} requests that had an earlier one")
    unread(found.unreadable)
    for name in dict.fromkeys(one.miss.name for one in failing):
        say(f"found {name}: {sum(one.miss.name == name for one in failing)}, which --fail-on names")
    return 1 if failing else 0
