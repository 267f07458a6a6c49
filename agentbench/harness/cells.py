"""Play a cell in a record mode: from its tape, from a server, or from both."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, get_args

from agentbench import tape
from agentbench.builder.bench import Cell
from agentbench.errors import NotFound, PartlyPlayed
from agentbench.harness.answer import Nobody, Recorded, Replay
from agentbench.harness.play import play
from agentbench.harness.record import record
from agentbench.harness.stage import Answerer, Stage
from agentbench.tape.exchange import Exchange, Provenance

RecordMode = Literal["none", "once", "new_episodes", "rewrite", "all"]
"""pytest-recording's words. `none`: replay only. `once`: record where there is no cassette, else replay.
`new_episodes`: replay what is known, record the rest. `rewrite`: record all, drop the old tape.
`all`: ask the server everything again, keep what was not asked."""

RECORD_MODES: tuple[RecordMode, ...] = get_args(RecordMode)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where new answers come from, if any may be asked for."""

    answerer: Answerer
    provenance: Provenance
    key: str


async def play_cell(
    cell: Cell, mode: RecordMode, cassettes: Path, source: Source | None
) -> tuple[Exchange, ...]:
    """The cell's exchanges, from its cassette `<cassettes>/<slug>.yaml`, written where the mode says so.

    Raises:
        NotFound: replay only, and there is no cassette.
        UnknownRequest: replay only, and a request is not on the tape.
        PartlyPlayed: replay only, and the tape holds requests that were not asked.
    """
    path = cassettes / f"{cell.slug}.yaml"
    old = tape.load(path) if path.is_file() and mode != "rewrite" else tape.Tape(header=None, interactions=())
    replay_only = mode == "none" or (mode == "once" and path.is_file())
    if replay_only and not path.is_file():
        raise NotFound(
            f"asked to replay {path.as_posix()!r}, found no such cassette;"
            " record it with --record-mode once (and --simulate, or a key in the environment)"
        )
    known = Replay(old.interactions, name=path.as_posix())
    answerer = (
        known
        if replay_only
        else Recorded(known, source.answerer if source else Nobody(cell.slug), always=mode == "all")
    )
    stage = Stage(answerer)
    await play(cell, stage, key=source.key if source else "replay")
    left = known.left()
    if replay_only and left:
        raise PartlyPlayed(
            f"asked to replay {path.as_posix()!r}, found {len(left)} of its {len(old.interactions)} requests"
            f" never asked (the first is {left[0].method} {left[0].uri}); record it anew with --record-mode rewrite"
        )
    if isinstance(answerer, Recorded) and answerer.asked:
        assert source is not None
        tape.write(path, record(cell, stage.passed, source.provenance, kept=replace(old, interactions=left)))
    return tape.read(path)
