"""`agentbench diagnose` as people type it."""

import json

import pytest

from tests.cli.conftest import Command

BROKEN = "cassettes/default/monolith/eager/anthropic-claude-sonnet-4-6/sale-hour.yaml"
KEPT = "cassettes/default/appended/bridge/anthropic-claude-sonnet-4-6/sale-hour.yaml"


def test_every_miss_is_told_in_lines(agentbench: Command) -> None:
    """Class, place, excerpts, loss, causes, advice; a table of classes behind them; the count on stderr."""
    said = agentbench("diagnose", BROKEN)
    assert said.code == 0
    assert "system_clock (ours) at clock @ system[0] byte " in said.out
    for word in ("  was:  ", "  now:  ", "  lost: ", "  may be: ", "  do:   "):
        assert word in said.out
    assert "misses in" in said.err and "requests that had an earlier one" in said.err


def test_redact_leaves_excerpts_out(agentbench: Command) -> None:
    """The same misses, nothing quoted, in text and in JSON."""
    assert "  was:  " not in agentbench("diagnose", BROKEN, "--redact").out
    rows = json.loads(agentbench("diagnose", BROKEN, "--redact", "--format", "json").out)
    assert rows and all(row["was"] is None and row["now"] is None for row in rows)


@pytest.mark.parametrize(
    ("path", "named", "code"),
    [
        pytest.param(BROKEN, "system_clock", 1, id="class-that-is-there"),
        pytest.param(BROKEN, "ours", 1, id="side-that-is-there"),
        pytest.param(BROKEN, "tools_reordered", 0, id="class-that-is-not"),
        pytest.param(KEPT, "ours", 0, id="kept-prefix"),
    ],
)
def test_fail_on(agentbench: Command, path: str, named: str, code: int) -> None:
    """Exit code 1 where a named class or side is found, and the reason on stderr."""
    said = agentbench("diagnose", path, "--fail-on", named)
    assert said.code == code
    assert ("--fail-on" in said.err) is bool(code)
