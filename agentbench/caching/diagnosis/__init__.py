"""Why a cache read was lost: observable classes, the first byte, the block, the tokens, what can be done."""

from agentbench.caching.diagnosis.diagnose import diagnose
from agentbench.caching.diagnosis.miss import Miss, MissClass, miss_classes
from agentbench.caching.diagnosis.wasted import Wasted, wasted

__all__ = ["Miss", "MissClass", "Wasted", "diagnose", "miss_classes", "wasted"]
