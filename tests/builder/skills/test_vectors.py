"""What the reference answers to invented inputs: equal, or different by a fault that has a number."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from agentbench.builder.skills import Index, Library, Surroundings, disabled_skills
from tests.builder.skills.deviations import DEVIATIONS, Case
from tests.shared_data import shared

FILES = ("skills_visibility", "frontmatter_tolerance", "skills_index")
RIGHT = {case: (fault, right) for fault, cases in DEVIATIONS.items() for case, right in cases.items()}


def _load(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(shared(f"data/vectors/{name}.json").read_text())
    return loaded


def _names(value: list[str] | None) -> frozenset[str] | None:
    return None if value is None else frozenset(value)


def _write(root: Path, files: Mapping[str, str]) -> Path:
    for path, text in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
    return root


def _lines(index: Index) -> list[str]:
    if index.text is None:
        return []
    return index.text.partition("<available_skills>\n")[2].partition("\n</available_skills>")[0].split("\n")


def _build(library: Library, here: Surroundings, names_only: list[str] | None = None) -> Index:
    return library.index(library.stamps(), here, names_only=names_only or ())


def _cold_and_warm(
    folder: Path, files: Mapping[str, str], here: Surroundings, case: Mapping[str, Any]
) -> tuple[Index, Index, bool]:
    """The index of a scan, that of the next process, and whether that one had a snapshot to go by."""
    roots = [_write(folder / f"root{i}", one) for i, one in enumerate([files, *case.get("external", [])])]
    snapshot = folder / "snapshot"
    # a minute later, so that the files count as settled
    libraries = [
        Library(roots[0], external=roots[1:], snapshot=snapshot, now_ns=lambda: 1 << 62) for _ in range(2)
    ]
    names_only = case.get("compact_categories")
    cold, warm = (_build(library, here, names_only) for library in libraries)
    return cold, warm, libraries[1].files_read == 0


def _visibility(
    folder: Path, meta: Mapping[str, Any], case: Mapping[str, Any]
) -> Iterator[tuple[Case, Any, Any]]:
    here = Surroundings(
        tools=_names(case["available_tools"]),
        toolsets=_names(case["available_toolsets"]),
        system=case["os_platform"],
        environments=frozenset({"docker"} if meta["is_container"] else ()),
    )
    cold, warm, kept = _cold_and_warm(folder, {"misc/probe-skill/SKILL.md": case["skill_md"]}, here, case)
    theirs = (case["shown"], case["shown_warm_snapshot"], True)
    yield ("skills_visibility", case["id"]), (bool(cold.shown), bool(warm.shown), kept), theirs


def _tolerance(
    folder: Path, meta: Mapping[str, Any], case: Mapping[str, Any]
) -> Iterator[tuple[Case, Any, Any]]:
    for context, given in meta["contexts"].items():
        here = Surroundings(
            tools=_names(given["available_tools"]), toolsets=_names(given["available_toolsets"])
        )
        files = {f"{case['dir']}/SKILL.md": case["skill_md"]}
        cold, warm, kept = _cold_and_warm(folder / context, files, here, case)
        result = case["results"][context]
        theirs = (result["index_lines"], result["warm_index_lines"], result["snapshot_written"])
        yield ("frontmatter_tolerance", case["id"], context), (_lines(cold), _lines(warm), kept), theirs


def _index(folder: Path, meta: Mapping[str, Any], case: Mapping[str, Any]) -> Iterator[tuple[Case, Any, Any]]:
    settings = (case["config"] or {}).get("skills")
    here = Surroundings(
        tools=_names(case["available_tools"]),
        toolsets=_names(case["available_toolsets"]),
        disabled=disabled_skills(settings, (case["env"] or {}).get("HERMES_PLATFORM")),
    )
    cold, warm, kept = _cold_and_warm(folder, case["files"], here, case)
    theirs = (case["index_lines"], case["warm_index_lines"], True)
    yield ("skills_index", case["id"]), (_lines(cold), _lines(warm), kept), theirs


RUN = dict(zip(FILES, (_visibility, _tolerance, _index), strict=True))


@pytest.mark.parametrize("name", FILES)
def test_vectors(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each vector holds from a scan and from a snapshot, or is in the table and has the right outcome there."""
    vectors = _load(name)
    counted: Counter[str] = Counter()
    for at, case in enumerate(vectors["cases"]):
        for key, ours, theirs in RUN[name](tmp_path / str(at), vectors["meta"], case):
            if key not in RIGHT:
                assert ours == theirs, key
                counted["hold"] += 1
                continue
            fault, right = RIGHT[key]
            assert ours == (right, right, True), key
            assert ours != theirs, f"{key} does not deviate any more: take it out of the table"
            counted[f"deviate by fault {fault}"] += 1
    with capsys.disabled():
        print(f"\n{name}: " + ", ".join(f"{number} {what}" for what, number in sorted(counted.items())[::-1]))
    assert sum(counted.values()) >= len(vectors["cases"])


def test_the_table_names_cases_that_exist() -> None:
    """No line of the table is about a case that is not there."""
    existing = {(name, case["id"]) for name in FILES for case in _load(name)["cases"]}
    assert {key[:2] for key in RIGHT} <= existing
