"""Faults that a simulated provider commits on purpose, each as often as it is planned."""

from collections import Counter
from collections.abc import Sequence

from agentbench.builder.fault import Fault
from agentbench.harness.simulate.cue import Cue


class Faults:
    """What is still to go wrong."""

    def __init__(self, planned: Sequence[Fault], seed: int = 0) -> None:
        self._planned = planned
        self._seed = seed
        self._committed: Counter[tuple[int, str, int, int]] = Counter()
        """By the fault's number and the call: scope, turn and step."""

    def next(self, cue: Cue) -> Fault | None:
        """The fault of this call, if one is left; it counts as committed."""
        for number, fault in enumerate(self._planned):
            call = (number, cue.scope, cue.turn, cue.step)
            if self._committed[call] < fault.times and fault.hits(*call, self._seed):
                self._committed[call] += 1
                return fault
        return None
