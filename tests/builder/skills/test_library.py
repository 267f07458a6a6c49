"""Skills on a disk: read once, never stale, never a crash."""

import os
import threading
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbench.builder.skills import Hidden, Index, Library, Surroundings, parse
from agentbench.builder.skills.snapshot import read_shelves
from tests.builder.skills.thorough import THOROUGH
from tests.strategies import front_matter_texts, heads, skill_file, surroundings

HERE = Surroundings()
SETTLED = 1 << 62


def _settled() -> int:
    """A time at which every file counts as long unchanged."""
    return SETTLED


def _put(root: Path, path: str, text: str | bytes = "---\nname: n\n---\n") -> Path:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return file


def _head(name: str, **more: str) -> str:
    return "---\n" + "".join(f"{key}: {value}\n" for key, value in {"name": name, **more}.items()) + "---\n"


def _build(library: Library, here: Surroundings = HERE) -> Index:
    """The index, whose text is also given alone, by a short way where there is one."""
    stamps = library.stamps()
    text = library.text(stamps, here)
    index = library.index(stamps, here)
    assert text == index.text
    assert library.text(stamps, here) == text
    return index


def _names(index: Index) -> list[str]:
    return [skill.name for skill in index.shown]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Three skills in two categories, one of them with a text."""
    for path in ("a/x", "a/y", "b/z"):
        _put(tmp_path / "skills", f"{path}/SKILL.md", _head(path[-1], description=f"does {path[-1]}"))
    _put(tmp_path / "skills", "a/DESCRIPTION.md", "---\ndescription: All of a\n---\n")
    return tmp_path / "skills"


def _new(root: Path, *external: Path, now_ns: Callable[[], int] = _settled, **more: int) -> Library:
    return Library(root, external=external, snapshot=root.parent / "snapshot", now_ns=now_ns, **more)


def test_cold_snapshot_and_memory_give_the_same(root: Path) -> None:
    """The next process reads no skill, the next turn does not even read the snapshot."""
    cold, warm = _new(root), _new(root)
    first, second = _build(cold), _build(warm)
    assert first == second == _build(warm)
    assert (cold.files_read, warm.files_read) == (4, 0)
    assert "  a: All of a\n    - x: does x\n" in str(first.text)


def test_memory_answers_with_the_same_object(root: Path) -> None:
    """Loaded tools that no condition mentions are no part of the key; what is mentioned is."""
    _put(root, "a/x/SKILL.md", "---\nmetadata: {hermes: {requires_tools: [mail]}}\n---\n")
    library = _new(root)
    stamps = library.stamps()
    one = library.index(stamps, Surroundings(tools=frozenset({"web"}), toolsets=frozenset({"t"})))
    assert (
        library.index(library.stamps(), Surroundings(tools=frozenset({"other"}), toolsets=frozenset())) is one
    )
    assert library.index(stamps, Surroundings(tools=frozenset({"mail"}), toolsets=frozenset())) is not one
    # nothing known evaluates nothing, none loaded evaluates everything
    assert _names(library.index(stamps, HERE)) == ["x", "y", "z"]
    assert _names(library.index(stamps, Surroundings(tools=frozenset(), toolsets=frozenset()))) == ["y", "z"]


def test_memory_is_bounded(root: Path) -> None:
    """The index that was not asked for the longest goes first."""
    library = _new(root, capacity=2)
    stamps = library.stamps()
    systems = [Surroundings(system=system) for system in ("linux", "darwin", "win32")]
    first, second = (library.index(stamps, here) for here in systems[:2])
    assert library.index(stamps, systems[0]) is first
    library.index(stamps, systems[2])
    assert library.index(stamps, systems[0]) is first
    assert library.index(stamps, systems[1]) is not second


def test_one_changed_file_is_read_alone(root: Path) -> None:
    """An edit is seen in the next turn and costs one parse, in the same process and in the next one."""
    library = _new(root)
    _build(library)
    _put(root, "a/y/SKILL.md", _head("renamed"))
    # the category's text is read again too
    before = library.files_read
    assert _names(_build(library)) == ["renamed", "x", "z"]
    assert library.files_read - before == 2
    _put(root, "b/z/SKILL.md", _head("zz"))
    after = _new(root)
    assert _names(_build(after)) == ["renamed", "x", "zz"]
    assert after.files_read == 2


def test_new_moved_and_removed_skills(root: Path) -> None:
    """A directory that changed is looked into again."""
    library = _new(root)
    _build(library)
    _put(root, "a/x/more/inner/SKILL.md", _head("inner"))
    assert _names(_build(library)) == ["x", "y", "inner", "z"]
    (root / "b").rename(root / "c")
    assert [skill.category for skill in _build(library).shown] == ["a", "a", "a/x/more", "c"]
    (root / "a/y/SKILL.md").unlink()
    assert _names(_build(library)) == ["x", "inner", "z"]
    assert _build(library) == _build(_new(root))


def test_an_edit_within_the_same_tick_is_seen(root: Path) -> None:
    """A file that was only just written is not trusted, even with the same size and times."""
    library = _new(root, now_ns=lambda: 0)
    _build(library)
    _build(library)
    # what is not settled is read again in each turn
    assert library.files_read == 8
    file = root / "a/x/SKILL.md"
    times = file.stat().st_mtime_ns
    file.write_text(_head("q", description="does x"))
    os.utime(file, ns=(times, times))
    assert _names(_build(library)) == ["q", "y", "z"]
    assert _names(_build(_new(root))) == ["q", "y", "z"]


@pytest.mark.parametrize(
    ("path", "seen"),
    [
        pytest.param("a/x/references/old/SKILL.md", False, id="material-of-a-skill"),
        pytest.param("a/x/other/inner/SKILL.md", True, id="below-a-skill"),
        pytest.param("scripts/foo/SKILL.md", True, id="category-named-like-material"),
        pytest.param("node_modules/x/SKILL.md", False, id="skipped-directory"),
        pytest.param(".hidden/x/SKILL.md", True, id="hidden-directory"),
        pytest.param("a/n/skill.md", False, id="other-spelling"),
    ],
)
def test_where_skills_are_found(root: Path, path: str, seen: bool) -> None:
    """Everywhere but in material of other skills and in directories of tools."""
    _put(root, path, _head("found"))
    assert ("found" in _names(_build(_new(root)))) is seen


def test_links(root: Path, tmp_path: Path) -> None:
    """Loops end, each directory counts once and at its real place, links to elsewhere are followed."""
    _put(tmp_path / "else", "far/SKILL.md", _head("far"))
    (root / "a/up").symlink_to(root, target_is_directory=True)
    (root / "0").symlink_to(root / "a", target_is_directory=True)
    (root / "elsewhere").symlink_to(tmp_path / "else", target_is_directory=True)
    (root / "gone").symlink_to(tmp_path / "nothing", target_is_directory=True)
    (root / "self").symlink_to(root / "self")
    library = _new(root)
    assert [skill.path for skill in _build(library).shown] == [
        "a/x/SKILL.md",
        "a/y/SKILL.md",
        "b/z/SKILL.md",
        "elsewhere/far/SKILL.md",
    ]
    _put(tmp_path / "nothing", "late/SKILL.md", _head("late"))
    _put(tmp_path / "else", "far/SKILL.md", _head("further"))
    assert _names(_build(library)) == ["x", "y", "z", "further", "late"]
    assert _build(library) == _build(_new(root))


def test_an_unreadable_file_is_hidden_until_it_can_be_read(root: Path) -> None:
    """It is listed with this reason, and tried again in each turn."""
    file = root / "a/x/SKILL.md"
    file.unlink()
    file.symlink_to(file)
    _put(root, "b/DESCRIPTION.md/keep", "")
    library = _new(root)
    for index in (_build(library), _build(library), _build(_new(root))):
        assert [(skill.path, str(outcome)) for skill, outcome in index.hidden] == [
            ("a/x/SKILL.md", str(Hidden(unmet=index.hidden[0][1].unmet)))
        ]
        assert index.hidden[0][1].unmet[0].kind == "unreadable"
    file.unlink()
    _put(root, "a/x/SKILL.md", _head("x"))
    assert _names(_build(library)) == ["x", "y", "z"]


def test_a_reading_error_is_not_kept(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that could not be opened for a moment is read in the next turn though nothing changed on the disk."""

    def fail(path: str) -> str:
        raise OSError(24, "Too many open files")

    library = _new(root)
    with monkeypatch.context() as patched:
        patched.setattr("agentbench.builder.skills.shelf.read_text", fail)
        assert _names(_build(library)) == []
    assert _names(_build(_new(root))) == ["x", "y", "z"]
    assert _names(_build(library)) == ["x", "y", "z"]


