"""The browser side: one module, complete, that names every sentence it speaks and fetches nothing."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from gamekit.show import assets, strings

SPOKEN = re.compile(r'\bsay\(\s*"(\w+)"')
WIDGETS = ["widget", "quizwidget", "betwidget", "labwidget"]


@pytest.mark.parametrize("name", WIDGETS)
def test_a_module_needs_no_other_file(name: str) -> None:
    text = assets.module(name)
    assert not re.search(r"^import ", text, re.MULTILINE)
    assert text.rstrip().endswith("export default { render };")
    assert not re.search(r"https?://(?!www\.w3\.org/)", text)
    assert "innerHTML" not in text
    assert "eval(" not in text


@pytest.mark.skipif(not shutil.which("node"), reason="no node on this machine")
@pytest.mark.parametrize("name", [*WIDGETS, "player", "quiz"])
def test_a_module_is_valid_javascript(name: str, tmp_path: Path) -> None:
    for kind, text in (("mjs", assets.module(name)), ("mjs", assets.script(name))):
        file = tmp_path / f"{name}.{kind}"
        file.write_text(text, encoding="utf-8")
        subprocess.run(["node", "--check", str(file)], check=True, capture_output=True)


def test_no_name_is_declared_twice_in_a_joined_module() -> None:
    for name in WIDGETS:
        declared = re.findall(r"^(?:async )?(?:function|class|const|let) (\w+)", assets.module(name), re.MULTILINE)
        assert len(declared) == len(set(declared)), sorted(x for x in declared if declared.count(x) > 1)


def test_every_sentence_the_browser_speaks_is_translated() -> None:
    spoken = {key for path in assets.WEB.glob("*.js") for key in SPOKEN.findall(path.read_text(encoding="utf-8"))}
    known = {**strings.stepper_words(), **strings.quiz_words(), **strings.bet_words(), **strings.lab_words()}
    assert spoken <= set(known), sorted(spoken - set(known))
    built = {"quiz_first", "quiz_score", "mark_option", "mark_reconstructed", "mark_settled"}
    speech = "\n".join(path.read_text(encoding="utf-8") for path in assets.WEB.glob("*.js"))
    unused = {key for key in known if f'"{key}"' not in speech} - built
    assert not unused, sorted(unused)


def test_files_stay_small() -> None:
    for path in assets.WEB.iterdir():
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 420, path.name
