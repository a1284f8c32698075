"""Pages as they are sent, before any script has run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gamekit

TEMPLATES = sorted((Path(gamekit.__file__).parent / "serve").rglob("*.html"))
assert TEMPLATES


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_button_waits_for_a_script_to_be_named(path: Path) -> None:
    assert re.findall(r"<button[^>]*></button>", path.read_text(encoding="utf-8")) == []
