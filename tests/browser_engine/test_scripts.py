"""The engine as text: one script that needs nothing else, and files that stay small."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from gamekit.browser.scripts import ENGINE, inline_script, join_modules, write_engine
from tests.browser_engine.node import NODE, needs_node


@needs_node
@pytest.mark.parametrize("text", [write_engine(), join_modules("worker", ENGINE), inline_script(write_engine())])
def test_a_script_is_valid_by_itself(text: str, tmp_path: Path) -> None:
    file = tmp_path / "script.js"
    file.write_text(text, encoding="utf-8")
    subprocess.run([str(NODE), "--check", str(file)], check=True, capture_output=True)
    assert not re.search(r"^(import|export) ", text, re.MULTILINE)
    assert not re.search(r"https?://", text)


@pytest.mark.parametrize("name", ["engine", "worker"])
def test_no_name_is_declared_twice(name: str) -> None:
    declared = re.findall(
        r"^(?:async )?(?:function\*?|class|const|let) (\w+)", join_modules(name, ENGINE), re.MULTILINE
    )
    assert len(declared) == len(set(declared)), sorted(x for x in declared if declared.count(x) > 1)


def test_a_module_with_an_underscore_in_its_name_is_joined(tmp_path: Path) -> None:
    (tmp_path / "game_flow.js").write_text("export const flow = 1;\n", encoding="utf-8")
    (tmp_path / "table.js").write_text('import { flow } from "./game_flow.js";\nflow;\n', encoding="utf-8")
    assert "import" not in (joined := join_modules("table", tmp_path))
    assert "const flow = 1;" in joined


def test_what_stands_in_a_script_cannot_end_it() -> None:
    assert inline_script("'</script><!--'") == "'<\\/script><\\!--'"
