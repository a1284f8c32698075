"""The catalogue of sentences is up to date, and no sentence is glued together from pieces."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import gamekit
from gamekit.core.i18n import catalogs
from tools.messages.__main__ import METHODS, OPTIONS

PACKAGE = Path(gamekit.__file__).parent
CATALOGUE = catalogs.LOCALE / "gamekit.pot"
HOW_TO = "run: python -m tools.messages"
MARKUP = re.compile(r"<[^>]*>|\{[^}]*\}")
THREE_WORDS = re.compile(r"[^\W\d_]{2,}[,;:]?( [^\W\d_’'“”-]+[,;:]?){2,}")
ENGINE = ("engine", "game", "options", "replay", "session")
"""The scripts whose refusals a page shows."""
NOT_SAID = ("# mypy: ", ".gk-said{", "def choose(", '" style="')
"""How strings begin that are programs or styles, and are read by no person."""
WITHOUT_SENTENCES = ("catalog.py", "notebook_translation.py")
"""Modules of lessons that read notebooks; their strings describe fields and keys for those who write one."""


def spell_out(message: str | tuple[str, ...]) -> tuple[str, ...]:
    return (message,) if isinstance(message, str) else message


@functools.cache
def sentences() -> dict[str, str]:
    """Every sentence in the sources with the place of its first use; what is counted is two: for one, for many."""
    found: dict[str, str] = {}
    for file, line, message, _comments, _context in extract_from_dir(PACKAGE, METHODS, OPTIONS):
        for form in spell_out(message):
            found.setdefault(form, f"{file}:{line}")
    return found


def test_the_catalogue_has_every_sentence_and_no_other() -> None:
    with CATALOGUE.open("rb") as file:
        known = {form for message in read_po(file) if message.id for form in spell_out(message.id)}
    wanted = set(sentences())
    assert wanted - known == set(), HOW_TO
    assert known - wanted == set(), HOW_TO


def test_every_refusal_of_a_page_is_marked() -> None:
    engine = PACKAGE / "web" / "engine"
    bare = re.compile(r"throw new (?:OptionError|UnknownGame|IllegalAction|ReplayError)\(\s*[`\"'].*")
    sources = {name: (engine / f"{name}.js").read_text(encoding="utf-8") for name in ENGINE}
    assert {name: found for name, source in sources.items() if (found := bare.findall(source))} == {}


def unmarked(source: str) -> Iterator[tuple[int, str]]:
    """Strings of three words and more that no `_()` holds; a refusal of a programmer's mistake may be one."""
    tree = ast.parse(source)
    apart: set[ast.AST] = set()
    for node in ast.walk(tree):
        marked = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_"
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if marked or docstring or isinstance(node, ast.Raise):
            apart.update(ast.walk(node))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in apart:
            if THREE_WORDS.search(MARKUP.sub("", node.value)):
                yield node.lineno, node.value


def test_every_sentence_of_a_lesson_is_marked() -> None:
    known = set(sentences())
    found = {
        f"{path.relative_to(PACKAGE)}:{line}": text
        for path in sorted((PACKAGE / "lessons").rglob("*.py"))
        if path.name not in WITHOUT_SENTENCES
        for line, text in unmarked(path.read_text(encoding="utf-8"))
        if text not in known and not text.startswith(NOT_SAID)
    }
    assert found == {}, "mark them with _() of gamekit.core.i18n.translation"
