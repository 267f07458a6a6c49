"""What answers came to, as progress sums it while a run goes on."""

from decimal import Decimal
from pathlib import Path

from agentbench import frame, measure
from agentbench.harness.matrix import play_cells
from agentbench.harness.tally import Tally, tally
from tests.harness.cast import CLAUDE, GPT, cell


def test_a_tally_is_what_the_table_says(tmp_path: Path) -> None:
    """Tokens in and out, and the money of the priced rows, as the frame counts them by other means."""
    cells = (cell(model=CLAUDE), cell(model=GPT))
    played = play_cells(cells, "once", tmp_path, simulate=True)
    table = measure.priced(frame.build([row for one in played for row in one.exchanges]))
    found = sum((tally(one.exchanges) for one in played), Tally())
    assert found.tokens == int((table["input_tokens"] + table["output_tokens"]).sum()) > 10_000
    assert found.cost_usd == measure.usd_sum(table["cost_usd"])


def test_each_cell_is_told_of_when_it_is_done(tmp_path: Path) -> None:
    """One after the other with one process, each before the next begins; a failed cell as well."""
    told: list[str] = []
    cells = (cell(model=CLAUDE), cell(model="anthropic:no-such-model"), cell(model=GPT))

    def begun(given: object) -> object:
        for number, one in enumerate(cells):
            assert len(told) == number
            yield one

    play_cells(
        cells,
        "once",
        tmp_path,
        simulate=True,
        progress=begun,
        finished=lambda one: told.append(one.cell.slug),
    )  # type: ignore[arg-type]
    assert told == [one.slug for one in cells]


def test_nothing_priced_is_no_money() -> None:
    """A sum without a price is missing, not 0; a missing summand leaves the other."""
    assert (Tally() + Tally(tokens=5)).cost_usd is None
    assert (Tally(tokens=2, cost_usd=Decimal(3)) + Tally(tokens=5)) == Tally(tokens=7, cost_usd=Decimal(3))
