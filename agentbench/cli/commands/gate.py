"""`agentbench gate`: is this change worse than the committed baseline?"""

from pathlib import Path
from typing import Annotated

import typer

from agentbench.cli import app
from agentbench.cli.commands import options
from agentbench.cli.progress import bar

EXITS = {"pass": 0, "worse": 1, "cannot_tell": 3}


@app.command()
def gate(
    bench: options.Bench = options.DEFAULT_BENCH,
    baseline: Annotated[Path, typer.Option(help="The committed baseline.")] = Path(
        "reports/baselines/default.json"
    ),
    update: Annotated[
        bool, typer.Option("--update", help="Accept what is now: print the difference, write the baseline.")
    ] = False,
) -> int:
    """Render the bench, predict, compare: no cassette, no key, nothing sent."""
    from agentbench.cli.show import in_ci, say, verdict
    from agentbench.errors import BadInput
    from agentbench.verbs import gate as verb

    if not update:
        judged = verb.gate(bench, baseline, progress=bar("cells")).verdict
        verdict(judged)
        return EXITS[judged.outcome]
    if in_ci():
        raise BadInput(
            "asked for --update, found CI set; a baseline is accepted by a person: run it on your machine"
        )
    current = verb.measured(bench, progress=bar("cells"))
    if baseline.is_file():
        verdict(verb.compared(current, baseline))
    current.save(baseline)
    say(f"wrote {baseline.as_posix()}")
    return 0
