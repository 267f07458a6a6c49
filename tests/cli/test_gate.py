"""The gate: on a bench with no cassette, no key and nothing sent; on cassettes; on a run's frame."""

import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest

from agentbench.cli import call
from tests.cli.conftest import PROJECT, Command
from tests.measure.compare.frames import calls, errands

BASELINE = "reports/baselines/default.json"


BENCH = 'name: one\nlayouts: [{}]\nmodels: ["openai-chat:gpt-5.2"]\nscenarios: [support-desk]\n'


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """A bench of one cell that a test may edit, and the baseline of its unedited state."""

    bench: Path
    baseline: Path

    def edit(self, name: str, *changes: tuple[str, str]) -> None:
        """Replace texts, which must be there, in one of the fixtures."""
        path = self.bench.parents[1] / name
        text = path.read_text(encoding="utf-8")
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        path.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def accepted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The fixtures with a bench of one cell, and `baseline.json`, written by --update."""
    folder = tmp_path_factory.mktemp("project")
    shutil.copytree(PROJECT / "fixtures", folder / "fixtures")
    bench = folder / "fixtures" / "benches" / "one.yaml"
    bench.write_text(BENCH.format("appended"), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("CI", raising=False)
        patch.chdir(PROJECT)
        assert call(["gate", str(bench), "--baseline", str(folder / "baseline.json"), "--update"]) == 0
    return folder


@pytest.fixture
def project(accepted: Path, tmp_path: Path) -> Project:
    """A copy of it."""
    copied = Path(shutil.copytree(accepted, tmp_path / "project"))
    return Project(bench=copied / "fixtures" / "benches" / "one.yaml", baseline=copied / "baseline.json")


def test_the_committed_baseline_is_what_the_bench_gives(agentbench: Command) -> None:
    """The default bench, dry, against the baseline that lies beside it."""
    said = agentbench("gate", "fixtures/benches/default.yaml", "--baseline", BASELINE)
    assert (said.code, said.out.splitlines()[0]) == (0, "pass: 24 arm(s) no worse than the baseline")


def test_a_clock_of_seconds_in_the_stable_tier_is_worse(agentbench: Command, project: Project) -> None:
    """The gate fails and names the block, the segment and the byte; taken out again, it passes."""
    clock = (("clock: date", "clock: second"), ("  - identity\n", "  - identity\n  - clock: stable\n"))
    project.edit("layouts/appended.yaml", ("\n  - clock\n", "\n"), *clock)
    said = agentbench("gate", project.bench, "--baseline", project.baseline, "--annotations")
    assert said.code == 1
    reasons = [line for line in said.out.splitlines() if line.startswith("  worse: ")]
    assert reasons and all("clock @ messages[0] byte " in line for line in reasons)
    assert "::error title=" in said.out
    shutil.copy(PROJECT / "fixtures/layouts/appended.yaml", project.bench.parents[1] / "layouts")
    assert agentbench("gate", project.bench, "--baseline", project.baseline).code == 0


def test_a_harmless_wording_edit_passes_and_names_its_price(agentbench: Command, project: Project) -> None:
    """The stable prefix changed once for all requests: one cold write, with its tokens and its price."""
    project.edit("profiles/assistant.yaml", ("You are Vera", "Your name is Vera"))
    said = agentbench("gate", project.bench, "--baseline", project.baseline)
    assert said.code == 0
    (note,) = [line for line in said.out.splitlines() if "one cold write of" in line]
    assert "$0.0" in note and "tokens" in note


def test_a_missing_baseline_is_bad_usage(agentbench: Command) -> None:
    """Exit code 2 and one line that says what to do."""
    said = agentbench("gate", "--baseline", "reports/baselines/none.json")
    assert said.code == 2
    assert said.err.count("\n") == 1 and "no such file; write it with --update" in said.err


def test_another_arm_than_the_baseline_has_cannot_be_told(agentbench: Command, project: Project) -> None:
    """A new arm has nothing to be compared with, and one that disappeared is never a pass: exit code 3."""
    project.bench.write_text(BENCH.format("monolith"), encoding="utf-8")
    said = agentbench("gate", project.bench, "--baseline", project.baseline)
    assert said.code == 3
    assert "monolith" in said.out and "not in the baseline" in said.out
    assert "appended" in said.out and "gone now" in said.out


def test_update_shows_what_it_accepts_and_is_refused_in_ci(
    agentbench: Command, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person accepts a baseline; continuous integration does not."""
    project.edit("profiles/assistant.yaml", ("You are Vera", "Your name is Vera"))
    before = project.baseline.read_bytes()
    said = agentbench("gate", project.bench, "--baseline", project.baseline, "--update")
    assert said.code == 0 and "one cold write" in said.out and " → " in said.out
    assert project.baseline.read_bytes() != before
    monkeypatch.setenv("CI", "true")
    said = agentbench("gate", project.bench, "--baseline", project.baseline, "--update")
    assert said.code == 2 and "found CI set" in said.err


TAPES = ("cassettes/default/appended/eager", "cassettes/default/monolith/eager")


