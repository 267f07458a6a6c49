"""The page in a real browser: nothing overflows, tables sort, nothing is fetched. Skipped where there is none."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from agentbench.report import write
from tests.report.frames import FRAME

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed")

# runs after the page's own script, and leaves what it finds in the document
PROBE = """<script>
document.querySelectorAll("details").forEach(one => { one.open = true; });
const table = document.querySelector("table.sortable");
const heading = [...table.tHead.rows[0].cells].findIndex(cell => cell.textContent === "Cost");
const column = () => [...table.tBodies[0].rows].map(row => row.cells[heading].textContent.trim());
const click = () => { table.tHead.rows[0].cells[heading].querySelector("button").click(); return column(); };
const found = {
  overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  width: document.documentElement.clientWidth,
  up: click(), down: click(), sorted: table.tHead.rows[0].cells[heading].getAttribute("aria-sort"),
  fetched: performance.getEntriesByType("resource").map(entry => entry.name),
  paper: getComputedStyle(document.body).backgroundColor,
};
document.body.insertAdjacentHTML("beforeend", `<pre id="found">${JSON.stringify(found)}</pre>`);
</script></body>"""


def _probed(folder: Path, width: int, *options: str) -> dict[str, object]:
    assert BROWSER is not None
    page = folder / "probed.html"
    text = write(FRAME, folder, "Two layouts")[-1].read_text("utf-8")
    page.write_text(text.replace("</body>", PROBE), "utf-8")
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


@pytest.mark.parametrize(
    ("width", "options", "paper"),
    [
        pytest.param(1280, (), "rgb(255, 255, 255)", id="wide-light"),
        pytest.param(480, ("--blink-settings=preferredColorScheme=0",), "rgb(20, 23, 28)", id="narrow-dark"),
    ],
)
def test_the_page_fits_sorts_and_fetches_nothing(
    width: int, options: tuple[str, ...], paper: str, tmp_path: Path
) -> None:
    """At this width and colour scheme nothing overflows, a click sorts by value, and nothing is fetched."""
    found = _probed(tmp_path, width, *options)
    assert (found["overflow"], found["paper"], found["fetched"]) == (0, paper, [])
    assert isinstance(found["up"], list)
    assert found["up"] == sorted(found["up"])
    assert found["down"] == found["up"][::-1]
    assert found["sorted"] == "descending"
