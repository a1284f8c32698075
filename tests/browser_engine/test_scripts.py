"""The engine as text: one script that needs nothing else, and files that stay small."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from gamekit.browser.scripts import WEB, inline_script, join_modules, write_engine
from tests.browser_engine.node import NODE, needs_node


@needs_node
@pytest.mark.parametrize("text", [write_engine(), join_modules("worker", WEB), inline_script(write_engine())])
def test_a_script_is_valid_by_itself(text: str, tmp_path: Path) -> None:
    file = tmp_path / "script.js"
    file.write_text(text, encoding="utf-8")
    subprocess.run([str(NODE), "--check", str(file)], check=True, capture_output=True)
    assert not re.search(r"^(import|export) ", text, re.MULTILINE)
    assert not re.search(r"https?://", text)


@pytest.mark.parametrize("name", ["engine", "worker"])
def test_no_name_is_declared_twice(name: str) -> None:
    declared = re.findall(r"^(?:async )?(?:function\*?|class|const|let) (\w+)", join_modules(name, WEB), re.MULTILINE)
    assert len(declared) == len(set(declared)), sorted(x for x in declared if declared.count(x) > 1)


def test_what_stands_in_a_script_cannot_end_it() -> None:
    assert inline_script("'</script><!--'") == "'<\\/script><\\!--'"
