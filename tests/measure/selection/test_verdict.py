"""Whether a turn's tools were the right ones."""

from collections.abc import Collection

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbench.measure.selection import verdict
from agentbench.measure.selection.verdict import siblings

TOOLSETS = {
    "ledgerly_create_invoice": "mcp-ledgerly",
    "ledgerly_record_payment": "mcp-ledgerly",
    "quillbooks_create_invoice": "mcp-quillbooks",
    "quillbooks_list_accounts": "mcp-quillbooks",
    "channelly_post_message": "mcp-channelly",
}
INVOICE, PAYMENT, TWIN, MESSAGE = (
    "ledgerly_create_invoice",
    "ledgerly_record_payment",
    "quillbooks_create_invoice",
    "channelly_post_message",
)


@pytest.mark.parametrize(
    ("expected", "called", "found", "said"),
    [
        pytest.param([INVOICE], [INVOICE], None, "right", id="right"),
        pytest.param([INVOICE], [INVOICE, INVOICE], None, "right", id="called-twice"),
        pytest.param([INVOICE, MESSAGE], [MESSAGE, INVOICE], None, "right", id="both-in-any-order"),
        pytest.param([INVOICE], [INVOICE], [], "right", id="called-by-name-although-the-search-missed-it"),
        pytest.param([], [], None, "right", id="none-needed-none-called"),
        pytest.param([], [], [PAYMENT], "right", id="none-needed-only-searched"),
        pytest.param([], [MESSAGE], None, "unneeded", id="none-needed-one-called"),
        pytest.param([INVOICE], [INVOICE, MESSAGE], None, "unneeded", id="one-too-many"),
        pytest.param([INVOICE], [], [PAYMENT], "search_missed", id="not-among-what-came-back"),
        pytest.param([INVOICE], [PAYMENT], [PAYMENT], "search_missed", id="took-what-came-back"),
        pytest.param([INVOICE, MESSAGE], [INVOICE], [INVOICE], "search_missed", id="one-of-two-not-found"),
        pytest.param([INVOICE], [PAYMENT], [INVOICE, PAYMENT], "wrong_sibling", id="found-and-took-another"),
        pytest.param([INVOICE], [PAYMENT], None, "wrong_sibling", id="same-toolset"),
        pytest.param([INVOICE], [TWIN], None, "wrong_sibling", id="twin-of-another-service"),
        pytest.param([INVOICE], [MESSAGE, TWIN], None, "wrong_sibling", id="one-sibling-among-others"),
        pytest.param([INVOICE], [MESSAGE], None, "wrong", id="another-toolset"),
        pytest.param([INVOICE], ["invoice_create"], None, "wrong", id="a-tool-that-does-not-exist"),
        pytest.param([INVOICE, MESSAGE], [MESSAGE], None, "partial", id="one-of-two"),
        pytest.param([INVOICE], [], None, "none", id="nothing"),
        pytest.param([INVOICE], [], [INVOICE], "none", id="found-but-not-called"),
    ],
)
def test_verdicts(
    expected: Collection[str], called: Collection[str], found: Collection[str] | None, said: str
) -> None:
    """The first that holds, in the order of `Verdict`."""
    assert verdict(expected, called, found, TOOLSETS) == said


@pytest.mark.parametrize(
    ("expected", "called", "said"),
    [
        pytest.param([INVOICE], [], "none", id="an-error-where-a-tool-was-needed"),
        pytest.param([], [], "none", id="an-error-is-no-answer-without-tools"),
        pytest.param([INVOICE], [INVOICE], "right", id="called-before-the-error"),
    ],
)
def test_a_turn_that_ends_in_an_error(expected: list[str], called: list[str], said: str) -> None:
    """It is an outcome as any other."""
    assert verdict(expected, called, None, TOOLSETS, failed=True) == said


def test_siblings_are_known_tools() -> None:
    """An invented name is nobody's sibling; two tools of two services under two names are none either."""
    assert not siblings(INVOICE, "ledgerly_invent", TOOLSETS)
    assert not siblings(INVOICE, "quillbooks_list_accounts", TOOLSETS)


SETS = st.sets(st.sampled_from(sorted(TOOLSETS)))


@given(SETS, SETS, st.none() | SETS, st.booleans())
def test_right_is_exactly_what_is_needed(
    expected: set[str], called: set[str], found: set[str] | None, failed: bool
) -> None:
    """Whatever was searched for: `right` where both sets are the same, `unneeded` where only more was called."""
    said = verdict(expected, called, found, TOOLSETS, failed=failed)
    assert (said == "right") == (expected == called and (bool(expected) or not failed))
    assert (said == "unneeded") == (called > expected)
