"""`agentbench doctor`: what works here, and no secret."""

from pathlib import Path

from agentbench.verbs.doctor import doctor


def test_keys_are_named_and_never_shown() -> None:
    """A key that is set is said to be set; its value stands nowhere in the table."""
    found = doctor({"ANTHROPIC_API_KEY": "sk-ant-s3cret"}, Path())
    keys = found[found["group"] == "keys"].set_index("name")["state"]
    assert keys["ANTHROPIC_API_KEY"] == "works" and keys["OPENAI_API_KEY"] == "absent"
    assert "s3cret" not in found.to_string()


def test_vocabularies_load_offline() -> None:
    """Both are there at their published sizes."""
    found = doctor({}, Path()).set_index("name")
    for name, size in (("o200k_base", "200,019"), ("cl100k_base", "100,277")):
        assert found.loc[name]["state"] == "works" and size in found.loc[name]["detail"]


def test_folders_are_looked_for_where_it_stands(tmp_path: Path) -> None:
    """In an empty folder nothing of a project is there, and it says what that is for."""
    found = doctor({}, tmp_path / "empty")
    rows = found[found["group"] == "folders"]
    assert set(rows["state"]) == {"absent"} and rows["detail"].str.contains("needed for").all()
