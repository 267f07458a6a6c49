"""agentbench: what an agent's model is shown, what the provider's cache reuses, what it costs, what broke it.

A notebook needs `import agentbench as ab` and nothing else. Names load when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from agentbench.versions import __version__

if TYPE_CHECKING:
    from agentbench.builder import Bench, Layout, Placed, Profile, Scenario
    from agentbench.builder.gates import RunFacts
    from agentbench.verbs.build import Built, build
    from agentbench.verbs.compare import Compared, compare
    from agentbench.verbs.cost import Costs, cost
    from agentbench.verbs.deferral import Deferral, deferral
    from agentbench.verbs.diagnose import Diagnosis, diagnose
    from agentbench.verbs.diff import Difference, diff
    from agentbench.verbs.doctor import doctor
    from agentbench.verbs.gate import Judged, gate
    from agentbench.verbs.history import history
    from agentbench.verbs.inspect import Exchanges, inspect
    from agentbench.verbs.load import bench, layout, profile, scenario
    from agentbench.verbs.predict import accuracy
    from agentbench.verbs.run import Run, foresee, run
    from agentbench.verbs.select import select

_HOME = {
    **dict.fromkeys(("Bench", "Layout", "Placed", "Profile", "Scenario"), "agentbench.builder"),
    **dict.fromkeys(("RunFacts",), "agentbench.builder.gates"),
    **dict.fromkeys(("Built", "build"), "agentbench.verbs.build"),
    **dict.fromkeys(("Compared", "compare"), "agentbench.verbs.compare"),
    **dict.fromkeys(("Costs", "cost"), "agentbench.verbs.cost"),
    **dict.fromkeys(("Deferral", "deferral"), "agentbench.verbs.deferral"),
    **dict.fromkeys(("Diagnosis", "diagnose"), "agentbench.verbs.diagnose"),
    **dict.fromkeys(("Difference", "diff"), "agentbench.verbs.diff"),
    **dict.fromkeys(("doctor",), "agentbench.verbs.doctor"),
    **dict.fromkeys(("Judged", "gate"), "agentbench.verbs.gate"),
    **dict.fromkeys(("history",), "agentbench.verbs.history"),
    **dict.fromkeys(("Exchanges", "inspect"), "agentbench.verbs.inspect"),
    **dict.fromkeys(("bench", "layout", "profile", "scenario"), "agentbench.verbs.load"),
    **dict.fromkeys(("accuracy",), "agentbench.verbs.predict"),
    **dict.fromkeys(("Run", "foresee", "run"), "agentbench.verbs.run"),
    **dict.fromkeys(("select",), "agentbench.verbs.select"),
}

__all__ = [
    "Bench",
    "Built",
    "Compared",
    "Costs",
    "Deferral",
    "Diagnosis",
    "Difference",
    "Exchanges",
    "Judged",
    "Layout",
    "Placed",
    "Profile",
    "Run",
    "RunFacts",
    "Scenario",
    "__version__",
    "accuracy",
    "bench",
    "build",
    "compare",
    "cost",
    "deferral",
    "diagnose",
    "diff",
    "doctor",
    "foresee",
    "gate",
    "history",
    "inspect",
    "layout",
    "profile",
    "run",
    "scenario",
    "select",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'agentbench' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return __all__
