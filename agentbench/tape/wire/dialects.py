"""The table of hosts and usage spellings (`dialects.yaml`), loaded once."""

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from urllib.parse import urlsplit

import yaml

_BEDROCK = re.compile(r"^bedrock(-[a-z]+)*\.[a-z0-9-]+\.(amazonaws\.com|api\.aws)")


@cache
def _table() -> Mapping[str, Mapping[str, object]]:
    source = resources.files("agentbench.tape.wire").joinpath("dialects.yaml").read_text("utf-8")
    loaded: Mapping[str, Mapping[str, object]] = yaml.safe_load(source)
    return loaded


@cache
def spellings(wire: str) -> Mapping[str, tuple[str, ...]]:
    """Paths in a wire's usage object per class, in order of preference."""
    table = _table()[f"{wire}_usage"]
    return {
        name: tuple(str(path) for path in paths) for name, paths in table.items() if isinstance(paths, list)
    }


def host_of(url: str | None) -> str | None:
    """The host and port of a URL, or None where it has none."""
    try:
        return urlsplit(url or "").netloc.rpartition("@")[2].lower() or None
    except ValueError:  # `http://[redacted` is no valid address
        return None


def provider_of(host: str | None) -> str | None:
    """OpenTelemetry's provider name for a host, or None where the host is unknown."""
    name = (host or "").partition(":")[0]
    if _BEDROCK.match(name):
        return "aws.bedrock"
    hosts = _table()["hosts"]
    while name:
        if name in hosts:
            return str(hosts[name])
        name = name.partition(".")[2]
    # regional hosts of Vertex: `us-east5-aiplatform.googleapis.com`
    return "gcp.vertex_ai" if (host or "").partition(":")[0].endswith("-aiplatform.googleapis.com") else None
