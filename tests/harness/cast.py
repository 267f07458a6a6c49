"""A small session, played in the tests of the harness: two turns, one tool, an event of each kind."""

from datetime import datetime

from agentbench.builder import (
    Call,
    Cast,
    Cell,
    Event,
    Layout,
    Placed,
    Profile,
    Scenario,
    Step,
    Tool,
    Turn,
    User,
)

CLAUDE = "anthropic:claude-sonnet-4-6"
GPT = "openai-chat:gpt-5.2"
EVERY_WIRE = (
    CLAUDE,
    GPT,
    "openai:gpt-5.2",
    "openai:gpt-5.6",
    "google:gemini-3.5-flash",
    "bedrock:us.anthropic.claude-sonnet-4-5-20250929-v1:0",
    "openrouter:anthropic/claude-sonnet-4.6",
    "deepseek:deepseek-chat",
)
RULES = " ".join(f'Rule {n}: müßig ist → "niemand", and a tab\tis no space.' for n in range(120))
"""Long enough to be cached (over 1,024 tokens), with everything that JSON escapes."""

PROFILE = Profile(
    name="p", identity="I am Vera.", user=User(name="Ada"), project_file=RULES, world={"Shop": "open"}
)
SCENARIO = Scenario(
    name="short",
    description="",
    start=datetime.fromisoformat("2026-03-03T23:58:00+01:00"),
    turns=(
        Turn(
            user="Is the shop open?",
            after_seconds=0,
            steps=(
                Step(
                    calls=(
                        Call(tool="look_up", args={"what": "shop"}, result="öffnet um neun"),
                        Call(tool="look_up", args={"what": "door"}, result="locked"),
                    )
                ),
                Step(say="It is."),
            ),
            expect=("look_up",),
        ),
        Turn(
            user="And now?",
            after_seconds=150,
            events=(
                Event(kind="world", set={"Shop": "closed"}),
                Event(kind="memory", text="Ada asks twice."),
            ),
            steps=(Step(say="No."),),
            expect=(),
        ),
    ),
)
TOOL = Tool(
    name="look_up",
    description="Look something up.",
    parameters={
        "type": "object",
        "properties": {"what": {"type": "string", "description": "What to look up."}},
        "required": ["what"],
    },
)
SECTIONS = (
    "identity",
    "user_context",
    "project_file",
    "memory",
    "world_state",
    "compression_summary",
    "clock",
    "task_completion",
)


def layout(volatile: str = "appended", name: str | None = None, **changes: object) -> Layout:
    """A layout with sections of all tiers."""
    plain = Layout(name=name or volatile, sections=tuple(Placed(section=each) for each in SECTIONS))
    return plain.replace(volatile=volatile, **changes)


def cell(volatile: str = "appended", model: str = CLAUDE, **changes: object) -> Cell:
    """The session in one layout and model."""
    return Cell(
        bench="t",
        layout=layout(volatile, **changes),
        presentation="eager",
        model=model,
        cast=Cast(scenario=SCENARIO, profile=PROFILE, tools=(TOOL,)),
    )
