"""Student's t for few repeats, where a normal approximation is far off."""

from math import cos, pi, sin, sqrt, tan


def student_reach(degrees: int, level: float) -> float:
    """How many standard errors to each side hold `level` of the distribution; `degrees` from 1."""
    low, high = 0.0, pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, degrees) < level else (low, middle)
    return sqrt(degrees) * tan(low)


def _within(angle: float, degrees: int) -> float:
    """The share within t = sqrt(degrees) tan(angle) of 0. Source: Abramowitz and Stegun (1964), 26.7.3 and 26.7.4."""
    even = degrees % 2 == 0
    term = 1.0 if even else cos(angle)
    total = term if even or degrees > 1 else 0.0
    for k in range(2 if even else 3, degrees - 1, 2):
        term *= cos(angle) ** 2 * (k - 1) / k
        total += term
    return sin(angle) * total if even else 2 / pi * (angle + sin(angle) * total)
