"""What works here: versions, vocabularies, keys, browser, shared data. Keys are named, never shown."""

import os
import platform
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import pandas as pd

from agentbench import facts

State = Literal["works", "absent", "broken"]

_PACKAGES = {
    "pydantic-ai-slim": "records and renders cells (extra `agents`)",
    "httpx2": "sends requests (extra `agents`)",
    "genai-prices": "prices",
    "tiktoken": "token counts",
    "pandas": "tables",
    "matplotlib": "figures",
    "jupyterlab": "`make lab` (extra `lab`)",
    "vcrpy": "the pytest plugin",
    "pytest-recording": "suites that the pytest plugin reads",
}
_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that was looked at."""

    group: str
    name: str
    state: State
    """`absent` is no fault: something optional is not there."""
    detail: str


def doctor(environment: Mapping[str, str] | None = None, folder: Path | None = None) -> pd.DataFrame:
    """One row per check: `group`, `name`, `state` (works, absent, broken) and `detail`.

    Nothing is sent. Of keys it is told whether they are set, never what they are.
    """
    here = os.environ if environment is None else environment
    checks = (*_versions(), *_vocabularies(), *_keys(here), *_places(folder or Path()))
    rows = [(one.group, one.name, one.state, one.detail) for one in checks]
    return pd.DataFrame(rows, columns=["group", "name", "state", "detail"]).astype("string")


def _versions() -> Iterator[Check]:
    from agentbench.versions import __version__

    yield Check(group="versions", name="agentbench", state="works", detail=__version__)
    yield Check(group="versions", name="python", state="works", detail=platform.python_version())
    for package, use in _PACKAGES.items():
        try:
            found = version(package)
        except PackageNotFoundError:
            yield Check(group="versions", name=package, state="absent", detail=f"needed for: {use}")
            continue
        yield Check(group="versions", name=package, state="works", detail=found)


def _vocabularies() -> Iterator[Check]:
    for name in ("o200k_base", "cl100k_base"):
        yield _tried("vocabularies", name, partial(_vocabulary, name))
    yield _tried("prices", "genai-prices", _price)


def _vocabulary(name: str) -> str:
    return f"{facts.encoding(name).n_vocab:,} tokens, offline"


def _price() -> str:
    from agentbench.measure import PRICE_TABLE, Tokens, price

    usd = price(Tokens(uncached=1_000_000), "anthropic", ("claude-sonnet-4-6",), None).usd
    return f"{PRICE_TABLE}: ${usd} for a million input tokens of claude-sonnet-4-6"


def _tried(group: str, name: str, check: Callable[[], str]) -> Check:
    try:
        return Check(group=group, name=name, state="works", detail=check())
    except Exception as error:  # a check that fails is what is looked for
        detail = " ".join(f"{type(error).__name__}: {error}".split())
        return Check(group=group, name=name, state="broken", detail=detail)


def _keys(environment: Mapping[str, str]) -> Iterator[Check]:
    if find_spec("pydantic_ai") is None:
        return
    from agentbench.harness.clients import KEY_VARIABLES

    for variable in sorted(set(KEY_VARIABLES.values())):
        clients = ", ".join(sorted(name for name, key in KEY_VARIABLES.items() if key == variable))
        there = bool(environment.get(variable))
        detail = f"{'set' if there else 'not set'}; records {clients}"
        yield Check(group="keys", name=variable, state="works" if there else "absent", detail=detail)


def _places(folder: Path) -> Iterator[Check]:
    browser = any(shutil.which(name) for name in _BROWSERS)
    yield Check(
        group="browser",
        name="chromium",
        state="works" if browser else "absent",
        detail="there" if browser else "the page's browser test is skipped",
    )
    for name, path, use in (
        ("fixtures", folder / "fixtures" / "layouts", "names of layouts, profiles, scenarios"),
        ("cassettes", folder / "cassettes", "`agentbench run` replays them"),
        ("../shared", folder / ".." / "shared" / "data", "recordings and vectors for the tests"),
    ):
        there = path.is_dir()
        yield Check(
            group="folders",
            name=name,
            state="works" if there else "absent",
            detail=use if there else f"not here; needed for: {use}",
        )
