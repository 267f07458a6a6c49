"""Recording from a server on loopback and replaying: modes, misses, leftovers."""

import asyncio
import dataclasses
from pathlib import Path

import httpx2
import pytest
import vcr

from agentbench import tape
from agentbench.builder import Cell
from agentbench.errors import NotFound, PartlyPlayed, UnknownRequest
from agentbench.harness.answer import Live
from agentbench.harness.cells import RecordMode, take
from agentbench.harness.matrix import Played, play_cells
from agentbench.harness.play import play
from agentbench.harness.stage import Stage
from tests.harness.cast import CLAUDE, EVERY_WIRE, SCENARIO, cell

GEMINI = "google:gemini-3.5-flash"


def recorded(folder: Path, of: Cell, mode: RecordMode = "rewrite") -> Played:
    """The cell, played against the simulated provider's real server."""
    (played,) = play_cells((of,), mode, folder, simulate=True)
    assert played.error is None
    return played


def changed(of: Cell, **turn: object) -> Cell:
    """The cell with its last turn changed."""
    turns = (*SCENARIO.turns[:-1], dataclasses.replace(SCENARIO.turns[-1], **turn))  # type: ignore[arg-type]
    return dataclasses.replace(
        of, cast=dataclasses.replace(of.cast, scenario=dataclasses.replace(SCENARIO, turns=turns))
    )


@pytest.mark.parametrize("model", EVERY_WIRE)
def test_a_recording_replays_to_the_same_rows(tmp_path: Path, model: str) -> None:
    """What was recorded is what a replay reads: simulated, without gaps; each request reads the one before it from
    the cache, and the classes add up to all input.
    """
    first = recorded(tmp_path, cell(model=model)).exchanges
    again = asyncio.run(take(cell(model=model), "none", tmp_path, None)).exchanges
    assert first == again
    assert {each.provenance for each in again} == {"simulated"}
    assert [(each.origin.turn, each.origin.step) for each in again if each.origin] == [(0, 0), (0, 1), (1, 0)]
    usages = [each.response.usage for each in again if each.response]
    assert not usages[0].read
    # the session is shorter than what Gemini caches at all (4,096 tokens)
    assert model.startswith("google:") or all((usage.read or 0) > 1024 for usage in usages[1:])
    for usage in usages:
        assert usage.input_total == sum(n or 0 for n in (usage.uncached, usage.read, usage.write))


def test_a_cassette_replays_through_vcrpy_itself(tmp_path: Path) -> None:
    """The file is vcrpy's: its own player answers our client from it, bodies compared raw."""
    recorded(tmp_path, cell())
    player = vcr.VCR(record_mode=vcr.mode.NONE)
    player.register_matcher("raw_body", lambda one, other: one.body == other.body)
    path = tmp_path / f"{cell().slug}.yaml"

    async def through_vcrpy() -> int:
        async with httpx2.AsyncClient() as client:
            stage = Stage(Live(client))
            await play(cell(), stage)
            return len(stage.passed)

    with player.use_cassette(str(path), match_on=["method", "uri", "raw_body"]) as played:
        assert asyncio.run(through_vcrpy()) == 3
        assert played.all_played


@pytest.mark.parametrize("model", [CLAUDE, "openai:gpt-5.2", GEMINI])
def test_a_changed_prompt_is_an_unknown_request(tmp_path: Path, model: str) -> None:
    """Replay names the nearest recorded request and the first segment that differs, with both sides."""
    recorded(tmp_path, cell(model=model))
    with pytest.raises(UnknownRequest) as missed:
        asyncio.run(take(changed(cell(model=model), user="And today?"), "none", tmp_path, None))
    said = str(missed.value)
    assert "turn 1 step 0" in said and "nearest recorded one is number 2" in said
    assert (
        "And now?" in said
        and "And today?" in said
        and any(name in said for name in ("messages[", "input[", "contents["))
    )


