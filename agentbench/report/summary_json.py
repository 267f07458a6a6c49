"""`summary.json`: what the report says, for programs."""

import json

import pandas as pd

from agentbench.measure.arm import records
from agentbench.report.contents import Contents

SCHEMA_VERSION = 1


def summary_json(says: Contents, frame: pd.DataFrame) -> str:
    """Keys in a fixed order, missing as null; the same contents give the same text."""
    document = {
        "schema_version": SCHEMA_VERSION,
        "title": says.title,
        "headline": says.headline,
        "exchanges": _exchanges(frame),
        "findings": list(says.sentences),
        "layouts": records(says.layouts),
        "breaks": records(says.breaks),
        "prefixes": records(says.prefixes),
        "selection": records(says.outcomes),
        "selection_by_tool": records(says.per_tool),
        "confusions": records(says.mistaken),
        "deferral": records(says.deferral),
        "recorded_families": records(says.traffic),
        "versions": dict(says.versions),
        "price_table": says.price_table,
    }
    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _exchanges(frame: pd.DataFrame) -> dict[str, int]:
    calls = frame[frame["kind"] == "model_call"]["provenance"].value_counts()
    kinds = frame["kind"].value_counts()
    found = {name: int(calls.get(name, 0)) for name in ("recorded", "simulated", "predicted")}
    return found | {name: int(kinds.get(name, 0)) for name in ("set_aside", "unreadable")}
