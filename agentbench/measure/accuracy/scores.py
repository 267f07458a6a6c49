"""Scores of forecasts: of an interval for a number, and of a chance for an event."""

from collections.abc import Iterable, Sequence

_LEFT_OUT = 0.1


def interval_score(low: float, high: float, value: float, left_out: float = _LEFT_OUT) -> float:
    """The width of an interval, and 2 / `left_out` for each unit by which the value lies outside; lower is better.

    `left_out` is the share of values that the interval may miss (Gneiting and Raftery, 2007, section 6.2).
    """
    return high - low + 2 / left_out * (max(low - value, 0.0) + max(value - high, 0.0))


def brier(forecasts: Iterable[tuple[float, bool]]) -> float | None:
    """The mean squared difference between chances and events; lower is better, None without a forecast."""
    return mean([(chance - happened) ** 2 for chance, happened in forecasts])


def mean(values: Sequence[float]) -> float | None:
    """The mean, or None of nothing."""
    return sum(values) / len(values) if values else None


def share(flags: Iterable[bool]) -> float | None:
    """The share of what is true, or None of nothing."""
    return mean([float(flag) for flag in flags])


def quantile(values: Iterable[float], at: float) -> float | None:
    """The value that a share `at` of all does not exceed, or None of nothing."""
    ordered = sorted(values)
    return ordered[min(int(at * len(ordered)), len(ordered) - 1)] if ordered else None
