"""`make record-local`: record the named benches from llama.cpp's server.

AGENTBENCH_LLAMA_SERVER is the path of `llama-server`, AGENTBENCH_LLAMA_MODELS the folder of the GGUF files. Cells that
have a cassette are skipped, so that an interrupted recording goes on where it stopped.
"""

import os
import signal
import sys
from pathlib import Path

from agentbench.builder.files import fixtures_root, load_bench
from agentbench.harness.local.models import load_models
from agentbench.harness.local.recording import missing, record_cells


def main(benches: list[str]) -> int:
    """Record; 0 when every cell has a cassette, 1 when one failed, 2 when a path is not set."""
    server, models = (os.environ.get(f"AGENTBENCH_LLAMA_{name}") for name in ("SERVER", "MODELS"))
    if not server or not models:
        sys.stderr.write("set AGENTBENCH_LLAMA_SERVER (the binary) and AGENTBENCH_LLAMA_MODELS (a folder)\n")
        return 2
    root = fixtures_root(Path())
    known, to = load_models(root / "local" / "models.yaml"), root.parent / "cassettes"
    failed = 0
    for name in benches:
        cells = missing(load_bench(Path(name)), to)
        done = record_cells(cells, known, Path(server), Path(models), root / "local", to)
        for number, (cell, why) in enumerate(done, 1):
            failed += why is not None
            sys.stderr.write(f"{name} {number}/{len(cells)} {cell.slug}: {why or 'recorded'}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    # a stopped recording stops its server too
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    raise SystemExit(main(sys.argv[1:]))
