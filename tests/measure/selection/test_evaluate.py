"""`select`: the tables over a data set."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from agentbench.builder.tools import load_catalogue
from agentbench.errors import BadInput, NotFound
from agentbench.measure.selection import evaluate, load_labelled
from agentbench.measure.selection.intervals import mean_interval
from tests.shared_data import shared

TOOLS = [
    {"name": "create_issue", "description": "Create an issue", "source": "git"},
    {"name": "close_issue", "description": "Close an issue", "source": "git"},
    {"name": "send_mail", "description": "Send a message", "source": "mail"},
]
QUERIES: list[dict[str, object]] = [
    {"id": "1", "query": "create issue", "gold": ["create_issue"]},
    {"id": "2", "query": "create issue", "gold": ["close_issue"], "main": "close_issue"},
    {"id": "3", "query": "send mail", "gold": ["send_mail", "create_issue"]},
]


def data_set(folder: Path, queries: list[dict[str, object]] | None = None, name: str = "set") -> Path:
    write(folder / name / "tools.jsonl", TOOLS)
    write(folder / name / "queries.jsonl", queries or QUERIES)
    return folder / name


def write(path: Path, entries: object) -> None:
    path.parent.mkdir(exist_ok=True)
    assert isinstance(entries, list)
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries))


def test_one_row_a_ranker_default_first(tmp_path: Path) -> None:
    """The default is measured whatever is named, stands first, and the others tell how far it is ahead."""
    frame = evaluate(data_set(tmp_path), ["hermes"]).frame
    assert frame["ranker"].tolist() == ["default", "hermes"]
    assert frame["queries"].tolist() == [3, 3]
    assert frame["recall_at_1"].tolist()[0] == pytest.approx((1 + 0 + 1 / 2) / 3)
    assert frame["main_recall_at_5"].tolist() == [1, 1]
    assert frame["recall_at_5_difference"].isna().tolist() == [True, False]


def test_means_lie_in_their_intervals(tmp_path: Path) -> None:
    """Each share with an interval lies within it."""
    frame = evaluate(data_set(tmp_path)).frame
    for measure in ("recall_at_5", "all_gold_at_5", "mrr"):
        assert (frame[f"{measure}_low"] <= frame[measure]).all()
        assert (frame[measure] <= frame[f"{measure}_high"]).all()


def test_the_same_seed_gives_the_same_tables(tmp_path: Path) -> None:
    """Shuffling and resampling are seeded."""
    folder = data_set(tmp_path)
    pd.testing.assert_frame_equal(evaluate(folder, seed=3).frame, evaluate(folder, seed=3).frame)


def test_tables_by_tool_source_and_confusion(tmp_path: Path) -> None:
    """Each needed tool has its share; a wrong first tool of the same server is a sibling."""
    result = evaluate(data_set(tmp_path), ["default"])
    tools = result.per_tool.set_index("tool")
    assert tools.loc["create_issue", "n"] == 2
    assert tools.loc["create_issue", "recall_at_5"] == 0.5
    assert tools.loc["close_issue", "recall_at_5"] == 1
    sources = result.per_source.set_index("source")
    assert sources.loc["mcp-git", "recall_at_5"] == pytest.approx(2 / 3)
    first = result.confusions.iloc[0]
    assert (first["needed"], first["taken"], bool(first["sibling"])) == ("close_issue", "create_issue", True)


def test_a_folder_of_data_sets(tmp_path: Path) -> None:
    """A folder of data sets gives the rows of each, named."""
    data_set(tmp_path, name="a")
    data_set(tmp_path, name="b")
    assert evaluate(tmp_path, ["default"]).frame["dataset"].tolist() == ["a", "b"]


def test_distractors_make_a_curve(tmp_path: Path) -> None:
    """Tools of a catalogue without queries are added in their order, and the curve doubles up to their number."""
    folder = data_set(tmp_path)
    more = [{"name": f"read_mail_{n}", "description": "Read a message", "source": "mail"} for n in range(8)]
    write(tmp_path / "more" / "tools.jsonl", more)
    result = evaluate(folder, ["default"], distractors=8)
    assert result.frame["tools"].tolist() == [11]
    assert result.curve["tools"].tolist() == [3, 4, 5, 7, 11]
    with pytest.raises(BadInput, match="asked for 9 distractors, found 8"):
        evaluate(folder, ["default"], distractors=9)


def test_irrelevant_queries_beside_it(tmp_path: Path) -> None:
    """The queries of `<name>_irrelevance` are answered from their own tools, or with nothing."""
    folder = data_set(tmp_path)
    tools = [{"name": "bake_bread", "description": "Bake", "parameters": {}}]
    unfitting: list[dict[str, object]] = [
        {"query": "create issue", "tools": tools},
        {"query": "bake bread", "tools": tools},
    ]
    write(tmp_path / "set_irrelevance" / "queries.jsonl", unfitting)
    nothing = evaluate(folder, ["keywords"]).nothing
    assert nothing["ranker"].tolist() == ["default", "default", "default", "keywords"]
    assert nothing["nothing_share"].tolist()[0] == 0.5
    assert nothing["kept_share"].tolist()[0] == 1


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        pytest.param("{", "line 1 is no query", id="not-json"),
        pytest.param('{"gold": []}', "line 1 is no query", id="no-query"),
        pytest.param('{"query": "x", "gold": ["ghost"]}', "lacks, first 'ghost'", id="unknown-tool"),
        pytest.param('{"query": "x", "gold": []}', "none of 1 queries needs a tool", id="no-labels"),
        pytest.param("", "none of 0 queries needs a tool", id="empty"),
    ],
)
def test_faulty_queries(tmp_path: Path, lines: str, told: str) -> None:
    """A faulty data set is bad input and its first fault is named."""
    folder = data_set(tmp_path)
    (folder / "queries.jsonl").write_text(lines)
    with pytest.raises(BadInput, match=told):
        evaluate(folder)


def test_a_query_that_needs_no_tool_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It counts in no mean; and a data set may be asked for from inside its folder."""
    folder = data_set(tmp_path, [*QUERIES, {"id": "4", "query": "create issue", "gold": []}])
    monkeypatch.chdir(folder)
    frame = evaluate(Path(), ["default"]).frame
    assert (frame["dataset"][0], frame["queries"][0]) == ("set", 3)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    """Queries without a catalogue are bad input."""
    folder = data_set(tmp_path)
    (folder / "tools.jsonl").unlink()
    with pytest.raises(BadInput, match=r"tools\.jsonl.*cannot be read"):
        evaluate(folder)
    folder = data_set(tmp_path)
    (folder / "queries.jsonl").unlink()
    with pytest.raises(BadInput, match=r"queries\.jsonl.*cannot be read"):
        load_labelled(folder)


