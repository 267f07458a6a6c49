"""`agentbench run`: the main job."""

import os
import sys
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Literal

import typer

from agentbench.cli import app
from agentbench.cli.commands import options
from agentbench.cli.progress import Meter, bar

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
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Processes; 1 is this one alone. [default: as many as pay]")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from an interrupted recording.")] = False,
    accept: Annotated[
        bool, typer.Option("--accept", help="A recording may change a cassette's requests (a fix).")
    ] = False,
    cost_limit: Annotated[
        float | None, typer.Option(metavar="USD", min=0, help="Send no call that could exceed this sum.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be asked and its predicted cost; send nothing.")
    ] = False,
) -> int:
    """Play a bench from its cassettes, print the summary, write the report."""
    from agentbench.cli.show import chosen, fail, say, summary
    from agentbench.verbs import run as verb

    only = options.filters(layout, presentation, model, scenario)
    if dry_run:
        return _planned(bench, record_mode, cassettes, only, resume)
    cells = Meter("cells")
    found = verb.run(
        bench,
        mode=record_mode,
        cassettes=cassettes,
        only=only,
        simulate=simulate,
        keys=dict(os.environ),
        recordings=recordings,
        progress=cells.through,
        finished=cells.count,
        files=bar("recordings"),
        jobs=jobs,
        resume=resume,
        accept=accept,
        cost_limit_usd=None if cost_limit is None else Decimal(str(cost_limit)),
    )
    summary(found.summary)
    chosen(found)
    if found.absent:
        say(f"no recorded traffic is here (looked in {', '.join(map(str, found.absent))})")
    page = found.save(output or Path("reports") / found.bench.name)
    sys.stdout.write(f"{page.as_posix()}\n")
    for change in found.changes:
        say(change.text)
    return fail(found.failures)


def _planned(
    bench: Path, mode: Mode, cassettes: Path | None, only: dict[str, list[str]], resume: bool
) -> int:
    """The plan on stdout, its sum on stderr; 1 where a cell cannot be played."""
    from agentbench.cli.show import emit, say
    from agentbench.verbs.plan import plan

    found = plan(bench, mode=mode, cassettes=cassettes, only=only, resume=resume, progress=bar("cells"))
    emit(found, None, None)
    cost, unpriced = found["predicted_cost_usd"], int(found["predicted_cost_usd"].isna().sum())
    left_out = f", {unpriced} cells without a cost left out" if unpriced else ""
    say(
        f"would ask {int(found['asked'].sum())} calls for ${cost.sum():.4f} predicted{left_out}; nothing was sent"
    )
    return 1 if found["asked"].isna().any() else 0
