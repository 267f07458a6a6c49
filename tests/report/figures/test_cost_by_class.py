"""Cost by class and family: what is drawn is what was paid."""

import pytest
from matplotlib.figure import Figure

from agentbench.measure import usd_sum
from agentbench.report.figures import cost_by_class, draw_cost_by_class
from agentbench.report.figures.cost_by_class import COST_COLOURS
from tests.report.frames import FRAME


def test_classes_are_summed_per_family_dearest_first() -> None:
    """Provenances apart, n counted, the classes of all bars are the whole cost; what has no price has no bar."""
    bars = cost_by_class(FRAME)
    assert bars["provenance"].tolist() == sorted(bars["provenance"])
    total = usd_sum(FRAME["cost_usd"])
    assert total is not None
    assert bars[list(COST_COLOURS)].to_numpy().sum() == pytest.approx(float(total))
    assert bars["n"].sum() == FRAME["cost_usd"].notna().sum()
    for _, rows in bars.groupby("provenance"):
        sums = rows[list(COST_COLOURS)].sum(axis=1).tolist()
        assert sums == sorted(sums, reverse=True)


def test_bars_begin_at_nothing_and_are_as_long_as_the_cost() -> None:
    """Money from 0; the dearest bar is on top; the title is the finding; unused classes have no legend."""
    bars = cost_by_class(FRAME[FRAME["provenance"] == "simulated"])
    axes = draw_cost_by_class(bars, Figure().subplots())
    assert axes.get_xlim()[0] == 0
    widths = [sum(c.patches[row].get_width() for c in axes.containers) for row in range(len(bars))]  # type: ignore[attr-defined]
    assert widths == pytest.approx(bars[list(COST_COLOURS)].sum(axis=1).tolist()[::-1])
    assert axes.get_title(loc="left").startswith(f"simulated: {bars['label'][0]} costs $")
    legend = axes.get_legend()
    assert legend is not None
    assert "written for 1 h" not in [text.get_text() for text in legend.get_texts()]


def test_nothing_priced_draws_nothing() -> None:
    """Without a price there is no bar."""
    assert cost_by_class(FRAME[FRAME["cost_usd"].isna()]).empty
