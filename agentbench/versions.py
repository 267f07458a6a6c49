"""Versions of what decides a request's bytes and a cost: stamped into cassettes, reports and baselines."""

from importlib.metadata import PackageNotFoundError, version

__version__ = "0.1.0"

PACKAGES = {"pydantic-ai": "pydantic-ai-slim", "genai-prices": "genai-prices"}
"""Our word to the package's."""


def versions() -> dict[str, str]:
    """Installed versions by our words; a package that is not installed is left out."""
    found = {"agentbench": __version__}
    for word, package in PACKAGES.items():
        try:
            found[word] = version(package)
        except PackageNotFoundError:
            continue
    return found
