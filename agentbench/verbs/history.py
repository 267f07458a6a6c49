"""What a baseline said at each commit that changed it."""

import subprocess
from pathlib import Path

import pandas as pd
from pydantic import TypeAdapter, ValidationError

from agentbench.errors import BadInput, NotFound
from agentbench.measure.gate import Baseline

_COLUMNS = {
    "commit": "string",
    "date": "datetime64[us, UTC]",
    "subject": "string",
    "arm": "string",
    "provenance": "string",
    "layout": "string",
    "presentation": "string",
    "model": "string",
    "hit_share": "Float64",
    "cost_per_session_usd": "Float64",
    "stale_turns": "Int64",
    "breaks": "Int64",
    "stable_prefix": "string",
}


def history(baseline: str | Path) -> pd.DataFrame:
    """One row per commit that changed the baseline file, and arm, oldest first.

    `stable_prefix` is the first eight digits of each prefix's hash; a version that cannot be read is one row
    without figures.

    Raises:
        NotFound: there is no such file.
        BadInput: it lies in no git repository, or no commit holds it.
    """
    path = Path(baseline)
    if not path.is_file():
        raise NotFound(f"asked for the history of {str(path)!r}, found no such file; write it with --update")
    log = _git(path, "log", "--reverse", "--format=%H%x09%cI%x09%s", "--", path.name)
    commits = [line.split("\t", 2) for line in log.splitlines()]
    if not commits:
        raise BadInput(f"asked for the history of {str(path)!r}, found no commit that holds it; commit it")
    rows = [row for commit in commits for row in _rows(path, *commit)]
    return pd.DataFrame(rows, columns=list(_COLUMNS)).astype(_COLUMNS)


def save_history(found: pd.DataFrame, path: Path) -> None:
    """Draw a history into a file: `.svg`, `.png`, or `.html` with its rows as a table.

    Raises:
        BadInput: it has no figures to draw.
    """
    from agentbench.report import draw_history

    if found["arm"].isna().all():
        raise BadInput(
            f"asked to draw a history into {str(path)!r}, found no version with figures; commit one"
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(draw_history(found, path.suffix))


DRAWN = (".svg", ".png", ".html")
"""Suffixes of files that hold a drawing of a history."""


def _rows(path: Path, commit: str, date: str, subject: str) -> list[dict[str, object]]:
    start = {"commit": commit[:10], "date": pd.Timestamp(date).tz_convert("UTC"), "subject": subject}
    try:
        found = TypeAdapter(Baseline).validate_json(_git(path, "show", f"{commit}:./{path.name}"))
    except (BadInput, ValidationError):  # deleted in that commit, or of another schema
        return [start]
    return [
        start
        | {
            "arm": record.arm,
            "provenance": record.provenance,
            "layout": record.layout,
            "presentation": record.presentation,
            "model": record.model,
            "hit_share": record.hit_share,
            "cost_per_session_usd": record.cost_per_session_usd,
            "stale_turns": record.stale_turns,
            "breaks": sum(found.requests for found in record.breaks),
            "stable_prefix": " ".join(prefix.sha256[:8] for prefix in record.prefixes) or None,
        }
        for record in found.arms
    ]


def _git(path: Path, *arguments: str) -> str:
    folder = str(path.resolve().parent)
    try:
        done = subprocess.run(
            ["git", "-C", folder, *arguments], capture_output=True, text=True, check=False, encoding="utf-8"
        )
    except FileNotFoundError:
        raise BadInput("asked for a history, found no git on this machine; install it") from None
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["git failed"])[0]
        raise BadInput(f"asked git for the history of {str(path)!r}, found: {said}")
    return done.stdout
