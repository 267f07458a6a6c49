"""The documentation that is made from the package is up to date, and what it shows works."""

import re
import runpy
import tomllib
from pathlib import Path

import pytest
import yaml

from agentbench.verbs.settings import tolerances
from tests.cli.conftest import PROJECT

DOCS = PROJECT / "docs"
PAGES = runpy.run_path(str(DOCS / "generate.py"))["PAGES"]


@pytest.mark.parametrize("name", PAGES)
def test_generated_pages_are_not_stale(name: str) -> None:
    """`python docs/generate.py` would change nothing."""
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name](), "stale: run python docs/generate.py"


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda path: path.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Every link inside the repository has a file behind it, and every anchor a heading."""
    for link, anchor in re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", page.read_text(encoding="utf-8")):
        target = page.parent / link if link else page
        assert target.exists(), link
        if anchor:
            headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {heading.lower().replace(" ", "-") for heading in headings}


def blocks(page: str, language: str) -> list[str]:
    """The code blocks of a language in a page."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def test_the_settings_of_the_methodology_are_settings(tmp_path: Path) -> None:
    """The table in the text is read without complaint, and shows the values that hold without it."""
    (settings,) = blocks("methodology.md", "toml")
    assert tomllib.loads(settings)
    (tmp_path / "pyproject.toml").write_text(settings, encoding="utf-8")
    assert tolerances(tmp_path) == tolerances(tmp_path / "..")


def test_the_workflow_calls_a_command_that_exists() -> None:
    """It is YAML of ten lines, and its last step is a gate with options that the reference lists."""
    workflow = blocks("tutorials/ci.md", "yaml")[-1]
    assert len(workflow.splitlines()) == 1 + 10  # and a comment with the file's name
    steps = yaml.safe_load(workflow)["jobs"]["cache"]["steps"]
    words = steps[-1]["run"].split()
    assert words[:2] == ["agentbench", "gate"]
    reference = (DOCS / "cli.md").read_text(encoding="utf-8").split("## gate")[1].split("\n## ")[0]
    assert all(word in reference for word in words if word.startswith("--"))
