"""The report's files."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd

from agentbench.report.contents import contents
from agentbench.report.markdown import report_markdown
from agentbench.report.page import page
from agentbench.report.summary_json import summary_json
from agentbench.tape.exchange import Exchange


def write(
    frame: pd.DataFrame,
    out: Path,
    title: str,
    versions: Mapping[str, str] | None = None,
    exchanges: Sequence[Exchange] = (),
) -> tuple[Path, ...]:
    """Write `frame.parquet`, `summary.json`, `report.md` and `index.html` of a priced frame into `out`.

    The frame's exchanges, where given, are for the prefix map. Gives the paths in that order. The same frame gives the
    same bytes: no clock is read.
    """
    says = contents(frame, title, versions or {})
    out.mkdir(parents=True, exist_ok=True)
    files = {
        "summary.json": summary_json(says, frame),
        "report.md": report_markdown(says),
        "index.html": page(says, frame, exchanges),
    }
    frame.to_parquet(out / "frame.parquet", index=False)
    for name, text in files.items():
        (out / name).write_bytes(text.encode())
    return (out / "frame.parquet", *(out / name for name in files))
