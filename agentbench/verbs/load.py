"""Values by the names that people use: looked up in the `fixtures` folder around the working directory."""

import os
from pathlib import Path

from agentbench.builder import (
    Bench,
    Layout,
    Profile,
    Scenario,
    fixtures_root,
    load_bench,
    load_layout,
    load_value,
    resolve,
)


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


def bench(name: Bench | str | Path) -> Bench:
    """A bench by value, name or path; errors as for `layout`."""
    return name if isinstance(name, Bench) else load_bench(_file(name, "benches"))
