"""`python -m agentbench`."""

from agentbench.cli import main

main()
