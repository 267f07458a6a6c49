"""The one table: one row per recorded, simulated or rendered interaction."""

from agentbench.caching.common import common_length
from agentbench.frame.build import build
from agentbench.frame.columns import COLUMNS, Column, names
from agentbench.frame.pieces import Piece, pieces, segment_pieces
from agentbench.frame.prefix import Common, Fork, common_prefix
from agentbench.frame.stability import earlier_of, stable_prefix_sha256

__all__ = [
    "COLUMNS",
    "Column",
    "Common",
    "Fork",
    "Piece",
    "build",
    "common_length",
    "common_prefix",
    "earlier_of",
    "names",
    "pieces",
    "segment_pieces",
    "stable_prefix_sha256",
]