def test_a_partly_played_cassette_fails(tmp_path: Path) -> None:
    """A tape that holds requests which nobody asked is out of date, and says so."""
    recorded(tmp_path, cell())
    short = dataclasses.replace(SCENARIO, turns=SCENARIO.turns[:1])
    shorter = dataclasses.replace(cell(), cast=dataclasses.replace(cell().cast, scenario=short))
    with pytest.raises(PartlyPlayed, match="found 1 of its 3 requests never asked"):
        asyncio.run(take(shorter, "none", tmp_path, None))


def test_replay_without_a_cassette_says_how_to_record(tmp_path: Path) -> None:
    """No cassette is no traceback."""
    with pytest.raises(NotFound, match="record it with --record-mode once"):
        asyncio.run(take(cell(), "none", tmp_path, None))


@pytest.mark.parametrize("mode", ["once", "new_episodes", "rewrite", "all"])
def test_recording_without_anybody_to_ask_says_so(tmp_path: Path, mode: RecordMode) -> None:
    """Without a key and without --simulate nothing can be recorded, and nothing is written."""
    with pytest.raises(NotFound, match="found nobody to ask"):
        asyncio.run(take(cell(), mode, tmp_path, None))
    assert not list(tmp_path.rglob("*"))


@pytest.mark.parametrize(
    ("mode", "requests"),
    [
        pytest.param("once", None, id="once-replays-what-is-there-and-so-misses"),
        pytest.param("new_episodes", 4, id="new-episodes-adds-and-keeps"),
        pytest.param("rewrite", 3, id="rewrite-drops-the-old-tape"),
        pytest.param("all", 4, id="all-asks-again-and-keeps-what-was-not-asked"),
    ],
)
def test_what_each_mode_does_with_a_changed_turn(
    tmp_path: Path, mode: RecordMode, requests: int | None
) -> None:
    """pytest-recording's words mean what they mean there."""
    recorded(tmp_path, cell())
    new = changed(cell(), user="And today?")
    (played,) = play_cells((new,), mode, tmp_path, simulate=True, accept=True)
    if requests is None:
        assert played.error is not None and "UnknownRequest" in played.error
        return
    interactions = tape.load(tmp_path / f"{cell().slug}.yaml").interactions
    assert len(interactions) == requests
    bodies = [each.request_body.decode() for each in interactions]
    assert any("And today?" in body for body in bodies)
    assert any("And now?" in body for body in bodies) is (mode in ("new_episodes", "all"))


def test_replay_of_what_is_known_writes_nothing(tmp_path: Path) -> None:
    """`new_episodes` with nothing new leaves the file's bytes alone and asks nobody."""
    recorded(tmp_path, cell())
    path = tmp_path / f"{cell().slug}.yaml"
    before = path.read_bytes()
    assert asyncio.run(take(cell(), "new_episodes", tmp_path, None)).exchanges
    assert path.read_bytes() == before


def test_recording_twice_gives_the_same_file(tmp_path: Path) -> None:
    """Virtual time and scripted ids: a simulated cassette is reproducible byte for byte."""
    recorded(tmp_path / "a", cell())
    recorded(tmp_path / "b", cell())
    assert (tmp_path / "a" / f"{cell().slug}.yaml").read_bytes() == (
        tmp_path / "b" / f"{cell().slug}.yaml"
    ).read_bytes()


def test_the_tape_holds_no_key_no_port_and_no_cue(tmp_path: Path) -> None:
    """The vendor's address stands in the file; the key, the loopback port and the virtual-time header do not."""
    recorded(tmp_path, cell())
    text = (tmp_path / f"{cell().slug}.yaml").read_text()
    assert "https://api.anthropic.com/v1/messages" in text
    for hidden in ("127.0.0.1", "x-agentbench-cue", "x-api-key", "authorization"):
        assert hidden not in text.lower()


def test_play_works_inside_a_running_loop(tmp_path: Path) -> None:
    """A notebook's cell already runs in a loop, which is left alone."""

    async def in_a_notebook() -> Played:
        return play_cells((cell(),), "rewrite", tmp_path, simulate=True)[0]

    assert asyncio.run(in_a_notebook()).error is None
