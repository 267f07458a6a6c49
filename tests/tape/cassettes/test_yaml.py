"""YAML is loaded fast, and as libyaml loads it; what is not safe or not the same is left to libyaml."""

from collections.abc import Iterator

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from agentbench.errors import Unreadable
from agentbench.tape import find
from agentbench.tape.cassettes import document, yaml_document, yaml_fast
from agentbench.tape.cassettes.yaml_loader import Loader
from tests.shared_data import shared

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.binary()
    | st.text("0123456789.eE+-xo_", max_size=6)
    | st.sampled_from(
        [
            "yes",
            "no",
            "on",
            "off",
            "y",
            "~",
            "null",
            "=",
            "<<",
            "2026-11-30",
            "1:30",
            ".inf",
            "+.5",
            "1e5",
            "0o7",
        ]
    )
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
)


@given(VALUES)
@example({"a": "+.5", "b": "12e03", "c": "-.5", "d": "1e+5"})
def test_what_vcrpy_writes_is_read_as_it_was(value: object) -> None:
    """Any value of plain types that PyYAML dumps comes back the same, types and key order too."""
    dumped = yaml.dump({"parsed_body": value}, Dumper=yaml.CSafeDumper, sort_keys=False, encoding="utf-8")
    (loaded,) = yaml_document.load(dumped)
    assert repr(loaded) == repr({"parsed_body": value})


def test_the_fast_reader_equals_libyaml_on_all_recordings() -> None:
    """Over the whole corpus, types and key order too; it reads nearly all files itself."""
    fast = slow = 0
    for path in find([str(shared("data/corpus"))]).files:
        body = document.content(path)
        if body.lstrip()[:1] in (b"{", b"["):
            continue
        found = yaml_fast.load(body)
        if found is None:
            slow += 1
            continue
        fast += 1
        assert repr(found) == repr(list(by_libyaml(body))), path
    assert fast > 100 * slow


def by_libyaml(body: bytes) -> Iterator[object]:
    """Every document."""
    loader = Loader(body)
    while loader.check_data():
        yield loader.get_data()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(b"a: &x 1\nb: *x\n", id="anchor"),
        pytest.param(b"&x a: 1\n", id="anchor-first"),
        pytest.param(b"a: !!python/tuple [1]\n", id="tag"),
        pytest.param(b"!x a\n", id="tag-first"),
        pytest.param(b"a: \x00\n", id="nul"),
        pytest.param(b"- " * 5_000 + b"x", id="deep-sequence"),
        pytest.param(b"? " * 5_000 + b"x", id="deep-keys"),
        pytest.param(b"".join(b" " * at + b"a:\n" for at in range(1_000)), id="deep-maps"),
        pytest.param(b"a: \xff\n", id="no-utf8"),
        pytest.param(b"parsed_body:\n  a: 1e5\n", id="number-of-yaml-1.2"),
        pytest.param(b"a: !!binary A\n", id="broken-base64"),
    ],
)
def test_what_is_left_to_libyaml(text: bytes) -> None:
    """Whatever could explode, construct, end the process or read otherwise."""
    assert yaml_fast.load(text) is None


def test_a_key_twice_is_the_last_one() -> None:
    """As every JSON and YAML 1.1 reader has it."""
    assert yaml_document.load(b"a: {a: 1, a: 2}\n") == [{"a": {"a": 2}}]


def test_a_value_inside_itself_is_unreadable() -> None:
    """It would never end."""
    with pytest.raises(Unreadable, match="expand"):
        yaml_document.load(b"a: &x [*x]\n")
