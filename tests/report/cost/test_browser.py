"""The cost page in a real browser: nothing overflows and nothing is fetched. Skipped where there is none."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from agentbench.report.cost import cost_contents, cost_page
from tests.report.frames import FRAME

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed")

# the page has no script of its own; this one leaves what it finds in the document
PROBE = """<script>
document.querySelectorAll("details").forEach(one => { one.open = true; });
const found = {
  overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  fetched: performance.getEntriesByType("resource").map(entry => entry.name),
  paper: getComputedStyle(document.body).backgroundColor,
};
document.body.insertAdjacentHTML("beforeend", `<pre id="found">${JSON.stringify(found)}</pre>`);
</script></body>"""


@pytest.mark.parametrize(
    ("width", "options", "paper"),
    [
        pytest.param(1280, (), "rgb(255, 255, 255)", id="wide-light"),
        pytest.param(480, ("--blink-settings=preferredColorScheme=0",), "rgb(20, 23, 28)", id="narrow-dark"),
    ],
)
def test_the_page_fits_and_fetches_nothing(
    width: int, options: tuple[str, ...], paper: str, tmp_path: Path
) -> None:
    """At this width and colour scheme, with all that can be folded out, nothing stands beyond the edge."""
    assert BROWSER is not None
    by = ("provenance", "family", "model", "layout", "scenario")
    page = tmp_path / "cost.html"
    text = cost_page(cost_contents(FRAME, by), FRAME, "Cost")
    page.write_text(text.replace("</body>", PROBE), "utf-8")
    plain = ("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}")
    command = [BROWSER, *plain, f"--window-size={width},1200", *options, "--dump-dom", page.as_uri()]
    document = subprocess.run(command, capture_output=True, timeout=180, check=True).stdout.decode()
    found = json.loads(re.findall(r'<pre id="found">(.*?)</pre>', document, re.DOTALL)[-1])
    assert found == {"overflow": 0, "fetched": [], "paper": paper}