@pytest.fixture
def known(agentbench: Command, tmp_path: Path) -> Path:
    """A baseline of committed cassettes."""
    path = tmp_path / "tapes.json"
    assert agentbench("gate", TAPES[0], "--baseline", path, "--update").code == 0
    return path


def test_cassettes_and_frames_are_subjects_as_well(agentbench: Command, known: Path, tmp_path: Path) -> None:
    """The same cassettes pass, as files and as a run's frame."""
    said = agentbench("gate", TAPES[0], "--baseline", known)
    assert said.code == 0
    head, note = said.out.splitlines()
    assert head == "pass: 3 arm(s) no worse than the baseline"
    assert note.startswith("  note: right tools: not judged")
    agentbench("inspect", TAPES[0], "-o", tmp_path / "frame.parquet")
    assert agentbench("gate", tmp_path / "frame.parquet", "--baseline", known).out == said.out
    assert agentbench("gate", tmp_path, "--baseline", known).out == said.out


def test_reports_for_ci(
    agentbench: Command, known: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """JUnit, markdown and annotations on demand, and where GitHub's variables are set."""
    junit, summary, step = (tmp_path / name for name in ("j.xml", "out/s.md", "step.md"))
    said = agentbench("gate", *TAPES, "--baseline", known, "--junit", junit, "--summary", summary)
    assert said.code == 3 and "::" not in said.out
    suite = ElementTree.parse(junit).getroot().find("testsuite")
    assert suite is not None and suite.get("tests") == "6" and suite.get("skipped") == "3"
    assert summary.read_text("utf-8").startswith("**agentbench gate: cannot tell")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(step))
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    step.write_text("before\n", encoding="utf-8")
    said = agentbench("gate", *TAPES, "--baseline", known)
    assert said.out.count("::warning title=") == 3
    assert step.read_text("utf-8") == "before\n" + summary.read_text("utf-8")


@pytest.mark.parametrize(("answer", "code"), [("fail", 1), ("pass", 0)])
def test_cannot_tell_is_answered_as_asked(agentbench: Command, known: Path, answer: str, code: int) -> None:
    """CI decides whether not knowing stops a change."""
    assert agentbench("gate", *TAPES, "--baseline", known, "--cannot-tell", answer).code == code


def test_what_is_gone_is_never_a_pass(agentbench: Command, tmp_path: Path) -> None:
    """Whoever lets CI pass what cannot be told has not accepted an arm that disappeared."""
    path = tmp_path / "both.json"
    assert agentbench("gate", *TAPES, "--baseline", path, "--update").code == 0
    found = [
        agentbench("gate", TAPES[0], "--baseline", path, *how) for how in ([], ["--cannot-tell", "pass"])
    ]
    assert [said.code for said in found] == [3, 3]
    assert "in the baseline, and gone now" in found[1].out
    assert agentbench("gate", TAPES[0], "--baseline", path, "--cannot-tell", "fail").code == 1


def test_recorded_turns_are_judged_by_pairs(agentbench: Command, tmp_path: Path) -> None:
    """A run's frame keeps which turns were right; eight of them lost are worse, and named with their p."""
    marks = {"was": ["right"] * 12, "now": ["wrong_sibling"] * 8 + ["right"] * 4}
    for name, verdicts in marks.items():
        calls(*errands("bridge", verdicts)).to_parquet(tmp_path / f"{name}.parquet")
    path = tmp_path / "turns.json"
    assert agentbench("gate", tmp_path / "was.parquet", "--baseline", path, "--update").code == 0
    assert '"turns": "++++++++++++"' in path.read_text("utf-8")
    same, lost = (agentbench("gate", tmp_path / f"{name}.parquet", "--baseline", path) for name in marks)
    assert (same.code, lost.code) == (0, 1)
    assert "points is found 4 times in 5" in same.out
    assert "right tool 100.0% -> 33.3%, 8 lost and 0 won of 12 paired turns, p = 0.004" in lost.out


def test_tolerances_come_from_the_project(
    agentbench: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hit share that fell by less than `[tool.agentbench.gate]` allows passes; an unknown key is bad input."""
    tapes, path = PROJECT / TAPES[0], tmp_path / "b.json"
    agentbench("gate", tapes, "--baseline", path, "--update")
    text = path.read_text(encoding="utf-8")
    raised = re.sub(
        r'"hit_share": (0\.\d+)', lambda found: f'"hit_share": {float(found[1]) + 0.05:.6f}', text
    )
    path.write_text(raised, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    settings = tmp_path / "pyproject.toml"
    for lines, code in (
        ("", 1),
        ("hit_share = 0.04", 1),
        ("hit_share = 0.06", 0),
        ("hit_share = {relative = 0.9}", 0),
        ("hit_shar = 1", 2),
    ):
        settings.write_text(f"[tool.agentbench.gate]\n{lines}\n", encoding="utf-8")
        assert call(["gate", str(tapes), "--baseline", str(path)]) == code, lines


def test_history_of_the_committed_baseline(agentbench: Command) -> None:
    """Hit share, cost and prefix at each commit of the file."""
    said = agentbench("gate", "--history")
    assert said.code == 0 and "stable prefix" in said.out and "appended / eager" in said.out
