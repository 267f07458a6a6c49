"""Why something is not there: every hidden skill with all its unmet conditions, every removed or deferred tool."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pandas as pd

from agentbench.builder import Profile, Tool
from agentbench.builder.gates import Gated
from agentbench.builder.skills import SKILL_TOOLS, Hidden, Index, Known, Library, Surroundings
from agentbench.report import plain_table, shown
from agentbench.verbs.html import quiet, table_html

_SYSTEMS = {"macos": "darwin", "windows": "win32"}
_COLUMNS = {"kind": "string", "name": "string", "outcome": "string", "because": "string", "detail": "string"}


@dataclass(frozen=True, kw_only=True, repr=False)
class Decisions:
    """What was decided about the skills and tools of one session."""

    skills: Index | None
    """None where there is no folder of skills."""
    gated: Gated
    deferred: tuple[Tool, ...]
    """Tools that the presentation keeps behind a search."""

    @cached_property
    def frame(self) -> pd.DataFrame:
        """One row per unmet condition, else one per skill or tool.

        `kind` (skill, tool), `name`, `outcome` (shown, hidden, removed, deferred), `because` (the condition or the
        gate) and `detail` in words.
        """
        rows = [*self._skill_rows(), *self._tool_rows()]
        return pd.DataFrame(rows, columns=list(_COLUMNS)).astype(_COLUMNS)

    def _skill_rows(self) -> list[tuple[str | None, ...]]:
        rows: list[tuple[str | None, ...]] = []
        for skill, outcome in self.skills.decisions if self.skills else ():
            name = f"{skill.category}/{skill.name}" if skill.category else skill.name
            if not isinstance(outcome, Hidden):
                rows.append(("skill", name, "shown", None, None))
                continue
            rows += [("skill", name, "hidden", unmet.kind, str(unmet)) for unmet in outcome.unmet]
        return rows

    def _tool_rows(self) -> list[tuple[str | None, ...]]:
        late = {tool.name for tool in self.deferred}
        return [
            *(("tool", gone.tool, "removed", gone.gate, gone.reason) for gone in self.gated.removed),
            *(
                ("tool", tool.name, "deferred" if tool.name in late else "shown", None, None)
                for tool in sorted(self.gated.kept, key=lambda tool: tool.name)
            ),
        ]

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a person should know beside: unknown names in conditions, contradictions, no tool to load a skill."""
        if self.skills is None:
            return ()
        loaded = {tool.name for tool in self.gated.kept}
        absent = () if SKILL_TOOLS & loaded else (_NO_SKILL_TOOL,)
        return (*absent, *(report.message for report in self.skills.reports))

    def __repr__(self) -> str:
        return "\n".join((plain_table(shown(self.frame), 160), *self.remarks))

    def _repr_html_(self) -> str:
        return table_html(shown(self.frame)) + "".join(quiet(remark) for remark in self.remarks)


_NO_SKILL_TOOL = f"no skill is listed in the prompt: none of {', '.join(sorted(SKILL_TOOLS))} is loaded"


def skills_index(
    folder: Path, profile: Profile, tools: tuple[Tool, ...], known: tuple[Tool, ...]
) -> Index | None:
    """The index of a folder's skills with these tools loaded; `known` are all tools that exist."""
    if not folder.is_dir():
        return None
    library = Library(folder)
    system = profile.environment.system if profile.environment else "linux"
    here = Surroundings.of(tools, system=_SYSTEMS.get(system, system))
    return library.index(library.stamps(), here, known=Known.of(known))
