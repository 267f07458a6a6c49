"""`agentbench gate`: is this change worse than the committed baseline?"""

from pathlib import Path
from typing import Annotated, Literal

import typer

from agentbench.cli import app
from agentbench.cli.commands import options
from agentbench.cli.progress import bar

EXITS = {"pass": 0, "worse": 1, "cannot_tell": 3}
CANNOT_TELL = {"fail": 1, "pass": 0}


@app.command()
def gate(
    subject: Annotated[
        list[str] | None,
        typer.Argument(
            help="A bench, a run's frame.parquet, or cassettes.  [default: fixtures/benches/default.yaml]",
            metavar="[BENCH|RUN|PATH...]",
            show_default=False,
        ),
    ] = None,
    baseline: Annotated[Path, typer.Option(help="The committed baseline.")] = Path(
        "reports/baselines/default.json"
    ),
    update: Annotated[
        bool, typer.Option("--update", help="Accept what is now: print the difference, write the baseline.")
    ] = False,
    cannot_tell: Annotated[
        Literal["fail", "pass"] | None,
        typer.Option(
            help="Exit 1 or 0 in place of 3 where it cannot tell; pass never covers what the baseline has, and is gone."
        ),
    ] = None,
    calibrate: options.Calibrate = None,
    junit: Annotated[Path | None, typer.Option(help="Write JUnit XML there.")] = None,
    summary: Annotated[
        Path | None, typer.Option(help="Write markdown there; also appended to $GITHUB_STEP_SUMMARY.")
    ] = None,
    annotations: Annotated[
        bool,
        typer.Option("--annotations", help="Print GitHub annotations; always where GITHUB_ACTIONS is set."),
    ] = False,
    history: Annotated[
        bool, typer.Option("--history", help="Show the baseline's figures over its commits; judge nothing.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Of --history: a table or, as .svg, .png or .html, a drawing."),
    ] = None,
) -> int:
    """Judge a bench (rendered and predicted: no cassette, no key, nothing sent), a run or cassettes.

    Exit codes: 0 no worse, 1 worse, 3 it cannot tell. Tolerances: [tool.agentbench.gate] in pyproject.toml with
    hit_share, stale_turns, breaks, accuracy (plain numbers are absolute) and cost_share (relative), or any of them as
    {absolute = A, relative = R}. Right tools are judged by paired turns of recorded answers.
    """
    from agentbench.cli import show
    from agentbench.errors import BadInput
    from agentbench.verbs import gate as verb
    from agentbench.verbs.settings import tolerances

    if history:
        return _history(baseline, output)
    if output is not None:
        raise BadInput(
            f"asked to write {str(output)!r}, found no --history; a verdict goes to --junit or --summary"
        )
    paths = subject or [options.DEFAULT_BENCH.as_posix()]
    allowed = tolerances(Path())
    if update:
        return _update(paths, baseline, calibrate or [])
    judged = verb.gate(
        paths[0],
        baseline,
        *paths[1:],
        tolerances=allowed,
        calibrate=calibrate or (),
        progress=bar("cells"),
        files=bar("recordings"),
        jobs=None,
    )
    show.verdict(judged, junit=junit, summary=summary, annotations=annotations)
    outcome = judged.verdict.outcome
    if (
        cannot_tell is None
        or outcome != "cannot_tell"
        or (cannot_tell == "pass" and judged.verdict.uncovered)
    ):
        return EXITS[outcome]
    return CANNOT_TELL[cannot_tell]


def _history(baseline: Path, output: Path | None) -> int:
    from agentbench.cli import show
    from agentbench.verbs import history as verb

    found = verb.history(baseline)
    if output is not None and output.suffix in verb.DRAWN:
        verb.save_history(found, output)
        show.say(f"wrote {output.as_posix()}")
        return 0
    # the arm's name says the rest of them
    said = ["subject", "provenance", "layout", "presentation", "model"]
    show.emit(found if output else found.drop(columns=said), None, output)
    return 0


def _update(paths: list[str], baseline: Path, calibrate: list[str]) -> int:
    from agentbench.cli import show
    from agentbench.errors import BadInput
    from agentbench.measure.gate import Baseline
    from agentbench.verbs import gate as verb

    if show.in_ci():
        raise BadInput(
            "asked for --update, found CI set; a baseline is accepted by a person: run it on your machine"
        )
    current = verb.measured(
        *paths, calibrate=calibrate, progress=bar("cells"), files=bar("recordings"), jobs=None
    )
    if baseline.is_file():
        judged = verb.judged(current, Baseline.load(baseline))
        show.verdict(judged)
        show.drawn(judged.table)
    current.save(baseline)
    show.say(f"wrote {baseline.as_posix()}")
    return 0
