"""The hit share."""

import pytest
from hypothesis import given

from agentbench.frame import build
from agentbench.measure import hit_share
from agentbench.tape.exchange import Usage
from tests.exchanges import exchange, request, usage
from tests.measure.frames import few, frames


def test_the_share_is_token_weighted() -> None:
    """Reads and input are summed before they are divided: a small call weighs little."""
    calls = [
        exchange(used=usage(uncached=100, read=0)),
        exchange(used=usage(uncached=100, read=800), index=1),
    ]
    found = hit_share(build(calls))
    assert found.share == pytest.approx(800 / 1000)
    assert (found.n, found.left_out) == (2, 0)


def test_calls_that_do_not_report_are_left_out_and_counted() -> None:
    """No reads reported is not a read of 0; more read than sent is no share either; set-aside rows do not count."""
    calls = [
        exchange(used=usage(uncached=100, read=100)),
        exchange(used=usage(uncached=900), index=1),
        exchange(used=usage(uncached=-106, read=314), index=2),
        exchange(used=Usage(), index=3),
        exchange(kind="set_aside", index=4),
    ]
    found = hit_share(build(calls))
    assert found.share == pytest.approx(0.5)
    assert (found.n, found.left_out) == (1, 3)


@pytest.mark.parametrize(
    ("provider", "wire", "share"),
    [
        pytest.param("gcp.gemini", "gemini_generate", 0.25, id="gemini-writes-no-zero"),
        pytest.param("groq", "openai_chat", 0.25, id="groq-writes-no-zero"),
        pytest.param("openai", "openai_chat", 0.5, id="openai-writes-zeros"),
        pytest.param("gcp.vertex_ai", "anthropic_messages", 0.5, id="claude-on-vertex-writes-zeros"),
    ],
)
def test_a_silence_is_a_miss_only_where_zeros_are_never_written(
    provider: str, wire: str, share: float
) -> None:
    """Half of one of two equal calls was read: a quarter of all, if the other one's silence says 0."""
    calls = [
        exchange(request(wire=wire), used=usage(uncached=100, read=100), provider=provider),
        exchange(request(wire=wire), used=usage(uncached=200), index=1, provider=provider),
    ]
    assert hit_share(build(calls)).share == pytest.approx(share)


@pytest.mark.parametrize(
    "used", [[], [Usage()], [usage(uncached=0, read=0)]], ids=["no-rows", "none", "zero"]
)
def test_without_tokens_there_is_no_share(used: list[Usage]) -> None:
    """Nothing to divide by gives None, not 0."""
    assert hit_share(build([exchange(used=u) for u in used])).share is None


@few
@given(frames)
def test_the_share_lies_between_0_and_1(frame) -> None:  # type: ignore[no-untyped-def]
    """Whatever is reported, a share that exists is a share; every model call is counted once."""
    found = hit_share(frame)
    assert found.share is None or 0 <= found.share <= 1
    assert found.n + found.left_out == len(frame)
