"""Notebooks run offline from committed cassettes, and read well on the web."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import papermill
import pytest

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
NOTEBOOKS = [pytest.param(path, id=path.stem) for path in sorted(FOLDER.glob("*.ipynb"))]
FORBIDDEN = ("def ", "sys.path", "try:", "%pip", "!")


def code_cells(path: Path) -> list[dict[str, object]]:
    """The code cells of a notebook."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_a_notebook_runs_and_becomes_a_page(path: Path, tmp_path: Path) -> None:
    """Every cell runs in a fresh kernel, the claim's assert included; the page has its tables and pictures."""
    subprocess.run(
        [
            *(sys.executable, "-m", "jupyter", "nbconvert", "--to", "html", "--execute"),
            *("--ExecutePreprocessor.timeout=300", "--output-dir", tmp_path, path),
        ],
        check=True,
        capture_output=True,
    )
    page = (tmp_path / f"{path.stem}.html").read_text(encoding="utf-8")
    assert page.count("<table") >= 1


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_a_notebook_takes_parameters(path: Path) -> None:
    """One cell, of assignments alone, is tagged for papermill."""
    (tagged,) = [cell for cell in code_cells(path) if "parameters" in cell["metadata"].get("tags", ())]  # type: ignore[attr-defined]
    assert {type(each) for each in ast.parse("".join(tagged["source"])).body} == {ast.Assign}  # type: ignore[arg-type]


def test_papermill_runs_one_with_other_parameters(tmp_path: Path) -> None:
    """What papermill puts in place of the parameters is what the cells behind it see."""
    other = "../cassettes/local/tiered"
    done = papermill.execute_notebook(
        FOLDER / "05_find_the_byte.ipynb",
        tmp_path / "out.ipynb",
        parameters={"mended": other},
        cwd=FOLDER,
        progress_bar=False,
    )
    (given,) = [cell for cell in done.cells if "injected-parameters" in cell.metadata.get("tags", ())]
    assert other in given.source


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_a_notebook_is_short_and_plain(path: Path) -> None:
    """At most ten cells of at most ten lines, nothing but the package, and the claim asserted in the last."""
    sources = ["".join(cell["source"]) for cell in code_cells(path)]  # type: ignore[arg-type]
    assert len(sources) <= 10
    assert all(len(source.splitlines()) <= 10 for source in sources)
    assert not [word for source in sources for word in FORBIDDEN if word in source]
    assert sources[0].startswith("import agentbench as ab")
    assert "assert " in sources[-1]


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_a_notebook_is_committed_with_its_outputs(path: Path) -> None:
    """It can be read without running it; no output is an error."""
    cells = code_cells(path)
    shown = [output for cell in cells for output in cell["outputs"]]  # type: ignore[attr-defined]
    assert len(shown) >= len(cells) - 4  # the import, the parameters, the arms, the claim
    assert not [output for output in shown if output["output_type"] == "error"]
    assert not [output for output in shown if output.get("name") == "stderr"]
