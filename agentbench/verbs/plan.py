"""What a run would replay, ask and cost, with nothing sent."""

from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from agentbench import frame, measure
from agentbench.builder import Bench
from agentbench.verbs import load
from agentbench.verbs.run import DEFAULT_BENCH, Filters, chosen

if TYPE_CHECKING:
    from agentbench.harness.cells import RecordMode
    from agentbench.harness.matrix import Progress
    from agentbench.harness.plan import Planned

_DTYPES = {
    "cell": "string",
    "replayed": "Int64",
    "asked": "Int64",
    "input_tokens": "Int64",
    "predicted_cost_usd": "Float64",
    "note": "string",
}


def plan(
    bench: Bench | str | Path = DEFAULT_BENCH,
    *,
    mode: "RecordMode" = "none",
    cassettes: Path | None = None,
    only: Filters | None = None,
    resume: bool = False,
    progress: "Progress" = iter,
) -> pd.DataFrame:
    """One row per cell: calls replayed, calls asked, their input tokens and predicted cost; `note` where it fails.

    The cost of calls without a price is missing, and `note` says why.

    Raises:
        NotFound, BadInput: as `run`.
    """
    from agentbench.harness.plan import plan_cells

    loaded = load.bench(bench)
    tapes = cassettes or load.root().parent / "cassettes"
    found = plan_cells(chosen(loaded, only or {}), mode, tapes, resume=resume, progress=progress)
    rows = [_row(one) for one in found]
    return pd.DataFrame(rows, columns=list(_DTYPES)).astype(_DTYPES)


def _row(planned: "Planned") -> dict[str, object]:
    asked = measure.priced(frame.build(planned.asked))
    notes = [planned.error] if planned.error else sorted(set(asked["price_note"].dropna()))
    cost = measure.usd_sum(asked["cost_usd"]) if planned.asked else Decimal()
    whole = bool(asked["cost_usd"].notna().all())
    return {
        "cell": planned.cell.slug,
        "replayed": None if planned.error else planned.replayed,
        "asked": None if planned.error else len(planned.asked),
        "input_tokens": None if planned.error else int(asked["input_tokens"].sum()),
        "predicted_cost_usd": float(cost) if cost is not None and whole and not planned.error else None,
        "note": "; ".join(notes) or None,
    }
