"""What the model has been told so far: the latest word on each block, turn by turn, in the conversation as planned."""

from collections.abc import Iterator, Sequence

from agentbench.builder.prompt import TurnPrompt


def latest_words(prompts: Sequence[TurnPrompt]) -> Iterator[dict[str, str]]:
    """For each turn, block name to the last text that the conversation holds under it.

    System texts are always those of the turn; appended texts stay in the history until a compression.
    """
    history: dict[str, str] = {}
    for prompt in prompts:
        if prompt.moment.compressed:
            history = {}
        history |= {block.name: block.text for block in prompt.appended.blocks}
        system = (*prompt.system.blocks, *prompt.second.blocks)
        yield {block.name: block.text for block in system} | history


def untold(prompts: Sequence[TurnPrompt]) -> tuple[tuple[str, ...], ...]:
    """For each turn, the volatile blocks in force whose present text is not the latest word on them, by name.

    The turns with any are the layout's stale turns.
    """
    return tuple(
        tuple(block.name for block in prompt.in_force if words.get(block.name) != block.text)
        for prompt, words in zip(prompts, latest_words(prompts), strict=True)
    )
