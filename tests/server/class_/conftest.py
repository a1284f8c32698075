"""`store`: a database of classes in a temporary file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gamekit.server.class_.store import ClassInfo, Member, Store


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "classes.sqlite"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    opened = Store(str(file))
    yield opened
    opened.close()


@pytest.fixture
def info(store: Store) -> ClassInfo:
    """A class in it."""
    return store.open_class("9b")


@pytest.fixture
def four(store: Store, info: ClassInfo) -> list[Member]:
    """Four pupils of the class."""
    return [store.join(info.id, name, 9)[0] for name in ("Ada", "Ben", None, "Dot")]
