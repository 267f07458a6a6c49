"""Token counts and the vocabularies behind them, with no network."""

import hashlib
import importlib
import os
import random
import sys
import unicodedata
import warnings
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from types import ModuleType

import pytest
import tiktoken

from agentbench.errors import BadInput
from agentbench.facts import count_tokens, encoding, tokens, vocabulary
from agentbench.facts.vocabulary import VocabularyName, write_ranks

# what tiktoken names the rank file of o200k_base: the SHA-1 of its address
O200K = "fb374d419588a4632f3f557e76b4b70aebbca790"
CL100K = "9b5ad71b2ce5302211f9c61530b329a4922fc6a4"


@pytest.fixture(scope="module")
def bpe_openai() -> ModuleType:
    """The package as an independent implementation; on import it opens its own files in a deprecated way."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return importlib.import_module("bpe_openai")


def _strings(count: int) -> list[str]:
    """Strings of all planes and scripts, white space, digits, emoji and what text files hold; always the same."""
    chance = random.Random(20261130)
    assigned = [
        chr(c) for c in range(sys.maxunicode + 1) if unicodedata.category(chr(c)) not in ("Cs", "Cn", "Co")
    ]
    plain = [*"abcdefghijklmnopqrstuvwxyz ABC 0123456789 \n\t.,'\"{}[]:/-_"]
    ranges = [plain, assigned, assigned[:3000], plain + assigned[:600], [" ", "\n", "\t", "a", "1"]]
    return ["".join(chance.choices(chance.choice(ranges), k=chance.randint(0, 120))) for _ in range(count)]


@pytest.mark.parametrize("name", ["o200k_base", "cl100k_base"])
def test_counts_equal_bpe_openai_on_1000_strings(name: VocabularyName, bpe_openai: ModuleType) -> None:
    """tiktoken with the rebuilt vocabulary and an independent implementation give the same tokens."""
    ours, theirs = encoding(name), bpe_openai.get_encoding(name)
    strings = _strings(1000)
    assert len(set(strings)) > 950
    assert [ours.encode_ordinary(s) for s in strings] == [theirs.encode_ordinary(s) for s in strings]


@pytest.mark.parametrize(("name", "file"), [("o200k_base", O200K), ("cl100k_base", CL100K)])
def test_the_rank_file_is_the_one_tiktoken_asks_for(name: VocabularyName, file: str, tmp_path: Path) -> None:
    """Named by the SHA-1 of its address; tiktoken's own loader accepts its SHA-256 without downloading."""
    assert write_ranks(name, tmp_path) == tmp_path / file
    assert [path.name for path in tmp_path.iterdir()] == [file]
    assert tiktoken.load.check_hash((tmp_path / file).read_bytes(), vocabulary._SHA256[name])


def test_a_damaged_rank_file_is_replaced(tmp_path: Path) -> None:
    """Half a file, left behind by whoever, is written anew and not downloaded."""
    path = write_ranks("cl100k_base", tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[:1000])
    assert write_ranks("cl100k_base", tmp_path).read_bytes() == whole


def test_a_whole_rank_file_is_left_alone(tmp_path: Path) -> None:
    """Later runs only check it."""
    path = write_ranks("cl100k_base", tmp_path)
    before = path.stat().st_mtime_ns
    assert write_ranks("cl100k_base", tmp_path).stat().st_mtime_ns == before


def test_parallel_processes_see_a_whole_file_or_none(tmp_path: Path) -> None:
    """Written beside its place and renamed: eight writers agree on one file and leave nothing else."""
    with ProcessPoolExecutor(4, mp_context=get_context("spawn")) as pool:
        sums = set(pool.map(_written_sum, [tmp_path] * 8))
    assert sums == {vocabulary._SHA256["cl100k_base"]}
    assert [path.name for path in tmp_path.iterdir()] == [CL100K]


def _written_sum(folder: Path) -> str:
    return hashlib.sha256(write_ranks("cl100k_base", folder).read_bytes()).hexdigest()


