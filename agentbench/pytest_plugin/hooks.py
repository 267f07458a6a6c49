"""pytest's side of the plugin: options, the fixture, and the session's tap, summary and verdict."""

import json
import os
from collections.abc import Generator, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from agentbench.pytest_plugin.tap import Tap, available

if TYPE_CHECKING:
    from agentbench.measure.gate import Baseline, Tolerances
    from agentbench.pytest_plugin.sent import Session
    from agentbench.tape import Exchange

_OUTPUT = "agentbench_seen"
_TAP = pytest.StashKey[Tap]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--agentbench`, `--agentbench-baseline FILE`, `--agentbench-update`."""
    group = parser.getgroup("agentbench", "what cassette tests send to models today")
    group.addoption(
        "--agentbench", action="store_true", help="Show hit share, misses, cost and drift of what was sent."
    )
    group.addoption(
        "--agentbench-baseline", metavar="FILE", help="Fail where a test does worse than in this baseline."
    )
    group.addoption(
        "--agentbench-update", action="store_true", help="Accept what is sent now: write the baseline."
    )


def pytest_configure(config: pytest.Config) -> None:
    """Start the tap where it is asked for."""
    file = config.getoption("agentbench_baseline")
    update = config.getoption("agentbench_update")
    if update and not file:
        raise pytest.UsageError("--agentbench-update needs --agentbench-baseline FILE: the file to write")
    if update and os.environ.get("CI"):
        raise pytest.UsageError("--agentbench-update, and CI is set: a baseline is accepted by a person")
    if not (config.getoption("agentbench") or file):
        return
    if not available():
        raise pytest.UsageError("--agentbench taps vcrpy's cassettes, and vcrpy is not installed")
    worker = hasattr(config, "workerinput")
    wanted = None if file is None or worker else _wanted(config, Path(file), bool(update))
    config.pluginmanager.register(
        Watching(config=config, wanted=wanted, worker=worker), "agentbench-watching"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The baseline to judge by, or to write."""

    path: Path
    known: "Baseline | None"
    """None where there is none yet."""
    tolerances: "Tolerances"
    update: bool


def _wanted(config: pytest.Config, path: Path, update: bool) -> Wanted:
    from agentbench.errors import AgentbenchError
    from agentbench.measure.gate import Baseline
    from agentbench.verbs.settings import tolerances

    path = config.invocation_params.dir / path
    try:
        known = None if update and not path.exists() else Baseline.load(path)
        return Wanted(path=path, known=known, tolerances=tolerances(config.rootpath), update=update)
    except AgentbenchError as error:
        raise pytest.UsageError(str(error).replace("--update", "--agentbench-update")) from None


class Watching:
    """One session's tap. Under xdist the workers tap and the controller tells."""

    def __init__(self, *, config: pytest.Config, wanted: Wanted | None, worker: bool) -> None:
        self.tap = Tap()
        self.wanted = wanted
        self.worker = worker
        self.told: list[str] = []
        opened = ExitStack()
        opened.enter_context(self.tap.open())
        config.add_cleanup(opened.close)
        config.stash[_TAP] = self.tap

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Know whose requests come."""
        self.tap.test = item.nodeid
        return (yield)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        """Take over what an xdist worker has seen."""
        output: Mapping[str, str] = getattr(node, "workeroutput", {})
        self.tap.seen += json.loads(output.get(_OUTPUT, "[]"))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Judge, before the terminal tells; a regression fails the session."""
        if self.worker:
            session.config.workeroutput[_OUTPUT] = json.dumps(self.tap.seen)  # type: ignore[attr-defined]
            return
        from agentbench.pytest_plugin.sent import session as read
        from agentbench.pytest_plugin.summary import lines

        sent = read(self.tap.seen)
        self.told = list(lines(sent))
        if self.wanted is not None and self._judge(sent, self.wanted, int(session.exitstatus)):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _judge(self, sent: "Session", wanted: Wanted, status: int) -> bool:
        """Whether something is worse; an update writes what is now, unless tests failed."""
        from agentbench.measure.gate import verdict
        from agentbench.pytest_plugin.judge import measured
        from agentbench.report.gate import annotations

        current = measured(sent, datetime.now(UTC))
        found = verdict(current, wanted.known, wanted.tolerances) if wanted.known else None
        if found is not None:
            self.told += [
                f"baseline: {found.text if found.outcome == 'worse' else f'{found.arms} arm(s) no worse'}",
                *(f"  worse: {reason.text}" for reason in found.reasons),
                *(f"  cannot tell: {line}" for line in found.unknown),
                *(f"  note: {cold.text}" for cold in found.cold_writes),
            ]
            if os.environ.get("GITHUB_ACTIONS") == "true":
                self.told += annotations(found).splitlines()
        if not wanted.update:
            return found is not None and found.outcome == "worse"
        if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            self.told.append("baseline: not written, for the session failed")
            return False
        current.save(wanted.path)
        self.told.append(f"baseline: wrote {wanted.path.name}")
        return False

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """The section `agentbench`."""
        if self.told:
            terminalreporter.section("agentbench")
            for line in self.told:
                terminalreporter.line(line)


class Requests:
    """What this test has sent so far, for the assertions."""

    def __init__(self, tap: Tap, start: int) -> None:
        self._tap, self._start = tap, start

    @property
    def exchanges(self) -> "tuple[Exchange, ...]":
        """Today's requests; usage recorded where they are what was recorded, predicted where they drifted."""
        from agentbench.pytest_plugin.sent import session

        return session(self._tap.seen[self._start :]).today.exchanges


@pytest.fixture
def agentbench_requests(request: pytest.FixtureRequest) -> Iterator[Requests]:
    """The model calls that this test sends through cassettes, with or without `--agentbench`."""
    running = request.config.stash.get(_TAP, None)
    if running is not None:
        yield Requests(running, len(running.seen))
        return
    if not available():
        raise pytest.UsageError("the fixture agentbench_requests taps vcrpy's cassettes: install vcrpy")
    with Tap(test=request.node.nodeid).open() as tap:
        yield Requests(tap, 0)
