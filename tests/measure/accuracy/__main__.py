"""`make accuracy`: predictions against recorded traffic, written to a folder as markdown and JSON."""

import argparse
import json
from pathlib import Path

from agentbench.tape import find, read
from tests.measure.accuracy.page import Findings, as_json, as_markdown, findings


def main() -> None:
    """Read every recording under the first argument, write `index.md` and `accuracy.json` under `-o`."""
    parser = argparse.ArgumentParser(prog="make accuracy", description=main.__doc__)
    parser.add_argument("recordings", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    asked = parser.parse_args()
    exchanges = [one for file in find([str(asked.recordings)]).files for one in read(file)]
    found: Findings = findings(exchanges, asked.recordings)
    asked.output.mkdir(parents=True, exist_ok=True)
    (asked.output / "index.md").write_text(as_markdown(found), encoding="utf-8")
    text = json.dumps(as_json(found), indent=1, ensure_ascii=False)
    (asked.output / "accuracy.json").write_text(text + "\n", encoding="utf-8")
    print(f"{found.held} of {len(found.checks)} lines hold; wrote {asked.output.as_posix()}/")


main()
