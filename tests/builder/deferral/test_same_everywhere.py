"""Arrays, decisions and searches are the same in another process, under another hash seed."""

import os
import subprocess
import sys

CODE = """
from agentbench.builder.deferral import bridge, call, decide, policy, present
from agentbench.builder.deferral.search import RANKERS
from agentbench.builder.tools import Tool
tools = [Tool(name=f"{verb}_{noun}", description=f"{verb} the {noun}", source="mcp", toolset=f"mcp-{noun}")
         for verb in ("create", "list", "close", "send") for noun in ("issue", "mail", "file", "user")]
print(decide(tools, policy({"enabled": "on"}), 8192))
for name in ("eager", "bridge", "named", "native", "local"):
    print(present(tools, name))
for ranker in RANKERS.values():
    print(ranker(tools).rank("please close the mail file and create a doctor user", 8))
print(call(bridge(tools), "tool_search", {"queries": ["create issue", "send"]}))
"""


def printed(seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.run(
        [sys.executable, "-c", CODE], env=environment, capture_output=True, text=True, check=True
    ).stdout


def test_hash_seeds_do_not_matter() -> None:
    """Three processes with three hash seeds print the same bytes."""
    first = printed("0")
    assert "create_issue" in first
    assert printed("1") == first
    assert printed("4242") == first
