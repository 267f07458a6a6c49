"""Hostile files end as rows within bounded memory, each read in a process of its own that may not grow."""

import gzip
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from agentbench.tape import read

HEAD = b"interactions:\n- request: "
LEVELS = [
    b"a0: &a0 [x, x]",
    *(b"a%d: &a%d [%s]" % (n, n, b", ".join([b"*a%d" % (n - 1)] * 10)) for n in range(1, 10)),
]
MERGES = [
    b"a0: &a0 {x: 1}",
    *(b"a%d: &a%d {<<: [%s]}" % (n, n, b", ".join([b"*a%d" % (n - 1)] * 10)) for n in range(1, 10)),
]
USE = b"\ninteractions:\n- request: {method: POST, uri: u, parsed_body: *a9}\n  response: {}\n"
FILES = {
    "aliases": b"\n".join(LEVELS) + USE,
    "merge-keys": b"\n".join(MERGES) + USE,
    "one-alias-many-times": HEAD
    + b"{method: POST, uri: u, body: &b '%s'}\n  response: {}\n" % (b"y" * 1_000_000)
    + b"- request: {method: POST, uri: u, body: *b}\n  response: {}\n" * 20_000,
    "deep-flow": HEAD + b"[" * 10_000 + b"]" * 10_000,
    "deep-flow-maps": HEAD + b"{a: " * 10_000 + b"}" * 10_000,
    "deep-block": HEAD + b"\n    " + b"- " * 100_000 + b"x\n",
    "deep-block-keys": HEAD + b"\n    " + b"? " * 100_000 + b"x\n",
    "deep-json": b'{"interactions":' + b'[{"a":' * 10_000,
    "deep-body": HEAD
    + b"{method: POST, uri: 'https://x/v1/messages', body: '%s'}\n  response: {}\n" % (b"[" * 10_000),
    "invalid-utf8": HEAD + b"{method: POST, uri: u, body: '\xff\xfe'}\n  response: {}\n",
    "nul-bytes": HEAD + b"{method: POST, uri: u, body: '\x00'}\n  response: {}\n",
    "all-nul": b"\x00" * 20_000_000,
    "object-tag": HEAD + b"!!python/object/apply:os.system ['touch pwned']\n",
    "object-tag-as-list": b"interactions: !!python/object/apply:os.system ['touch pwned']\n",
    "gzip-bomb": gzip.compress(b"\x00" * 300_000_000),
    "long-line": HEAD + b"'" + b"x" * 200_000_000 + b"'\n",
}
SCRIPT = """
import sys
from pathlib import Path
from agentbench.tape import read
rows = read(Path(sys.argv[1]))
print(*{row.kind for row in rows}, all(row.reason for row in rows))
"""


@pytest.mark.parametrize("name", FILES)
def test_a_hostile_file_is_unreadable_in_bounded_memory(tmp_path: Path, name: str) -> None:
    """Within 500 MB of memory; nothing is called, and nothing but rows comes out."""
    path = tmp_path / "a.yaml"
    path.write_bytes(FILES[name])
    found = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(path)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={"PYTHONPATH": str(Path(__file__).resolve().parents[2]), "OPENBLAS_NUM_THREADS": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (500 * 2**20, 500 * 2**20)),
    )
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.split() == ["unreadable", "True"]
    assert [left.name for left in tmp_path.iterdir()] == ["a.yaml"]


def test_what_is_no_regular_file_is_not_read() -> None:
    """A device would never end."""
    (row,) = read(Path("/dev/zero"))
    assert (row.kind, row.reason) == ("unreadable", "not a regular file")
