"""The door for files that people write: what is wrong is named, all of it, in one line."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from agentbench.builder import (
    Event,
    Layout,
    Profile,
    Scenario,
    User,
    fixtures_root,
    load_bench,
    load_layout,
    load_value,
    resolve,
    with_profile,
)
from agentbench.builder.files import load_cast
from agentbench.errors import BadInput, NotFound

ROOT = Path(__file__).resolve().parents[2] / "fixtures"


def written(folder: Path, text: str) -> Path:
    """A file with this text."""
    path = folder / "x.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(
            "name: x\nsection: []\n", "unknown key 'section', did you mean 'sections'?", id="near-key"
        ),
        pytest.param("name: x\nsections: 3\nvolatile: up\n", "volatile", id="every-problem-at-once"),
        pytest.param("name: [\n", "found no readable YAML", id="no-yaml"),
        pytest.param("- 1\n", "found:", id="another-shape"),
        pytest.param(
            "name: x\nsections: []\ncache: {tll: 5m}\n",
            "'cache.tll', did you mean 'ttl'?",
            id="near-key-inside",
        ),
        pytest.param(
            "name: x\nsections: []\ncache: {ttl: 5m, messages_ttl: 1h}\n",
            "longer lifetime first",
            id="lifetimes",
        ),
        pytest.param(
            "name: x\nsections: [{section: identiti}]\n", "nearest: 'identity'", id="unknown-section"
        ),
        pytest.param("name: x\nsections: []\n\x00", "found no readable YAML", id="a-null-byte"),
    ],
)
def test_a_bad_layout_is_refused_in_one_line(tmp_path: Path, text: str, said: str) -> None:
    """The message says what was asked, what was found, and names the nearest known word."""
    with pytest.raises(BadInput) as refused:
        load_layout(written(tmp_path, text))
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_all_problems_are_shown_together(tmp_path: Path) -> None:
    """Two faults in one file are two faults in one message."""
    with pytest.raises(BadInput) as refused:
        load_value(written(tmp_path, "name: x\nsections: []\nclock: hour\nvolatile: up\n"), Layout)
    assert "clock" in str(refused.value) and "volatile" in str(refused.value)


def test_sections_may_be_plain_names(tmp_path: Path) -> None:
    """`- identity` is short for a section in its own tier, `- clock: stable` puts it into another."""
    text = "name: x\nsections:\n  - identity\n  - clock: stable\n"
    placed = load_layout(written(tmp_path, text)).sections
    assert [(each.section, each.tier) for each in placed] == [("identity", None), ("clock", "stable")]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    """A path that is not there is no traceback."""
    with pytest.raises(NotFound, match="found nothing there"):
        load_layout(tmp_path / "none.yaml")


def test_a_misspelt_name_gets_the_nearest() -> None:
    """Names are looked up in the fixtures folder; the nearest known one is offered."""
    with pytest.raises(NotFound, match="did you mean 'monolith'"):
        resolve("monolit", "layouts", ROOT)


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        pytest.param("[{calls: [{tool: a}]}]", "its last step must `say`", id="never-ends"),
        pytest.param("[{say: a}, {say: b}]", "every step but the last must call", id="says-twice"),
    ],
)
def test_a_scenario_that_cannot_be_played_is_refused(tmp_path: Path, steps: str, said: str) -> None:
    """A turn must end in words, and every step before calls a tool."""
    text = (
        f"name: s\ndescription: d\nstart: 2026-03-03T09:00:00+01:00\nturns: [{{user: u, steps: {steps}}}]\n"
    )
    with pytest.raises(BadInput, match=said):
        load_value(written(tmp_path, text), Scenario)


def test_a_start_without_a_zone_is_refused(tmp_path: Path) -> None:
    """Virtual time has a zone: prompts show it, and bytes must not depend on the machine's."""
    text = "name: s\ndescription: d\nstart: 2026-03-03T09:00:00\nturns: []\n"
    with pytest.raises(BadInput, match="no time zone"):
        load_value(written(tmp_path, text), Scenario)


