"""A cell that failed, as a row of the table: of kind `unreadable`, without an index, with the reason."""

from pathlib import Path

from agentbench import tape
from agentbench.builder.bench import Cell
from agentbench.errors import Unreadable
from agentbench.harness.journal import Journal
from agentbench.tape.exchange import Exchange, Origin, Provenance


def one_line(error: Exception, cassette: Path | None = None) -> str:
    """Why a cell failed, and what of an interrupted recording of its cassette is kept."""
    why = " ".join(f"{type(error).__name__}: {error}".split())
    kept = len(Journal(cassette).finished()) if cassette else 0
    return f"{why} ({kept} finished calls are kept: go on with --resume)" if kept else why


def failure_row(cell: Cell, cassette: Path, why: str, provenance: Provenance | None) -> Exchange:
    """The row: it belongs to the cell's first call, and to no model call that anything is summed over.

    Without a provenance it is the one that the cell's cassette names, if there is one.
    """
    return Exchange(
        cassette=str(cassette),
        index=None,
        kind="unreadable",
        reason=f"the cell failed: {why}",
        provenance=provenance or _provenance(cassette),
        origin=Origin(
            layout=cell.layout.name,
            presentation=cell.presentation,
            model=cell.model,
            scenario=cell.cast.scenario.name,
            repeat=cell.repeat,
            turn=0,
            step=0,
        ),
    )


def _provenance(cassette: Path) -> Provenance:
    try:
        header = tape.load(cassette).header if cassette.is_file() else None
    except Unreadable:
        header = None
    return header.provenance if header else "recorded"
