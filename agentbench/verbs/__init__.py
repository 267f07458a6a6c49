"""The verbs of the command line as functions: what a notebook imports through `agentbench` itself."""
