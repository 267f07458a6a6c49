"""Caches of prefixes beyond OpenAI's: block sizes, offsets, replies, whole units, and engines with a small memory."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbench.caching import Hit, Missed, State, look_up, store
from agentbench.caching.by_prefix import readable_tokens
from agentbench.caching.roles import is_input, is_reply
from agentbench.caching.values import possible_reads
from agentbench.facts import CacheRule
from agentbench.tape.exchange import Segment
from tests.caching.prompts import after, outcome_after, piece, ready, rule_of

LLAMA = rule_of("qwen3", "llama_cpp")
DEEPSEEK = rule_of("deepseek-v4-flash", "deepseek")
ASK = piece("ask", 1000)
REPLY = piece("reply", 300, role="assistant")
MORE = piece("more", 20)


@pytest.mark.parametrize(
    ("provider", "model", "common", "total", "read"),
    [
        pytest.param("deepseek", "deepseek-v4-flash", 5129, 5153, 5120, id="deepseek-128-recorded"),
        pytest.param("x_ai", "grok-3-mini", 4858, 4885, 4800, id="xai-64-recorded"),
        pytest.param("llama_cpp", "qwen3", 2825, 2825, 2824, id="llama-cpp-resend-recorded"),
        pytest.param("llama_cpp", "qwen3", 2825, 2900, 2825, id="llama-cpp-extension-recorded"),
        pytest.param("venice", "qwen3-5-9b", 5789, 5810, 5280, id="venice-528-recorded"),
        pytest.param(
            "mistral_ai", "mistral-small-latest", 1783, 1805, 1760, id="mistral-one-block-less-recorded"
        ),
        pytest.param(
            "azure.ai.openai", "grok-4-1-fast-non-reasoning", 100, 154, 268, id="azure-grok-counts-168-more"
        ),
        pytest.param("moonshot_ai", "kimi-k3", 1000, 1100, 768, id="kimi-256"),
        pytest.param("moonshot_ai", "kimi-k3", 1000, 1000, 1000, id="kimi-reads-a-resend-whole"),
        pytest.param("vllm", "anything", 32, 32, 16, id="vllm-computes-the-last-token"),
        pytest.param("vllm", "anything", 15, 99, 0, id="vllm-below-a-block"),
        pytest.param("sglang", "anything", 15, 99, 15, id="sglang-page-of-one"),
    ],
)
def test_what_is_read_of_a_common_prefix(
    provider: str, model: str, common: int, total: int, read: int
) -> None:
    """Token counts of public recordings where it says so, else of the engines' documents."""
    assert readable_tokens(common, total, rule_of(model, provider)) == read


@given(
    st.integers(0, 9000), st.integers(0, 9000), st.sampled_from(["vllm", "sglang", "llama_cpp", "deepseek"])
)
def test_more_in_common_never_reads_less(common: int, more: int, provider: str) -> None:
    """The read grows with the common prefix and never exceeds it."""
    rule = rule_of("anything", provider)
    low, high = readable_tokens(common, 20_000, rule), readable_tokens(common + more, 20_000, rule)
    assert low <= high <= common + more


@pytest.mark.parametrize(
    ("rule", "read"),
    [
        # 1,000 asked and 300 answered: 1,300 whole, 1,280 in units of 128
        pytest.param(DEEPSEEK, 1280, id="the-answer-is-part-of-the-unit"),
        pytest.param(replace(DEEPSEEK, output_reused="no"), 896, id="without-reuse"),
        pytest.param(LLAMA, 1000, id="unknown-is-not-assumed"),
    ],
)
def test_a_reply_that_is_sent_back_may_be_reused(rule: CacheRule, read: int) -> None:
    """Generated tokens are in the cache already, where the provider keeps them."""
    found = outcome_after(ready(ASK, REPLY, MORE, rule=rule), 1.0, (ready(ASK, rule=rule), 0.0))
    assert isinstance(found, Hit)
    assert found.read_tokens == read


