"""The published JSON Schemas: current, and in agreement with the door that reads the files."""

from pathlib import Path

import pytest
import yaml

from agentbench.builder.schema import schema_texts, schemas, write_schemas

ROOT = Path(__file__).resolve().parents[2] / "fixtures"
FILES = [
    pytest.param(path, kind, id=f"{kind}-{path.stem}")
    for kind, folder in (
        ("layout", "layouts"),
        ("profile", "profiles"),
        ("scenario", "scenarios"),
        ("bench", "benches"),
    )
    for path in sorted((ROOT / folder).glob("*.yaml"))
]


def test_the_published_schemas_are_current(tmp_path: Path) -> None:
    """`python -m tests.builder.test_schema` writes them again."""
    published = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "schema").glob("*.json")}
    assert published == schema_texts()
    assert {path.read_text(encoding="utf-8") for path in write_schemas(tmp_path)} == set(published.values())


def _dated(value: object) -> object:
    """A file's content as JSON would hold it: dates as text."""
    if isinstance(value, dict):
        return {key: _dated(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_dated(each) for each in value]
    return value if isinstance(value, str | int | float | bool | None) else value.isoformat()  # type: ignore[attr-defined]


@pytest.mark.parametrize(("path", "kind"), FILES)
def test_our_own_files_fit_their_schema(path: Path, kind: str) -> None:
    """Every fixture is valid by its published schema."""
    jsonschema = pytest.importorskip("jsonschema")
    found = _dated(yaml.safe_load(path.read_text(encoding="utf-8")))
    jsonschema.validate(found, schemas()[kind])


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"sectoins": []}, id="unknown-key"),
        pytest.param({"sections": ["identiti"]}, id="unknown-section"),
        pytest.param({"sections": [{"clock": "steady"}]}, id="unknown-tier"),
        pytest.param({"cache": {"ttl": "2h"}}, id="unknown-lifetime"),
        pytest.param({"guidance": "perhaps"}, id="unknown-gate"),
    ],
)
def test_a_schema_refuses_what_the_door_refuses(wrong: dict[str, object]) -> None:
    """An editor shows the same mistakes."""
    jsonschema = pytest.importorskip("jsonschema")
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"name": "x", "sections": [], **wrong}, schemas()["layout"])


if __name__ == "__main__":
    write_schemas(ROOT / "schema")
