"""A baseline: what each arm was known to do, as one committed JSON file."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from agentbench.errors import BadInput, NotFound
from agentbench.measure.gate.turns import Selection

SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Prefix:
    """One stable prefix that an arm's sessions begin with."""

    sha256: str
    tokens: int | None
    """Counted here; None for other people's recordings."""
    cold_write_usd: float | None
    """What it costs to write it to a cold cache once; None without a count or a price."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Break:
    """One place at which an arm's prefixes break."""

    block: str | None
    tier: str | None
    segment: str
    byte: int
    """In the first request that broke there."""
    requests: int
    """How many requests broke there."""

    @property
    def place(self) -> str:
        """What makes two breaks the same one: the block, or the segment where blocks are unknown."""
        return self.segment if self.block is None else self.block


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmRecord:
    """What one arm did."""

    provenance: str
    layout: str | None
    presentation: str | None
    model: str | None
    scenarios: tuple[str, ...]
    exchanges: int
    sessions: int
    prefixes: tuple[Prefix, ...]
    """In order of their hash."""
    hit_share: float | None
    hit_share_n: int
    cost_usd: float | None
    priced: int
    """Exchanges that have a price."""
    stale_turns: int | None
    breaks: tuple[Break, ...]
    misses: Mapping[str, int] | None = None
    """Class of miss to how many requests had it; None where no request was held against an earlier one."""
    selection: Selection | None = None
    """Right and wrong turns; None where no turn was scored, as in every bench that is only rendered."""

    @property
    def arm(self) -> str:
        """The arm's name, as verdicts show it."""
        return " / ".join(
            part or "-" for part in (self.layout, self.presentation, self.model, self.provenance)
        )

    @property
    def scored_turns(self) -> int | None:
        """None where no turn was scored."""
        return None if self.selection is None else self.selection.n

    @property
    def right_turns(self) -> int | None:
        """None where no turn was scored."""
        return None if self.selection is None else self.selection.right

    @property
    def cost_per_session_usd(self) -> float | None:
        """None where an exchange has no price."""
        if self.cost_usd is None or not self.sessions or self.priced < self.exchanges:
            return None
        return self.cost_usd / self.sessions


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """Every arm of one bench at one time."""

    arms: tuple[ArmRecord, ...]
    price_table: str
    """The price snapshot behind the costs."""
    versions: Mapping[str, str]
    """Of what made the requests: agentbench, pydantic-ai ..."""
    schema_version: int = SCHEMA_VERSION

    def save(self, path: Path) -> None:
        """Write the file; the same baseline gives the same bytes."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_FILE.dump_json(self, indent=1) + b"\n")

    @classmethod
    def load(cls, path: Path) -> "Baseline":
        """Read the file; raises NotFound where it is absent and BadInput where it is not a baseline."""
        try:
            text = path.read_bytes()
        except (FileNotFoundError, IsADirectoryError):
            raise NotFound(
                f"asked for the baseline {str(path)!r}: no such file; write it with --update"
            ) from None
        try:
            found = _FILE.validate_json(text)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"]) or "the file"
            raise BadInput(
                f"{str(path)!r} is no baseline: {where}: {first['msg']}; write it with --update"
            ) from None
        if found.schema_version != SCHEMA_VERSION:
            raise BadInput(
                f"{str(path)!r} has schema version {found.schema_version}, this agentbench reads {SCHEMA_VERSION}; "
                "write it anew with --update"
            )
        return found


_FILE = TypeAdapter(Baseline)
