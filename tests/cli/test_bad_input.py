"""Bad input ends with exit code 2 and one plain line: what was asked, what was found, what to do."""

from pathlib import Path

import pytest

from tests.cli.conftest import Command

TRUNCATED = 'interactions:\n- request:\n    body: \'{"model": "x\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Files that are no recordings."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "readme.txt").write_text("nothing here")
    (tmp_path / "truncated.yaml").write_text(TRUNCATED)
    (tmp_path / "binary.yaml").write_bytes(bytes(range(256)) * 8)
    (tmp_path / "bench.yaml").write_text("name: b\nlayouts: [nowhere]\nmodels: [x]\nscenarios: [y]\n")
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(("inspect", "missing.yaml"), "missing.yaml", id="missing-file"),
        pytest.param(("inspect", "{}/empty"), "found none", id="empty-folder"),
        pytest.param(("inspect", "{}/notes"), "found none (1 other files)", id="folder-without-cassettes"),
        pytest.param(("inspect", "{}/truncated.yaml"), "nothing readable", id="truncated"),
        pytest.param(("inspect", "{}/binary.yaml"), "nothing readable", id="binary"),
        pytest.param(("inspect", "{}/x*.yaml"), "matches nothing", id="glob-of-nothing"),
        pytest.param(("inspect",), "Missing", id="no-path"),
        pytest.param(
            ("inspect", "cassettes", "--fromat", "json"), "No such option: --fromat", id="misspelt-option"
        ),
        pytest.param(
            ("inspect", "cassettes", "--format", "jsn"), "did you mean 'json'?", id="misspelt-format"
        ),
        pytest.param(("inspect", "cassettes", "-o", "x.docx"), "by the suffix", id="unknown-suffix"),
        pytest.param(("inspct",), "Did you mean 'inspect'", id="misspelt-command"),
        pytest.param(("run", "nowhere.yaml"), "found nothing there", id="missing-bench"),
        pytest.param(("run", "--layout", "monolit"), "did you mean 'monolith'?", id="misspelt-layout"),
        pytest.param(("run", "--model", "gpt"), "of bench 'default', found none", id="unknown-model"),
        pytest.param(("run", "--record-mode", "sometimes"), "sometimes", id="unknown-mode"),
        pytest.param(("build", "--layout", "apended"), "did you mean 'appended'?", id="build-layout"),
        pytest.param(("build", "--turn", "99"), "ask for 0 to", id="build-turn"),
        pytest.param(("build", "--model", "nobody:gpt-5.2"), "ids begin with", id="build-model"),
        pytest.param(("cost", "missing.yaml"), "missing.yaml", id="cost-missing"),
        pytest.param(("cost", "{}/truncated.yaml"), "nothing readable", id="cost-truncated"),
        pytest.param(("diagnose", "{}/truncated.yaml"), "nothing readable", id="diagnose-truncated"),
        pytest.param(("predict", "{}/truncated.yaml"), "nothing readable", id="predict-truncated"),
        pytest.param(
            ("compare", "{}/notes", "--baseline", "a", "--candidate", "b"), "", id="compare-no-bench"
        ),
        pytest.param(
            ("compare", "x.parquet", "--baseline", "a", "--candidate", "b"),
            "no such file",
            id="compare-missing",
        ),
        pytest.param(("select", "{}/notes"), "no queries.jsonl", id="select-no-dataset"),
        pytest.param(("predict", "missing.yaml"), "missing.yaml", id="predict-missing"),
        pytest.param(("diagnose", "missing.yaml"), "missing.yaml", id="diagnose-missing"),
        pytest.param(
            ("diagnose", "cassettes", "--fail-on", "system_clok"),
            "did you mean 'system_clock'?",
            id="diagnose-class",
        ),
        pytest.param(("gate", "nowhere.yaml"), "found nothing there", id="gate-missing-bench"),
    ],
)
def test_one_plain_line(agentbench: Command, folder: Path, arguments: tuple[str, ...], said: str) -> None:
    """No box, no usage text, no traceback, nothing on stdout."""
    found = agentbench(*(argument.format(folder) for argument in arguments))
    assert found.code == 2
    assert found.out == ""
    assert found.err.count("\n") == 1 and found.err.startswith("agentbench: ")
    assert said in found.err
    assert not set("╭│╰") & set(found.err)
