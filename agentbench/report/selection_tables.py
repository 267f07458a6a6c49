"""The tables of tool selection and of byte stability, both sides of a pair in one cell."""

from collections.abc import Callable, Sequence

import pandas as pd

from agentbench.measure.arm import Cells, records
from agentbench.report import wording
from agentbench.report.table import Heading, Table, table

_ARM = (
    Heading(name="provenance", title="Provenance", kind="key"),
    Heading(name="layout", title="Layout", kind="key"),
    Heading(name="model", title="Model", kind="key"),
    Heading(name="catalogue_tools", title="Tools", kind="count"),
    Heading(name="presentation", title="Tools shown", kind="key"),
)
_OUTCOMES = (
    *_ARM,
    Heading(name="turns", title="Turns", kind="count"),
    Heading(name="right", title="Right", kind="count"),
    Heading(name="right_share", title="Share", kind="share"),
    Heading(name="interval", title="95 % interval"),
    Heading(name="none", title="None", kind="count"),
    Heading(name="wrong_sibling", title="Sibling", kind="count"),
    Heading(name="wrong", title="Another", kind="count"),
    Heading(name="unneeded", title="Too many", kind="count"),
    Heading(name="partial", title="Some", kind="count"),
    Heading(name="search_missed", title="Not found", kind="count"),
    Heading(name="found_not_called", title="Not called", kind="count"),
    Heading(name="search_calls", title="Searches", kind="count"),
    Heading(name="extra_calls", title="Extra calls", kind="count"),
    Heading(name="failed", title="Errors", kind="count"),
)
_DEFERRAL = (
    *_ARM,
    Heading(name="turns", title="Turns", kind="count"),
    Heading(name="missing", title="Missing", kind="note"),
    Heading(name="tokens", title="Input a turn"),
    Heading(name="saved_share", title="Saved", kind="share"),
    Heading(name="tokens_n", title="over n", kind="count"),
    Heading(name="hits", title="Hit share"),
    Heading(name="cost", title="Cost a turn"),
    Heading(name="right_of", title="Right"),
    Heading(name="both", title="Both right", kind="count"),
    Heading(name="only_eager", title="Only eager", kind="count"),
    Heading(name="only_this", title="Only this", kind="count"),
    Heading(name="neither", title="Neither", kind="count"),
)
_TOOLS = (
    *_ARM,
    Heading(name="tool", title="Tool", kind="code"),
    Heading(name="expected", title="Expected", kind="count"),
    Heading(name="called", title="Called", kind="count"),
    Heading(name="right", title="Both", kind="count"),
)
_MISTAKEN = (
    *_ARM,
    Heading(name="expected", title="Expected", kind="code"),
    Heading(name="called", title="Called", kind="code"),
    Heading(name="n", title="Turns", kind="count"),
)
_PREFIXES = (
    Heading(name="provenance", title="Provenance", kind="key"),
    Heading(name="layout", title="Layout", kind="key"),
    Heading(name="presentation", title="Tools shown", kind="key"),
    Heading(name="model", title="Model", kind="key"),
    Heading(name="scenario", title="Scenario", kind="key"),
    Heading(name="requests", title="Requests", kind="count"),
    Heading(name="prefix", title="Stable prefix (SHA-256)", kind="code"),
    Heading(name="breaks", title="Breaks (requests)", kind="note"),
)
_BY_ARM = (
    *(heading for heading in _PREFIXES if heading.kind == "key" and heading.name != "scenario"),
    Heading(name="held", title="Byte-stable in", kind="note"),
    Heading(name="hashes", title="Stable prefix (SHA-256), one per scenario", kind="code"),
    Heading(name="blocks", title="Breaks at", kind="note"),
)
_RARE = ("unneeded", "partial", "search_missed", "found_not_called", "search_calls", "extra_calls", "failed")
_SHORT = 16
"""Hex digits of a hash that are shown; the frame holds all."""
_SHORTEST = 8
"""The same where several stand in one cell."""


def outcomes_table(outcomes: pd.DataFrame) -> Table:
    """One row per arm of `selection.outcomes`."""
    shown = _with(_sorted(outcomes), interval=_interval)
    empty = [name for name in _RARE if not shown[name].any()]
    return table(
        shown.drop(columns=empty),
        [heading for heading in _OUTCOMES if heading.name not in empty],
        "Turns in which exactly the tools that are needed were called, or else none, a sibling, another one, too many."
        " Not found: searched for in vain. Not called: found by a search, and left. Errors: the turn ended in one."
        " Counts that are 0 throughout are left out.",
    )


