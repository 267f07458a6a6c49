"""An agent of somebody else: a pydantic-ai agent with a long prompt and one tool."""

from pydantic_ai import Agent

RULES = "\n".join(
    f"{number}. Answer question {number} of the handbook in one sentence." for number in range(120)
)
PROMPT = f"You keep the desk of a small library.\n{RULES}\n"


def desk() -> Agent:
    """The agent."""
    agent = Agent("openai-chat:gpt-5.2", instructions=PROMPT)

    @agent.tool_plain
    def find_book(title: str) -> str:
        """Where a book stands."""
        return f"{title}: shelf 7"

    return agent
