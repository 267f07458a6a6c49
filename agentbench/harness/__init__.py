"""The harness: the only room that knows pydantic-ai. Renders, replays and records the cells of a bench."""
