"""`POST /model/{model}/converse` (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html)."""

from agentbench.harness.simulate.script import Line
from agentbench.tape.exchange import Usage


def words(line: Line, model: str, usage: Usage) -> dict[str, object]:
    """A message; usage is exclusive, the writes also split by lifetime."""
    content: list[dict[str, object]] = [{"text": line.step.say}] if line.step.say else []
    content += [
        {"toolUse": {"toolUseId": f"tooluse_{id_}", "name": name, "input": dict(args)}}
        for id_, name, args in line.calls
    ]
    counts = {
        "inputTokens": usage.uncached or 0,
        "outputTokens": usage.output or 0,
        "totalTokens": (usage.input_total or 0) + (usage.output or 0),
        "cacheReadInputTokens": usage.read or 0,
        "cacheWriteInputTokens": usage.write or 0,
        "cacheDetails": [
            {"ttl": ttl, "inputTokens": tokens}
            for ttl, tokens in (("5m", usage.write_5m), ("1h", usage.write_1h))
            if tokens
        ],
    }
    return {
        "output": {"message": {"role": "assistant", "content": content}},
        "stopReason": "tool_use" if line.calls else "end_turn",
        "usage": counts,
        "metrics": {"latencyMs": 1000},
    }
