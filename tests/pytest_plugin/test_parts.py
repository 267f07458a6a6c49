"""The plugin's parts, without a session around them."""

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

import agentbench as ab
from agentbench.pytest_plugin import (
    assert_cache_hit_share,
    assert_cost_below,
    assert_prefix_stable,
    assert_tool_selected,
)
from agentbench.pytest_plugin.moving import moves
from agentbench.pytest_plugin.sent import _same, session
from agentbench.pytest_plugin.summary import lines
from agentbench.pytest_plugin.tap import Tap
from agentbench.tape import load
from tests.pytest_plugin.conftest import PROJECT

NOW = datetime(2026, 11, 30, 23, 30, tzinfo=UTC)
TAPES = Path(__file__).resolve().parents[2] / "cassettes" / "default"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("It is 2026-03-01 09:30.", True, id="date-with-time"),
        pytest.param("run 4c1d9f3e-8a52-4f0e-9b7d-2f1f8a5f9c11", True, id="uuid"),
        pytest.param("Today is Monday, November 30, 2026.", True, id="today"),
        pytest.param("Heute ist der 01.12.2026.", True, id="tomorrow-in-another-zone"),
        pytest.param("at 1796081400", True, id="seconds-now"),
        pytest.param("at 1796081400123", True, id="milliseconds-now"),
        pytest.param("in /tmp/tmpab12cd/work", True, id="temporary-folder"),
        pytest.param("Knowledge ends on 2025-08-31.", False, id="a-date-of-old"),
        pytest.param("order 1234567890", False, id="a-number"),
        pytest.param("Answer in two sentences.", False, id="words"),
    ],
)
def test_what_moves_with_every_run(text: str, expected: bool) -> None:
    """Times, ids, temporary folders and the present day move; words and old dates do not."""
    assert moves(text, NOW) is expected


@pytest.mark.parametrize(
    ("live", "recorded", "expected"),
    [
        pytest.param(b'{"a":1,"b":"\xc3\xa9"}', b'{"a":1,"b":"\xc3\xa9"}', True, id="equal"),
        pytest.param(b'{"b":1,"a":"\xc3\xa9"}', b'{"a": "\\u00e9", "b": 1}', True, id="parsed-and-sorted"),
        pytest.param(b'{"b":1,"a":2}', b'{"b": 1, "a": 2}', True, id="spaced"),
        pytest.param(b'{"a":1,"b":2}', b'{"b":2,"a":1}', False, id="keys-moved"),
        pytest.param(b'{"a":1}', b'{"a":2}', False, id="other-value"),
        pytest.param(b"not json", b"not JSON", False, id="no-json"),
    ],
)
def test_what_is_the_same_request(live: bytes, recorded: bytes, expected: bool) -> None:
    """A recorder that writes JSON anew has not changed the request; other keys, order or values have."""
    assert _same(live, recorded) is expected


def test_importing_it_loads_nothing_heavy() -> None:
    """Every pytest session of a user imports the plugin: no pandas, no client, no vcrpy."""
    code = (
        "import sys; import agentbench.pytest_plugin;"
        "print([m for m in ('pandas', 'pydantic_ai', 'pydantic', 'vcr', 'yaml', 'httpx') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_tap_leaves_vcrpy_as_it_was() -> None:
    """Opened twice and closed, the methods are vcrpy's own again; loading a file is no request."""
    import vcr
    from vcr.cassette import Cassette

    before = [getattr(Cassette, name) for name in ("play_response", "append", "_load")]
    with Tap().open() as outer, Tap().open() as inner:
        path = PROJECT / "cassettes" / "test_client" / "test_one_word.yaml"
        with vcr.use_cassette(str(path), record_mode="none") as cassette:
            assert len(cassette) == 1
    assert outer.seen == inner.seen == []
    assert [getattr(Cassette, name) for name in ("play_response", "append", "_load")] == before


def test_what_is_recorded_just_now_is_its_own_recording() -> None:
    """A request that goes out and is recorded has not drifted; its usage is what came back."""
    from vcr.cassette import Cassette
    from vcr.request import Request

    path = PROJECT / "cassettes" / "test_client" / "test_one_word.yaml"
    (interaction,) = load(path).interactions
    answer = {
        "status": {"code": 200, "message": "OK"},
        "headers": {"Content-Type": ["application/json"]},
        "body": {"string": interaction.response_body},
    }
    with Tap(test="t").open() as tap:
        Cassette("new.yaml").append(Request("POST", interaction.uri, interaction.request_body, {}), answer)
    (sent,) = session(tap.seen).sent
    assert sent.recorded is None and not sent.drifted and sent.changes == ()
    assert sent.live.provenance == "recorded" and sent.live.response
    assert sent.live.response.usage == ab.inspect(path).exchanges[0].response.usage  # type: ignore[union-attr]


def test_what_is_no_model_call_is_left_out() -> None:
    """A suite's other cassettes, and bodies that are no JSON, are not ours to judge."""
    from vcr.request import Request

    tap = Tap(test="t")
    for uri, body in (("https://api.example/users", b"name=x"), ("https://api.openai.com/v1/files", b"{")):
        tap.took(Request("POST", uri, body, {}), None, {"status": {"code": 200}, "body": {"string": b"ok"}})
    assert session(tap.seen).sent == () and list(lines(session(tap.seen))) == [
        "no model call went through a cassette"
    ]


def test_no_key_stays_in_what_was_seen() -> None:
    """Headers and the address's query never reach the tap's memory."""
    from vcr.request import Request

    tap = Tap(test="t")
    live = Request("POST", "https://x.example/v1?key=s3cret", b"{}", {"authorization": "s3cret"})
    tap.took(
        live, None, {"status": {"code": 200}, "headers": {"set-cookie": ["s3cret"]}, "body": {"string": b""}}
    )
    assert "s3cret" not in str(tap.seen)


def test_helpers_on_recordings() -> None:
    """The same assertions take paths and exchanges; the failure of a broken prefix names block, segment and byte."""
    kept = TAPES / "appended" / "bridge" / "anthropic-claude-sonnet-4-6" / "sale-hour.yaml"
    assert_prefix_stable(kept)
    assert_cache_hit_share(kept, 0.5)
    assert_cost_below(ab.inspect(kept), 1.0)
    called = next(call.name for one in ab.inspect(kept) for call in one.response.tool_calls)  # type: ignore[union-attr]
    assert_tool_selected(kept, called)
    broken = TAPES / "monolith" / "bridge" / "anthropic-claude-sonnet-4-6" / "sale-hour.yaml"
    with pytest.raises(
        AssertionError, match=r"requests break the prefix:\n  request \d+: \w+ @ system\[0\] byte \d+"
    ):
        assert_prefix_stable(broken)
    with pytest.raises(AssertionError, match=r"is below 99\.9%"):
        assert_cache_hit_share(broken, 0.999)
