"""How everything looks: one palette that colour-blind readers can tell apart, one colour and marker per layout."""

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass

import matplotlib as mpl


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How one layout is drawn, in every figure."""

    colour: str
    marker: str
    """The second cue beside the colour."""


# Okabe and Ito (2008); the same hues stand out on white and on near-black
_SHIPPED: Mapping[str, Look] = {
    "monolith": Look(colour="#d55e00", marker="s"),
    "split": Look(colour="#cc79a7", marker="^"),
    "tiered": Look(colour="#3a8fd0", marker="D"),
    "appended": Look(colour="#009e73", marker="o"),
}
_SPARE = (
    Look(colour="#b8860b", marker="v"),
    Look(colour="#2e8fa8", marker="P"),
    Look(colour="#8a6fd1", marker="X"),
    Look(colour="#7f7f7f", marker="*"),
)

USAGE_COLOURS: Mapping[str, tuple[str, str]] = {
    "uncached": ("#4c566a", ""),
    "written": ("#8795b1", "//"),
    "read": ("#a9d6c9", ".."),
}
"""Colour and hatch per class of input tokens, dear to cheap; no layout has one of these colours."""

LINE = "#4f6d9a"
"""What belongs to no layout."""

CHANGE = "#c1440e"
"""What changed first, where a figure points at it."""

STATE_COLOURS: Mapping[str, tuple[str, str]] = {
    "reused": ("#a9d6c9", ""),
    "changed": (CHANGE, ""),
    "again": ("#e3c878", "////"),
    "new": ("#4c566a", ""),
}
"""Colour and hatch of bytes of a request, by what a cache could do with them."""

TIER_COLOURS: Mapping[str, tuple[str, str]] = {
    "tools": ("#737373", ""),
    "stable": ("#cbc9e2", ""),
    "context": ("#9e9ac8", ""),
    "volatile": ("#54278f", ""),
    "messages": ("#ffffff", ""),
}
"""Colour and hatch of a tier: the darker, the sooner it may change."""

INK = "#010203"
"""The colour of text and axes in figures; the page replaces it by its own text colour, light or dark."""


def looks(layouts: Iterable[str]) -> dict[str, Look]:
    """The look of each layout; layouts of one's own take the spare ones in the order of their names."""
    names = sorted(set(layouts))
    own = [name for name in names if name not in _SHIPPED]
    spare = {name: _SPARE[i % len(_SPARE)] for i, name in enumerate(own)}
    return {name: _SHIPPED.get(name) or spare[name] for name in names}


def themed() -> AbstractContextManager[None]:
    """Within it, matplotlib draws in our style."""
    return mpl.rc_context(
        {
            "axes.axisbelow": True,
            "axes.edgecolor": INK,
            "axes.grid": True,
            "axes.labelcolor": INK,
            "axes.spines.right": False,
            "axes.spines.top": False,
            "axes.titlelocation": "left",
            "axes.titlesize": 9,
            "axes.titleweight": "bold",
            "figure.constrained_layout.use": True,
            "font.size": 9,
            "grid.alpha": 0.25,
            "grid.color": INK,
            "grid.linewidth": 0.6,
            "hatch.linewidth": 0.5,
            "legend.frameon": False,
            "savefig.transparent": True,
            "svg.fonttype": "none",
            "svg.hashsalt": "agentbench",
            "text.color": INK,
            # a dollar sign in a name is a dollar sign
            "text.parse_math": False,
            "xtick.color": INK,
            "ytick.color": INK,
        }
    )
