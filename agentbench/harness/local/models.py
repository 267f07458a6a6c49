"""Small open models that recordings were made with: which file, and which chat template."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from agentbench.builder.door import load_value
from agentbench.builder.profile import FORBID, Forbid
from agentbench.errors import BadInput, NotFound
from agentbench.harness.local.described import sha256
from agentbench.harness.local.server import Launch
from agentbench.nearest import nearest


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalModel:
    """One model as people write it in `fixtures/local/models.yaml`."""

    __pydantic_config__: ClassVar[Forbid] = FORBID

    file: str
    """Name of the GGUF file."""
    sha256: str
    """Of that file; another file under its name is another model."""
    template: str | None = None
    """Chat template beside `models.yaml`; None for the one in the model file."""
    template_in: Mapping[str, str] = field(default_factory=dict)
    """Bench to the chat template that its cells are recorded with instead."""
    source: str
    """Where the file comes from."""


def load_models(path: Path) -> Mapping[str, LocalModel]:
    """Model name to what it is.

    Raises:
        NotFound, BadInput: as `load_value`.
    """
    return load_value(path, dict[str, LocalModel])


def launch(
    name: str,
    known: Mapping[str, LocalModel],
    binary: Path,
    folder: Path,
    templates: Path,
    bench: str | None = None,
) -> Launch:
    """How to start a server with the model, for a bench that may have a template of its own.

    Raises:
        NotFound: no such model is known, or its file is not in the folder.
        BadInput: the file is another one than the recordings were made with.
    """
    if name not in known:
        near = nearest(name, known)
        raise NotFound(f"asked for the local model {name!r}, found no such one; did you mean {near!r}?")
    model, path = known[name], folder / known[name].file
    if not path.is_file():
        raise NotFound(
            f"asked for {model.file!r} in {str(folder)!r}, found no such file; it comes from {model.source}"
        )
    if sha256(path) != model.sha256:
        raise BadInput(
            f"asked for {model.file!r} with SHA-256 {model.sha256!r}, found {sha256(path)!r};"
            " name it as a model of its own in models.yaml"
        )
    template = model.template_in.get(bench or "", model.template)
    return Launch(binary=binary, model=path, template=templates / template if template else None)
