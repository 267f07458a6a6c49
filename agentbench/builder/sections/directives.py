"""Directives for one turn or one goal, each a section of its own."""

from agentbench.builder.sections.section import Section, TurnContext, titled

_TITLE = """# A title is wanted
This conversation has no title yet. Give it one with the tool for it: three to six words that say what it is about."""

_REDIRECT = """# This is work for the coding surface
The request is about source code, and this is the main chat. Offer to open a coding session with what is known so far
instead of doing the work here."""


def directive(context: TurnContext) -> str | None:
    """An order that holds for this turn alone."""
    return titled("For this answer only", context.moment.directive)


def title_request(context: TurnContext) -> str | None:
    """The conversation wants a title."""
    return _TITLE if context.moment.title_wanted else None


def coding_redirect(context: TurnContext) -> str | None:
    """Coding in the main chat is to be moved to the coding surface."""
    return _REDIRECT if context.moment.redirected else None


def goal(context: TurnContext) -> str | None:
    """What the session is to reach."""
    return titled("The goal", context.moment.goal)


def side_query(context: TurnContext) -> str | None:
    """A question beside the conversation, in this turn alone."""
    return titled("A question on the side; answer it in a sentence and go on", context.moment.side_query)


SECTIONS = (
    Section(name="title_request", tier="volatile", depends_on=("moment.title_wanted",), render=title_request),
    Section(
        name="coding_redirect", tier="volatile", depends_on=("moment.redirected",), render=coding_redirect
    ),
    Section(name="goal", tier="volatile", depends_on=("moment.goal",), render=goal),
    Section(name="side_query", tier="volatile", depends_on=("moment.side_query",), render=side_query),
    Section(name="directive", tier="volatile", depends_on=("moment.directive",), render=directive),
)
