"""Why a cache read was lost: observable classes, the first byte, the block, the tokens, what can be done."""

from agentbench.caching.diagnosis.diagnose import diagnose
from agentbench.caching.diagnosis.miss import Miss, MissClass, miss_classes

__all__ = ["Miss", "MissClass", "diagnose", "miss_classes"]
