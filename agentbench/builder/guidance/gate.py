"""The guidance gate: which models are told to use tools for real, as people write it."""

from typing import Literal

GuidanceGate = Literal["auto", "on", "off"] | tuple[str, ...]
"""`auto` by family, `on`, `off`, or families and words of model names."""

_ON = frozenset({"true", "always", "yes", "on"})
_OFF = frozenset({"false", "never", "no", "off"})


def read_gate(found: object) -> tuple[GuidanceGate, str | None]:
    """The gate that a configuration value means, and what is wrong with the value (None: nothing).

    What cannot be understood means `auto`; of a list, entries that are no words are left out.
    Source: hermes.md 8. YAML reads a bare `on` and `off` as booleans.
    """
    if isinstance(found, bool):
        return ("on" if found else "off"), None
    if isinstance(found, list):
        words = tuple(item for item in found if isinstance(item, str) and item.strip())
        odd = [item for item in found if item not in words]
        return words, f"left out {odd!r}: a list holds families or words of model names" if odd else None
    word = found.lower() if isinstance(found, str) else None
    if word in _ON:
        return "on", None
    if word in _OFF:
        return "off", None
    problem = f"took {found!r} as 'auto'; say auto, on, off or a list of families"
    return "auto", None if word == "auto" else problem
