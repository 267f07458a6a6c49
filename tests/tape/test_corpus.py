"""Other people's recordings, row by row against the independently extracted truth beside them."""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from agentbench.tape import Exchange, ToolCall, find, read
from tests.shared_data import shared

READABLE = {
    "go_vcr_v2",
    "httpmock_multidoc",
    "nock",
    "r_vcr",
    "ruby_vcr",
    "single_request_json",
    "vcrpy",
    "vcrpy_old_httpx",
    "vcrpy_split_lists",
}


@cache
def truth() -> Mapping[str, list[dict[str, object]]]:
    """Expected rows by file."""
    rows: dict[str, list[dict[str, object]]] = defaultdict(list)
    with (shared("data/corpus") / "expected.jsonl").open() as lines:
        for line in lines:
            row = json.loads(line)
            row["usage"].pop("tool_use_prompt", None)  # Gemini's, a part of input_total
            rows[row["file"]].append(row)
    return rows


@cache
def recorded() -> Mapping[str, tuple[Exchange, ...]]:
    """Exchanges by file."""
    corpus = shared("data/corpus")
    return {str(path.relative_to(corpus)): read(path) for path in find([str(corpus)]).files}


def seen(exchange: Exchange) -> dict[str, object]:
    """An exchange in the truth file's words."""
    asked, answered = exchange.request, exchange.response
    assert answered is not None, exchange
    usage = answered.usage
    return {
        "model": asked.model if asked else None,
        "model_reported": answered.model,
        "status": answered.status,
        "tools_sent": list(asked.tools) if asked else [],
        "tool_calls": [called(call) for call in answered.tool_calls],
        "usage": {
            "input_total": usage.input_total,
            "input_uncached": usage.uncached,
            "cache_read": usage.read,
            "cache_write_5m": usage.write_5m,
            "cache_write_1h": usage.write_1h,
            "cache_write_unsplit": usage.write_unsplit,
            "output": usage.output,
            "reasoning": usage.reasoning,
        },
    }


def called(call: ToolCall) -> dict[str, object]:
    """A tool call in the truth file's words."""
    found: dict[str, object] = {"name": call.name, "args": call.arguments, "kind": call.kind}
    return {**found, "namespace": call.namespace} if call.namespace else found


def why_not(row: Mapping[str, object], key: str) -> str | None:
    """Why the truth file is wrong about a row's `key`, where it is."""
    raw = row["raw_usage"]
    if (
        key == "usage"
        and row["wire"] == "cohere_v2"
        and isinstance(raw, dict)
        and "reasoning_tokens" in raw["tokens"]
    ):
        return "it says that reasoning was not reported, but Cohere reports usage.tokens.reasoning_tokens"
    return None


def other_vendors(row: Mapping[str, object]) -> bool:
    """InvokeModel with a body that is not Claude's: none of the six wires."""
    return row["wire"] == "bedrock_invoke" and "claude" not in str(row["model"])


def compared(kinds: set[str], wires: Mapping[str, str]) -> tuple[Counter[str], list[str]]:
    """How many rows were compared (and with usage, and where the truth is wrong), and every difference."""
    counts: Counter[str] = Counter()
    differences = []
    for file, rows in truth().items():
        for row in rows:
            if row["cassette_kind"] not in kinds or row["wire"] not in wires or other_vendors(row):
                continue
            counts["rows"] += 1
            counts["with usage"] += row["raw_usage"] is not None
            index = row["index"]
            assert isinstance(index, int)
            exchange = recorded()[file][index]
            if exchange.kind != "model_call":
                differences.append(f"{file}[{index}] is {exchange.kind}: {exchange.reason}")
                continue
            if exchange.request is not None and exchange.request.wire != wires[str(row["wire"])]:
                differences.append(f"{file}[{index}] wire is {exchange.request.wire!r}")
            for key, value in seen(exchange).items():
                if value == row[key]:
                    continue
                if why_not(row, key) is None:
                    differences.append(f"{file}[{index}] {key}: {value!r} is not {row[key]!r}")
                counts["truth wrong"] += why_not(row, key) is not None
    return counts, differences


SIX = {
    "anthropic_messages": "anthropic_messages",
    "bedrock_converse": "bedrock_converse",
    "bedrock_invoke": "anthropic_messages",
    "cohere_v2": "cohere_v2",
    "gemini_generate": "gemini_generate",
    "openai_chat": "openai_chat",
    "openai_responses": "openai_responses",
    "vertex_anthropic": "anthropic_messages",
}


def test_vcrpy_rows_of_the_first_two_wires_equal_the_truth(capsys: pytest.CaptureFixture[str]) -> None:
    """All usage classes, models, status, tools sent and tool calls of 405 rows are those of the truth file."""
    wires = {"openai_chat": "openai_chat", "anthropic_messages": "anthropic_messages"}
    counts, differences = compared({"vcrpy"}, wires)
    with capsys.disabled():
        print(f"\n{counts['rows']} rows of vcrpy cassettes compared, {len(differences)} differences")
    assert not differences, "\n".join(differences)
    assert counts["rows"] == 405


def test_all_rows_of_the_six_wires_equal_the_truth(capsys: pytest.CaptureFixture[str]) -> None:
    """The same for every recorder that is read: 1,582 rows with usage and nock's six, and those without."""
    counts, differences = compared(READABLE, SIX)
    with capsys.disabled():
        print(f"\n{dict(counts)} compared over all recorders, {len(differences)} differences")
    assert not differences, "\n".join(differences)
    assert counts == {"rows": 1688, "with usage": 1588, "truth wrong": 8}


def test_odd_usage_is_flagged() -> None:
    """Every oddity that the truth file found in usage is among the flags of its row."""
    missing = []
    for file, rows in truth().items():
        for row in rows:
            if row["cassette_kind"] not in READABLE or row["wire"] not in SIX or other_vendors(row):
                continue
            answer = recorded()[file][int(str(row["index"]))].response
            flags = row["flags"]
            assert answer is not None
            assert isinstance(flags, list)
            # `suspect_synthetic` alone speaks of the file, not of its usage
            odd = set(flags) - {"suspect_synthetic"}
            if odd != set(answer.usage.flags):
                missing.append(f"{file}[{row['index']}] {answer.usage.flags} is not {odd}")
    assert not missing, "\n".join(missing)


def test_every_interaction_is_one_row() -> None:
    """Each file gives as many rows as the truth file counts in it, in order, whatever their kind."""
    counts = {file: len(rows) for file, rows in truth().items()}
    assert {file: len(rows) for file, rows in recorded().items()} == counts
    assert all([row.index for row in rows] == list(range(len(rows))) for rows in recorded().values())


def test_what_is_not_read_says_why() -> None:
    """Every row that is no model call has a reason, and every unreadable one names its recorder."""
    for file, rows in recorded().items():
        for row in rows:
            assert (row.kind == "model_call") == (row.reason is None), (file, row)
    unreadable = {row.reason for rows in recorded().values() for row in rows if row.kind == "unreadable"}
    assert all(reason and reason.split(":")[0] in KNOWN_UNREAD for reason in unreadable), unreadable


KNOWN_UNREAD = {"xai_grpc", "non_http", "llama_stack_sdk", "response_only_json"}


def test_files_that_are_no_recordings_are_counted() -> None:
    """Licences, notes and the truth file itself give no row; they are counted."""
    corpus = shared("data/corpus")
    every = sum(1 for path in Path(corpus).rglob("*") if path.is_file())
    found = find([str(corpus)])
    assert found.ignored == every - len(truth())
