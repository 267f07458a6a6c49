"""Speed and memory of the cache as a state machine, in CPU time on one core.

A request of 50 segments is prepared once and looked up many times; making its prefix keys is a row of its own.
"""

import gc
import tracemalloc
from collections.abc import Callable, Iterator, Sequence

from agentbench.caching import Prepared, State, look_up, prepare, store
from agentbench.facts import CacheRule, cache_rule
from agentbench.tape.exchange import Request, Segment
from tests.bench.timed import least_cpu_ms

Row = tuple[str, float | None, float | None, float | None]

_SEGMENTS = 50
_TIMES = 20_000
_ROUNDS = 5
_WANTED = "wanted: 200,000"
_RULES = {
    "marks (Anthropic)": ("anthropic", "claude-sonnet-4-6"),
    "prefixes (OpenAI up to 5.5)": ("openai", "gpt-5.2"),
    "breakpoints (GPT-5.6)": ("openai", "gpt-5.6"),
}


def rows() -> Iterator[Row]:
    """(name with the rate, CPU ms of all repeats, None, None); for memory the growth per entry as the last."""
    for title, (provider, model) in _RULES.items():
        rule = cache_rule(provider, model)
        assert rule is not None, model
        ours, others = _prepared("ours", rule), _prepared("others", rule)
        held = store(State(), ours, look_up(State(), ours, 0.0), 0.0, 0.0)
        yield _rate(
            f"look-ups, {title}: a hit", lambda held=held, ours=ours: look_up(held, ours, 1.0), _WANTED
        )
        yield _rate(
            f"look-ups, {title}: a miss", lambda held=held, others=others: look_up(held, others, 1.0), _WANTED
        )
    rule = cache_rule("anthropic", "claude-sonnet-4-6")
    assert rule is not None
    request = _request("ours")
    yield _rate("prefix keys of 50 segments", lambda: prepare(request, rule, len), "no wish", 200)
    yield _memory(rule)


def _rate(name: str, work: Callable[[], object], wish: str, times: int = _TIMES) -> Row:
    def repeated() -> None:
        for _ in range(times):
            work()

    ms = least_cpu_ms(repeated, _ROUNDS)
    return f"{name}: {times / ms * 1e3:,.0f}/s ({wish})", ms, None, None


def _memory(rule: CacheRule) -> Row:
    few, many = (_bytes_an_entry(rule, number) for number in (500, 5_000))
    return (
        f"memory of a live entry: {few:,.0f} bytes of 500, {many:,.0f} of 5,000 (linear: 1)",
        None,
        None,
        many / few,
    )


def _bytes_an_entry(rule: CacheRule, number: int) -> float:
    prompts = [prepare(_request(f"p{at}", segments=2), rule, len) for at in range(number)]
    gc.collect()
    tracemalloc.start()
    state = State()
    for prompt in prompts:
        state = store(state, prompt, look_up(state, prompt, 0.0), 0.0, 0.0)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size / len(state.entries)


def _prepared(name: str, rule: CacheRule) -> Prepared:
    return prepare(_request(name), rule, len)


def _request(name: str, segments: int = _SEGMENTS) -> Request:
    parts = tuple(_segment(name, at, segments) for at in range(segments))
    return Request(
        wire="anthropic_messages",
        model="claude-sonnet-4-6",
        segments=parts,
        parameters={},
        tools=(),
        stream=False,
        message_count=segments,
        body=b"",
        byte_exact=True,
    )


def _segment(name: str, at: int, segments: int) -> Segment:
    text = f"{name} {at} " + "some words of a turn " * 60
    marks: Sequence[int] = (0, segments // 2, segments - 1)
    return Segment(
        path=f"messages[{at}].content[0]",
        level="messages",
        role=("user", "assistant")[at % 2],
        raw=f'"{text}"'.encode(),
        text=text,
        start=None,
        marker="5m" if at in marks else None,
    )
