"""What is sent as prompt at each turn of a session: the system texts, and what travels with the user's words.

`plan` is the one place where tiers, rebuild events and the travel of volatile text come together.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agentbench.builder.block import Block, Text
from agentbench.builder.layout import Layout
from agentbench.builder.profile import Profile
from agentbench.builder.scenario import Scenario
from agentbench.builder.sections import SECTIONS, TurnContext
from agentbench.builder.session import Moment, moments

RETIRED = "no longer in force"
"""Words that take back an appended block which has nothing to say any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPrompt:
    """The prompt of one turn."""

    system: Text
    """The text that the layout holds still (all of it, volatile text included, where that travels inside)."""
    second: Text
    """Volatile text in a system block of its own behind `system`; empty where the layout has none."""
    appended: Text
    """Volatile text sent with this turn's user message and kept in the history; empty where nothing changed."""
    in_force: tuple[Block, ...]
    """The volatile blocks as they really are at this turn, whatever the layout shows."""
    moment: Moment

    @property
    def texts(self) -> tuple[Text, ...]:
        """Every text of this turn that blocks own."""
        return tuple(text for text in (self.system, self.second, self.appended) if text)


def plan(
    layout: Layout, profile: Profile, scenario: Scenario, *, family: str | None, tool_names: tuple[str, ...]
) -> tuple[TurnPrompt, ...]:
    """The prompts of all turns of a session, in order."""

    def context(moment: Moment) -> TurnContext:
        return TurnContext(
            profile=profile, moment=moment, clock=layout.clock, family=family, tool_names=tool_names
        )

    timeline = moments(profile, scenario)
    prompts: list[TurnPrompt] = []
    shown: dict[str, Block] = {}
    for moment in timeline:
        current = blocks(layout, context(moment))
        held = blocks(layout, context(moment if "turn" in layout.rebuild else timeline[0]))
        fixed = blocks(layout, context(timeline[0]))
        volatile = tuple(block for block in current if block.tier == "volatile")
        prompt = _turn(layout, moment, held=held, fixed=fixed, volatile=volatile, shown=shown)
        shown = {block.name: block for block in volatile}
        prompts.append(prompt)
    if layout.volatile == "appended":
        first = prompts[0].second
        prompts = [replace(prompt, second=first) for prompt in prompts]
    return tuple(prompts)


def blocks(layout: Layout, context: TurnContext) -> tuple[Block, ...]:
    """The layout's sections that have something to say, in its order."""
    found = []
    for placed in layout.sections:
        section = SECTIONS[placed.section]
        text = section.render(context)
        if text:
            found.append(Block(name=section.name, tier=placed.tier or section.tier, text=text))
    return tuple(found)


def _turn(
    layout: Layout,
    moment: Moment,
    *,
    held: Sequence[Block],
    fixed: Sequence[Block],
    volatile: tuple[Block, ...],
    shown: dict[str, Block],
) -> TurnPrompt:
    context_tier = {block.name: block for block in fixed if block.tier == "context"}
    system = tuple(context_tier.get(block.name, block) for block in held)
    still = Text(blocks=tuple(block for block in system if block.tier != "volatile"))
    drifting = Text(blocks=tuple(block for block in system if block.tier == "volatile"))
    none = Text(blocks=())
    prompt = TurnPrompt(system=still, second=none, appended=none, in_force=volatile, moment=moment)
    if layout.volatile == "inside":
        return replace(prompt, system=Text(blocks=system))
    if layout.volatile == "second":
        return replace(prompt, second=drifting)
    if layout.volatile == "front":
        return replace(prompt, appended=Text(blocks=volatile))
    # the first turn tells everything in the second block; later turns append what changed
    changed = _changes(shown, volatile) if moment.turn else ()
    return replace(prompt, second=Text(blocks=volatile), appended=Text(blocks=changed))


def _changes(shown: dict[str, Block], volatile: Sequence[Block]) -> tuple[Block, ...]:
    now = {block.name for block in volatile}
    new = [block for block in volatile if shown.get(block.name) != block]
    gone = [replace(block, text=f"# {name}: {RETIRED}") for name, block in shown.items() if name not in now]
    return (*new, *gone)
