"""Recording with keys in the environment: the vendors' own wires, on loopback servers that stand at their addresses."""

import dataclasses
from pathlib import Path

import pytest

from agentbench import tape
from agentbench.builder import Cell, Event, Step, Turn
from agentbench.harness.clients import VENDORS, provider_of
from agentbench.harness.matrix import Played, play_cells
from tests.harness.cast import CLAUDE, GPT, SCENARIO, cell
from tests.harness.standing_in import BEDROCK, SHOWN, standing_in


def talk(model: str, *switched: str) -> Cell:
    """A turn with the model, and one with each that it is switched to."""
    turns = [Turn(user="Is the shop open?", steps=(Step(say="Yes."),))]
    for name in switched:
        event = Event(kind="model_switch", name=name)
        turns.append(Turn(user="And now?", steps=(Step(say="Yes."),), events=(event,)))
    one = cell(model=model)
    scenario = dataclasses.replace(SCENARIO, turns=tuple(turns))
    return dataclasses.replace(one, cast=dataclasses.replace(one.cast, scenario=scenario))


def recorded(one: Cell, folder: Path, environment: dict[str, str]) -> Played:
    """The cell, recorded from whoever the environment names."""
    (played,) = play_cells((one,), "new_episodes", folder, keys=environment)
    return played


def placed(model: str, base: str, key: str) -> dict[str, str]:
    """The environment in which a vendor's key is there and its address is another."""
    vendor = VENDORS[provider_of(model)]
    assert vendor.key_variable and vendor.address_variable
    path = "/v1" if vendor.address.endswith("/v1") else ""
    return {vendor.key_variable: key, vendor.address_variable: base + path}


@pytest.mark.parametrize(
    "model", [CLAUDE, GPT, "openai:gpt-5.2", "google:gemini-3.5-flash", BEDROCK], ids=provider_of
)
def test_a_key_in_the_environment_is_all_it_takes(tmp_path: Path, model: str) -> None:
    """The vendor's own variables name key and address; the tape holds the vendor's address and no key, says where it
    was asked, is `recorded`, and replays without any of them.
    """
    with standing_in("/gate") as (base, shown):
        played = recorded(talk(model), tmp_path, placed(model, base, "key-of-mine"))
    assert played.error is None
    (headers,) = shown
    assert [headers[name].removeprefix("Bearer ") for name in SHOWN if name in headers] == ["key-of-mine"]
    (cassette,) = tmp_path.rglob("*.yaml")
    kept = tape.load(cassette)
    address = VENDORS[provider_of(model)].address
    assert kept.interactions[0].uri.startswith(address) and kept.header
    assert kept.header.provenance == "recorded"
    assert kept.header.server[address].startswith(base)
    assert "key-of-mine" not in cassette.read_text(encoding="utf-8")
    (again,) = play_cells((talk(model),), "none", tmp_path)
    (row,) = again.exchanges
    assert (again.error, row.provenance) == (None, "recorded")
    assert row.response and row.response.usage and row.response.usage.input_total == 2000


def test_a_model_switch_asks_the_other_vendor_with_its_own_key(tmp_path: Path) -> None:
    """Each server is shown the key of its own vendor, and only that."""
    one = talk(CLAUDE, "openai-chat:gpt-5.2", "google:gemini-3.5-flash")
    with (
        standing_in("/a") as (claude, to_claude),
        standing_in("/o") as (gpt, to_gpt),
        standing_in("/g") as (gemini, to_gemini),
    ):
        environment = (
            placed(CLAUDE, claude, "for-claude")
            | placed(GPT, gpt, "for-gpt")
            | placed("google:gemini-3.5-flash", gemini, "for-gemini")
        )
        played = recorded(one, tmp_path, environment)
    assert played.error is None and len(played.exchanges) == 3
    for shown, key in ((to_claude, "for-claude"), (to_gpt, "for-gpt"), (to_gemini, "for-gemini")):
        (headers,) = shown
        assert [headers[name].removeprefix("Bearer ") for name in SHOWN if name in headers] == [key]


def test_a_session_is_not_begun_without_every_key_that_it_needs(tmp_path: Path) -> None:
    """Nothing is paid for half a session: both variables are named, and the first server hears nothing."""
    with standing_in("") as (base, shown):
        played = recorded(talk(CLAUDE, GPT), tmp_path, placed(CLAUDE, base, "for-claude"))
    assert played.error and "put ANTHROPIC_API_KEY and OPENAI_API_KEY into the environment" in played.error
    assert shown == [] and not list(tmp_path.rglob("*.yaml*"))


def test_an_address_in_the_environment_does_not_reach_a_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sits behind a gateway replays the same cassettes: the clients' own variables change no request."""
    (quiet,) = play_cells((cell(model=CLAUDE),), "once", tmp_path, simulate=True)
    for vendor in VENDORS.values():
        if vendor.address_variable:
            monkeypatch.setenv(vendor.address_variable, "http://127.0.0.1:9/elsewhere")
    for model in (CLAUDE, GPT, "openai:gpt-5.2", "google:gemini-3.5-flash", BEDROCK):
        (played,) = play_cells((cell(model=model),), "once", tmp_path, simulate=True)
        assert played.error is None, played.error
        (again,) = play_cells((cell(model=model),), "none", tmp_path)
        assert again.error is None
    assert quiet.error is None
