"""What each ranker finds, and what none of them may depend on."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentbench.builder.deferral.search import RANKERS, Ranker, blended, hermes
from agentbench.builder.deferral.search.fit import word_fit
from agentbench.builder.deferral.search.related import related
from agentbench.builder.deferral.search.text import tool_text
from agentbench.builder.tools import Tool
from tests.shared_data import shared


def tool(name: str, description: str = "", **parameters: str) -> Tool:
    properties = {key: {"type": "string", "description": text} for key, text in parameters.items()}
    return Tool(name=name, description=description, parameters={"type": "object", "properties": properties})


CATALOGUE = (
    tool("create_issue", "Create an issue in a repository", repo="owner and name"),
    tool("list_issues", "List the issues of a repository", repo="owner and name"),
    tool("weather_forecast", "Forecast for a place on earth", city="name of the city"),
    tool("airqualityforecast", "Two days ahead, for any zip code"),
    tool("sendMail", "Send a message", recipient="address", subject="first line"),
    tool("book_physician", "Make an appointment at a practice"),
    tool("bing_search", "使用必应搜索指定的关键词"),
    tool("pay_invoice", "Settle a bill", account="IBAN to pay from"),
)
INDEX = blended(CATALOGUE)


def first(query: str) -> str | None:
    hits = INDEX.rank(query, 5)
    return hits[0].name if hits else None


@pytest.mark.parametrize(
    ("query", "name"),
    [
        pytest.param("create issue", "create_issue", id="words-of-the-name"),
        pytest.param("list_issues", "list_issues", id="exact-name"),
        pytest.param("SENDMAIL", "sendMail", id="exact-name-in-another-case"),
        pytest.param("Please could you send a mail for me?", "sendMail", id="camel-case-and-stop-words"),
        pytest.param("wether forcast", "weather_forecast", id="typos"),
        pytest.param("air quality", "airqualityforecast", id="joined-name"),
        pytest.param("doctor", "book_physician", id="another-vocabulary"),
        pytest.param("必应搜索", "bing_search", id="chinese"),
        pytest.param("IBAN", "pay_invoice", id="parameter-description"),
        pytest.param("recipient", "sendMail", id="parameter-name"),
    ],
)
def test_the_default_finds(query: str, name: str) -> None:
    """The default ranker puts the right tool first where plain words would miss it."""
    assert first(query) == name


@pytest.mark.parametrize("query", ["", "   ", "!!!", "qqqqxyzzy", "play some jazz music"])
def test_nothing_fits_is_an_answer(query: str) -> None:
    """A request that no tool answers gets no tool."""
    assert INDEX.rank(query, 5) == ()


@pytest.mark.parametrize(
    ("query", "low", "high"),
    [
        pytest.param("earth", 0.5, 1, id="one-word-of-a-description"),
        pytest.param("play some jazz music", 0, 0.3, id="chance-likeness-only"),
        pytest.param("wether forcast", float("inf"), float("inf"), id="n-grams-decide"),
        pytest.param("!!!", 0, 0, id="no-words"),
    ],
)
def test_fit_counts_matched_words(query: str, low: float, high: float) -> None:
    """The fit is what the threshold compares; it is infinite where n-grams alone are enough."""
    assert low <= INDEX.fit(query, 5) <= high


def test_the_fit_of_one_tool_by_hand() -> None:
    """Two words of two, a whole name of two, one pair: 2 / sqrt(3) + 2 / sqrt(2) + 1 / 2."""
    words = ["create", "issue"]
    found = word_fit(words, ["creat", "issu"], {}, tool_text(CATALOGUE[0]))
    assert found == pytest.approx(2 / 3**0.5 + 2 / 2**0.5 + 0.5)


def test_several_needs_share_the_places() -> None:
    """Three requests in one sentence bring all three tools into the first three places."""
    query = (
        "Create an issue in my repository, send a mail to Ann and tell me the weather forecast of the city."
    )
    assert {hit.name for hit in INDEX.rank(query, 3)} == {"create_issue", "sendMail", "weather_forecast"}


def test_related_words_are_told_with_their_likeness() -> None:
    """The table gives neighbours nearest first; an unknown word has none."""
    likeness = [value for _, value in related("doctor")]
    assert "physician" in [word for word, _ in related("doctor")]
    assert likeness == sorted(likeness, reverse=True)
    assert related("qqqqxyzzy") == ()


@given(st.permutations(CATALOGUE), st.sampled_from(["issue repository", "forecast", "send", "mail doctor"]))
@settings(max_examples=30)
def test_the_catalogue_s_order_does_not_matter(catalogue: list[Tool], query: str) -> None:
    """A shuffled catalogue gives the same answer, scores included."""
    assert blended(catalogue).rank(query, 8) == INDEX.rank(query, 8)


def test_equal_tools_come_by_name() -> None:
    """Tools that differ in nothing but a number stand in the order of their names."""
    same = [tool(f"t{n}", "Create a thing") for n in (3, 1, 2)]
    assert [hit.name for hit in blended(same).rank("create thing", 3)] == ["t1", "t2", "t3"]


@pytest.mark.parametrize("ranker", RANKERS.values(), ids=RANKERS)
def test_limits(ranker: Ranker) -> None:
    """No ranker gives more than the limit, any for limit 0, or any of an empty catalogue."""
    assert len(ranker(CATALOGUE).rank("create issue forecast", 2)) == 2
    assert ranker(CATALOGUE).rank("create issue", 0) == ()
    assert ranker(()).rank("create issue", 5) == ()


@pytest.mark.parametrize("ranker", RANKERS.values(), ids=RANKERS)
@given(query=st.text(max_size=40))
def test_any_text_is_a_query(ranker: Ranker, query: str) -> None:
    """No text raises; each hit is a tool of the catalogue, none stands twice."""
    hits = ranker(CATALOGUE[:4]).rank(query, 10)
    names = [hit.name for hit in hits]
    assert set(names) <= {tool.name for tool in CATALOGUE}
    assert len(set(names)) == len(names)


def test_an_exact_name_comes_first_among_hundreds() -> None:
    """Whatever else matches better, a tool asked for by its exact name is first."""
    chance = random.Random(1)
    words = ["create", "list", "get", "issue", "mail", "file", "user", "order"]
    names = sorted({"_".join(chance.sample(words, chance.randint(1, 3))) for _ in range(200)})
    index = blended([tool(name, " ".join(chance.choices(words, k=6))) for name in names])
    assert [index.rank(name, 1)[0].name for name in names] == names


def test_hermes_vectors() -> None:
    """All shared vectors of Hermes' ranking: the names in order, the scores to 1e-6."""
    data = json.loads(shared("data/vectors/tool_search_rank.json").read_text())
    indexes = {name: hermes(_definitions(found)) for name, found in data["meta"]["catalogs"].items()}
    for case in data["cases"]:
        hits = indexes[case["catalog"]].rank(case["query"], case["limit"])
        assert [hit.name for hit in hits] == [hit["name"] for hit in case["ranked"]], case["id"]
        scores = [hit["score"] for hit in case["ranked"]]
        assert [hit.score for hit in hits] == pytest.approx(scores, abs=1e-6), case["id"]


def _definitions(catalogue: list[dict[str, dict[str, object]]]) -> list[Tool]:
    """Hermes' catalogue as tools; what has no name is skipped, as Hermes skips it."""
    inner = [entry["function"] for entry in catalogue if entry.get("function", {}).get("name")]
    return [
        Tool(
            name=str(entry["name"]),
            description=str(entry.get("description") or ""),
            parameters=entry["parameters"] if isinstance(entry.get("parameters"), dict) else {},
        )
        for entry in inner
    ]