def test_a_result_is_a_table_in_a_notebook(tmp_path: Path) -> None:
    """A cell shows the frame."""
    assert "<table" in evaluate(data_set(tmp_path), ["default"])._repr_html_()


def test_what_is_not_there(tmp_path: Path) -> None:
    """A folder without queries and a misspelt ranker are told with what to do."""
    with pytest.raises(BadInput, match=r"found no queries\.jsonl"):
        evaluate(tmp_path)
    with pytest.raises(NotFound, match="did you mean 'hermes'"):
        evaluate(data_set(tmp_path), ["hermse"])


def test_mean_interval_of_a_coin() -> None:
    """For 400 fair throws the interval is about the normal one, 0.5 +- 1.96 x 0.5 / 20."""
    low, high = mean_interval(np.array([0.0, 1.0] * 200), seed=1)
    assert low == pytest.approx(0.451, abs=0.008)
    assert high == pytest.approx(0.549, abs=0.008)


LEAST = {"livemcp": 0.54, "metatool": 0.70, "bfcl": 0.83, "sealtools": 0.89, "toollinkos": 0.93}


@pytest.mark.parametrize("name", LEAST)
def test_the_default_finds_the_tool_on_real_labels(name: str) -> None:
    """On each shared data set the default reaches the recall asked for and is significantly ahead of all others."""
    measure = "main_recall_at_5" if name == "toollinkos" else "recall_at_5"
    frame = evaluate(shared(f"data/tool-selection/{name}")).frame.set_index("ranker")
    print(
        name,
        frame[[measure, f"{measure}_low", f"{measure}_high", f"{measure}_difference"]].round(3).to_string(),
    )
    assert frame.loc["default", measure] >= LEAST[name]
    assert (frame.drop("default")[f"{measure}_difference_low"] > 0).all()


def test_every_shared_set_loads_whole() -> None:
    """The five sets hold 7,821 queries, and no needed tool is unknown."""
    loaded = [load_labelled(shared(f"data/tool-selection/{name}")) for name in LEAST]
    assert sum(len(labelled.queries) for labelled in loaded) == 140 + 3352 + 1612 + 1540 + 1177
    assert all(query.slots for labelled in loaded for query in labelled.queries)


def test_real_distractors() -> None:
    """Real tools beside livemcp make its queries harder; those that share a name with its own are left out."""
    own = {tool.name for tool in load_catalogue(shared("data/tool-selection/livemcp/tools.jsonl"))}
    more = load_catalogue(shared("data/tool-selection/toucan_mcp_catalog/tools.jsonl"))
    result = evaluate(shared("data/tool-selection/livemcp"), ["default"], distractors=1000)
    assert result.frame["tools"].tolist() == [527 + sum(tool.name not in own for tool in more[:1000])]
    assert result.curve["recall_at_5"].is_monotonic_decreasing
