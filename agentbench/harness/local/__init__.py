"""Recording from llama.cpp's server: started and stopped here, described in the tape's header, counted beside."""

from agentbench.harness.local.counting import Counting
from agentbench.harness.local.described import described
from agentbench.harness.local.models import LocalModel, load_models
from agentbench.harness.local.server import Launch, serving

__all__ = ["Counting", "Launch", "LocalModel", "described", "load_models", "serving"]
