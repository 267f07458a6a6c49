"""Speed of a search over 10,000 tools, beside hermes-agent's own: CPU time of a query once the catalogue is read.

The other side runs in a Python of its own (`AGENTBENCH_HERMES_PYTHON`) that has hermes-agent 0.19.0; both are handed
the same invented catalogue and queries, and both are warm.
"""

import json
import os
import random
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from agentbench.builder.deferral.search import blended
from agentbench.builder.tools import Tool

TOOLS = 10_000
_VERBS = [
    "create",
    "list",
    "get",
    "update",
    "delete",
    "search",
    "send",
    "fetch",
    "archive",
    "merge",
    "export",
]
_NOUNS = ["issue", "invoice", "ticket", "calendar", "event", "branch", "email", "contact", "folder", "order"]
_SERVERS = ["github", "jira", "notion", "stripe", "gmail", "spotify", "warehouse", "docker", "weather", "crm"]
_FIELDS = ["id", "name", "title", "query", "limit", "owner", "repo", "tags"]
QUERIES = (
    "create github issue",
    "send email to contact",
    "list the calendar of the team",
    "archive invoice stripe customer",
    "owner repo title",
    "I need to merge my branch and then write to the contact who opened the ticket",
)
_ROUNDS = 5
_THEIRS = Path(__file__).with_name("search_hermes.py")


def rows() -> list[tuple[str, float, float | None, float | None]]:
    """(name, our CPU ms, their CPU ms or None, their time as a multiple of ours or None) of a query."""
    catalogue = _catalogue()
    index = blended([Tool(**tool) for tool in catalogue])  # type: ignore[arg-type]
    ours = cpu_ms(lambda query: index.rank(query, 5))
    theirs = _hermes(catalogue)
    name = f"search, {TOOLS:,} tools, a query"
    if theirs is None:
        return [
            (f"{name} (AGENTBENCH_HERMES_PYTHON names no Python with hermes-agent 0.19.0)", ours, None, None)
        ]
    return [(name, ours, theirs, theirs / ours)]


def cpu_ms(search: Callable[[str], object]) -> float:
    """Median CPU milliseconds of a query, over all queries, five rounds after one that is not counted."""
    times = []
    for _ in range(_ROUNDS + 1):
        for query in QUERIES:
            start = time.process_time()
            search(query)
            times.append((time.process_time() - start) * 1000)
    return statistics.median(times[len(QUERIES) :])


def _catalogue() -> list[dict[str, object]]:
    chance = random.Random(2)
    tools: list[dict[str, object]] = []
    for at in range(TOOLS):
        verb, noun, server = chance.choice(_VERBS), chance.choice(_NOUNS), chance.choice(_SERVERS)
        fields = {
            field: {"type": "string", "description": f"the {chance.choice(_NOUNS)} value"}
            for field in chance.sample(_FIELDS, 4)
        }
        tools.append(
            {
                "name": f"mcp_{server}_{verb}_{noun}_{at:05d}",
                "description": f"{verb.title()} a {noun} in {server.title()}; takes filters, pages and a dry run.",
                "parameters": {"type": "object", "properties": fields},
            }
        )
    return tools


def _hermes(catalogue: list[dict[str, object]]) -> float | None:
    python = os.environ.get("AGENTBENCH_HERMES_PYTHON")
    if not python or not Path(python).exists():
        return None
    asked = json.dumps({"tools": catalogue, "queries": QUERIES, "rounds": _ROUNDS})
    done = subprocess.run([python, str(_THEIRS)], input=asked, capture_output=True, text=True, timeout=600)
    if done.returncode:
        return None
    return statistics.median(json.loads(done.stdout.splitlines()[-1]))


if __name__ == "__main__":
    for row in rows():
        print(*row, sep="\t")
