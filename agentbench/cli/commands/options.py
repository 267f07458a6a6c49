"""Options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

Bench = Annotated[Path, typer.Argument(help="A bench file.", metavar="[BENCH]", show_default=True)]
Paths = Annotated[
    list[str], typer.Argument(help="Cassettes: files, folders, globs, - for stdin.", metavar="PATH...")
]
Layouts = Annotated[list[str] | None, typer.Option("--layout", help="Only this layout; repeatable.")]
Presentations = Annotated[list[str] | None, typer.Option("--presentation", help="Only this one; repeatable.")]
Models = Annotated[list[str] | None, typer.Option("--model", help="Only this model; repeatable.")]
Scenarios = Annotated[list[str] | None, typer.Option("--scenario", help="Only this scenario; repeatable.")]
Calibrate = Annotated[
    list[str] | None,
    typer.Option(
        "--calibrate",
        help="Recordings of the same model at the same provider, which teach its token counts; repeatable.",
        metavar="PATH",
    ),
]
Format = Annotated[
    str | None, typer.Option("--format", help="table, markdown, json, jsonl, csv; else by the suffix of -o.")
]
Output = Annotated[
    Path | None, typer.Option("-o", "--output", help="Write there; the suffix tells the format.")
]

DEFAULT_BENCH = Path("fixtures/benches/default.yaml")


def filters(
    layout: list[str] | None,
    presentation: list[str] | None,
    model: list[str] | None,
    scenario: list[str] | None,
) -> dict[str, list[str]]:
    """The axes that were narrowed."""
    given = {"layout": layout, "presentation": presentation, "model": model, "scenario": scenario}
    return {axis: names for axis, names in given.items() if names}
