"""Where the data sets that are not ours to ship lie: beside the checkout, in `../shared`."""

from pathlib import Path

import pytest

_SHARED = Path(__file__).resolve().parents[1].parent / "shared"


def shared(name: str) -> Path:
    """The file or folder `../shared/<name>`; skips the test with a reason where it is absent."""
    path = _SHARED / name
    if not path.exists():
        pytest.skip(f"../shared/{name} does not lie beside this checkout")
    return path
