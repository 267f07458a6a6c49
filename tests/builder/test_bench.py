"""The bench file: what is combined, what is left out, when its sessions start."""

from datetime import datetime, timedelta
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbench.builder import Bench, load_bench, load_cast, moments
from agentbench.builder.exclusion import Exclusion
from agentbench.errors import BadInput

ROOT = Path(__file__).resolve().parents[2] / "fixtures"
STILL, STOCK = "fixtures/benches/claims/still.yaml", "fixtures/benches/claims/stock-count.yaml"
AXES = f"""
name: x
layouts: [monolith, {STILL}]
presentations: [eager, bridge]
models: ["anthropic:claude-sonnet-4-6", "openai-chat:gpt-5.2"]
scenarios: [coding, {STOCK}]
"""


def bench(folder: Path, text: str) -> Bench:
    """The bench of a file with the axes above and these lines, beside the project's fixtures."""
    if not (folder / "fixtures").exists():
        (folder / "fixtures").symlink_to(ROOT)
    (folder / "x.yaml").write_text(AXES + text, encoding="utf-8")
    return load_bench(folder / "x.yaml")


@pytest.mark.parametrize(
    ("exclude", "left"),
    [
        pytest.param("[]", 16, id="nothing"),
        pytest.param("[{layout: monolith}]", 8, id="an-arm"),
        pytest.param("[{layout: monolith, presentation: bridge}]", 12, id="all-keys-of-an-entry-match"),
        pytest.param("[{layout: monolith}, {presentation: bridge}]", 4, id="any-entry-matches"),
        pytest.param(f"[{{layout: {STILL}, scenario: {STOCK}}}]", 12, id="named-by-path-as-in-the-lists"),
        pytest.param(
            "[{layout: monolith, presentation: bridge, model: 'openai-chat:gpt-5.2', scenario: coding}]",
            15,
            id="one-cell",
        ),
    ],
)
def test_cells_that_match_every_key_of_an_entry_are_left_out(tmp_path: Path, exclude: str, left: int) -> None:
    """As in a matrix of GitHub Actions; 2 x 2 x 2 x 2 cells without it."""
    assert len(bench(tmp_path, f"exclude: {exclude}").cells) == left


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(
            "exclude: [{layout: monolit}]",
            "entry 0 leaves out no cell: the bench has no layout 'monolit', did you mean 'monolith'?",
            id="no-such-layout",
        ),
        pytest.param(
            "exclude: [{model: 'openai-chat:gpt-5.2', scenario: zzz}, {layout: qqq}]",
            "entry 1 leaves out no cell",
            id="every-entry-is-checked",
        ),
        pytest.param("exclude: [{presentation: local}]", "it has eager, bridge", id="not-in-this-bench"),
        pytest.param(
            "exclude: [{layout: monolith}, {layout: monolith, presentation: eager}]",
            "entry 1 leaves out no cell that the entries before it have kept",
            id="twice",
        ),
        pytest.param("exclude: [{}]", "no cell is left", id="an-empty-entry-matches-all"),
        pytest.param("exclude: [{layuot: monolith}]", "'exclude.0.layuot'", id="unknown-key"),
        pytest.param(
            "exclude: [{presentation: briddge}]", "exclude.0.presentation", id="unknown-presentation"
        ),
        pytest.param("start: 2026-03-03T09:00:00", "timezone", id="a-start-without-a-zone"),
        pytest.param("faults: [{kind: dropped, turn: 99}]", "fault 0 is for turn 99", id="a-turn-too-far"),
        pytest.param("faults: [{kind: dropped, cell: a/b}]", "the cell 'a/b'", id="a-fault-of-no-cell"),
        pytest.param("faults: [{kind: broken}]", "faults.0.kind", id="a-fault-of-no-kind"),
    ],
)
def test_an_entry_that_does_nothing_is_a_mistake(tmp_path: Path, text: str, said: str) -> None:
    """It is named with its number and the nearest name."""
    with pytest.raises(BadInput) as refused:
        bench(tmp_path, text)
    assert said in str(refused.value) and "\n" not in str(refused.value)


def test_problems_of_an_exclusion_are_shown_with_the_files_others(tmp_path: Path) -> None:
    """One line for all of them."""
    with pytest.raises(BadInput) as refused:
        bench(tmp_path, "exclude: [{layout: monolit}]\nrepeat: 2\nstart: today")
    assert all(word in str(refused.value) for word in ("'monolit'", "did you mean 'repeats'", "start: "))


def test_a_start_takes_the_place_of_the_scenarios_own(tmp_path: Path) -> None:
    """Virtual time is moved as a whole: every turn of every session by the same span."""
    found = bench(tmp_path, "start: 2026-11-02T08:00:00+02:00")
    own = load_cast("coding", ROOT)
    moved = datetime.fromisoformat("2026-11-02T08:00:00+02:00") - own.scenario.start
    assert moved > timedelta(days=1)
    cast = found.casts[0]
    was, now = (moments(one.profile, one.scenario) for one in (own, cast))
    assert {new.now - old.now for old, new in zip(was, now, strict=True)} == {moved}
    assert {cast.scenario.start for cast in found.casts} == {cast.scenario.start}


NAMES = {axis: st.none() | st.sampled_from("ab") for axis in ("layout", "presentation", "model", "scenario")}


@given(st.lists(st.fixed_dictionaries(NAMES), max_size=3))
def test_what_is_kept_is_what_no_entry_matches(entries: list[dict[str, str | None]]) -> None:
    """A cell is left out exactly where some entry names nothing that the cell is not."""
    for names in product("ab", repeat=4):
        cell = dict(zip(NAMES, names, strict=True))
        expected = any({**cell, **{k: v for k, v in entry.items() if v}} == cell for entry in entries)
        assert expected is any(Exclusion(**entry).matches(cell) for entry in entries)  # type: ignore[arg-type]
