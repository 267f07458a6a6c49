"""Fields whose values are random and no secrets: cache keys, encrypted reasoning, thinking signatures, ids of calls.

Told by the field and, where its name is an everyday one, by what stands beside it: `signature` in a thinking
block is passed over, `signature` among a tool's arguments is not.
"""

from collections.abc import Iterator, Mapping

_ALWAYS = frozenset(
    {
        "prompt_cache_key",
        "encrypted_content",
        "encrypted_index",
        "encryptedContent",
        "redactedContent",
        "thoughtSignature",
        "thought_signature",
        "tool_call_id",
        "tool_use_id",
        "call_id",
    }
)
# An everyday name, and the `type` of the objects in which it holds a random value.
_BESIDE_TYPE: Mapping[str, frozenset[str]] = {
    "signature": frozenset({"thinking", "signature_delta", "reasoning.text", "reasoning.encrypted"}),
    # llama.cpp's ids of calls are 32 bare random letters
    "id": frozenset({"function", "function_call", "tool_use"}),
    "data": frozenset({"redacted_thinking", "reasoning.encrypted"}),
}
# An everyday name, and a key that stands beside it where there is no `type` (Bedrock).
_BESIDE_KEY: Mapping[str, frozenset[str]] = {"signature": frozenset({"text", "thinking", "reasoningText"})}


def random_values(value: object) -> Iterator[str]:
    """The values of such fields anywhere in parsed JSON."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            yield from (found for key, found in item.items() if isinstance(found, str) and _passed(key, item))
            stack += item.values()
        elif isinstance(item, list | tuple):
            stack += item


def _passed(key: str, beside: Mapping[str, object]) -> bool:
    if key in _ALWAYS:
        return True
    kind = beside.get("type")
    if isinstance(kind, str):
        return kind in _BESIDE_TYPE.get(key, ())
    return (
        beside.keys() - {key} <= _BESIDE_KEY.get(key, frozenset()) and key in _BESIDE_KEY and len(beside) > 1
    )
