"""`agentbench run`: the main job."""

import os
import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from agentbench.cli import app
from agentbench.cli.commands import options
from agentbench.cli.progress import bar

Mode = Literal["none", "once", "new_episodes", "rewrite", "all"]


@app.command()
def run(
    bench: options.Bench = options.DEFAULT_BENCH,
    record_mode: Annotated[
        Mode, typer.Option(help="pytest-recording's words: what may be asked and written.")
    ] = "none",
    simulate: Annotated[
        bool, typer.Option("--simulate", help="Record from simulated providers on loopback.")
    ] = False,
    layout: options.Layouts = None,
    presentation: options.Presentations = None,
    model: options.Models = None,
    scenario: options.Scenarios = None,
    cassettes: Annotated[Path | None, typer.Option(help="In place of cassettes/ beside fixtures/.")] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="In place of reports/<bench>/.")
    ] = None,
    recordings: Annotated[
        bool, typer.Option("--recordings/--no-recordings", help="Read the bench's recorded traffic as well.")
    ] = True,
) -> int:
    """Play a bench from its cassettes, print the summary, write the report."""
    from agentbench.cli.show import say, summary
    from agentbench.verbs import run as verb

    only = options.filters(layout, presentation, model, scenario)
    found = verb.run(
        bench,
        mode=record_mode,
        cassettes=cassettes,
        only=only,
        simulate=simulate,
        keys=dict(os.environ),
        recordings=recordings,
        progress=bar("cells"),
        files=bar("recordings"),
    )
    summary(found.summary)
    if found.absent:
        say(f"no recorded traffic is here (looked in {', '.join(map(str, found.absent))})")
    page = found.save(output or Path("reports") / found.bench.name)
    sys.stdout.write(f"{page.as_posix()}\n")
    for slug, why in found.failures.items():
        say(f"cell {slug} failed: {why}")
    return 1 if found.failures else 0