def test_text_that_is_no_utf8(root: Path) -> None:
    """The skill has its directory's name, and what is wrong is reported."""
    _put(root, "a/x/SKILL.md", b"---\nname: other\n---\n\xff")
    _put(root, "a/DESCRIPTION.md", b"---\ndescription: other\n---\n\xff")
    index = _build(_new(root))
    assert "  a:\n    - x\n" in str(index.text)
    assert [one.path for one in index.reports] == ["a/x/SKILL.md"]


def test_external_directories(root: Path, tmp_path: Path) -> None:
    """They are only read, kept in the snapshot too, and lower than the local one."""
    far, further = tmp_path / "far", tmp_path / "further"
    _put(far, "b/z/SKILL.md", _head("z", description="not this"))
    _put(far, "q/n/SKILL.md", _head("new"))
    _put(far, "a/DESCRIPTION.md", "---\ndescription: not this\n---\n")
    _put(far, "q/DESCRIPTION.md", "---\ndescription: All of q\n---\n")
    _put(further, "q/m/SKILL.md", _head("new", description="not this"))
    before = sorted(far.rglob("*")) + sorted(further.rglob("*"))
    library = _new(root, far, further, root, tmp_path / "absent")
    index = _build(library)
    assert _names(index) == ["x", "y", "z", "new"]
    assert "not this" not in str(index.text)
    assert "  q: All of q\n    - new\n" in str(index.text)
    warm = _new(root, far, further)
    assert _build(warm) == index
    assert warm.files_read == 0
    # in another order they have another priority, whatever the snapshot says
    assert "    - new: not this" in str(_build(_new(root, further, far)).text)
    assert sorted(far.rglob("*")) + sorted(further.rglob("*")) == before


