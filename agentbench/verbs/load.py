"""Values by the names that people use: looked up in the `fixtures` folder around the working directory."""

import dataclasses
import os
from collections.abc import Sequence
from pathlib import Path

from agentbench.builder import (
    Bench,
    Layout,
    Profile,
    Scenario,
    fixtures_root,
    load_bench,
    load_cast,
    load_layout,
    load_value,
    resolve,
)
from agentbench.builder.bench import Presentation


def root() -> Path:
    """The `fixtures` folder around the working directory, as a relative path.

    Raises:
        NotFound: there is none.
    """
    return Path(os.path.relpath(fixtures_root(Path())))


def _file(name: str | Path, kind: str) -> Path:
    """The file that a name or a path means."""
    named = str(name)
    return Path(named) if named.endswith((".yaml", ".yml")) else resolve(named, kind, root())


def layout(name: str | Path) -> Layout:
    """A layout by name or path.

    Raises:
        NotFound, BadInput: no such file, or it does not fit; one line that says what to do.
    """
    return load_layout(_file(name, "layouts"))


def profile(name: str | Path) -> Profile:
    """A profile by name or path; errors as for `layout`."""
    return load_value(_file(name, "profiles"), Profile)


def scenario(name: str | Path) -> Scenario:
    """A scenario by name or path; errors as for `layout`."""
    return load_value(_file(name, "scenarios"), Scenario)


def bench(
    name: Bench | str | Path,
    *,
    layouts: Sequence[Layout | str] | None = None,
    presentations: Sequence[Presentation] | None = None,
    models: Sequence[str] | None = None,
    scenarios: Sequence[str] | None = None,
) -> Bench:
    """A bench by value, name or path, with other layouts, presentations, models or scenarios where they are given.

    A layout is a value, a name or a path; a scenario a name or a path. What the bench excludes stays excluded.

    Raises:
        NotFound, BadInput: as for `layout`.
    """
    found = name if isinstance(name, Bench) else load_bench(_file(name, "benches"))
    changes: dict[str, object] = {}
    if layouts is not None:
        changes["layouts"] = tuple(one if isinstance(one, Layout) else layout(one) for one in layouts)
    if presentations is not None:
        changes["presentations"] = tuple(presentations)
    if models is not None:
        changes["models"] = tuple(models)
    if scenarios is not None:
        changes["casts"] = tuple(load_cast(one, root(), Path()) for one in scenarios)
    return dataclasses.replace(found, **changes)  # type: ignore[arg-type]  # each of its field's type