@pytest.mark.parametrize("before", [None, "elsewhere"])
def test_the_environment_is_left_as_it_was(
    before: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """tiktoken's variable is set only while it loads."""
    monkeypatch.delenv("TIKTOKEN_CACHE_DIR", raising=False)
    if before:
        monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path / before))
    environment = dict(os.environ)
    encoding("cl100k_base", tmp_path)
    assert dict(os.environ) == environment


@pytest.mark.parametrize(
    ("variables", "platform", "expected"),
    [
        pytest.param({"TIKTOKEN_CACHE_DIR": "/c"}, "linux", "/c", id="named"),
        pytest.param({"XDG_CACHE_HOME": "/x"}, "linux", "/x/agentbench/tiktoken", id="xdg"),
        pytest.param({"HOME": "/h"}, "linux", "/h/.cache/agentbench/tiktoken", id="home"),
        pytest.param({"HOME": "/h"}, "darwin", "/h/Library/Caches/agentbench/tiktoken", id="mac"),
        pytest.param({"LOCALAPPDATA": "/l"}, "win32", "/l/agentbench/tiktoken", id="windows"),
        pytest.param(
            {"TIKTOKEN_CACHE_DIR": "", "HOME": "/h"}, "linux", "/h/.cache/agentbench/tiktoken", id="empty"
        ),
    ],
)
def test_where_the_rank_files_lie(
    variables: dict[str, str], platform: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """tiktoken's own variable is respected, else the user's cache folder of the platform."""
    for name in ("TIKTOKEN_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert vocabulary._default_folder() == Path(expected)


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    """A read-only home (a container, CI) still counts: the file lives only while it is read."""
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    assert encoding("cl100k_base", blocked / "below").encode_ordinary("hello world") == [15339, 1917]


def test_missing_ranks_are_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without bpe-openai's ranks nothing is downloaded in their place."""
    monkeypatch.setattr(vocabulary.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(LookupError, match="install bpe-openai"):
        write_ranks("cl100k_base", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_ranks_that_bpe_openai_lacks_are_an_error() -> None:
    """A later version that ships them otherwise is named, not worked around."""
    with pytest.raises(LookupError, match="asked for the ranks of 'r50k_base', found none"):
        vocabulary._ranks("r50k_base")


def test_another_encoding_is_an_error() -> None:
    """Only the two vocabularies that can be rebuilt are offered."""
    with pytest.raises(BadInput, match=r"asked for the encoding 'p50k_base', found only \['cl100k_base'"):
        encoding("p50k_base")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "family", "expected"),
    [
        pytest.param("", "gpt", 0, id="empty"),
        pytest.param("hello world", "gpt", 2, id="gpt"),
        pytest.param("hello world", None, 2, id="unknown-family"),
        pytest.param("hello world", "claude", 3, id="rounded-up"),
        pytest.param("<|endoftext|>", "gpt", 7, id="a-special-token-is-plain-text"),
        pytest.param("\ud800", "gpt", 1, id="a-lone-surrogate-counts-as-its-replacement"),
    ],
)
def test_count_tokens(text: str, family: str | None, expected: int) -> None:
    """o200k tokens times the family's factor, rounded up."""
    assert count_tokens(text, family) == expected


def test_a_megabyte_of_spaces_can_be_counted() -> None:
    """tiktoken's regex overflows its stack on such a run; pieces do not."""
    assert count_tokens(" " * 1_000_000, "gpt") == 5 * count_tokens(" " * 200_000, "gpt")


def test_the_memory_of_counts_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest counts go first; a forgotten one is counted again."""
    monkeypatch.setattr(tokens, "_REMEMBERED", 3)
    monkeypatch.setattr(tokens, "_counts", type(tokens._counts)())
    counts = [count_tokens(f"word {i}", "gpt") for i in range(10)]
    assert len(tokens._counts) == 3
    assert [count_tokens(f"word {i}", "gpt") for i in range(10)] == counts
