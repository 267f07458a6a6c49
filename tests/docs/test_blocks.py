"""Every code block of the README and of the documentation does what it says."""

import re
import shutil
from pathlib import Path

import pytest

from tests.docs.pages import LINKED, PROJECT, Block, Reader, blocks

GENERATED = ("cli.md", "glossary.md")
"""Compared whole with what they are made from, in tests/cli/test_docs.py."""

PAGES = [
    page
    for page in (
        PROJECT / "README.md",
        PROJECT / "CONTRIBUTING.md",
        *sorted((PROJECT / "docs").rglob("*.md")),
    )
    if page.name not in GENERATED and blocks(page)
]


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    """Somebody in a folder that looks like the project, and into which may be written."""
    for name in LINKED:
        if (PROJECT / name).exists():
            (tmp_path / name).symlink_to(PROJECT / name)
    shutil.copytree(PROJECT / "reports" / "baselines", tmp_path / "reports" / "baselines")
    shutil.copy(PROJECT / "pyproject.toml", tmp_path)
    return Reader(tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(PROJECT).as_posix())
def test_a_page_can_be_followed(page: Path, reader: Reader) -> None:
    """Its blocks run one after the other, and print what the page says that they print."""
    for block in blocks(page):
        reader.follow(block)


def test_the_pictures_are_there() -> None:
    """Every picture and page that the README links to lies in the repository."""
    links = re.findall(r"\]\(([^)#]+)\)", (PROJECT / "README.md").read_text(encoding="utf-8"))
    assert links and all((PROJECT / link).exists() for link in links)


def test_there_are_pages() -> None:
    """The README and one tutorial for each kind of user."""
    names = {page.relative_to(PROJECT).as_posix() for page in PAGES}
    tutorials = {f"docs/tutorials/{user}.md" for user in ("researcher", "ci", "cost")}
    assert names >= {"README.md", *tutorials}


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(Block("sh", "false\n"), id="a-command-that-fails"),
        pytest.param(Block("python", "assert 1 == 2\n"), id="a-claim-that-is-wrong"),
        pytest.param(Block("text", "never printed\n"), id="an-output-that-never-came"),
        pytest.param(Block("toml", "[tool]\n"), id="a-file-without-a-name"),
        pytest.param(Block("ruby", "puts 1\n"), id="a-language-that-nobody-runs"),
    ],
)
def test_an_untrue_block_is_found(block: Block, reader: Reader) -> None:
    """A page that says something wrong fails."""
    with pytest.raises(AssertionError):
        reader.follow(block)
