"""The diagnosis on real multi-turn recordings, changed in one way at a time (`suite` says which)."""

import pytest

from tests.caching.diagnosis.mutators import CONTROLS
from tests.caching.diagnosis.suite import Outcome, held_back_pairs, judged, mutated
from tests.shared_data import shared


@pytest.fixture(scope="module")
def outcome() -> Outcome:
    """The whole suite on the held-back half."""
    return judged(held_back_pairs(shared("data/corpus")))


def test_mutations_of_real_recordings_are_named(outcome: Outcome) -> None:
    """The class is right on at least 95 %, the first byte on all (issue 7)."""
    assert outcome.mutations >= 300
    assert outcome.class_right >= 0.95 * outcome.mutations, outcome.wrong
    assert outcome.causes >= 60
    assert outcome.byte_right == outcome.mutations


def test_negative_controls_on_real_recordings_are_not_flagged(outcome: Outcome) -> None:
    """What moves no byte of the prompt is no finding."""
    assert outcome.flagged == ()
    assert outcome.controls >= 100


def test_every_control_applies_somewhere() -> None:
    """No control passes because it was never tried."""
    pairs = held_back_pairs(shared("data/corpus"))
    assert all(any(mutated(pair, control) for pair in pairs) for control in CONTROLS)
