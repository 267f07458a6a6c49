"""What the command line costs before it does anything: CPU time of whole processes."""

import resource
import subprocess
import sys
from statistics import median

Row = tuple[str, float, float | None, float | None]
RUNS = 7


def rows() -> list[Row]:
    """`agentbench --help` beside a Python that does nothing, in CPU milliseconds."""
    bare = _cpu_ms([sys.executable, "-c", "pass"])
    help_ = _cpu_ms([sys.executable, "-m", "agentbench", "--help"])
    return [("agentbench --help, beside python -c pass", help_, bare, bare / help_)]


def _cpu_ms(command: list[str]) -> float:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    spent = []
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return 1000 * median(spent)
