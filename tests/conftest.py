"""How the suite runs: README's command, what it leaves for CI, or thorough; from which seed.

It also runs in plain Python (GAMEKIT_PLAIN=1). A test that plays thousands of games would take hours then: it is
skipped, saying so, once it asks for too many games.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from xdist.workermanage import WorkerController

import gamekit.server  # noqa: F401  before the first test imports nbformat: it says what that can do without
from gamekit.core.kernel import is_interpreted
from tests.play import SEED, THOROUGH
from tests.serving import reserved_port

# No test counts on a free machine: Hypothesis would fail one that took longer than 200 ms.
hypothesis.settings.register_profile("quick", max_examples=30, derandomize=True, deadline=None)
hypothesis.settings.register_profile("thorough", max_examples=300, deadline=None, print_blob=True)
KIND = "thorough" if THOROUGH else "quick"
hypothesis.settings.load_profile(KIND)

MOST_GAMES = 300
ALIKE = ("bridges", "browser", "lessons", "project", "server", "server/class_", "web", "widgets")
"""Folders whose tests, but for those marked thorough, do the same whatever the numbers and the seed."""
LATER = ("bridges", "browser", "lab", "lessons", "server", "tools", "web")
"""Of these README's command takes what is marked quick, one of a kind. Ask for such a folder, and all of it runs."""


@pytest.fixture
def port() -> Iterator[int]:
    """A port for a server that comes back."""
    with reserved_port() as kept:
        yield kept


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--after-quick", action="store_true", help="run what README's command leaves for .ci/run")


def pytest_report_header() -> str:
    return f"gamekit: {KIND}, GAMEKIT_SEED={SEED}"


def takes_all(config: pytest.Config) -> bool:
    """Whether the whole suite is meant: nobody named a file or a folder."""
    told = getattr(config, "workerinput", {}).get("takes_all")
    return bool(told) if told is not None else config.args_source is pytest.Config.ArgsSource.TESTPATHS


def pytest_configure_node(node: WorkerController) -> None:
    """A worker is given the files by name; what was meant it has to be told."""
    node.workerinput["takes_all"] = takes_all(node.config)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out a file of which nothing is taken: it is not even imported, which takes long for lessons and servers."""
    if THOROUGH or not collection_path.name.startswith("test_") or not takes_all(config):
        return None
    later = folder_of(collection_path, config) in LATER
    if config.getoption("after_quick"):
        return None if later else True
    return True if later and "pytest.mark.quick" not in collection_path.read_text(encoding="utf-8") else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Each test runs once: what another run proves is left out."""
    spared = {item for item in items if is_spared(item, config)}
    if spared:
        config.hook.pytest_deselected(items=list(spared))
        items[:] = [item for item in items if item not in spared]


def is_spared(item: pytest.Item, config: pytest.Config) -> bool:
    """Return whether another run proves this, if the whole suite is meant; of named files only `thorough` is spared."""
    folder = folder_of(item.path, config)
    thorough, quick = (item.get_closest_marker(name) is not None for name in ("thorough", "quick"))
    if THOROUGH:
        return takes_all(config) and folder in ALIKE and not thorough
    if thorough or not takes_all(config):
        return thorough
    return (folder in LATER and not quick) != config.getoption("after_quick")


def folder_of(path: Path, config: pytest.Config) -> str:
    """Return the folder of tests in which a file stands, as a path below `tests`."""
    return path.relative_to(config.rootpath / "tests").parent.as_posix()


@pytest.fixture(autouse=True)
def patience_without_machine_code(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if not is_interpreted():
        yield
        return
    from gamekit.lab.engine import batches

    played = 0
    play_games = batches.play_games

    def counted(lineup: Any, t: Any, starts: Any, luck: Any, *arguments: Any, **options: Any) -> Any:
        nonlocal played
        played += len(luck)
        if played > MOST_GAMES:
            pytest.skip(f"plays more than {MOST_GAMES} games, which is too slow without machine code")
        return play_games(lineup, t, starts, luck, *arguments, **options)

    monkeypatch.setattr(batches, "play_games", counted)
    yield