def test_the_default_bench_is_factorial() -> None:
    """4 layouts, 2 presentations, 3 models and 3 scenarios make 72 cells, each with a path of its own."""
    bench = load_bench(ROOT / "benches" / "default.yaml")
    slugs = {cell.slug for cell in bench.cells}
    assert len(slugs) == len(bench.cells) == 4 * 2 * 3 * 3
    assert "default/monolith/bridge/anthropic-claude-sonnet-4-6/sale-hour" in slugs


PROFILE = Profile(
    name="p", user=User(name="u"), identity="I am plain.", workspace="shop", identity_file="me.md"
)
PLAYED = Scenario(name="s", description="", start=datetime(2026, 3, 3, tzinfo=UTC), turns=(), profile="p")


def test_a_profiles_files_are_read_at_the_door(tmp_path: Path) -> None:
    """Identity file and workspace become text; nothing above the workspace speaks for it."""
    (tmp_path / "AGENTS.md").write_text("above")
    (tmp_path / "me.md").write_text(" I am from a file. ")
    (tmp_path / "shop").mkdir()
    profile = with_profile(PROFILE, tmp_path, PLAYED).profile
    assert (profile.identity, profile.project_file) == ("I am from a file.", None)
    (tmp_path / "shop" / "AGENTS.md").write_text("inside")
    (tmp_path / "me.md").write_text(" ")
    profile = with_profile(PROFILE, tmp_path, PLAYED).profile
    assert (profile.identity, profile.project_file) == ("I am plain.", "## AGENTS.md\ninside")


def test_a_missing_workspace_is_named(tmp_path: Path) -> None:
    """A folder that is not there is no traceback and no empty prompt."""
    with pytest.raises(NotFound, match="asked for the workspace 'shop'"):
        with_profile(PROFILE, tmp_path, PLAYED)


def test_paths_and_missing_fixtures(tmp_path: Path) -> None:
    """A name that ends in .yaml is a path beside the file that names it; no fixtures folder is said in words."""
    assert resolve("x/y.yaml", "layouts", ROOT, tmp_path) == tmp_path / "x" / "y.yaml"
    with pytest.raises(NotFound, match="run from the project"):
        fixtures_root(tmp_path)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        pytest.param({"kind": "skill", "name": "a"}, "'skill' needs 'text'", id="half-a-skill"),
        pytest.param({"kind": "model_switch"}, "needs 'name'", id="to-which-model"),
        pytest.param({"kind": "world"}, "needs 'set'", id="a-world-without-change"),
        pytest.param({"kind": "mode", "name": "sprint"}, "one of plan, execute, pair", id="unknown-mode"),
    ],
)
def test_an_event_says_all_that_it_needs(event: dict[str, str], said: str) -> None:
    """An event that would change nothing is a mistake in the scenario."""
    with pytest.raises(ValueError, match=said):
        Event(**event)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("written_as", "gate"), [("off", "off"), ("on", "on"), ("auto", "auto"), ("[gpt]", ("gpt",))]
)
def test_a_layout_sets_the_guidance_gate(tmp_path: Path, written_as: str, gate: object) -> None:
    """YAML reads a bare on and off as booleans; the layout holds the words."""
    assert load_layout(written(tmp_path, f"name: x\nsections: []\nguidance: {written_as}\n")).guidance == gate


def test_a_scenario_may_be_played_by_another_profile() -> None:
    """`needs@many-100` keeps the turns, brings that profile's tools, and has a name of its own."""
    own, other = load_cast("needs", ROOT), load_cast("needs@many-100", ROOT)
    assert (own.scenario.name, other.scenario.name) == ("needs", "needs@many-100")
    assert own.scenario.turns == other.scenario.turns
    assert (len(own.tools), len(other.tools)) == (20, 100)
    with pytest.raises(NotFound, match="did you mean 'many-100'"):
        load_cast("needs@many-10", ROOT)


def test_an_at_sign_in_a_folder_is_no_profile(tmp_path: Path) -> None:
    """A path is read as it is."""
    folder = tmp_path / "a@b"
    folder.mkdir()
    text = (ROOT / "scenarios" / "needs.yaml").read_text(encoding="utf-8")
    (folder / "x.yaml").write_text(text, encoding="utf-8")
    assert load_cast("a@b/x.yaml", ROOT, tmp_path).scenario.name == "needs"
