"""The sparse index gives rank_bm25's scores."""

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from agentbench.builder.deferral.search.coverage import spread
from agentbench.builder.deferral.search.postings import bm25

words = st.sampled_from(["weather", "forecast", "city", "create", "issue", "send", "mail", "the"])
corpora = st.lists(st.lists(words, max_size=8), min_size=1, max_size=12).filter(any)


@given(corpora, st.lists(words, min_size=1, max_size=4, unique=True))
def test_single_field_scores_equal_rank_bm25(corpus: list[list[str]], query: list[str]) -> None:
    """One field's scores from postings are BM25Okapi.get_scores, document by document."""
    ours = bm25(corpus).scores(dict.fromkeys(query, 1.0))
    assert ours == pytest.approx(BM25Okapi(corpus).get_scores(query), abs=1e-12)


def test_a_thousand_documents_equal_rank_bm25() -> None:
    """The same holds on a catalogue of real size, where no idf is floored."""
    chance = random.Random(5)
    corpus = [[f"w{int(chance.paretovariate(0.4)) % 500}" for _ in range(20)] for _ in range(1000)]
    query = ["w3", "w17", "w401", "unknown"]
    ours = bm25(corpus, k1=1.2, b=0.5).scores(dict.fromkeys(query, 1.0))
    assert ours == pytest.approx(BM25Okapi(corpus, k1=1.2, b=0.5).get_scores(query), abs=1e-12)


def test_the_floor_lets_a_catalogue_of_one_be_searched() -> None:
    """rank_bm25 scores a match in a single document below 0; with a floor it is above."""
    assert BM25Okapi([["mail"]]).get_scores(["mail"])[0] < 0
    assert bm25([["mail"]], least=0.05).scores({"mail": 1.0})[0] > 0


def test_documents_without_words_are_no_error() -> None:
    """A catalogue in which no document has a word scores 0 throughout."""
    assert bm25([[], []]).scores({"mail": 1.0}).tolist() == [0.0, 0.0]


def test_spread_lowers_what_is_answered() -> None:
    """Two tools of one need stand before a third of another by score; half lowered, the other need comes second."""
    gains = np.array([[4.0, 3.9, 0.0], [0.0, 0.0, 3.0]])
    assert [at for at, _ in spread(gains, 3, 0.0)] == [0, 1, 2]
    assert spread(gains, 3, 0.5) == [(0, 4.0), (2, 3.0), (1, pytest.approx(1.95))]


@given(st.lists(st.lists(st.floats(0, 9), min_size=4, max_size=4), min_size=1, max_size=5), st.floats(0, 1))
def test_spread_never_rises(gains: list[list[float]], lowered: float) -> None:
    """Each choice gains no more than the one before it, and none is chosen twice."""
    chosen = spread(np.array(gains), 4, lowered)
    assert all(a[1] >= b[1] - 1e-9 for a, b in pairwise(chosen))
    assert len({at for at, _ in chosen}) == len(chosen)
