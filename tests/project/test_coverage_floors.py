"""`.ci/coverage` stops CI where tests run through fewer lines of a room than they did."""

from __future__ import annotations

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from coverage import CoverageData

SCRIPT = Path(__file__).parents[2] / ".ci" / "coverage"


@pytest.fixture(scope="module")
def floors() -> ModuleType:
    """The script, which has no ending and so is no module by itself."""
    spec = spec_from_loader("floors", SourceFileLoader("floors", str(SCRIPT)))
    assert spec
    module = module_from_spec(spec)
    spec.loader.exec_module(module)  # type: ignore[union-attr]
    return module


@pytest.fixture
def house(tmp_path: Path) -> dict[str, Any]:
    """A package with four lines at the top and four in one room, of which tests ran through three."""
    sources, counted = tmp_path / "house", tmp_path / "counted"
    for folder in (sources / "lab", counted):
        folder.mkdir(parents=True)
    code = "def say():\n    return 1\nA = 1\nB = 2\n"
    top, room = sources / "top.py", sources / "lab" / "room.py"
    for path in (top, room):
        path.write_text(code, encoding="utf-8")
    for process, run in enumerate(({top: [1, 2, 3, 4], room: [1, 3]}, {room: [3, 4]})):
        data = CoverageData(str(counted / "data"), suffix=str(process))
        data.add_lines({str(path): lines for path, lines in run.items()})
        data.write()
    return {"folder": counted, "sources": sources}


def test_a_room_at_its_floor_passes(floors, house, capsys):
    assert floors.check(**house, floors={"lab": 75, "the top": 100}) == 0
    assert "4 lines,  75.0 %" in capsys.readouterr().out


@pytest.mark.parametrize("wrong", [{"lab": 76, "the top": 100}, {"lab": 75}], ids=["below", "without"])
def test_a_room_fails(floors, house, wrong):
    assert floors.check(**house, floors=wrong) == 1


def test_a_file_that_no_test_imports_counts(floors, house):
    (house["sources"] / "lab" / "unknown.py").write_text("C = 3\n", encoding="utf-8")
    assert floors.check(**house, floors={"lab": 75, "the top": 100}) == 1


def test_nothing_counted_fails(floors, house, tmp_path):
    assert floors.check(tmp_path / "nowhere", house["sources"], {"lab": 0, "the top": 0}) == 1


def test_every_room_has_a_floor_that_is_high_enough(floors):
    rooms = {path.parent.name for path in floors.SOURCES.glob("*/__init__.py")}
    assert set(floors.FLOORS) == rooms | {floors.TOP}
    assert min(floors.FLOORS.values()) >= 85
