"""`agentbench build`: what the model would be shown."""

import json
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from agentbench.cli import app

if TYPE_CHECKING:
    from agentbench.builder.gates import RunFacts
    from agentbench.verbs.build import Built

Show = Literal["prompt", "tools", "spans", "decisions", "request"]
Presentation = Literal["eager", "bridge", "named", "native", "local"]


@app.command()
def build(
    profile: Annotated[str | None, typer.Option(help="In place of the scenario's profile.")] = None,
    layout: Annotated[str, typer.Option(help="A layout's name, or a file.")] = "appended",
    presentation: Annotated[Presentation, typer.Option(help="How tools are shown.")] = "eager",
    model: Annotated[str, typer.Option(help="pydantic-ai's model id.")] = "anthropic:claude-sonnet-4-6",
    scenario: Annotated[str, typer.Option(help="A scenario's name, or a file.")] = "support-desk",
    turn: Annotated[int, typer.Option(help="The user's turn, from 0.")] = 0,
    now: Annotated[datetime | None, typer.Option(help="Virtual start in place of the scenario's.")] = None,
    show: Annotated[Show, typer.Option(help="What to show.")] = "prompt",
    skills: Annotated[Path | None, typer.Option(help="Folder of skills, in place of the profile's.")] = None,
    deny: Annotated[
        list[str] | None, typer.Option(help="A tool or toolset that the user switched off; repeatable.")
    ] = None,
    lacking: Annotated[
        list[str] | None, typer.Option(help="A capability (key, binary) that is not there; repeatable.")
    ] = None,
    provider_tier: Annotated[
        int | None, typer.Option(help="Data classification that the provider is trusted with.")
    ] = None,
    block_tag: Annotated[
        list[str] | None, typer.Option(help="A tag that the provider may not be given; repeatable.")
    ] = None,
) -> int:
    """Show the prompt, the tools, which block owns which bytes, what was hidden and why, or the request of one turn.

    Gates ask only where --deny, --lacking, --provider-tier or --block-tag is given.
    """
    from agentbench.verbs.build import build as verb

    built = verb(
        profile,
        layout,
        model,
        presentation,
        scenario=scenario,
        turn=turn,
        now=now,
        run=_run(deny or [], lacking or [], provider_tier, block_tag or []),
        skills=skills,
    )
    _show(built, show)
    return 0


def _show(built: "Built", show: Show) -> None:
    from agentbench.cli.show import emit, say

    if show == "spans":
        emit(built.spans, None, None)
    elif show == "decisions":
        emit(built.decisions.frame, None, None)
        for remark in built.decisions.remarks:
            say(remark)
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


class _Present(dict[str, bool]):
    """Every capability is there, but for those that are said to be lacking."""

    def get(self, key: str, default: object = None) -> bool:
        return super().get(key, True)


def _run(deny: list[str], lacking: list[str], tier: int | None, tags: list[str]) -> "RunFacts | None":
    if not (deny or lacking or tags) and tier is None:
        return None
    from agentbench.builder.gates import RunFacts

    return RunFacts(
        available=_Present(dict.fromkeys(lacking, False)),
        provider_tier=99 if tier is None else tier,
        denied=frozenset(deny),
        blocked_tags=frozenset(tags),
    )
