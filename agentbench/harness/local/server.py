"""llama.cpp's server as a child process on loopback: started cold, waited for, and stopped by its process id."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx2

from agentbench.errors import BadInput
from agentbench.harness.clients import LOCAL

START_S = 120
"""How long a server may take to load its model."""

FLAGS = ("-c", "16384", "-np", "1", "-t", "1", "--jinja")
"""One slot, since slots share no cache; one thread, since two on busy cores are slower than one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """What to start."""

    binary: Path
    model: Path
    """A GGUF file."""
    template: Path | None = None
    """A chat template in place of the model file's own."""
    flags: tuple[str, ...] = FLAGS

    @property
    def command(self) -> tuple[str, ...]:
        """The whole command line; the port is the one in the recorded address."""
        at = urlsplit(LOCAL)
        template = ("--chat-template-file", str(self.template)) if self.template else ()
        where = ("--host", str(at.hostname), "--port", str(at.port))
        # the alias is what answers call their model: without it they would hold the file's whole path
        model = ("-m", str(self.model), "--alias", self.model.name)
        return (str(self.binary), *model, *where, *self.flags, *template)


@contextmanager
def serving(launch: Launch) -> Iterator[str]:
    """A server that answers, with an empty cache; gives its address and stops it at the end.

    Raises:
        BadInput: the port is taken, or the server did not come up.
    """
    if _answers():
        raise BadInput(
            f"asked to start llama.cpp's server, found {LOCAL} already answering; stop that one first"
        )
    process = subprocess.Popen(launch.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait(process)
        yield LOCAL
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait(process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + START_S
    while time.monotonic() < until and process.poll() is None:
        if _answers():
            return
        time.sleep(0.2)
    raise BadInput(
        f"asked for llama.cpp's server at {LOCAL}, found none after {START_S} s"
        f" (exit code {process.poll()}); start {' '.join(map(str, process.args))!r} by hand to see why"  # type: ignore[arg-type]
    )


def _answers() -> bool:
    try:
        return httpx2.get(f"{LOCAL}/health", timeout=2).status_code == 200
    except httpx2.HTTPError:
        return False
