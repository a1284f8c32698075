"""The engine as text: one script that needs nothing else, and files that stay small."""

from __future__ import annotations

from pathlib import Path

from gamekit.web.bundle import inline_script, join_modules, read_script


def test_a_module_with_an_underscore_in_its_name_is_joined(tmp_path: Path) -> None:
    (tmp_path / "game_flow.js").write_text("export const flow = 1;\n", encoding="utf-8")
    (tmp_path / "table.js").write_text('import { flow } from "./game_flow.js";\nflow;\n', encoding="utf-8")
    assert "import" not in (joined := join_modules(tmp_path, "table"))
    assert "const flow = 1;" in joined


def test_a_script_loses_its_comments_and_no_code(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("// One.\n/** @type {any} */ (a).b();\n/** Two. */\nc();\n", encoding="utf-8")
    assert read_script(tmp_path / "a.js") == "/** @type {any} */ (a).b();\nc();\n"


def test_what_stands_in_a_script_cannot_end_it() -> None:
    assert inline_script("'</script><!--'") == "'<\\/script><\\!--'"
