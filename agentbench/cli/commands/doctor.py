"""`agentbench doctor`: what works here."""

from agentbench.cli import app
from agentbench.cli.commands import options


@app.command()
def doctor(format: options.Format = None, output: options.Output = None) -> int:
    """Check versions, vocabularies, prices, keys (set or not, never their values), browser and folders.

    Nothing is sent. Exit code 1 where something is broken; what is absent is optional.
    """
    from agentbench.cli.show import emit
    from agentbench.verbs.doctor import doctor as verb

    found = verb()
    emit(found, format, output)
    return int((found["state"] == "broken").any())
