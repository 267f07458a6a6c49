"""The platform hint: a built-in text by platform, and what an override makes of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files

import yaml
from pydantic import TypeAdapter

from agentbench.builder.hints.overrides import Override, Overrides


def hint(platform: str | None, overrides: Overrides, table: Mapping[str, str] | None = None) -> str | None:
    """The hint for a platform; None where neither the table nor an override has one.

    The platform is taken lower-cased and stripped, the overrides' own spelling is not: `CHAT` never matches.
    Source: hermes.md 9.
    """
    key = (platform or "").strip().lower()
    if not key:
        return None
    known = hints() if table is None else table
    return overridden(known.get(key, ""), overrides.by_platform.get(key)).strip() or None


def overridden(default: str, override: Override | None) -> str:
    """A hint after its override: replaced first, then appended to behind a blank line."""
    if override is None or not (override.replace or override.append):
        return default
    base = override.replace or default
    return f"{base}\n\n{override.append}".strip() if override.append else base


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    source: str
    as_of: date
    platforms: Mapping[str, str]


@cache
def hints() -> Mapping[str, str]:
    """The built-in hints: platform to text."""
    text = files(__package__).joinpath("hints.yaml").read_text(encoding="utf-8")
    return TypeAdapter(_File).validate_python(yaml.safe_load(text)).platforms
