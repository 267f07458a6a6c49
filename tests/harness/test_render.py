"""Rendering: the request bytes of every turn, the same wherever and whenever they are made."""

import hashlib
import os
import subprocess
import sys
from itertools import pairwise

import pytest

from agentbench.frame.prefix import common_prefix
from agentbench.harness.render import render
from agentbench.tape import Exchange, Usage
from tests.harness.cast import CLAUDE, EVERY_WIRE, GPT, TOOL, cell

LAYOUTS_AND_WIRES = (
    *(("appended", model) for model in EVERY_WIRE),
    *((volatile, CLAUDE) for volatile in ("inside", "second", "front")),
)
"""Each wire and each layout once: what a layout puts where does not depend on the wire that carries it."""
PRINT_HASHES = """
import hashlib
from agentbench.harness.render import render
from tests.harness.cast import cell
from tests.harness.test_render import LAYOUTS_AND_WIRES
for volatile, model in LAYOUTS_AND_WIRES:
    for exchange in render(cell(volatile, model)):
        print(hashlib.sha256(exchange.request.body).hexdigest())
"""
ELSEWHERE = {"PYTHONHASHSEED": "4242", "LC_ALL": "de_DE.UTF-8", "TZ": "Pacific/Auckland"}


def hashes(environment: dict[str, str]) -> list[str]:
    """SHA-256 of each raw body, rendered in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", PRINT_HASHES],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


def test_bytes_do_not_depend_on_process_seed_locale_or_zone() -> None:
    """Built here and in a process under another hash seed, locale and zone: one and the same raw body."""
    here = [
        hashlib.sha256(bodies(exchange)).hexdigest()
        for volatile, model in LAYOUTS_AND_WIRES
        for exchange in render(cell(volatile, model))
    ]
    assert len(here) == len(LAYOUTS_AND_WIRES) * 3
    assert hashes(ELSEWHERE) == here


def bodies(exchange: Exchange) -> bytes:
    """The raw body."""
    assert exchange.request is not None
    return exchange.request.body


@pytest.mark.parametrize("model", EVERY_WIRE)
def test_appended_only_ever_extends(model: str) -> None:
    """Each request of the appended layout begins with the one before it, and every event is told at once."""
    found = render(cell("appended", model))
    for before, after in pairwise(found):
        assert before.request and after.request
        assert common_prefix(before.request.segments, after.request.segments).fork is None
    last = bodies(found[-1]).decode()
    assert "Shop: closed" in last and "Ada asks twice." in last and "04 March" in last
    assert [exchange.stale_blocks for exchange in found] == [(), (), ()]


@pytest.mark.parametrize("model", EVERY_WIRE)
def test_inside_breaks_where_the_world_changed(model: str) -> None:
    """With volatile text inside, the second turn's system text differs in the block that changed."""
    found = render(cell("inside", model))
    before, after = found[1].request, found[2].request
    assert before and after
    fork = common_prefix(before.segments, after.segments).fork
    assert fork is not None and fork.was.level == "system"
    broken = [span.name for span in found[2].blocks[fork.was.path] if span.start <= fork.byte < span.end]
    assert broken == ["memory"], "a line was remembered in front of the world state"


@pytest.mark.parametrize("model", [CLAUDE, GPT])
def test_a_frozen_prompt_is_stale_once_the_world_moves(model: str) -> None:
    """A layout that is never rebuilt tells less: memory, world and date are named as stale."""
    found = render(cell("inside", model, rebuild=()))
    assert [exchange.stale_blocks for exchange in found] == [(), (), ("memory", "world_state", "clock")]


@pytest.mark.parametrize(("volatile", "model"), LAYOUTS_AND_WIRES)
def test_spans_hold_the_blocks_bytes(volatile: str, model: str) -> None:
    """The bytes of a span are the block's text as JSON writes it, beyond ASCII included."""
    found = render(cell(volatile, model))
    first = found[0]
    assert first.request
    owned = {
        span.name: segment.raw[span.start : span.end]
        for segment in first.request.segments
        for span in first.blocks.get(segment.path, ())
    }
    assert {"identity", "project_file", "world_state", "clock"} <= owned.keys()
    assert owned["identity"] == b"I am Vera."
    assert owned["project_file"].startswith(b"# Rules of this workspace\\nRule 0: m")


def test_nothing_is_sent_with_a_key_or_says_that_it_was_answered() -> None:
    """Rendered requests carry the tools; nobody answered them, and they say so."""
    for exchange in render(cell()):
        assert exchange.request and exchange.request.tools == (TOOL.name,)
        assert exchange.provenance == "predicted" and exchange.response
        assert exchange.response.status is None and exchange.response.usage == Usage()
