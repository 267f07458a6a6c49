"""The builder: what the model is shown. Values that people write, sections, layouts, and the prompt of each turn."""

from agentbench.builder.bench import Bench, Cast, Cell
from agentbench.builder.block import Block, Text, TextSpan, Tier
from agentbench.builder.cache import CachePlan, cache_plan
from agentbench.builder.door import load_value
from agentbench.builder.files import (
    fixtures_root,
    load_bench,
    load_cast,
    load_layout,
    resolve,
    with_profile,
)
from agentbench.builder.layout import Cache, Layout, Markers, Placed
from agentbench.builder.profile import Coding, Environment, Profile, User
from agentbench.builder.prompt import TurnPrompt, plan
from agentbench.builder.scenario import Call, Event, Scenario, Step, Turn
from agentbench.builder.sections import SECTIONS, Given, Section, TurnContext
from agentbench.builder.session import Moment, moments
from agentbench.builder.told import latest_words, untold
from agentbench.builder.tools import Tool

__all__ = [
    "SECTIONS",
    "Bench",
    "Block",
    "Cache",
    "CachePlan",
    "Call",
    "Cast",
    "Cell",
    "Coding",
    "Environment",
    "Event",
    "Given",
    "Layout",
    "Markers",
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
    "cache_plan",
    "fixtures_root",
    "latest_words",
    "load_bench",
    "load_cast",
    "load_layout",
    "load_value",
    "moments",
    "plan",
    "resolve",
    "untold",
    "with_profile",
]
