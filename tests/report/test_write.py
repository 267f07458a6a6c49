"""The report's files."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pandas as pd
import pytest

from agentbench.frame import build
from agentbench.measure import PRICE_TABLE, priced
from agentbench.report import write
from tests.exchanges import exchange
from tests.measure.frames import FOUR_TURNS
from tests.report.frames import FRAME, recorded

VERSIONS = {"pydantic-ai": "2.68.0", "agentbench": "0.1.0"}
FILES = ["frame.parquet", "summary.json", "report.md", "index.html"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of the shared frame."""
    out = tmp_path_factory.mktemp("report") / "deep"
    assert [path.name for path in write(FRAME, out, "Two layouts", VERSIONS)] == FILES
    return out


class _Page(HTMLParser):
    """Collects what matters of a page: text, open tags, everything that could load something."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.loads: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.loads += [
            f"{tag} {name}" for name in ("src", "href") if not (found.get(name) or "#").startswith("#")
        ]
        self.ids += [found["id"] or ""] if "id" in found else []

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def _page(folder: Path) -> _Page:
    page = _Page()
    page.feed((folder / "index.html").read_text("utf-8"))
    return page


def test_the_same_frame_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    """Nothing in a report depends on when or how often it is written."""
    for path in write(FRAME, tmp_path, "Two layouts", VERSIONS):
        assert path.read_bytes() == (folder / path.name).read_bytes(), path.name


def test_the_page_loads_nothing(folder: Path) -> None:
    """One file: no address is fetched, and a policy forbids it."""
    assert _page(folder).loads == []
    text = (folder / "index.html").read_text("utf-8")
    assert "default-src 'none'" in text
    assert "prefers-color-scheme: dark" in text


def test_the_page_says_first_how_many_exchanges_of_which_provenance(folder: Path) -> None:
    """The first words of the body are the counts, then the title, then the answer."""
    body = "".join(_page(folder).words).split("</style>")[-1]
    counts, title = body.index("4 recorded, 12 simulated and 0 predicted"), body.rindex("Two layouts")
    assert counts < title < body.index("Use appended: it costs")


def test_the_page_shows_breaks_with_their_excerpts(folder: Path) -> None:
    """Block, segment, byte, and what stood there and stands there now; recorded text is escaped."""
    text = (folder / "index.html").read_text("utf-8")
    assert re.search(r"<h4><code>clock</code> <span .*>volatile</span> breaks monolith</h4>", text)
    assert re.search(r"In 3 of 3 requests \(simulated\), first at <code>system\[0\] byte \d+</code>", text)
    assert re.search(
        r"<code>monolith, anthropic:claude-sonnet-4-6, tools eager: [^<]+ \(3 of 3\)</code>", text
    )
    assert "<del>0\\n\\nLikes tea." in text
    assert "<ins>1\\n\\nLikes tea." in text
    assert "Bob&lt;/b&gt;" in text
    assert "<b>Bob" not in text


def test_the_page_has_one_id_each(folder: Path) -> None:
    """Several figures share the page without sharing ids."""
    ids = _page(folder).ids
    assert len(ids) == len(set(ids)) > 10


def test_the_markdown_begins_with_the_answer(folder: Path) -> None:
    """First line the verdict; then counts, tables, and where the numbers come from."""
    lines = (folder / "report.md").read_text("utf-8").splitlines()
    assert lines[0].startswith("Use appended: it costs 34.3% to 52.6% less a session than monolith")
    assert [line for line in lines if line.startswith("## ")] == [
        "## What layouts cost",
        "## Where prefixes break",
        "## Byte stability",
        "## Recorded traffic, per model family",
        "## Not priced",
        "## Where the numbers come from",
    ]
    assert lines[-1] == f"* prices: {PRICE_TABLE}"


def test_the_summary_is_for_programs(folder: Path) -> None:
    """A schema version, counts, arms, breaks, families and versions; missing is null."""
    found = json.loads((folder / "summary.json").read_text("utf-8"))
    assert found["schema_version"] == 1
    assert found["exchanges"] == {
        "recorded": 4,
        "simulated": 12,
        "predicted": 0,
        "set_aside": 0,
        "unreadable": 1,
    }
    assert {(arm["layout"], arm["model"]) for arm in found["layouts"]} == {
        (layout, model)
        for layout in ("appended", "monolith")
        for model in ("anthropic:claude-sonnet-4-6", "openai-chat:gpt-5.2")
    }
    families = {row["family"]: row for row in found["recorded_families"]}
    assert families["claude"]["coverage_share"] == 1.0
    assert families[None]["cost_usd"] is None
    assert list(found["versions"]) == sorted(VERSIONS)


def test_the_frame_is_kept_whole(folder: Path) -> None:
    """Parquet gives back the frame."""
    pd.testing.assert_frame_equal(pd.read_parquet(folder / "frame.parquet"), FRAME)


@pytest.mark.parametrize(
    ("frame", "says"),
    [
        pytest.param(build([]), "No recorded traffic is here.", id="empty"),
        pytest.param(FOUR_TURNS, "No recorded traffic is here.", id="ours-only"),
        pytest.param(priced(build(recorded())), "Where recorded traffic breaks: 1 place", id="recorded-only"),
        pytest.param(
            priced(build([exchange(kind="unreadable", index=None, reason="cut")])),
            "Not judged: 1 row",
            id="unreadable-only",
        ),
    ],
)
def test_a_part_that_is_missing_is_said_or_left_out(frame: pd.DataFrame, says: str, tmp_path: Path) -> None:
    """A report can be written of any frame."""
    write(frame, tmp_path, "Part")
    assert says in (tmp_path / "index.html").read_text("utf-8")
