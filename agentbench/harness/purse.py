"""The money that one run may spend, shared by all its workers: a small database file that they lock in turn.

A call's *most* is put aside before it is sent and replaced by what it cost once it is answered, so that workers
together never send a call that could exceed the limit.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from agentbench.errors import OverLimit

PATIENCE_S = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Purse:
    """A limit and the file that counts against it."""

    path: Path
    limit_usd: Decimal

    def put_aside(self, most_usd: Decimal) -> int:
        """Keeps the most that a call can cost; the number under which it is kept.

        Raises:
            OverLimit: it is more than is left. The purse is shut then: no later, cheaper call is sent either.
        """
        with self._locked() as file:
            amounts = [Decimal(usd) for (usd,) in file.execute("select usd from calls where usd is not null")]
            shut = file.execute("select 1 from calls where usd is null").fetchone()
            spent = sum(amounts, Decimal())
            if not shut and spent + most_usd <= self.limit_usd:
                added = file.execute("insert into calls (usd) values (?)", [str(most_usd)])
                return int(added.lastrowid or 0)
            file.execute("insert into calls (usd) values (null)")
        raise OverLimit(
            f"asked for a call of at most ${most_usd:.4f}, found ${spent:.4f} of the limit of ${self.limit_usd:.2f}"
            " spent or put aside; raise --cost-limit and go on with --resume"
        )

    def enter(self, usd: Decimal) -> None:
        """Counts what is spent already, whatever is left."""
        with self._locked() as file:
            file.execute("insert into calls (usd) values (?)", [str(usd)])

    def settle(self, number: int, usd: Decimal) -> None:
        """Replaces what was put aside by what the call cost."""
        with self._locked() as file:
            file.execute("update calls set usd = ? where rowid = ?", [str(usd), number])

    @contextmanager
    def _locked(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self.path, timeout=PATIENCE_S, isolation_level=None)) as file:
            file.execute("begin immediate")
            file.execute("create table if not exists calls (usd text)")
            try:
                yield file
            finally:
                file.execute("commit")
