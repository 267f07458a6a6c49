"""The builder: what the model is shown. Values that people write, sections, layouts, and the prompt of each turn."""

from agentbench.builder.bench import Bench, Cast, Cell
from agentbench.builder.block import Block, Text, TextSpan, Tier
from agentbench.builder.files import (
    fixtures_root,
    load_bench,
    load_cast,
    load_layout,
    load_value,
    resolve,
    with_profile,
)
from agentbench.builder.layout import Cache, Layout, Placed
from agentbench.builder.profile import Profile, User
from agentbench.builder.prompt import TurnPrompt, plan
from agentbench.builder.scenario import Call, Event, Scenario, Step, Turn
from agentbench.builder.sections import SECTIONS, Section, TurnContext
from agentbench.builder.session import Moment, moments
from agentbench.builder.tools import Tool

__all__ = [
    "SECTIONS",
    "Bench",
    "Block",
    "Cache",
    "Call",
    "Cast",
    "Cell",
    "Event",
    "Layout",
    "Moment",
    "Placed",
    "Profile",
    "Scenario",
    "Section",
    "Step",
    "Text",
    "TextSpan",
    "Tier",
    "Tool",
    "Turn",
    "TurnContext",
    "TurnPrompt",
    "User",
    "fixtures_root",
    "load_bench",
    "load_cast",
    "load_layout",
    "load_value",
    "moments",
    "plan",
    "resolve",
    "with_profile",
]
