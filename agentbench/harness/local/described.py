"""What a local server is, in words for a tape's header: enough to set it up again."""

import hashlib
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from agentbench.harness.local.server import Launch


def described(launch: Launch) -> Mapping[str, str]:
    """Server version, model file and template with their SHA-256, and flags; no path of this machine."""
    found = {
        "server": "llama.cpp llama-server",
        "version": version(launch.binary),
        "binary_sha256": sha256(launch.binary),
        "model_file": launch.model.name,
        "model_sha256": sha256(launch.model),
        "flags": " ".join(launch.flags),
    }
    if launch.template is not None:
        found |= {"template": launch.template.name, "template_sha256": sha256(launch.template)}
    return found


@cache
def version(binary: Path) -> str:
    """What the binary says of itself, in one line."""
    said = subprocess.run([binary, "--version"], capture_output=True, text=True, check=False)
    lines = (said.stderr + said.stdout).splitlines()
    return "; ".join(line.strip() for line in lines if line.startswith(("version:", "built with")))


@cache
def sha256(path: Path) -> str:
    """Of a file of any size."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