def test_an_absent_directory_may_come(tmp_path: Path) -> None:
    """Nothing there is no error, and neither is a file in its place."""
    library = _new(tmp_path / "later")
    assert _build(library).text is None
    _put(tmp_path / "later", "a/b/SKILL.md", _head("b"))
    assert _names(_build(library)) == ["b"]
    assert _build(_new(_put(tmp_path, "file"))).text is None


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda text: b"", id="empty"),
        pytest.param(lambda text: text[: len(text) // 2], id="half-written"),
        pytest.param(lambda text: text[:-1], id="a-byte-short"),
        pytest.param(lambda text: text.replace(b"does x", b"does q"), id="altered"),
        pytest.param(lambda text: text.replace(b"skills 2", b"skills 1"), id="other-version"),
        pytest.param(lambda text: b"\x00\xff\n\n" * 9, id="not-ours"),
    ],
)
def test_a_spoilt_snapshot_is_as_none(root: Path, spoil: Callable[[bytes], bytes]) -> None:
    """Everything is read again and a good snapshot is written."""
    expected = _build(_new(root))
    snapshot = root.parent / "snapshot"
    snapshot.write_bytes(spoil(snapshot.read_bytes()))
    library = _new(root)
    assert _build(library) == expected
    assert library.files_read == 4
    again = _new(root)
    assert _build(again) == expected
    assert again.files_read == 0


@THOROUGH
@given(st.data())
def test_no_byte_of_a_snapshot_can_mislead(data: st.DataObject) -> None:
    """Whatever byte is changed, it holds nothing."""
    with TemporaryDirectory() as folder:
        root = Path(folder) / "skills"
        _put(root, "a/x/SKILL.md")
        _build(_new(root))
        snapshot = Path(folder) / "snapshot"
        text = bytearray(snapshot.read_bytes())
        at = data.draw(st.integers(0, len(text) - 1))
        text[at] ^= data.draw(st.integers(1, 255))
        snapshot.write_bytes(text)
        assert read_shelves(snapshot) == {}


def test_a_snapshot_that_cannot_be_written_is_no_error(root: Path, tmp_path: Path) -> None:
    """The index is built all the same, and the library says why."""
    library = Library(root, snapshot=_put(tmp_path, "file") / "snapshot")
    assert _names(_build(library)) == ["x", "y", "z"]
    assert "was not written" in str(library.problem)


def test_a_failed_write_leaves_no_file_behind(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old snapshot stays, whole."""
    _build(_new(root))
    before = sorted(root.parent.iterdir())
    _put(root, "a/x/SKILL.md", _head("changed"))

    def fail(self: Path, target: Path) -> None:
        raise OSError("no space")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", fail)
        assert _names(_build(_new(root))) == ["changed", "y", "z"]
    assert sorted(root.parent.iterdir()) == before
    assert _names(_build(_new(root))) == ["changed", "y", "z"]


def test_many_writers_at_once(root: Path) -> None:
    """Libraries in several threads that scan and write at the same time all give the same, and so does the next."""
    expected = _build(Library(root, now_ns=_settled))
    found: list[Index] = []

    def work() -> None:
        for _ in range(5):
            (root.parent / "snapshot").unlink(missing_ok=True)
            found.append(_build(_new(root)))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(one == expected for one in found)
    assert len(found) == 20
    assert _build(_new(root)) == expected


def test_one_library_in_many_threads(root: Path) -> None:
    """It may be shared."""
    library = _new(root, capacity=1)
    found: list[Index] = []
    threads = [
        threading.Thread(target=lambda: found.extend(_build(library) for _ in range(20))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 80
    assert all(one == found[0] for one in found)


@THOROUGH
@given(st.lists(heads.map(skill_file) | front_matter_texts, max_size=4), surroundings, surroundings)
def test_scan_snapshot_and_memory_agree(texts: list[str], here: Surroundings, other: Surroundings) -> None:
    """Whatever the files hold and whatever was asked before, the three give the same index."""
    with TemporaryDirectory() as folder:
        root = Path(folder) / "skills"
        for at, text in enumerate(texts):
            _put(root, f"c{at % 2}/d{at}/SKILL.md", text.encode("utf-8", "surrogatepass"))
        cold, warm = _new(root), _new(root)
        expected = _build(cold, here)
        _build(warm, other)
        assert warm.files_read == 0
        stamps = warm.stamps()
        assert warm.index(stamps, here) == expected
        assert warm.index(stamps, here) == expected
        assert _build(cold, other) == _build(_new(root), other)
        if texts:
            alone = parse(texts[0].replace("\r\n", "\n"), "c0/d0/SKILL.md")
            assert alone.name in {skill.name for skill, _ in expected.decisions} or "\ufeff" in texts[0]
