"""Everybody can read it: contrast by WCAG 2.2, and colours that colour-blind eyes tell apart."""

import re
from collections.abc import Mapping
from importlib.resources import files
from itertools import combinations

import pytest

from agentbench.report.theme import CHANGE, LINE, STATE_COLOURS, TIER_COLOURS, USAGE_COLOURS, looks
from agentbench.verbs.html import MARKS

CSS = files("agentbench.report").joinpath("templates", "page.css").read_text("utf-8")
LIGHT, DARK = (
    dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", part))
    for part in CSS.split("@media (prefers-color-scheme: dark)", 1)
)
TEXT = [
    ("ink", "paper"),
    ("ink", "wash"),
    ("quiet", "paper"),
    ("quiet", "wash"),
    ("gone", "gone-wash"),
    ("gone", "paper"),
]
TEXT += [("new", "new-wash"), ("accent", "paper")]
LOOKS = looks(["monolith", "split", "tiered", "appended", "own1", "own2", "own3", "own4"])

# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB
BLIND = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(colour: str) -> tuple[float, ...]:
    """Its red, green and blue, linear."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return tuple(p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)


def contrast(one: str, other: str) -> float:
    """WCAG's ratio, from 1 to 21."""
    low, high = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(one), linear(other)))
    return (high + 0.05) / (low + 0.05)


def lab(rgb: tuple[float, ...]) -> tuple[float, float, float]:
    """CIE L*a*b* of linear RGB (D65)."""
    r, g, b = (min(max(part, 0.0), 1.0) for part in rgb)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(colour: str, by: str | None) -> tuple[float, float, float]:
    """The colour as somebody sees it."""
    rgb = linear(colour)
    return lab(
        rgb if by is None else tuple(sum(m * p for m, p in zip(row, rgb, strict=True)) for row in BLIND[by])
    )


def apart(one: str, other: str, by: str | None) -> float:
    """CIE 1976 difference; about 2.3 is just noticeable."""
    return sum((a - b) ** 2 for a, b in zip(seen(one, by), seen(other, by), strict=True)) ** 0.5


def test_the_formula_gives_what_wcag_says() -> None:
    """Black on white is 21, a colour on itself 1, and #767676 on white the known 4.54."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#123456", "#123456") == 1
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("theme", [pytest.param(LIGHT, id="light"), pytest.param(DARK, id="dark")])
@pytest.mark.parametrize(("text", "ground"), TEXT)
def test_text_has_the_contrast_of_level_aa(theme: Mapping[str, str], text: str, ground: str) -> None:
    """4.5 to 1 for text of any size, in both themes."""
    assert contrast(theme[text], theme[ground]) >= 4.5


@pytest.mark.parametrize(
    "paper", [pytest.param(LIGHT["paper"], id="light"), pytest.param(DARK["paper"], id="dark")]
)
def test_lines_and_marks_have_the_contrast_of_graphics(paper: str) -> None:
    """3 to 1 for what carries meaning: one drawing stands on both papers."""
    for colour in (*(look.colour for look in LOOKS.values()), LINE, CHANGE, *MARKS.values()):
        assert contrast(colour, paper) >= 3, colour


@pytest.mark.parametrize("by", [None, *BLIND])
def test_fills_that_stand_side_by_side_are_told_apart(by: str | None) -> None:
    """Classes of tokens, states of bytes and tiers, each among themselves, for every kind of eye."""
    for colours in (USAGE_COLOURS, STATE_COLOURS, TIER_COLOURS):
        for (one, _), (other, _) in combinations(colours.values(), 2):
            assert apart(one, other, by) > 10, (one, other)


@pytest.mark.parametrize("by", [None, *BLIND])
def test_shipped_layouts_are_told_apart(by: str | None) -> None:
    """Their four colours, for every kind of eye; the marker is a second cue."""
    shipped = [LOOKS[name].colour for name in ("monolith", "split", "tiered", "appended")]
    for one, other in combinations(shipped, 2):
        assert apart(one, other, by) > 10, (one, other)


def test_no_layout_has_the_colour_of_something_else() -> None:
    """A colour means one thing in every figure."""
    others = [
        colour for colours in (USAGE_COLOURS, STATE_COLOURS, TIER_COLOURS) for colour, _ in colours.values()
    ]
    assert not {look.colour for look in LOOKS.values()} & {LINE, CHANGE, *others}
