"""The table of hosts and usage spellings (`dialects.yaml`), loaded once."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from urllib.parse import urlsplit

import yaml

from agentbench.tape.wire import fields

_MASK = frozenset("*<>[]_x?- ")
_BEDROCK = re.compile(r"^bedrock(-[a-z]+)*\.[^.]+\.(amazonaws\.com|api\.aws)")


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
    """The host and port of a URL, or None where it has none or a mask in its place."""
    try:
        host = urlsplit(url or "").netloc.rpartition("@")[2].lower()
        return None if set(host) <= _MASK else host
    except ValueError:  # `http://[redacted` is no valid address
        return None


def provider_of(
    url: str | None, wire: str | None = None, model: str | None = None, values: Sequence[object] = ()
) -> str | None:
    """OpenTelemetry's provider name: told by the host, else by the answer, else (without a host) by the model.

    None where nothing tells; an unknown host is never guessed about.
    """
    host = host_of(url)
    known = _by_host(host) or _by_answer(values)
    if known is not None or host is not None:
        return known
    return _by_model(wire, model)


def _by_host(host: str | None) -> str | None:
    hosts, name = _table()["hosts"], (host or "").partition(":")[0]
    if host is not None and host in hosts:
        return str(hosts[host])
    if _BEDROCK.match(name):
        return "aws.bedrock"
    if name.endswith("-aiplatform.googleapis.com"):  # Vertex by region
        return "gcp.vertex_ai"
    while name:
        if name in hosts:
            return str(hosts[name])
        name = name.partition(".")[2]
    return None


def _by_answer(values: Sequence[object]) -> str | None:
    for path, provider in _table()["answers"].items():
        if any(fields.at(value, path) is not None for value in values):
            return str(provider)
    return None


def _by_model(wire: str | None, model: str | None) -> str | None:
    served = fields.members(_table()["models"].get(wire or ""))
    if model is None or "/" in model:
        return None
    return next((str(provider) for start, provider in served.items() if model.startswith(start)), None)
