"""Play a cell in a record mode: from its tape, from a server, or from both."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, get_args

from agentbench import tape
from agentbench.builder.bench import Cell
from agentbench.errors import BadInput, NotAccepted, NotFound, PartlyPlayed, Unreadable
from agentbench.harness.answer import Nobody, Recorded, Replay
from agentbench.harness.clients import key_variables
from agentbench.harness.journal import Journal
from agentbench.harness.play import play
from agentbench.harness.record import record
from agentbench.harness.refresh import Change, change
from agentbench.harness.stage import Answerer, Stage
from agentbench.tape import Interaction
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
    keys: Mapping[str, str] = field(default_factory=dict, repr=False)
    """By provider, where it wants one."""
    server: Mapping[str, str] = field(default_factory=dict)
    """What answers, in words for the tape's header, where we started it ourselves."""
    reminded: Answerer | None = None
    """The same server where its memory began with this process; it sees a resumed recording's calls again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Take:
    """A cell that was played to its end."""

    exchanges: tuple[Exchange, ...]
    change: Change | None = None
    """What its recording did to the cassette; None where it is as it was."""


async def take(
    cell: Cell,
    mode: RecordMode,
    cassettes: Path,
    source: Source | None,
    *,
    resume: bool = False,
    accept: bool = False,
) -> Take:
    """The cell, played from its cassette `<cassettes>/<slug>.yaml`, which is written where the mode says so.

    `resume`: go on from the journal of an interrupted recording. `accept`: requests of the cassette may change.

    Raises:
        NotFound: replay only, and there is no cassette.
        UnknownRequest: replay only, and a request is not on the tape.
        PartlyPlayed: replay only, and the tape holds requests that were not asked.
        BadInput: an interrupted recording is there, and nothing says what is to become of it.
        NotAccepted: requests of the cassette would change; it is as it was, what was asked stays in the journal.
    """
    path = cassettes / f"{cell.slug}.yaml"
    if mode == "none" or (mode == "once" and path.is_file()):
        return Take(exchanges=await _replayed(cell, path))
    return await _recorded(cell, mode, path, source, resume=resume, accept=accept)


async def _replayed(cell: Cell, path: Path) -> tuple[Exchange, ...]:
    if not path.is_file():
        raise NotFound(
            f"asked to replay {path.as_posix()!r}, found no such cassette;"
            " record it with --record-mode once (and --simulate, or a key in the environment)"
        )
    known = Replay(tape.load(path).interactions, name=path.as_posix())
    await play(cell, Stage(known))
    if left := known.left():
        raise PartlyPlayed(
            f"asked to replay {path.as_posix()!r}, found {len(left)} of its {len(known)} requests"
            f" never asked (the first is {left[0].method} {left[0].uri}); record it anew with --record-mode rewrite"
        )
    return tape.read(path)


async def _recorded(
    cell: Cell, mode: RecordMode, path: Path, source: Source | None, *, resume: bool, accept: bool
) -> Take:
    old = _old(path, mode)
    known = Replay(old.interactions if old and mode != "rewrite" else (), name=path.as_posix())
    journal = Journal(path)
    answerer = Recorded(
        known,
        source.answerer if source else Nobody(cell.slug, key_variables(cell.models)),
        journal,
        finished=Replay(_finished(journal, mode, resume), name=journal.path.as_posix()),
        always=mode == "all",
        reminded=source.reminded if source else None,
    )
    stage = Stage(answerer)
    await play(cell, stage, source.keys if source else {})
    if not answerer.asked:
        return Take(exchanges=tape.read(path))
    found = change(path.as_posix(), old, stage.passed, dropping=mode == "rewrite")
    if found and found.kind == "fix" and not accept:
        raise NotAccepted(f"{found.text}; look at it, then add --accept")
    assert source is not None
    kept = replace(old, interactions=known.left()) if old and mode != "rewrite" else None
    new = record(cell, stage.passed, source.provenance, kept=kept, server=source.server)
    tape.write(path, new)
    journal.drop()
    return Take(exchanges=tape.read(path), change=found or _header_change(path, old, new))


def _old(path: Path, mode: RecordMode) -> tape.Tape | None:
    """The tape that is there; one that cannot be read counts as none where it is recorded anew anyway."""
    try:
        return tape.load(path) if path.is_file() else None
    except Unreadable:
        if mode == "rewrite":
            return None
        raise


def _finished(journal: Journal, mode: RecordMode, resume: bool) -> tuple[Interaction, ...]:
    """What an interrupted recording had finished and this one goes on from."""
    found = journal.finished()
    if resume or not found:
        return found
    if mode in ("once", "new_episodes"):
        raise BadInput(
            f"asked to record {journal.path.with_suffix('').as_posix()!r}, found {len(found)} finished calls of an"
            " interrupted recording beside it; go on from them with --resume, or begin anew with"
            " --record-mode rewrite"
        )
    journal.drop()
    return ()


def _header_change(path: Path, old: tape.Tape | None, new: tape.Tape) -> Change | None:
    if old is None or old.header == new.header:
        return None
    return Change(kind="update", cassette=path.as_posix(), difference="its header alone (versions, blocks)")
