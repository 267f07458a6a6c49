"""The page in a real browser: nothing overflows, tables sort, nothing is fetched. Skipped where there is none."""

import json
import re
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import pandas as pd
import pytest

from agentbench.frame import build
from agentbench.measure import priced
from agentbench.report import draw_history, write
from tests.report.figures.test_history import TWO
from tests.report.frames import FRAME, everything

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed")

# runs after the page's own script, and leaves what it finds in the document
PROBE = """<script>
document.querySelectorAll("details").forEach(one => { one.open = true; });
const column = (table, i) => [...table.tBodies[0].rows].map(row => row.cells[i].dataset.value);
const sorts = [...document.querySelectorAll("table.sortable")].flatMap(table =>
  [...table.tHead.rows[0].cells].map((cell, i) => {
    const click = () => { cell.querySelector("button").click(); return column(table, i); };
    return { title: cell.textContent, numeric: cell.classList.contains("number"),
             up: click(), down: click(), marked: cell.getAttribute("aria-sort") };
  }));
const clipped = [...document.querySelectorAll("main *")].filter(one =>
  !one.closest(".scroll") && one.getBoundingClientRect().right > document.documentElement.clientWidth + 1);
const paper = getComputedStyle(document.body);
const found = {
  overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  clipped: clipped.map(one => one.tagName),
  sorts,
  levels: [...document.querySelectorAll("h1, h2, h3, h4")].map(one => Number(one.tagName[1])),
  unnamed: [...document.querySelectorAll("table")].filter(one => !one.caption).length
    + [...document.querySelectorAll("[role=img]")].filter(one =>
        !document.getElementById(one.getAttribute("aria-labelledby"))).length,
  fetched: performance.getEntriesByType("resource").map(entry => entry.name),
  paper: [paper.backgroundColor, paper.color],
};
document.body.insertAdjacentHTML("beforeend", `<pre id="found">${JSON.stringify(found)}</pre>`);
</script></body>"""
LIGHT, DARK = ["rgb(255, 255, 255)", "rgb(27, 31, 39)"], ["rgb(20, 23, 28)", "rgb(231, 233, 238)"]
SCHEMES = {"light": ((), LIGHT), "dark": (("--blink-settings=preferredColorScheme=0",), DARK)}


def _many_arms() -> pd.DataFrame:
    """32 arms: four layouts, two presentations and four models with names as long as they come."""
    ours = FRAME[(FRAME["layout"] == "monolith") & (FRAME["model_id"] == "anthropic:claude-sonnet-4-6")]
    models = [
        "google:gemini-3.5-flash",
        "bedrock:us.anthropic.claude-sonnet-4-5-20250929-v1:0",
        "x:a",
        "openai-chat:b",
    ]
    arms = [
        ours.assign(layout=layout, presentation=presentation, model_id=model)
        for layout in ("monolith", "split", "tiered", "appended")
        for presentation in ("eager", "bridge")
        for model in models
    ]
    return pd.concat([*arms, FRAME[FRAME["layout"].isna()]], ignore_index=True).astype(FRAME.dtypes.to_dict())


def _probed(folder: Path, text: str, width: int, scheme: str) -> dict[str, object]:
    assert BROWSER is not None
    page = folder / "probed.html"
    page.write_text(text.replace("</body>", PROBE), "utf-8")
    options, _ = SCHEMES[scheme]
    command = [
        BROWSER,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={folder / 'profile'}",
        f"--window-size={width},1200",
        *options,
        "--dump-dom",
        page.as_uri(),
    ]
    document = subprocess.run(command, capture_output=True, timeout=180, check=True).stdout.decode()
    # the last one: the probe's own source holds the tag as well
    found: dict[str, object] = json.loads(re.findall(r'<pre id="found">(.*?)</pre>', document, re.DOTALL)[-1])
    return found


def _fits(found: dict[str, object], scheme: str) -> None:
    assert (found["overflow"], found["clipped"], found["fetched"], found["unnamed"]) == (0, [], [], 0)
    assert found["paper"] == SCHEMES[scheme][1]
    levels = found["levels"]
    assert isinstance(levels, list) and levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


@pytest.mark.parametrize("width", [480, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_of_many_arms_fits(width: int, scheme: str, tmp_path: Path) -> None:
    """Nothing overflows with all folds open, nothing is fetched, no heading level is skipped, all has a name."""
    text = write(_many_arms(), tmp_path, "Many", {}, everything())[-1].read_text("utf-8")
    _fits(_probed(tmp_path, text, width, scheme), scheme)


@pytest.mark.parametrize("width", [480, 1280])
def test_a_history_fits(width: int, tmp_path: Path) -> None:
    """The page that `gate --history` draws."""
    found = _probed(
        tmp_path,
        draw_history(TWO.assign(subject="s", stale_turns=0, breaks=1), ".html").decode(),
        width,
        "dark",
    )
    _fits(found, "dark")


def test_every_column_of_every_table_sorts(tmp_path: Path) -> None:
    """Up, then down; numbers by value, what is missing last both times, and the heading says which way."""
    text = write(priced(build(everything())), tmp_path, "Sorts")[-1].read_text("utf-8")
    sorts = _probed(tmp_path, text, 1280, "light")["sorts"]
    assert isinstance(sorts, list) and len(sorts) > 20
    for column in sorts:
        key = float if column["numeric"] else str.casefold
        for way, backwards in (("up", False), ("down", True)):
            values = column[way]
            known = [value for value in values if value != ""]
            assert values == known + [""] * (len(values) - len(known)), column["title"]
            assert [key(v) for v in known] == sorted(map(key, known), reverse=backwards), column["title"]
        assert column["marked"] == "descending"
