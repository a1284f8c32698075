"""Files that a page reads: as their editor wrote them (tests/js/shared.test.js), wherever a page reads one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gamekit

PACKAGE = Path(gamekit.__file__).parent
SCRIPTS = [path for path in PACKAGE.rglob("*.js") if not {"vendor", "built"} & set(path.parts)]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_every_script_reads_files_by_their_mark(path: Path) -> None:
    script = path.read_text(encoding="utf-8")
    assert not re.search(r"readAsText|\bfile\w*\.text\(|\.files\[0\]\.text\(", script), "use textOf of files.js"
