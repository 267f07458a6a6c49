"""The other side of `search.py`, run by a Python that has hermes-agent 0.19.0: prints CPU ms of each query as JSON."""

import json
import logging
import sys
import tempfile
import time
from os import environ


def main() -> None:
    """Read the catalogue and queries from stdin; the catalogue is built once and is not in the times."""
    asked = json.load(sys.stdin)
    with tempfile.TemporaryDirectory() as home:
        environ["HERMES_HOME"] = environ["HOME"] = home
        logging.disable(logging.CRITICAL)
        from tools import tool_search  # type: ignore[import-not-found]

        catalogue = tool_search.build_catalog(
            [{"type": "function", "function": tool} for tool in asked["tools"]]
        )
        times = []
        for turn in range(asked["rounds"] + 1):
            for query in asked["queries"]:
                start = time.process_time()
                tool_search.search_catalog(catalogue, query, limit=5)
                if turn:
                    times.append((time.process_time() - start) * 1000)
    print(json.dumps(times))


if __name__ == "__main__":
    main()
