"""The journal of an interrupted recording: whole calls or none, never a secret."""

from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agentbench.builder.fault import Fault
from agentbench.errors import BadInput, SecretFound
from agentbench.harness.answer import Patience
from agentbench.harness.cells import RecordMode
from agentbench.harness.journal import Journal
from agentbench.harness.matrix import Played, play_cells
from agentbench.harness.stage import Answer, Sent
from tests.harness.cast import SCENARIO, cell

NAME = f"{cell().slug}.yaml"


async def at_once(seconds: float) -> None:
    """A sleep without time."""


def call(number: int, body: bytes = b"\x00\xff{}") -> tuple[Sent, Answer]:
    """A finished call."""
    sent = Sent(
        method="POST",
        uri="https://api.openai.com/v1/chat/completions",
        headers=(("authorization", "Bearer abc"), ("content-type", "application/json")),
        body=body,
        turn=number,
        step=0,
        sent_at=SCENARIO.start + timedelta(minutes=number),
    )
    return sent, Answer(
        status=200,
        headers=(("set-cookie", "a=b"),),
        body=b"said %d" % number,
        first_byte_after=timedelta(seconds=3),
        counted={"prompt_tokens": number},
    )


def kept(path: Path, calls: int) -> Journal:
    """A journal of some calls."""
    journal = Journal(path)
    for number in range(calls):
        journal.append(*call(number))
    return journal


def test_what_is_kept_is_what_was_finished(tmp_path: Path) -> None:
    """Bytes, times and counts come back; headers outside the allow-list are gone."""
    first, second = kept(tmp_path / "c.yaml", 2).finished()
    assert (first.response_body, second.response_body) == (b"said 0", b"said 1")
    assert second.request_body == b"\x00\xff{}" and second.counted == {"prompt_tokens": 1}
    assert first.sent_at == SCENARIO.start and first.first_byte_at == SCENARIO.start + timedelta(seconds=3)
    assert first.request_headers == {"content-type": "application/json"} and not first.response_headers


@given(cut=st.integers(min_value=0), garbage=st.binary(max_size=40))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_journal_torn_anywhere_keeps_its_whole_lines(tmp_path: Path, cut: int, garbage: bytes) -> None:
    """Cut at any byte, with anything behind: every whole line counts, and the next call is appended behind them."""
    journal = kept(tmp_path / "c.yaml", 3)
    content = journal.path.read_bytes()
    cut %= len(content) + 1
    lines = content[:cut].count(b"\n")
    journal.path.write_bytes(content[:cut] + garbage.replace(b"\n", b""))
    again = Journal(tmp_path / "c.yaml")
    assert len(again.finished()) == lines
    again.append(*call(7))
    found = [each.response_body for each in Journal(tmp_path / "c.yaml").finished()]
    assert found == [b"said %d" % number for number in (*range(lines), 7)]
    again.drop()
    assert not list(tmp_path.iterdir())


def test_a_secret_is_not_kept(tmp_path: Path) -> None:
    """What may not stand in a cassette may not stand in its journal, and the call says so at once."""
    with pytest.raises(SecretFound, match="turn 0 step 0"):
        Journal(tmp_path / "c.yaml").append(*call(0, b'{"k": "sk-ant-api03-0123456789abcdefghij"}'))
    assert not list(tmp_path.iterdir())


def broken(folder: Path, mode: RecordMode = "once", *, resume: bool = False, times: int = 1) -> Played:
    """A recording that a broken server ends in the second turn (`times` 0: that goes through)."""
    (played,) = play_cells(
        (cell(),),
        mode,
        folder,
        simulate=True,
        resume=resume,
        faults=(Fault(kind="server_error", turn=1, times=times),) if times else (),
        patience=Patience(attempts=1, sleep=at_once),
    )
    return played


def test_a_resumed_recording_is_the_uninterrupted_one(tmp_path: Path) -> None:
    """The calls before the end are taken from the journal, the cassette has the same bytes, the journal is gone."""
    assert broken(tmp_path).error is not None
    assert len(Journal(tmp_path / NAME).finished()) == 2
    again = broken(tmp_path, resume=True, times=0)
    assert again.error is None and again.change is not None and again.change.kind == "create"
    play_cells((cell(),), "once", tmp_path / "whole", simulate=True)
    assert (tmp_path / NAME).read_bytes() == (tmp_path / "whole" / NAME).read_bytes()
    assert [path.name for path in (tmp_path / NAME).parent.iterdir()] == [(tmp_path / NAME).name]


def test_an_interrupted_recording_is_not_begun_anew_by_mistake(tmp_path: Path) -> None:
    """Without --resume the finished calls are neither used nor lost; `rewrite` begins anew."""
    broken(tmp_path)
    refused = broken(tmp_path, times=0).error
    assert refused is not None and refused.startswith(BadInput.__name__) and "--resume" in refused
    assert len(Journal(tmp_path / NAME).finished()) == 2
    assert broken(tmp_path, "rewrite", times=0).error is None
    assert not Journal(tmp_path / NAME).path.exists()
