"""A server that is busy, breaks, hangs up or is slow: asked again, waited for, and in the end named."""

import asyncio
from email.utils import formatdate
from pathlib import Path

import httpx2
import pytest

from agentbench.builder.fault import Fault
from agentbench.errors import BadInput
from agentbench.harness.answer import Patience, Retried
from agentbench.harness.matrix import Played, play_cells
from agentbench.harness.stage import Answer, Sent
from tests.harness.cast import CLAUDE, GPT, SCENARIO, cell

NOW = 1_772_496_000.0


class Waits:
    """A sleep that takes no time and remembers what was asked of it."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)

    def patience(self, attempts: int = 6) -> Patience:
        return Patience(attempts=attempts, sleep=self, clock=lambda: NOW)


def recorded(folder: Path, waits: Waits, *faults: Fault, model: str = CLAUDE, attempts: int = 6) -> Played:
    """The cell, recorded from a simulated provider that commits the faults."""
    patience = waits.patience(attempts)
    (played,) = play_cells(
        (cell(model=model),), "rewrite", folder, simulate=True, faults=faults, patience=patience
    )
    return played


@pytest.mark.parametrize("model", [CLAUDE, GPT])
@pytest.mark.parametrize(
    ("fault", "waits"),
    [
        pytest.param(Fault(kind="rate_limited", turn=0, step=1, seconds=7), [7], id="429-waits-as-asked"),
        pytest.param(Fault(kind="rate_limited", turn=0, step=1), [1], id="429-that-names-no-time"),
        pytest.param(Fault(kind="server_error", turn=1, times=3), [1, 2, 4], id="500-backs-off"),
        pytest.param(Fault(kind="dropped", turn=0, step=0, times=2), [1, 2], id="dropped-connection"),
    ],
)
def test_what_passes_leaves_no_trace(tmp_path: Path, model: str, fault: Fault, waits: list[float]) -> None:
    """The cassette has the same bytes as one recorded without the fault; the waits are those asked for."""
    asked = Waits()
    assert recorded(tmp_path / "faulty", asked, fault, model=model).error is None
    recorded(tmp_path / "quiet", Waits(), model=model)
    name = f"{cell(model=model).slug}.yaml"
    assert (tmp_path / "faulty" / name).read_bytes() == (tmp_path / "quiet" / name).read_bytes()
    assert asked.seconds == waits


@pytest.mark.parametrize(
    ("kind", "said"),
    [("rate_limited", "429"), ("server_error", "500"), ("dropped", "ConnectError|Protocol|ReadError")],
)
def test_what_does_not_pass_is_a_row(tmp_path: Path, kind: str, said: str) -> None:
    """After the last attempt the cell fails: one row that says why; what was finished before is kept."""
    waits = Waits()
    fault = Fault(kind=kind, turn=1, times=99)  # type: ignore[arg-type]
    played = recorded(tmp_path, waits, fault, attempts=3)
    assert waits.seconds == [1, 2]
    assert played.error is not None and any(word in played.error for word in said.split("|")), played.error
    assert "2 finished calls are kept" in played.error
    (row,) = played.exchanges
    assert (row.kind, row.index, row.provenance) == ("unreadable", None, "simulated")
    assert row.reason == f"the cell failed: {played.error}"
    assert row.origin is not None and row.origin.scenario == SCENARIO.name
    assert not list(tmp_path.rglob("*.yaml"))


def test_a_fault_of_one_cell_leaves_the_others_alone(tmp_path: Path) -> None:
    """The run goes on past a failed cell, in the order of the cells."""
    cells = (cell(model=CLAUDE), cell(model=GPT))
    fault = Fault(kind="server_error", turn=0, cell=cells[0].slug, times=99)
    first, second = play_cells(
        cells, "once", tmp_path, simulate=True, faults=(fault,), patience=Waits().patience(2)
    )
    assert first.error and not second.error and len(second.exchanges) == 3


def test_a_slow_first_byte_moves_virtual_time(tmp_path: Path) -> None:
    """The answer begins later, all that follows is pushed back, and an entry that expires meanwhile is not read."""
    quiet = recorded(tmp_path / "quiet", Waits()).exchanges
    late = recorded(tmp_path / "late", Waits(), Fault(kind="slow", turn=0, step=1, seconds=600)).exchanges
    for before, after, moved in zip(quiet, late, (0, 0, 458), strict=True):
        assert before.sent_at and after.sent_at
        assert (after.sent_at - before.sent_at).total_seconds() == moved
    assert late[1].sent_at and late[1].first_byte_at
    assert (late[1].first_byte_at - late[1].sent_at).total_seconds() == 601
    reads = [each[-1].response.usage.read for each in (quiet, late) if each[-1].response]
    assert reads[0] and reads[1] == 0, "five minutes are over"
    text = (tmp_path / "late" / f"{cell().slug}.yaml").read_text()
    assert "x-agentbench-delay" not in text


def test_a_share_is_drawn_by_the_seed_and_by_nothing_else() -> None:
    """A fifth of 2,000 calls, the same fifth in any order, another one for another seed."""
    fault = Fault(kind="dropped", share=0.2)
    calls = [(turn, step) for turn in range(500) for step in range(4)]
    drawn = {call: fault.hits(0, "b/a/eager/m/s", *call, 7) for call in calls}
    assert drawn == {call: fault.hits(0, "b/a/eager/m/s", *call, 7) for call in reversed(calls)}
    # 400 expected; six standard deviations of a fair draw are 6 * sqrt(2000 * .2 * .8), about 107
    assert 293 < sum(drawn.values()) < 507
    assert drawn != {call: fault.hits(0, "b/a/eager/m/s", *call, 8) for call in calls}
    assert drawn != {call: fault.hits(0, "b/b/eager/m/s", *call, 7) for call in calls}


def test_a_fault_of_no_turn_hits_every_call_as_often_as_it_says(tmp_path: Path) -> None:
    """Three calls, each refused twice and then answered."""
    waits = Waits()
    assert recorded(tmp_path, waits, Fault(kind="rate_limited", times=2, seconds=3)).error is None
    assert waits.seconds == [3] * 6


def test_faults_are_for_simulated_providers(tmp_path: Path) -> None:
    """Nothing is asked of a vendor in a bench that means to break."""
    fault = Fault(kind="dropped")
    with pytest.raises(BadInput, match="add --simulate"):
        play_cells((cell(),), "once", tmp_path, keys={"ANTHROPIC_API_KEY": "k"}, faults=(fault,))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        pytest.param({"share": 0.0}, "above 0", id="no-share"),
        pytest.param({"share": 1.5}, "at most 1", id="more-than-all"),
        pytest.param({"times": 0}, "at least once", id="never"),
        pytest.param({"kind": "slow"}, "needs 'seconds'", id="slow-by-how-much"),
    ],
)
def test_a_fault_says_what_it_needs(wrong: dict[str, object], said: str) -> None:
    """A fault that would do nothing is a mistake in the bench."""
    with pytest.raises(ValueError, match=said):
        Fault(**{"kind": "dropped", **wrong})  # type: ignore[arg-type]


class Answers:
    """A server with a list of answers."""

    def __init__(self, *answers: Answer) -> None:
        self.left = list(answers)

    async def answer(self, sent: Sent) -> Answer:
        return self.left.pop(0)


@pytest.mark.parametrize(
    ("value", "waits"),
    [
        pytest.param("2.5", [2.5], id="seconds"),
        pytest.param("-3", [0], id="the-past"),
        pytest.param(formatdate(NOW + 90, usegmt=True), [90], id="a-date"),
        pytest.param("soon", [1], id="no-time-at-all"),
        pytest.param("301", [], id="more-than-anybody-waits"),
    ],
)
def test_retry_after(value: str, waits: list[float]) -> None:
    """Seconds or a date (RFC 9110 10.2.3); a server that asks for more than five minutes is given up."""
    asked = Waits()
    server = Answers(
        Answer(status=429, headers=(("Retry-After", value),), body=b""),
        Answer(status=200, headers=(), body=b"{}"),
    )
    request = Sent(
        method="POST",
        uri="https://api.openai.com/v1/chat/completions",
        headers=(),
        body=b"{}",
        turn=0,
        step=0,
        sent_at=SCENARIO.start,
    )
    answer = asyncio.run(Retried(server, asked.patience()).answer(request))
    assert asked.seconds == waits
    assert answer.status == (200 if waits else 429)


@pytest.mark.parametrize("status", [400, 401, 404, 413])
def test_a_wrong_request_is_not_sent_twice(status: int) -> None:
    """What the request itself got wrong no waiting mends."""
    server = Answers(Answer(status=status, headers=(), body=b""))
    request = Sent(
        method="POST", uri="https://x", headers=(), body=b"", turn=0, step=0, sent_at=SCENARIO.start
    )
    assert asyncio.run(Retried(server, Waits().patience()).answer(request)).status == status


def test_a_lost_connection_raises_in_the_end() -> None:
    """The last attempt's error is the caller's."""

    class Lost:
        async def answer(self, sent: Sent) -> Answer:
            raise httpx2.ReadError("gone")

    waits = Waits()
    request = Sent(
        method="POST", uri="https://x", headers=(), body=b"", turn=0, step=0, sent_at=SCENARIO.start
    )
    with pytest.raises(httpx2.ReadError):
        asyncio.run(Retried(Lost(), waits.patience(4)).answer(request))
    assert waits.seconds == [1, 2, 4]
