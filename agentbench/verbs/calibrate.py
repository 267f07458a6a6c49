"""What recordings teach about token counts, for whoever predicts the same model at the same place."""

from collections.abc import Sequence
from pathlib import Path

from agentbench.caching import Calibration, calibration
from agentbench.errors import BadInput
from agentbench.verbs.inspect import Files, recordings


def learned(paths: Sequence[str | Path], progress: Files = iter) -> Calibration | None:
    """Token counts of the recordings under some paths; None where no path is given.

    Raises:
        NotFound, BadInput: as `recordings`; nothing under the paths teaches anything.
    """
    if not paths:
        return None
    found = calibration(recordings(*paths, progress=progress).exchanges)
    if not found.places:
        named = ", ".join(repr(str(path)) for path in paths)
        most = max((len(counted) for counted in found.counted.values()), default=0)
        raise BadInput(
            f"asked for token counts from {named}, found {most} recorded requests of one host, model and wire format;"
            " 3 or more are needed (simulated ones do not count)"
        )
    return found
