"""`store`: a database of classes in a temporary file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gamekit.server.class_.store import Store


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "classes.sqlite"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    opened = Store(str(file))
    yield opened
    opened.close()
