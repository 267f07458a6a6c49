"""A tape as a cassette file: vcrpy's YAML with our header beside it, whole or not at all."""

import os
import tempfile
from pathlib import Path

import yaml

from agentbench.tape.cassettes import header as headers_of_file
from agentbench.tape.cassettes import secrets
from agentbench.tape.cassettes.headers import allowed
from agentbench.tape.cassettes.tape import Interaction, Tape


class _Dumper(yaml.CSafeDumper):
    """Never writes anchors: a cassette is read by people and by other tools."""

    def ignore_aliases(self, data: object) -> bool:
        """Every value is written out."""
        return True


def write(path: Path, tape: Tape) -> None:
    """Write the tape so that vcrpy and we read the same bytes back.

    Headers outside the allow-list are dropped. Raises `SecretFound`, and writes nothing, where a URL or a body
    holds a key, a token or a cookie. The file appears whole or not at all: it is written beside its place and
    moved over it.
    """
    for index, interaction in enumerate(tape.interactions):
        secrets.refuse(interaction, f"cassette {path.name!r}, interaction {index}")
    content = _document(tape)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.chmod(0o644)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _document(tape: Tape) -> bytes:
    found: dict[str, object] = {}
    if tape.header is not None:
        found[headers_of_file.KEY] = headers_of_file.plain_header(tape.header)
    found["interactions"] = [_interaction(interaction) for interaction in tape.interactions]
    found["version"] = 1
    # ASCII only: vcrpy opens files in the locale's encoding
    dumped: bytes = yaml.dump(found, Dumper=_Dumper, sort_keys=False, width=120, encoding="ascii")
    return dumped


def _interaction(interaction: Interaction) -> dict[str, object]:
    found: dict[str, object] = {
        "request": {
            "method": interaction.method,
            "uri": interaction.uri,
            "headers": {name: [value] for name, value in allowed(interaction.request_headers).items()},
            "body": _body(interaction.request_body),
        },
        "response": {
            "status": {"code": interaction.status, "message": ""},
            "headers": {name: [value] for name, value in allowed(interaction.response_headers).items()},
            "body": {"string": _body(interaction.response_body)},
        },
    }
    ours = _ours(interaction)
    if ours:
        found[headers_of_file.KEY] = ours
    return found


def _body(body: bytes) -> str | bytes:
    """Text where it is text that YAML can hold, else bytes (`!!binary`)."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return body
    return text if text.isprintable() or not _UNSAFE & set(text) else body


# characters at which YAML readers differ: line separators, byte-order mark, controls other than tab and newline
_UNSAFE = {
    chr(n) for n in (*range(0x9), 0xB, 0xC, *range(0xE, 0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, 0xFEFF)
}


def _ours(interaction: Interaction) -> dict[str, object]:
    found: dict[str, object] = {}
    if interaction.sent_at is not None:
        found["sent_at"] = interaction.sent_at.isoformat()
    if interaction.first_byte_at is not None:
        found["first_byte_at"] = interaction.first_byte_at.isoformat()
    found |= interaction.origin or {}
    if interaction.stale_blocks is not None:
        found["stale_blocks"] = list(interaction.stale_blocks)
    if interaction.counted is not None:
        found["counted"] = dict(interaction.counted)
    return found
