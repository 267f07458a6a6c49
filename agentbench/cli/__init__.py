"""The command line: thin doors to the verbs. Data on stdout, progress and remarks on stderr, errors in one line.

Exit codes: 0 everything readable was judged and is fine; 1 a failed cell, or a finding that was asked for;
2 bad usage or nothing readable; 3 it could not be judged. Modules that a command needs load when it runs.
"""

import sys

import typer
from typer.exceptions import TyperException

from agentbench.errors import AgentbenchError

app = typer.Typer(
    name="agentbench",
    help="See, predict and stop prompt-cache losses.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def main(arguments: list[str] | None = None) -> None:
    """The `agentbench` command; ends the process with its exit code."""
    sys.exit(call(arguments))


def call(arguments: list[str] | None = None) -> int:
    """Run one command; its exit code."""
    from agentbench.cli import commands  # noqa: F401  # registers them

    try:
        return int(app(arguments, prog_name="agentbench", standalone_mode=False) or 0)
    except TyperException as error:
        return _say(error.format_message() or "no command was given; see agentbench --help")
    except AgentbenchError as error:
        return _say(str(error))
    except BrokenPipeError:  # the reader of a pipe (head, less) has seen enough
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return _say("interrupted", code=130)


def _say(message: str, code: int = 2) -> int:
    sys.stderr.write(f"agentbench: {' '.join(message.split())}\n")
    return code
