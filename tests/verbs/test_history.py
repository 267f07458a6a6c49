"""What a baseline said at each of its commits."""

import subprocess
from pathlib import Path

import pytest

import agentbench as ab
from agentbench.errors import BadInput, NotFound
from agentbench.measure.gate import ArmRecord, Baseline, Prefix


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
