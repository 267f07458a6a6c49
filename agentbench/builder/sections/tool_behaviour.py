"""What a model is told about tools that want to be used in a certain way: a table of tool names and texts."""

from collections.abc import Callable, Mapping

from agentbench.builder.profile import System
from agentbench.builder.sections.section import Section, TurnContext, listed

_BY_TOOL: Mapping[str, tuple[tuple[str, ...], str]] = {
    "memory_use": (
        ("memory", "remember"),
        """# What to remember
Keep what will still matter in a month: preferences, agreements, peculiarities of people and systems. Write whole
sentences with names and dates. Do not keep what a file or another system already holds, nor how far today's work
is.""",
    ),
    "session_search_use": (
        ("session_search",),
        """# Earlier conversations
When the user speaks of something that was said before and it is not in view, search the earlier conversations first;
ask only when nothing is found there.""",
    ),
    "skill_upkeep": (
        ("skill_manage",),
        """# Keeping skills in order
When a task took several attempts and the way that worked would help again, write it down as a skill. When a skill turns
out to be wrong or incomplete while you follow it, correct it before you go on.""",
    ),
    "task_board": (
        ("kanban_show", "task_board"),
        """# The task board
You may be one of several agents at a shared board. Read your card before you start, note on it what you found and what
is still open, and move it only when its own description of done is met.""",
    ),
}

_SHORTCUTS: Mapping[System, str] = {
    "linux": "Shortcuts use Ctrl; windows are switched with Alt+Tab, and a terminal usually opens with Ctrl+Alt+T.",
    "macos": "Shortcuts use Cmd; windows are switched with Cmd+Tab, and programs are found with Cmd+Space.",
    "windows": "Shortcuts use Ctrl; windows are switched with Alt+Tab, and programs are found with the Windows key.",
}


def _for_tools(names: tuple[str, ...], text: str) -> Callable[[TurnContext], str | None]:
    def render(context: TurnContext) -> str | None:
        return text if context.has(*names) else None

    return render


def computer_use(context: TurnContext) -> str | None:
    """How to act on a desktop, in the terms of its system; only with the tool for it."""
    if not context.has("computer_use"):
        return None
    environment = context.profile.environment
    system: System = environment.system if environment else "linux"
    return f"""# Acting on a desktop
Look at the screen before you act and again afterwards; never assume that a click has worked. Prefer the keyboard to the
pointer. Stop and say so when a dialogue asks for a password or for money. {_SHORTCUTS[system]}"""


def subscription(context: TurnContext) -> str | None:
    """Services that the user's subscription includes."""
    return listed("Included in the user's subscription", context.profile.subscription)


SECTIONS = (
    *(
        Section(name=name, tier="stable", depends_on=("tools",), render=_for_tools(*entry))
        for name, entry in _BY_TOOL.items()
    ),
    Section(
        name="computer_use",
        tier="stable",
        depends_on=("tools", "profile.environment"),
        render=computer_use,
    ),
    Section(name="subscription", tier="stable", depends_on=("profile.subscription",), render=subscription),
)
