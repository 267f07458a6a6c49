"""The nearest known name."""

import random

import pytest

from agentbench.nearest import nearest


@pytest.mark.parametrize(
    ("name", "known", "found"),
    [
        pytest.param("appendd", ["monolith", "appended", "split"], "appended", id="typo"),
        pytest.param("EAGER", ["eager", "bridge"], "eager", id="letter-case"),
        pytest.param("zzz", ["eager", "bridge"], None, id="nothing-like-it"),
        pytest.param("x", [], None, id="nothing-known"),
        pytest.param("ab", ["abd", "abc"], "abc", id="equal-likeness-by-alphabet"),
    ],
)
def test_nearest(name: str, known: list[str], found: str | None) -> None:
    """The likest name is offered, and none where none is like it."""
    assert nearest(name, known) == found


def test_order_of_the_known_names_does_not_matter() -> None:
    """A shuffled list of known names gives the same answer."""
    known = ["read_file", "read_files", "reed_file", "write_file"]
    for seed in range(20):
        assert nearest("raed_file", random.Random(seed).sample(known, len(known))) == "read_file"
