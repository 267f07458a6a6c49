"""What two texts have in common at their beginning: the one search for it, in every room above."""

from typing import AnyStr


def common_length(left: AnyStr, right: AnyStr) -> int:
    """How many leading characters, or bytes, are equal (bisection over slices: none is visited in Python)."""
    low, high = 0, min(len(left), len(right))
    if left[:high] == right[:high]:
        return high
    while high - low > 1:
        middle = (low + high) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle
    return low
