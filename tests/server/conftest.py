"""What the tests of a running class share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.test_class import Visitor, class_server, teacher_of
from tests.serving import Server, lesson


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A class on a server with one lesson."""
    root = tmp_path_factory.mktemp("class") / "notebooks"
    lesson(root / "start.ipynb", "# Start", "1 + 1", title="Find your way")
    with class_server(root, 60) as running:
        yield running


@pytest.fixture
def teacher(server: Server) -> Visitor:
    """Whoever teaches it."""
    return teacher_of(server)
