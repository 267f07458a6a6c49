"""Search over a catalogue of tools: rankers of one shape, and the default one."""

from collections.abc import Mapping

from agentbench.builder.deferral.search.blended import BlendedIndex, Settings, blended
from agentbench.builder.deferral.search.hermes import hermes
from agentbench.builder.deferral.search.keywords import keywords
from agentbench.builder.deferral.search.okapi import okapi
from agentbench.builder.deferral.search.protocol import Hit, Index, Ranker

RANKERS: Mapping[str, Ranker] = {"default": blended, "okapi": okapi, "hermes": hermes, "keywords": keywords}

__all__ = [
    "RANKERS",
    "BlendedIndex",
    "Hit",
    "Index",
    "Ranker",
    "Settings",
    "blended",
    "hermes",
    "keywords",
    "okapi",
]
