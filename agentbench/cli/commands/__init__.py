"""One file per command; importing this registers them all."""

from agentbench.cli.commands import (
    build,
    compare,
    cost,
    diagnose,
    doctor,
    gate,
    inspect,
    predict,
    run,
    select,
)

__all__ = ["build", "compare", "cost", "diagnose", "doctor", "gate", "inspect", "predict", "run", "select"]
