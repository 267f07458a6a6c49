"""The cost limit: no call is sent that could exceed it, and what is done is kept."""

from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path

import pytest

from agentbench import frame, measure
from agentbench.errors import OverLimit
from agentbench.harness.answer.limited import kept_usd
from agentbench.harness.journal import Journal
from agentbench.harness.matrix import Played, play_cells
from agentbench.harness.purse import Purse
from tests.harness.cast import CLAUDE, GPT, cell


def purse(folder: Path, limit: str) -> Purse:
    """A purse of so many dollars."""
    return Purse(path=folder / "purse", limit_usd=Decimal(limit))


def test_what_a_call_did_not_cost_is_given_back(tmp_path: Path) -> None:
    """Only the most of a call that is under way and the cost of answered ones count."""
    of = purse(tmp_path, "1.00")
    of.settle(of.put_aside(Decimal("0.90")), Decimal("0.10"))
    of.put_aside(Decimal("0.90"))
    with pytest.raises(OverLimit, match=r"at most \$0\.0100, found \$1\.0000 of the limit of \$1\.00"):
        of.put_aside(Decimal("0.01"))


def test_a_shut_purse_stays_shut(tmp_path: Path) -> None:
    """After the first call that would exceed, a cheaper one is not sent either: the run ends there."""
    of = purse(tmp_path, "1.00")
    with pytest.raises(OverLimit):
        of.put_aside(Decimal("1.01"))
    with pytest.raises(OverLimit):
        of.put_aside(Decimal("0.01"))


def test_workers_share_one_purse(tmp_path: Path) -> None:
    """However many ask at once, no more than the limit is put aside."""
    of = purse(tmp_path, "0.10")

    def ask(_: int) -> bool:
        try:
            return bool(of.put_aside(Decimal("0.01")))
        except OverLimit:
            return False

    with ThreadPoolExecutor(8) as workers:
        assert sum(workers.map(ask, range(24))) == 10


def recorded(folder: Path, limit: Decimal | None, *, resume: bool = False) -> tuple[Played, ...]:
    """Two cells, recorded within a limit; simulated answers count at their models' list prices."""
    cells = (cell(model=GPT), cell(model=CLAUDE))
    return play_cells(cells, "once", folder, simulate=True, cost_limit_usd=limit, resume=resume)


def spent(*cells: Played) -> Decimal:
    """What the table says that the cells cost."""
    rows = [exchange for one in cells for exchange in one.exchanges]
    cost = measure.usd_sum(measure.priced(frame.build(rows))["cost_usd"])
    assert cost is not None
    return cost


def test_a_run_stops_before_the_call_that_could_exceed(tmp_path: Path) -> None:
    """The first cell is kept, the second ends where its next call could exceed, and --resume takes it from there."""
    whole = recorded(tmp_path / "whole", None)
    # Claude's first call costs at most 3.7 cents and in the end 1.2; the next one's most is then too much
    limit = spent(whole[0]) + Decimal("0.04")
    first, second = recorded(tmp_path, limit)
    done, cut = (Path(one.cell.slug + ".yaml") for one in (first, second))
    assert first.error is None
    assert (tmp_path / done).read_bytes() == (tmp_path / "whole" / done).read_bytes()
    assert second.error is not None and "OverLimit" in second.error
    assert len(Journal(tmp_path / cut).finished()) == 1 and not (tmp_path / cut).exists()
    again = recorded(tmp_path, Decimal("1.00"), resume=True)
    assert [one.error for one in again] == [None, None]
    assert (tmp_path / cut).read_bytes() == (tmp_path / "whole" / cut).read_bytes()


def test_what_an_interrupted_run_spent_counts_when_it_is_gone_on_from(tmp_path: Path) -> None:
    """A limit is for the recording, not for its last piece: one that the first piece has reached lets nothing pass."""
    whole = recorded(tmp_path / "whole", None)
    limit = spent(whole[0]) + Decimal("0.04")
    _, cut = recorded(tmp_path, limit)
    kept = Journal(tmp_path / f"{cut.cell.slug}.yaml").finished()
    assert len(kept) == 1
    first = spent(whole[1]) - spent(Played(cell=cut.cell, exchanges=whole[1].exchanges[1:]))
    assert kept_usd(kept) == first > Decimal("0.01")
    # without what is spent, the next call's most of under 4 cents would fit
    _, again = recorded(tmp_path, Decimal("0.04"), resume=True)
    assert again.error is not None and f"found ${first:.4f} of the limit of $0.04" in again.error
    _, done = recorded(tmp_path, first + Decimal("0.08"), resume=True)
    assert done.error is None


def test_a_model_without_a_price_cannot_be_limited(tmp_path: Path) -> None:
    """Nothing is sent to a model whose cost nobody knows; a server of one's own costs nothing."""
    unknown = cell(model="openai-chat:gpt-99-imaginary")
    (played,) = play_cells((unknown,), "once", tmp_path, simulate=True, cost_limit_usd=Decimal(1))
    assert played.error is not None and "run it without --cost-limit" in played.error
