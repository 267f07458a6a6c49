"""tiktoken's vocabularies without a network: its own rank files, taken from the `bpe-openai` package.

tiktoken downloads a rank file on first use, keeps it in a cache folder under the SHA-1 of its address, and checks
its SHA-256 at every load. The same bytes lie gzipped inside `bpe-openai`; they are written to that folder, and
tiktoken itself says whether they are right.
"""

import gzip
import hashlib
import importlib.util
import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Literal

import tiktoken

from agentbench.errors import BadInput, NotFound

VocabularyName = Literal["o200k_base", "cl100k_base"]

_ADDRESS = "https://openaipublic.blob.core.windows.net/encodings/{name}.tiktoken"
# the sums that tiktoken 0.14 itself demands; known here too so that a damaged file is replaced, never downloaded
_SHA256 = {
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
}
_VARIABLE = "TIKTOKEN_CACHE_DIR"
_lock = threading.Lock()


@cache
def encoding(name: VocabularyName, cache_folder: Path | None = None) -> tiktoken.Encoding:
    """tiktoken's encoding `o200k_base` or `cl100k_base`, with no network.

    The rank file lies in `cache_folder`, else in TIKTOKEN_CACHE_DIR, else in the user's cache folder; where none
    of these can be written, in a folder that lives only while it is read.

    Raises:
        BadInput: a name that is neither of the two.
        NotFound: `bpe-openai` is not installed or holds no such ranks.
    """
    if name not in _SHA256:
        raise BadInput(f"asked for the encoding {name!r}, found only {sorted(_SHA256)}; choose one of these")
    folder = cache_folder or _default_folder()
    with _lock:
        try:
            write_ranks(name, folder)
        except OSError:
            with tempfile.TemporaryDirectory() as passing:
                write_ranks(name, Path(passing))
                return _load(name, Path(passing))
        return _load(name, folder)


def write_ranks(name: VocabularyName, folder: Path) -> Path:
    """The rank file of an encoding in tiktoken's cache folder, written unless it lies there whole.

    Other processes see the whole file or none: it is written beside its place and then renamed.
    """
    path = folder / hashlib.sha1(_ADDRESS.format(name=name).encode(), usedforsecurity=False).hexdigest()
    if path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == _SHA256[name]:
        return path
    folder.mkdir(parents=True, exist_ok=True)
    handle, beside = tempfile.mkstemp(dir=folder, prefix=f"{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_ranks(name))
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
    return path


def _ranks(name: str) -> bytes:
    # found, not imported: importing bpe_openai loads 74 MB of tables
    spec = importlib.util.find_spec("bpe_openai")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        packed = Path(folder) / "data" / f"{name}.tiktoken.gz"
        if packed.is_file():
            return gzip.decompress(packed.read_bytes())
    raise NotFound(f"asked for the ranks of {name!r}, found none; install bpe-openai 0.1.4")


def _load(name: str, folder: Path) -> tiktoken.Encoding:
    with _variable(_VARIABLE, str(folder)):
        return tiktoken.get_encoding(name)


@contextmanager
def _variable(name: str, value: str) -> Iterator[None]:
    """Sets an environment variable for a moment: tiktoken takes its cache folder from nowhere else."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def _default_folder() -> Path:
    named = os.environ.get(_VARIABLE)
    if named:
        return Path(named)
    if sys.platform == "win32":
        root = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        root = Path.home() / "Library" / "Caches"
    else:
        root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return root / "agentbench" / "tiktoken"
