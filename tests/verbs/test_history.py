"""What a baseline said at each of its commits."""

import subprocess
from pathlib import Path

import pytest

import agentbench as ab
from agentbench.cli import call
from agentbench.errors import BadInput, NotFound
from agentbench.measure.gate import ArmRecord, Baseline, Prefix
from agentbench.verbs import history as ab_history


def git(folder: Path, *arguments: str) -> None:
    """Run git there, as nobody in particular."""
    who = ("-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True)


def baseline(share: float, digest: str) -> Baseline:
    """One arm with this hit share and prefix."""
    arm = ArmRecord(
        provenance="predicted",
        layout="appended",
        presentation="eager",
        model="m",
        scenarios=("s",),
        exchanges=4,
        sessions=2,
        prefixes=(Prefix(sha256=digest * 8, tokens=10, cold_write_usd=None),),
        hit_share=share,
        hit_share_n=4,
        cost_usd=0.5,
        priced=4,
        stale_turns=0,
        breaks=(),
    )
    return Baseline(arms=(arm,), price_table="p", versions={})


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository whose baseline was committed twice, and broken in between."""
    git(tmp_path, "init", "-q")
    file = tmp_path / "reports" / "baseline.json"
    for number, (share, digest) in enumerate(((0.9, "aaaaaaaa"), (None, ""), (0.4, "bbbbbbbb"))):
        if share is None:
            file.write_text("{}")
        else:
            baseline(share, digest).save(file)
        git(tmp_path, "add", "-A")
        git(tmp_path, "commit", "-q", "-m", f"step {number}")
    return file


def test_figures_over_commits(repository: Path) -> None:
    """Oldest first; cost per session, hit share and prefix of each; what cannot be read has no figures."""
    found = ab.history(repository)
    assert found["subject"].tolist() == ["step 0", "step 1", "step 2"]
    assert found["hit_share"].tolist()[::2] == [0.9, 0.4] and found["hit_share"].isna().tolist()[1]
    assert found["cost_per_session_usd"].dropna().tolist() == [0.25, 0.25]
    assert found["stable_prefix"].tolist()[::2] == ["aaaaaaaa", "bbbbbbbb"]
    assert found["date"].is_monotonic_increasing


def test_what_has_no_history_is_said(tmp_path: Path, repository: Path) -> None:
    """No file, and a file that was never committed."""
    with pytest.raises(NotFound, match="no such file"):
        ab.history(tmp_path / "none.json")
    new = repository.with_name("new.json")
    baseline(0.1, "cccccccc").save(new)
    with pytest.raises(BadInput, match="commit it"):
        ab.history(new)


@pytest.mark.parametrize(
    ("suffix", "begins"),
    [
        pytest.param(".svg", b"<?xml", id="svg"),
        pytest.param(".png", b"\x89PNG", id="png"),
        pytest.param(".html", b"<!doctype html>", id="html"),
        pytest.param(".csv", b"commit,date,subject,arm,", id="a-table"),
    ],
)
def test_the_command_draws_it(
    suffix: str, begins: bytes, repository: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The suffix tells the kind; the same history gives the same bytes; the drawing says what moved."""
    files = [tmp_path / "out" / f"{name}{suffix}" for name in "ab"]
    for file in files:
        assert call(["gate", "--history", "--baseline", str(repository), "-o", str(file)]) == 0
    content = files[0].read_bytes()
    assert content == files[1].read_bytes() and content.startswith(begins)
    if suffix in (".svg", ".html"):
        assert b"appended moved most, 90.0% to 40.0%" in content
    assert capsys.readouterr().out == ""


def test_a_history_without_figures_is_not_drawn(tmp_path: Path) -> None:
    """No version of the file could be read: one line, exit code 2, no file."""
    git(tmp_path, "init", "-q")
    (tmp_path / "b.json").write_text("{}")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "one")
    with pytest.raises(BadInput, match="no version with figures"):
        ab_history.save_history(ab.history(tmp_path / "b.json"), tmp_path / "x.svg")
    assert not (tmp_path / "x.svg").exists()


def test_a_verdict_has_no_drawing(capsys: pytest.CaptureFixture[str]) -> None:
    """-o belongs to --history: exit code 2, and one line that says where a verdict goes."""
    assert call(["gate", "-o", "x.svg"]) == 2
    assert "found no --history; a verdict goes to --junit or --summary" in capsys.readouterr().err
