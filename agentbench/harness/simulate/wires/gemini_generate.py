"""`POST /v1beta/models/{model}:generateContent` (https://ai.google.dev/api/generate-content)."""

from agentbench.harness.simulate.script import Line
from agentbench.tape.exchange import Usage


def words(line: Line, model: str, usage: Usage) -> dict[str, object]:
    """One candidate; cached content is a part of the prompt's count, and absent where there is none."""
    parts: list[dict[str, object]] = [{"text": line.step.say}] if line.step.say else []
    parts += [
        {"functionCall": {"id": f"call_{id_}", "name": name, "args": dict(args)}}
        for id_, name, args in line.calls
    ]
    prompt, output = usage.input_total or 0, usage.output or 0
    counts: dict[str, object] = {
        "promptTokenCount": prompt,
        "candidatesTokenCount": output,
        "totalTokenCount": prompt + output,
    }
    if usage.read:
        counts["cachedContentTokenCount"] = usage.read
    return {
        "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": counts,
        "modelVersion": model,
        "responseId": line.id,
    }
