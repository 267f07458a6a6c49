"""`agentbench build`: what the model would be shown."""

from datetime import datetime
from typing import Annotated, Literal

import typer

from agentbench.cli import app

Show = Literal["prompt", "tools", "spans", "request"]


@app.command()
def build(
    layout: Annotated[str, typer.Option(help="A layout's name, or a file.")] = "appended",
    model: Annotated[str, typer.Option(help="pydantic-ai's model id.")] = "anthropic:claude-sonnet-4-6",
    scenario: Annotated[str, typer.Option(help="A scenario's name, or a file.")] = "support-desk",
    turn: Annotated[int, typer.Option(help="The user's turn, from 0.")] = 0,
    now: Annotated[datetime | None, typer.Option(help="Virtual start in place of the scenario's.")] = None,
    show: Annotated[Show, typer.Option(help="What to show.")] = "prompt",
) -> int:
    """Show the prompt, the tools, which block owns which bytes, or the request of one turn."""
    import sys

    from agentbench.verbs.build import build as verb

    built = verb(layout=layout, model=model, scenario=scenario, turn=turn, now=now)
    sys.stdout.write(getattr(built, f"show_{show}")())
    return 0
