"""What is sent as prompt at each turn of a session: the system texts, and what travels with the user's words.

`plan` is the one place where tiers, rebuild events and the travel of volatile text come together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from agentbench import facts
from agentbench.builder.block import Block, Text
from agentbench.builder.layout import Layout
from agentbench.builder.profile import Profile
from agentbench.builder.scenario import Scenario
from agentbench.builder.sections import SECTIONS, Given, TurnContext
from agentbench.builder.session import Moment, moments
from agentbench.errors import UnknownModel

RETIRED = "no longer in force"
"""Words that take back an appended block which has nothing to say any more."""
NOTHING = Text(blocks=())


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
    layout: Layout,
    profile: Profile,
    scenario: Scenario,
    *,
    family: str | None,
    tool_names: tuple[str, ...],
    given: Given | None = None,
) -> tuple[TurnPrompt, ...]:
    """The prompts of all turns of a session, in order.

    `family` is the one on the card of the arm's model, `given` what the caller knows beside (model id, window,
    skills, gates, overrides of hints). The second text of a layout that appends is told anew after a compression,
    which takes the appended messages away with the rest of the conversation.
    """
    start = TurnContext(
        profile=profile,
        moment=Moment(turn=-1, now=scenario.start, memory=(), world={}, directive=None),
        clock=layout.clock,
        family=family,
        tool_names=tool_names,
        gate=layout.guidance,
        model=given.model if given else None,
        window=given.window if given else None,
        given=given or Given(),
    )
    prompts: list[TurnPrompt] = []
    built: Moment | None = None
    kept: tuple[Block, ...] = ()
    for moment in moments(profile, scenario):
        anew = built is None or any(kind in layout.rebuild for kind in moment.events)
        built = moment if anew or built is None else built
        context = _context(start, moment, built)
        current = blocks(layout, context)
        kept = current if anew else kept
        held = current if "turn" in layout.rebuild else kept
        prompts.append(_turn(layout, moment, held=_with(layout, held, kept), current=current, before=prompts))
    return tuple(prompts)


def _context(start: TurnContext, moment: Moment, built: Moment) -> TurnContext:
    """What sections see at a moment; after a switch, the model that answers now."""
    if moment.model is None:
        return replace(start, moment=moment, built=built)
    try:
        window = facts.card(moment.model).window
    except UnknownModel:
        window = None
    return replace(
        start,
        moment=moment,
        built=built,
        model=moment.model,
        family=facts.family(moment.model),
        window=window,
    )


def blocks(layout: Layout, context: TurnContext) -> tuple[Block, ...]:
    """The layout's sections that have something to say, in its order."""
    found = []
    for placed in layout.sections:
        section = SECTIONS[placed.section]
        text = section.render(context)
        if text:
            found.append(Block(name=section.name, tier=placed.tier or section.tier, text=text))
    return tuple(found)


def _with(layout: Layout, held: Sequence[Block], kept: Sequence[Block]) -> tuple[Block, ...]:
    """The held blocks, with the context tier as it was when the session was built, present or absent."""
    fixed = {block.name: block for block in kept if block.tier == "context"}
    now = {block.name: block for block in held if block.tier != "context"}
    names = [placed.section for placed in layout.sections]
    return tuple(block for name in names if (block := fixed.get(name) or now.get(name)))


def _turn(
    layout: Layout,
    moment: Moment,
    *,
    held: tuple[Block, ...],
    current: tuple[Block, ...],
    before: Sequence[TurnPrompt],
) -> TurnPrompt:
    volatile = tuple(block for block in current if block.tier == "volatile")
    still = Text(blocks=tuple(block for block in held if block.tier != "volatile"))
    prompt = TurnPrompt(system=still, second=NOTHING, appended=NOTHING, in_force=volatile, moment=moment)
    if layout.volatile == "inside":
        return replace(prompt, system=Text(blocks=held))
    if layout.volatile == "second":
        return replace(prompt, second=Text(blocks=tuple(block for block in held if block.tier == "volatile")))
    if layout.volatile == "front":
        return replace(prompt, appended=Text(blocks=volatile))
    if not before or moment.compressed:
        return replace(prompt, second=Text(blocks=volatile))
    latest = before[-1]
    changed = _changes({block.name: block for block in latest.in_force}, volatile)
    return replace(prompt, second=latest.second, appended=Text(blocks=changed))


def _changes(shown: Mapping[str, Block], volatile: Sequence[Block]) -> tuple[Block, ...]:
    now = {block.name for block in volatile}
    new = [block for block in volatile if shown.get(block.name) != block]
    gone = [replace(block, text=f"# {name}: {RETIRED}") for name, block in shown.items() if name not in now]
    return (*new, *gone)
