"""The plugin in a suite of somebody else, in a process of its own."""

import json
from pathlib import Path

import pytest

import agentbench as ab
from tests.pytest_plugin.conftest import edit, section
from tests.shared_data import shared

pytest_plugins = ["pytester"]

BASELINE = ("--agentbench-baseline", "baseline.json")


def test_a_timestamp_turns_the_suite_red_and_its_removal_green(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pydantic-ai agent whose cassette replays whatever is sent: only the plugin sees the prompt move."""
    update = project.runpytest_subprocess("test_agent.py", *BASELINE, "--agentbench-update")
    assert update.ret == 0 and "baseline: wrote baseline.json" in section(update)
    edit(project, "agent.py", 'PROMPT = f"You keep', 'PROMPT = f"It is {datetime.now()}. You keep')
    edit(project, "agent.py", "from pydantic_ai", "from datetime import datetime\nfrom pydantic_ai")
    with monkeypatch.context() as github:
        github.setenv("GITHUB_ACTIONS", "true")
        red = project.runpytest_subprocess("test_agent.py", *BASELINE)
    red.assert_outcomes(passed=1)
    assert red.ret == 1
    worse = [line for line in section(red) if line.startswith("  worse: ")]
    assert "test_agent.py::test_finds_a_book" in worse[0] and "breaks at messages[0] byte 28" in worse[0]
    assert any(line.startswith("::error title=") and "messages[0] byte 28" in line for line in section(red))
    assert any("request 0: system_section_added at messages[0] byte 28" in line for line in section(red))
    edit(project, "agent.py", "It is {datetime.now()}. ", "")
    green = project.runpytest_subprocess("test_agent.py", *BASELINE)
    assert green.ret == 0 and "baseline: 1 arm(s) no worse" in section(green)


def test_the_summary_is_the_recordings_where_nothing_drifted(project: pytest.Pytester) -> None:
    """Hit share and cost are those of the cassettes; workers of xdist tell the same."""
    alone = project.runpytest_subprocess("test_client.py", "--agentbench")
    alone.assert_outcomes(passed=2)
    cassettes = ab.inspect(project.path / "cassettes" / "test_client").frame
    share = cassettes["cache_read_tokens"].sum() / cassettes["input_tokens"].sum()
    assert section(alone) == [
        f"recorded: 3 requests, hit share {share:.1%} over 3, cost ${cassettes['cost_usd'].sum():.4f}",
        "misses: none",
        "drifted: 0 of 3 requests",
    ]
    spread = project.runpytest_subprocess("test_client.py", "--agentbench", "-n", "2")
    spread.assert_outcomes(passed=2)
    assert section(spread) == section(alone)


def test_without_its_options_it_says_nothing(project: pytest.Pytester) -> None:
    """A suite that does not ask for it runs as before."""
    result = project.runpytest_subprocess("test_client.py")
    result.assert_outcomes(passed=2)
    assert "= agentbench =" not in result.stdout.str()


def test_an_edit_passes_and_a_break_within_the_session_does_not(project: pytest.Pytester) -> None:
    """Other words cost one cold write; a counter that grows with every request breaks the prefix each time."""
    assert project.runpytest_subprocess("test_client.py", *BASELINE, "--agentbench-update").ret == 0
    edit(project, "test_client.py", "You translate.", "You translate well.")
    edited = project.runpytest_subprocess("test_client.py", *BASELINE)
    assert edited.ret == 0
    assert "drifted: 3 of 3 requests" in section(edited)
    assert any("note: " in line and "one cold write" in line for line in section(edited))
    edit(project, "test_client.py", '"content": SYSTEM}', '"content": f"Call {len(words)}. " + SYSTEM}')
    edit(project, "test_client.py", '        messages.append({"role": "user"', _RENUMBER)
    broken = project.runpytest_subprocess("test_client.py", *BASELINE)
    assert broken.ret == 1
    (reason,) = [line for line in section(broken) if "break the prefix" in line]
    assert "test_two_words" in reason and "messages[0] byte " in reason


_RENUMBER = (
    '        messages[0] = {"role": "system", "content": f"Call {len(answers)}. " + SYSTEM}\n'
    '        messages.append({"role": "user"'
)


def test_new_tests_and_absent_tests_are_told_and_fail_nothing(project: pytest.Pytester) -> None:
    """A part of the suite is judged by its own part of the baseline."""
    assert (
        project.runpytest_subprocess("test_client.py::test_one_word", *BASELINE, "--agentbench-update").ret
        == 0
    )
    other = project.runpytest_subprocess("test_client.py::test_two_words", *BASELINE)
    assert other.ret == 0
    told = "\n".join(section(other))
    assert "test_two_words" in told and "not in the baseline" in told and "gone now" in told


@pytest.mark.parametrize(
    ("arguments", "ci", "said"),
    [
        pytest.param(BASELINE, False, "write it with --agentbench-update", id="no-baseline"),
        pytest.param(("--agentbench-update",), False, "needs --agentbench-baseline", id="no-file"),
        pytest.param((*BASELINE, "--agentbench-update"), True, "accepted by a person", id="update-in-ci"),
    ],
)
def test_wrong_use_is_said(
    project: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    ci: bool,
    said: str,
) -> None:
    """Exit code 4, pytest's own for wrong usage."""
    if ci:
        monkeypatch.setenv("CI", "true")
    result = project.runpytest_subprocess("test_client.py", *arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR and said in result.stderr.str()


def test_a_failed_session_writes_no_baseline(project: pytest.Pytester) -> None:
    """What a broken run sends is no measure."""
    edit(project, "test_client.py", '== ["house"]', '== ["horse"]')
    result = project.runpytest_subprocess("test_client.py", *BASELINE, "--agentbench-update")
    assert result.ret == 1 and "baseline: not written, for the session failed" in section(result)
    assert not (project.path / "baseline.json").exists()


def test_the_helpers_judge_a_tests_own_requests(project: pytest.Pytester) -> None:
    """The fixture sees the requests with and without the option; failures name place, share, cost and tool."""
    project.makepyfile(
        test_helpers="""
        import pytest
        import test_client
        from agentbench.pytest_plugin import *

        pytestmark = pytest.mark.default_cassette("test_two_words.yaml")

        @pytest.fixture
        def vcr_cassette_dir():
            return "cassettes/test_client"

        @pytest.mark.vcr
        def test_fine(agentbench_requests):
            test_client.ask("Haus", "Baum")
            assert len(agentbench_requests.exchanges) == 2
            assert_prefix_stable(agentbench_requests)
            assert_cache_hit_share(agentbench_requests, 0.4)
            assert_cost_below(agentbench_requests, 0.01)

        @pytest.mark.vcr
        @pytest.mark.parametrize("check", [
            lambda one: assert_cache_hit_share(one, 0.9),
            lambda one: assert_cost_below(one, 0.00001),
            lambda one: assert_tool_selected(one, "find_book"),
        ], ids=["share", "cost", "tool"])
        def test_not(agentbench_requests, check):
            test_client.ask("Haus", "Baum")
            check(agentbench_requests)

        def test_nothing_sent(agentbench_requests):
            assert_prefix_stable(agentbench_requests)
        """
    )
    for options in ((), ("--agentbench",)):
        result = project.runpytest_subprocess("test_helpers.py", *options)
        result.assert_outcomes(passed=1, failed=4)
        for said in (
            "is below 90.0%",
            "not below $0.000010",
            "tool 'find_book' was not called",
            "no model call",
        ):
            assert said in result.stdout.str()


def test_cassettes_of_a_real_project(project: pytest.Pytester) -> None:
    """Requests of a recorded suite, sent again as they are: the plugin reports what the recordings report."""
    corpus = shared("data/corpus")
    rows = [json.loads(line) for line in (corpus / "expected.jsonl").read_text("utf-8").splitlines()]
    files = {
        row["file"] for row in rows if row["wire"] == "anthropic_messages" and row["cassette_kind"] == "vcrpy"
    }
    names = [name for name in sorted(files) if _replayable(corpus / name)][:4]
    assert len(names) == 4
    project.makepyfile(test_real=_REPLAY.format(names=[str(corpus / name) for name in names]))
    result = project.runpytest_subprocess("test_real.py", "--agentbench")
    result.assert_outcomes(passed=4)
    frame = ab.inspect(*(corpus / name for name in names)).frame
    calls = frame[frame["kind"] == "model_call"]
    assert section(result)[0].startswith(f"recorded: {len(calls)} request")
    assert section(result)[-1] == f"drifted: 0 of {len(calls)} requests"


def _replayable(path: Path) -> bool:
    """Whether vcrpy itself reads the file and every request in it is a model call with a plain body."""
    found = ab.inspect(path)
    return len(found) > 1 and all(
        one.kind == "model_call" and one.request is not None and one.request.byte_exact for one in found
    )


_REPLAY = """
import httpx, pytest, vcr, yaml

@pytest.mark.parametrize("name", {names})
def test_again(name):
    recorded = yaml.safe_load(open(name))["interactions"]
    with vcr.use_cassette(name, record_mode="none", match_on=["method", "uri", "raw_body"]):
        for one in recorded:
            asked = one["request"]
            body = asked["body"]
            assert httpx.post(asked["uri"], content=body if isinstance(body, bytes) else body.encode()).status_code
"""
