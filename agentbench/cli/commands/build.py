"""`agentbench build`: what the model would be shown."""

import json
import sys
from datetime import datetime
from typing import Annotated, Literal

import typer

from agentbench.cli import app

Show = Literal["prompt", "tools", "spans", "request"]


@app.command()
def build(
    profile: Annotated[str | None, typer.Option(help="In place of the scenario's profile.")] = None,
    layout: Annotated[str, typer.Option(help="A layout's name, or a file.")] = "appended",
    model: Annotated[str, typer.Option(help="pydantic-ai's model id.")] = "anthropic:claude-sonnet-4-6",
    scenario: Annotated[str, typer.Option(help="A scenario's name, or a file.")] = "support-desk",
    turn: Annotated[int, typer.Option(help="The user's turn, from 0.")] = 0,
    now: Annotated[datetime | None, typer.Option(help="Virtual start in place of the scenario's.")] = None,
    show: Annotated[Show, typer.Option(help="What to show.")] = "prompt",
) -> int:
    """Show the prompt, the tools, which block owns which bytes, or the request of one turn."""
    from agentbench.cli.show import emit
    from agentbench.verbs.build import build as verb

    built = verb(profile, layout, model, scenario=scenario, turn=turn, now=now)
    if show == "spans":
        emit(built.spans, None, None)
    elif show == "tools":
        arrays = [
            {"name": t.name, "description": t.shown_description, "parameters": t.parameters}
            for t in built.tools
        ]
        sys.stdout.write(json.dumps(arrays, ensure_ascii=False, indent=1) + "\n")
    elif show == "request":
        sys.stdout.write(built.request.decode() + "\n")
    else:
        sys.stdout.write("\n\n".join(text.text for text in built.prompt.texts) + "\n")
    return 0