def test_a_read_may_be_possible_only_with_the_answer() -> None:
    """Where the prompt alone is too short, only its reuse together with the answer is a possible value."""
    rule = replace(LLAMA, output_reused="yes", unit=64, offset=-64)
    asked, later = ready(piece("a", 70), rule=rule), ready(piece("a", 70), REPLY, MORE, rule=rule)
    state = after((asked, 0.0))
    # 70 tokens: one unit less one; with the answer of 300: five units less one
    assert possible_reads(state, later, look_up(state, later, 1.0), 1.0).whole == (256,)


def test_a_unit_must_match_completely() -> None:
    """DeepSeek's guide: A + B then A + C reads nothing of A, then A + D does."""
    a, b, c, d = (piece(name, 700) for name in "abcd")
    first, second, third = (ready(a, rest, rule=DEEPSEEK) for rest in (b, c, d))
    assert outcome_after(second, 1.0, (first, 0.0)) == Missed("changed")
    assert outcome_after(third, 2.0, (first, 0.0), (second, 1.0)) == Hit(640, 0)


def test_other_implicit_caches_share_any_prefix_at_once() -> None:
    """The same three requests on an engine of its own."""
    a, b, c = (piece(name, 700) for name in "abc")
    assert outcome_after(ready(a, c, rule=LLAMA), 1.0, (ready(a, b, rule=LLAMA), 0.0)) == Hit(700, 0)


def test_a_small_memory_forgets_what_was_used_longest_ago() -> None:
    """With room for 2,500 tokens a third conversation of 1,000 pushes the first one out."""
    one, two, three = (ready(piece(name, 1000), rule=LLAMA) for name in "abc")
    state = after((one, 0.0), (two, 1.0), (three, 2.0), state=State(budget_tokens=2500))
    assert look_up(state, one, 3.0) == Missed("changed")
    assert look_up(state, two, 3.0) == Hit(999, 0)
    state = after((one, 0.0), (two, 1.0), (one, 1.5), (three, 2.0), state=State(budget_tokens=2500))
    assert look_up(state, one, 3.0) == Hit(999, 0)
    assert look_up(state, two, 3.0) == Missed("changed")


def test_of_one_prompt_the_tail_is_forgotten_first() -> None:
    """A shorter prefix of the same prompt outlives its end."""
    prompt = ready(piece("head", 1000), piece("tail", 1000), rule=LLAMA)
    state = after((prompt, 0.0), state=State(budget_tokens=1500))
    assert look_up(state, prompt, 1.0) == Hit(1000, 0)


@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.integers(1, 900)), min_size=1, max_size=12),
    st.integers(0, 2000),
)
def test_a_memory_never_holds_more_than_its_budget(sent: list[tuple[str, int]], budget: int) -> None:
    """Whatever is sent."""
    state = State(budget_tokens=budget)
    for at, (name, tokens) in enumerate(sent):
        prompt = ready(piece(name, tokens), piece("next", tokens), rule=LLAMA)
        state = store(state, prompt, look_up(state, prompt, float(at)), float(at), float(at))
        assert sum(entry.own_tokens for entry in state.entries.values()) <= budget


@pytest.mark.parametrize(
    ("role", "raw", "expected"),
    [
        pytest.param("user", b"{}", (True, False), id="user"),
        pytest.param("tool", b"{}", (True, False), id="tool"),
        pytest.param("assistant", b"{}", (False, True), id="assistant"),
        pytest.param("model", b"{}", (False, True), id="gemini-model"),
        pytest.param("system", b"{}", (False, False), id="system"),
        pytest.param(None, b'{"type":"function_call","name":"f"}', (False, True), id="responses-call"),
        pytest.param(
            None, b'{"summary":[{"type":"text"}],"type":"reasoning"}', (False, True), id="responses-thought"
        ),
        pytest.param(None, b'{"type":"function_call_output"}', (True, False), id="responses-result"),
        pytest.param(None, b"not json", (False, False), id="no-json"),
        pytest.param(None, b"[1]", (False, False), id="no-object"),
    ],
)
def test_who_said_a_segment(role: str | None, raw: bytes, expected: tuple[bool, bool]) -> None:
    """In every wire format what was sent in and what the model wrote are told apart."""
    segment = Segment(path="m", level="messages", role=role, raw=raw, text="", start=None)
    assert (is_input(segment), is_reply(segment)) == expected
