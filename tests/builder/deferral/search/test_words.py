"""Words of tools and requests."""

import pytest

from agentbench.builder.deferral.search.grams import grams
from agentbench.builder.deferral.search.words import pairs, split, terms


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("get_user.info-v2", ["get", "user", "info", "v", "2"], id="snake-dots-digits"),
        pytest.param("getHTTPStatus", ["get", "http", "status"], id="camel-and-acronym"),
        pytest.param("PDF_URLTool", ["pdf", "url", "tool"], id="acronyms"),
        pytest.param("Café don't", ["cafe", "dont"], id="accents-and-apostrophes"),
        pytest.param("查询天气 API", ["查询天气", "api"], id="unspaced-run-stays-whole"),
        pytest.param("Ёлка", ["елка"], id="cyrillic"),
        pytest.param("!!! --", [], id="no-words"),
    ],
)
def test_split(text: str, words: list[str]) -> None:
    """Identifiers split at separators, humps and digits."""
    assert list(split(text)) == words


def test_terms_are_stems_of_content_words() -> None:
    """Stop words are left out and endings cut."""
    assert terms("Could you please create the issues") == ["creat", "issu"]


def test_pairs_keep_word_order() -> None:
    """Neighbours become one term."""
    assert pairs(["net", "incom", "tax"]) == ["net incom", "incom tax"]


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        pytest.param("ab", (" ab", "ab ", " ab "), id="short"),
        pytest.param("天气预", ("天气", "气预"), id="unspaced-script-in-pairs"),
        pytest.param("天", ("天",), id="one-character"),
    ],
)
def test_grams(word: str, pieces: tuple[str, ...]) -> None:
    """Pieces of 3 to 5 characters with borders; pairs where a script has no spaces."""
    assert grams(word) == pieces
