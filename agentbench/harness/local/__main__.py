"""`make record-local`: record the named benches from llama.cpp's server.

AGENTBENCH_LLAMA_SERVER is the path of `llama-server`, AGENTBENCH_LLAMA_MODELS the folder of the GGUF files. Cells that
have a cassette are skipped; `--resume` goes on inside the cell in which an interrupted recording stopped.
"""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from agentbench.builder.files import fixtures_root, load_bench
from agentbench.harness.local.models import load_models
from agentbench.harness.local.recording import (
    Shelf,
    Wanted,
    complete_refused,
    missing,
    record_cells,
    recorded,
)


def main(argv: Sequence[str]) -> int:
    """Record; 0 when every wanted cell has a cassette, 1 when one failed, 2 when a path is not set."""
    asked = _parser().parse_args(argv)
    server, models = (os.environ.get(f"AGENTBENCH_LLAMA_{name}") for name in ("SERVER", "MODELS"))
    if not server or not models:
        sys.stderr.write("set AGENTBENCH_LLAMA_SERVER (the binary) and AGENTBENCH_LLAMA_MODELS (a folder)\n")
        return 2
    root = fixtures_root(Path())
    shelf = Shelf(
        known=load_models(root / "local" / "models.yaml"),
        binary=Path(server),
        models=Path(models),
        templates=root / "local",
        cassettes=asked.cassettes or root.parent / "cassettes",
    )
    wanted = Wanted(
        presentations=tuple(asked.presentation), models=tuple(asked.model), scenarios=tuple(asked.scenario)
    )
    failed = 0
    for name in asked.benches:
        bench = load_bench(Path(name))
        if asked.refused:
            for cell in complete_refused(recorded(bench, shelf.cassettes, wanted), shelf):
                sys.stderr.write(f"{name} {cell.slug}: refused words completed\n")
            continue
        cells = missing(bench, shelf.cassettes, wanted)
        for number, (cell, why) in enumerate(record_cells(cells, shelf, resume=asked.resume), 1):
            failed += why is not None
            sys.stderr.write(f"{name} {number}/{len(cells)} {cell.slug}: {why or 'recorded'}\n")
    return 1 if failed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m agentbench.harness.local", description=__doc__)
    parser.add_argument("benches", nargs="*", help="bench files")
    parser.add_argument("--refused", action="store_true", help="only ask again what was refused (status 500)")
    parser.add_argument("--resume", action="store_true", help="go on from interrupted cells' journals")
    parser.add_argument("--cassettes", type=Path, help="folder to record to (default: the checkout's)")
    for axis in ("presentation", "model", "scenario"):
        parser.add_argument(f"--{axis}", action="append", default=[], help="only this one; repeatable")
    return parser


if __name__ == "__main__":
    # a stopped recording stops its server too
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    raise SystemExit(main(sys.argv[1:]))
