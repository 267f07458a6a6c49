"""What people may set about deferral, read from whatever they wrote."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Mode = Literal["auto", "on", "off"]

_MODES: Mapping[str, Mode] = {
    "true": "on",
    "1": "on",
    "yes": "on",
    "on": "on",
    "false": "off",
    "0": "off",
    "no": "off",
    "off": "off",
}
_MOST_EVER = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """When tools are deferred, and how many a search may give."""

    mode: Mode = "auto"
    threshold_pct: float = 10.0
    """Share of the model's window, in per cent, from which `auto` defers."""
    default_limit: int = 5
    """Matches for a search that names no limit."""
    most: int = 20
    """Matches that a search may ask for."""
    durable: bool = False
    """Whether durable runs may defer; a replay decides the same, as nothing but the tools is counted."""


def policy(raw: object) -> Policy:
    """The policy that a configuration value means; what cannot be read takes its default, limits are clamped.

    `true` means on and `false` off, alone or under `enabled` (`reference/hermes.md` 15.1; alone, Hermes reads `true`
    as auto: fault 17).
    """
    if isinstance(raw, bool):
        return Policy(mode="on" if raw else "off")
    if not isinstance(raw, Mapping):
        return Policy()
    most = int(_number(raw.get("max_search_limit"), 20, 1, _MOST_EVER, whole=True))
    return Policy(
        mode=_MODES.get(str(raw.get("enabled", "auto")).strip().lower(), "auto"),
        threshold_pct=_number(raw.get("threshold_pct"), 10, 0, 100),
        default_limit=int(_number(raw.get("search_default_limit"), 5, 1, most, whole=True)),
        most=most,
        durable=raw.get("durable") is True,
    )


def _number(raw: object, default: float, low: float, high: float, whole: bool = False) -> float:
    value = math.nan
    if isinstance(raw, int | float | str):
        try:
            value = int(raw) if whole else float(raw)
        except (ValueError, OverflowError):
            value = math.nan
    return max(low, min(default if math.isnan(value) else value, high))
