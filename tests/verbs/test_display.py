"""What people see in a notebook and in a terminal: nothing to run, nothing fetched, nothing unescaped."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

import agentbench as ab
from agentbench.verbs.run import Run

PROJECT = Path(__file__).resolve().parents[2]
TAPES = PROJECT / "cassettes" / "default"
VOID = {"br", "hr", "img", "meta"}


class Reader(HTMLParser):
    """Checks that tags close, and collects what they are and refer to."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.refers: list[str] = []
        self.handlers: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Remember the tag and its attributes."""
        self.tags.add(tag)
        self.refers += [name for name, _ in attrs if name in ("src", "href")]
        self.handlers += [name for name, _ in attrs if name.startswith("on")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """It closes the latest open one."""
        assert self.open.pop() == tag


def read(html: str) -> Reader:
    """The HTML, checked: balanced, no script, no handler, nothing fetched, no colour of its own for text or ground."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == [] and not reader.refers and not reader.handlers
    assert not reader.tags & {"script", "style", "link", "iframe", "img", "button"}
    assert "background" not in html and ";color:" not in html.replace(" ", "") and '"color:' not in html
    return reader


@pytest.fixture(scope="module")
def monolith() -> ab.Exchanges:
    """One recorded session that breaks."""
    return ab.inspect(TAPES / "monolith" / "eager" / "anthropic-claude-sonnet-4-6" / "sale-hour.yaml")


def test_exchanges(monolith: ab.Exchanges) -> None:
    """How many of which kind, then the overview of the first rows; the same in text."""
    assert "table" in read(monolith._repr_html_()).tags
    assert repr(monolith).startswith(f"{len(monolith)} interactions: {len(monolith)} simulated model_call")
    assert "cache read tokens" in repr(monolith) and "cache read tokens" in monolith._repr_html_()


def test_a_diagnosis(monolith: ab.Exchanges) -> None:
    """Classes with what they cost, then each miss with the first changed character marked in both excerpts."""
    found = ab.diagnose(monolith)
    html = found._repr_html_()
    assert {"del", "ins", "mark", "details"} <= read(html).tags
    one = next(one for one in found.lost if one.miss.name == "system_clock")
    assert one.miss.now and f"<ins><mark>{one.miss.now[0]}</mark>{one.miss.now[1:5]}" in html
    assert "system_clock" in repr(found) and "$" in repr(found)
    assert not {"del", "ins"} & read(ab.diagnose(monolith, redact=True)._repr_html_()).tags


def test_a_run(monolith: ab.Exchanges) -> None:
    """The bench, its arms, and why cells failed."""
    bench = ab.Bench(name="b<i>", layouts=(), models=(), casts=())
    run = Run(bench=bench, cells=(), exchanges=monolith.exchanges, failures={"a/<b>": "no <tape>"})
    assert "monolith" in run._repr_html_() and "&lt;tape&gt;" in run._repr_html_()
    read(run._repr_html_())
    assert "cell a/<b> failed: no <tape>" in repr(run) and "monolith" in repr(run)


def test_a_verdict(tmp_path: Path) -> None:
    """The outcome first, in words and behind a bar, then every arm."""
    from agentbench.verbs.gate import measured

    measured(TAPES / "appended").save(tmp_path / "b.json")
    for subject, outcome in ((TAPES / "appended", "pass"), (TAPES / "monolith", "cannot tell")):
        judged = ab.gate(subject, tmp_path / "b.json")
        assert read(judged._repr_html_()).tags >= {"b", "table"}
        assert f"<b>{outcome}" in judged._repr_html_()
        assert repr(judged).startswith(outcome) and "Hit share" in repr(judged)


def test_comparison_cost_and_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is a table with a caption, in text as well."""
    monkeypatch.chdir(PROJECT)
    frame = ab.inspect(*sorted(TAPES.glob("*/eager"))).frame
    shown = (
        ab.compare(frame, "layout", baseline="monolith", candidate="appended"),
        ab.cost(frame),
        ab.build("assistant").decisions,
    )
    for one in shown:
        assert {"table", "caption"} <= read(one._repr_html_()).tags
        assert len(repr(one).splitlines()) > 3


def test_a_built_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fold per block, named and sized, coloured by its tier."""
    monkeypatch.chdir(PROJECT)
    built = ab.build("assistant", "monolith", scenario="support-desk")
    html = built._repr_html_()
    read(html)
    assert html.count("<details") == len(built.spans)
    for tier in ("stable", "context", "volatile"):
        assert f"{tier} · " in html or tier not in set(built.spans["tier"].dropna())


def test_a_tool_array(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row per tool with its arguments, in the order of the request; its schema in a fold."""
    monkeypatch.chdir(PROJECT)
    tools = ab.build("assistant", scenario="support-desk").tools
    html = tools._repr_html_()
    assert {"table", "caption", "details", "pre"} <= read(html).tags
    assert html.count("<details") == len(tools)
    assert [row[0].text for row in tools.table.rows] == [tool.name for tool in tools]
    first = tools[0].parameters["required"]
    assert isinstance(first, list) and f"{first[0]}*" in repr(tools)


def test_predictions() -> None:
    """What should be read beside what was, call by call; the note says why."""
    recorded = ab.inspect(PROJECT / "cassettes" / "local" / "appended")
    found = recorded.predictions
    assert {"table", "caption", "p"} <= read(found._repr_html_()).tags
    assert repr(found).startswith(f"{len(recorded)} predictions, ")
    cells = [row[4].text for row in found.table.rows]
    reads = [one.response.usage.read for one in recorded if one.response]
    assert cells == [f"{read:,}" for read in reads[:20] if read is not None]
    assert "stored and live" in repr(found)


def test_one_lost_read() -> None:
    """As text in a terminal: place, both excerpts, what to do; the same in a cell."""
    one = ab.diagnose(PROJECT / "cassettes" / "local" / "monolith").lost[0]
    assert repr(one) == one.text() and "  do:   " in repr(one) and "  was:  " in repr(one)
    assert {"details", "del", "ins"} <= read(one._repr_html_()).tags


def test_rankers(tmp_path: Path) -> None:
    """A row per ranker with its intervals."""
    tools = [{"name": name, "description": f"{name} things"} for name in ("read", "write", "search")]
    (tmp_path / "tools.jsonl").write_text("\n".join(map(json.dumps, tools)))
    (tmp_path / "queries.jsonl").write_text('{"id": "q", "query": "search things", "gold": ["search"]}')
    found = ab.select(tmp_path, ["okapi"])
    assert {"table", "caption"} <= read(found._repr_html_()).tags
    assert "okapi" in repr(found) and "[" in repr(found)


def test_one_exchange(monolith: ab.Exchanges) -> None:
    """One line that fits a terminal: where, what was sent, what was read; no prompt text."""
    said = repr(monolith.exchanges[1])
    assert said.startswith("Exchange(") and "#1, " in said and "tokens read" in said
    assert len(said) < 300
