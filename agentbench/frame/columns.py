"""The columns of the one table, as data: name, dtype, unit and meaning, in the table's order.

Absent is missing (`pd.NA`, `NaT`), never 0. A column of names (`called_tools`, `usage_flags` ...) holds a
JSON array as text, so that every file format keeps it: `names` reads it back.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Dtype = Literal["string", "Int64", "Float64", "boolean", "datetime64[us, UTC]"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of the frame."""

    name: str
    dtype: Dtype
    """Always a nullable pandas dtype."""
    unit: str
    """`bytes`, `tokens`, `USD`, `share` (0 to 1), `names` (a JSON array) ... or empty."""
    meaning: str
    """One line, as the column glossary shows it."""


def names(cell: object) -> tuple[str, ...] | None:
    """The names in a cell of a column whose unit is `names`; None where the cell is missing."""
    return tuple(json.loads(cell)) if isinstance(cell, str) else None


def cell(found: Sequence[str] | None) -> str | None:
    """The cell that holds these names; None stays missing, no names is `[]`."""
    return None if found is None else json.dumps(list(found))


def _columns(dtype: Dtype, unit: str, **meanings: str) -> tuple[Column, ...]:
    return tuple(Column(name=n, dtype=dtype, unit=unit, meaning=m) for n, m in meanings.items())


_IDENTITY = (
    *_columns("string", "", cassette="file of the recording, as it was asked for"),
    *_columns(
        "Int64", "", index="position in the file, from 0; missing for a file that cannot be read at all"
    ),
    *_columns(
        "string",
        "",
        kind="model_call, set_aside or unreadable",
        reason="why it was set aside or could not be read",
        provenance="recorded (a real server), simulated (our provider) or predicted (no answer)",
        conversation="groups the requests of one growing conversation within a cassette",
    ),
    *_columns("Int64", "", turn="the user's turn, from 0", step="model call within the turn, from 0"),
    *_columns(
        "string", "", scenario="the scripted session", layout="prompt layout", presentation="tools shown"
    ),
    *_columns("Int64", "", repeat="repeat of the cell, from 0"),
    *_columns(
        "string",
        "",
        provider="OpenTelemetry's provider name",
        wire_format="openai_chat, anthropic_messages ...",
        model="model as asked on the wire",
        model_id="the arm's model as pydantic-ai spells it; missing for other people's recordings",
        response_model="model as the answer names it",
        family="model family: claude, gpt ...",
    ),
    *_columns(
        "datetime64[us, UTC]", "UTC", sent_at="when it was sent", first_byte_at="first byte of the answer"
    ),
)
_REQUEST = (
    *_columns("boolean", "", stream="asked for a stream"),
    *_columns("Int64", "", status="HTTP status"),
    *_columns("string", "", error="the provider's error text"),
    *_columns("boolean", "", byte_exact="the recording kept the request's bytes as they were sent"),
    *_columns("Int64", "bytes", request_bytes="whole body", system_bytes="system text as the model reads it"),
    *_columns("Int64", "", tool_count="tools sent"),
    *_columns("Int64", "bytes", tool_bytes="all tool definitions"),
    *_columns("Int64", "", message_count="messages sent"),
)
_USAGE = (
    *_columns(
        "Int64",
        "tokens",
        input_tokens="all input, cached or not",
        uncached_input_tokens="input neither read from nor written to a cache",
        cache_read_tokens="input read from a cache",
        cache_write_tokens="input written to a cache, whatever the TTL",
        cache_write_5m_tokens="written with a 5-minute TTL",
        cache_write_1h_tokens="written with a 1-hour TTL",
        output_tokens="output, reasoning included where the provider includes it",
        reasoning_tokens="the part of the output spent on reasoning",
    ),
    *_columns("string", "names", usage_flags="oddities of the reported usage, found and not repaired"),
)
_STABILITY = (
    *_columns("Int64", "bytes", common_prefix_bytes="leading bytes shared with the latest earlier request"),
    *_columns(
        "Float64", "share", common_prefix_share="share of the earlier request that this one still begins with"
    ),
    *_columns(
        "string", "", stable_prefix_sha256="hash of what should stay fixed: tools and leading stable blocks"
    ),
    *_columns(
        "Int64", "tokens", stable_prefix_tokens="its tokens, counted here; missing for others' recordings"
    ),
    *_columns("string", "", first_change="segment that changed first; missing where nothing did"),
    *_columns("Int64", "bytes", first_change_byte="where in that segment"),
    *_columns(
        "string",
        "",
        first_change_block="prompt block, or tool:<name>, that changed first",
        first_change_tier="that block's tier: stable, context or volatile",
        first_change_lead="the shared bytes just in front of the change",
        first_change_from="what stood there in the earlier request",
        first_change_to="what stands there now",
    ),
    *_columns("string", "names", miss="classes of what broke or missed the cache"),
    *_columns(
        "Int64",
        "tokens",
        wasted_tokens="paid for again although stored before; missing where no earlier request or rule tells",
    ),
    *_columns(
        "string",
        "",
        wasted_by="class of the one miss that they are counted for",
        wasted_at="block, or else segment, where it happened",
    ),
    *_columns("Int64", "", stale_turns="1 where a volatile fact in force was not shown, else 0"),
)
_PREDICTION = (
    *_columns(
        "Int64",
        "tokens",
        reusable_tokens="what rules and bytes would allow to be read",
        predicted_read_tokens_low="least predicted read, with TTL and routing",
        predicted_read_tokens_high="most predicted read",
        predicted_write_tokens="predicted write",
    ),
    *_columns("string", "", prediction_note="what the prediction could not know"),
)
_COST = (
    *_columns(
        "Float64",
        "USD",
        cost_usd="tokens at the price table's rates",
        cost_uncached_usd="the part for uncached input",
        cost_read_usd="the part for reads",
        cost_write_usd="the part for writes, but those for an hour",
        cost_write_1h_usd="the part for writes with a 1-hour TTL",
        cost_output_usd="the part for output, reasoning included",
        cost_request_usd="the part for each call as such",
        cost_without_cache_usd="the same tokens, all input as uncached",
        wasted_usd="what the wasted tokens cost above the read rate",
        billed_cost_usd="the provider's own figure",
    ),
    *_columns("string", "", price_as_of="date of the rates", price_note="model or class without a rate"),
)
_SELECTION = (
    *_columns(
        "string",
        "names",
        expected_tools="tools that the turn needs, on each of its rows; missing where nobody labelled the turn",
        called_tools="real tools that the answer called: through a bridge, the tool that it names",
    ),
    *_columns("Int64", "", search_calls="tool searches that the answer asked for"),
    *_columns(
        "string",
        "names",
        found_tools="tools that these searches brought back; missing where it did not search or nothing shows it",
    ),
    *_columns(
        "string",
        "",
        selection="the turn's verdict, on its last row and missing on its others: right, unneeded, search_missed,"
        " wrong_sibling, wrong, partial, none or not_scored",
    ),
    *_columns("Int64", "", catalogue_tools="tools that the session has, shown or deferred"),
)

COLUMNS: tuple[Column, ...] = (
    *_IDENTITY,
    *_REQUEST,
    *_USAGE,
    *_STABILITY,
    *_PREDICTION,
    *_COST,
    *_SELECTION,
)
