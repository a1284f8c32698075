"""Files that a page reads: as their editor wrote them, wherever a page reads one."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

import pytest

import gamekit
from tests.web.node import NODE, ask, needs_node

PACKAGE = Path(gamekit.__file__).parent
TEXT = '{"title": "Über 100 km – 5 €"}'
SCRIPTS = [path for path in PACKAGE.rglob("*.js") if not {"vendor", "built"} & set(path.parts)]

READ = """
const { textOf } = await import(given.files);
const read = [];
for (const hex of given.written) read.push(await textOf(new Blob([Buffer.from(hex, "hex")])));
tell(read);
"""


@needs_node
def test_a_file_is_read_as_its_mark_says_and_without_one_as_utf_8() -> None:
    assert NODE
    written = [
        TEXT.encode(),
        codecs.BOM_UTF8 + TEXT.encode(),
        codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
    ]
    files = (PACKAGE / "web/shared/files.js").as_uri()
    assert ask(READ, written=[text.hex() for text in [*written, b"", b"x"]], files=files) == [TEXT] * 4 + ["", "x"]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_every_script_reads_files_by_their_mark(path: Path) -> None:
    script = path.read_text(encoding="utf-8")
    assert not re.search(r"readAsText|\bfile\w*\.text\(|\.files\[0\]\.text\(", script), "use textOf of files.js"