def deferral_table(deferral: pd.DataFrame) -> Table:
    """One row per arm of `selection.deferral`, missing ones included."""
    shown = _with(
        _sorted(deferral),
        tokens=lambda row: _beside(row, "input_tokens", lambda value: f"{float(str(value)):,.0f}"),
        hits=lambda row: _beside(row, "hit_share", wording.share),
        cost=lambda row: _beside(row, "cost_usd", wording.usd),
        right_of=lambda row: _beside(row, "right_share", wording.share),
        missing=lambda row: None if row["missing"] is None else _why(str(row["missing"])),
    )
    return table(
        shown, _DEFERRAL, "Each figure beside eager's on the same turns; saved: of eager's input tokens."
    )


def per_tool_table(tools: pd.DataFrame) -> Table:
    """One row per arm and tool of `selection.per_tool`."""
    return table(_sorted(tools), _TOOLS, "In how many turns a tool was needed, called, and both.")


def mistaken_table(mistaken: pd.DataFrame) -> Table:
    """One row per arm and confusion of `selection.mistaken`."""
    return table(
        _sorted(mistaken), _MISTAKEN, "What was called in place of what; – where nothing more was needed."
    )


def prefixes_table(prefixes: pd.DataFrame) -> Table:
    """One row per arm and scenario of `measure.prefixes`."""
    shown = _with(prefixes, prefix=_prefix)
    return table(
        shown, _PREFIXES, "What should be the same in all requests of an arm: tools and stable blocks."
    )


def prefixes_by_arm_table(prefixes: pd.DataFrame) -> Table:
    """One row per arm of `measure.prefixes`: in how many scenarios it held, the hashes, and the blocks that broke."""
    arm = [heading.name for heading in _BY_ARM if heading.kind == "key"]
    rows = [
        dict(zip(arm, key, strict=True)) | _held(records(group))
        for key, group in prefixes.groupby(arm, dropna=False, sort=False)
    ]
    shown = pd.DataFrame(rows, columns=[heading.name for heading in _BY_ARM]).astype("string")
    return table(shown, _BY_ARM, "Byte-stable: all requests begin with the same tools and stable blocks.")


def _held(scenarios: Sequence[Cells]) -> Cells:
    one = [str(row["stable_prefix_sha256"]) for row in scenarios if row["stable_prefix_sha256"] is not None]
    places = [place for row in scenarios if row["breaks"] for place in str(row["breaks"]).split("; ")]
    blocks = dict.fromkeys(place.partition(" ")[0] for place in places)
    return {
        "held": f"{len(one)} of {len(scenarios)}",
        "hashes": " ".join(digest[:_SHORTEST] for digest in one) or None,
        "blocks": ", ".join(blocks) or None,
    }


def _sorted(frame: pd.DataFrame) -> pd.DataFrame:
    """Presentations of one model and catalogue beside one another."""
    return frame.sort_values([heading.name for heading in _ARM], kind="stable")


def _with(frame: pd.DataFrame, **told: Callable[[Cells], str | None]) -> pd.DataFrame:
    """The frame with columns of text, each made from a row."""
    rows = records(frame)
    return frame.assign(
        **{
            name: pd.Series([of(row) for row in rows], dtype="string", index=frame.index)
            for name, of in told.items()
        }
    )


def _interval(row: Cells) -> str:
    return f"{wording.share(row['right_low'])} to {wording.share(row['right_high'])}"


def _beside(row: Cells, name: str, worded: Callable[[object], str]) -> str | None:
    mine, eager = row[name], row[f"eager_{name}"]
    if mine is None or eager is None:
        return None
    return worded(mine) if row["presentation"] == "eager" else f"{worded(mine)} / {worded(eager)}"


def _why(missing: str) -> str:
    return "no cassette" if "found no such cassette" in missing else missing


def _prefix(row: Cells) -> str:
    one = row["stable_prefix_sha256"]
    return f"{row['stable_prefixes']} different ones" if one is None else str(one)[:_SHORT]
