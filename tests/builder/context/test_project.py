"""The project file: kinds by priority, parents up to the git root, what counts as nothing."""

from pathlib import Path

import pytest

from agentbench.builder.context import identity_file, project_files, project_text


def made(root: Path, files: dict[str, str]) -> Path:
    """A repository with these files; its folder `sub`."""
    for name, text in {".git/HEAD": "x", "sub/keep": "", **files}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root / "sub"


@pytest.mark.parametrize(
    ("files", "found"),
    [
        pytest.param({"AGENTS.md": "a"}, ["a"], id="agents-file-of-the-repository"),
        pytest.param({"AGENTS.md": "far", "sub/AGENTS.md": "near"}, ["near"], id="nearest-wins"),
        pytest.param({"AGENTS.md": "a", "sub/CLAUDE.md": "c"}, ["a"], id="kind-beats-nearness"),
        pytest.param({"sub/AGENTS.md": " ", "AGENTS.md": "a"}, ["a"], id="blank-is-passed-over"),
        pytest.param(
            {".cursorrules": "r", ".cursor/rules/b.mdc": "---\nx: 1\n---\nb"}, ["r", "b"], id="cursor"
        ),
        pytest.param({"../AGENTS.md": "outside"}, [], id="not-beyond-the-git-root"),
        pytest.param({"sub/AGENTS.md": "\ufeffa\r\nb"}, ["a\nb"], id="mark-and-line-ends"),
    ],
)
def test_the_chain(tmp_path: Path, files: dict[str, str], found: list[str]) -> None:
    """The first kind with something to say speaks, from the nearest folder that has it."""
    folder = made(tmp_path / "repo", files)
    assert [file.text for file in project_files(folder)] == found


def test_files_stand_under_their_names() -> None:
    """Several files are one text, each under its name; none is no text."""
    assert project_text(()) is None


def test_metadata_of_editor_rules_is_not_for_the_model(tmp_path: Path) -> None:
    """A rule file that holds nothing but metadata says nothing."""
    folder = made(
        tmp_path, {"sub/.cursor/rules/a.mdc": "---\nglobs: x\n---\n", "sub/.cursor/rules/b.mdc": "b"}
    )
    assert project_text(project_files(folder)) == "## .cursor/rules/b.mdc\nb"


def test_an_identity_file_that_cannot_be_read_is_absent(tmp_path: Path) -> None:
    """Missing, blank and undecodable are the same: no identity from a file."""
    (tmp_path / "blank").write_text(" \n")
    (tmp_path / "latin").write_bytes(b"caf\xe9")
    (tmp_path / "good").write_text("\ufeff I am. ")
    names = ("none", "blank", "latin", "good")
    assert [identity_file(tmp_path / name) for name in names] == [None, None, None, "I am."]


def test_a_top_takes_the_place_of_the_git_root(tmp_path: Path) -> None:
    """Nothing above it is read; a top that is not above the folder leaves the folder alone."""
    folder = made(tmp_path, {"AGENTS.md": "a"})
    assert project_files(folder, top=folder) == ()
    assert project_files(folder, top=tmp_path / "elsewhere") == ()
    assert [file.text for file in project_files(folder, top=tmp_path)] == ["a"]
