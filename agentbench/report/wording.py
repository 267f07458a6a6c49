"""How figures are written: money, shares, tokens; what is missing is a dash, never a 0."""

MISSING = "–"


def usd(amount: object) -> str:
    """US dollars: four decimals below ten dollars, two above; what is there but tiny is `<$0.0001`, never 0."""
    if not isinstance(amount, int | float):
        return MISSING
    sign = "-" if amount < 0 else ""
    if 0 < abs(amount) < 0.0001:
        return f"{sign}<$0.0001"
    decimals = 4 if abs(amount) < 10 else 2
    return f"{sign}${abs(amount):,.{decimals}f}"


def share(value: object) -> str:
    """A share of 0 to 1, in percent with one decimal."""
    return f"{value:.1%}" if isinstance(value, int | float) else MISSING


def count(value: object) -> str:
    """A whole number with thousands set apart."""
    return f"{value:,}" if isinstance(value, int) else MISSING


def text(value: object) -> str:
    """A word or name."""
    return MISSING if value is None else str(value)


def key(value: object) -> str:
    """What a row is grouped by; `unknown` where the recording does not say."""
    return "unknown" if value is None else str(value)


def plural(number: int, noun: str) -> str:
    """`1 exchange`, `2 exchanges`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
