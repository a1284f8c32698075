"""A lesson in another language: its words are other ones, its code is the same, and it runs."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from babel.messages.catalog import Catalog
from hypothesis import given
from hypothesis import strategies as st
from IPython.core.interactiveshell import InteractiveShell
from nbformat.v4 import new_markdown_cell

from gamekit.core.i18n import catalogs
from gamekit.core.i18n.catalogs import DOMAIN, LESSON, open_catalogue, place_of
from gamekit.core.i18n.translation import match_language, use_language
from gamekit.lessons import catalog, notebook_translation
from gamekit.lessons.catalog import copy_lessons, find_lessons, own_folder, read_lesson, step_names
from gamekit.lessons.localized_numbers import SayNumbers, say_in_text
from gamekit.lessons.notebook_translation import (
    find_differences,
    find_messages,
    is_translated,
    split_places,
    translate,
    translate_notebook,
)
from gamekit.server.notebook_runner import run_cells
from tests.serving import lesson as write_lesson
from tools.messages import __main__ as locale

FOLDER = own_folder()
LESSONS = [one.name for one in find_lessons(FOLDER)]


def cells_of(name: str) -> list[dict[str, Any]]:
    """The cells of a lesson."""
    found: list[dict[str, Any]] = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    return found


def shout(message: str, kind: str) -> str:
    """Other words of every message, one letter longer."""
    return message if kind == "name" else lengthen(message)


def lengthen(message: str) -> str:
    """A message with one letter more, before its full stop."""
    return message.removesuffix(".") + "é" + "." * message.endswith(".")


def without_places(message: str) -> str:
    """A message with nothing in its places, for what fills them is a message of its own."""
    return "{}".join(split_places(message)[::2])


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_said_in_its_own_words_is_the_same_to_the_letter(name: str) -> None:
    for cell in cells_of(name):
        source = "".join(cell["source"])
        assert translate(cell["cell_type"], source, lambda message, _kind: message) == source


@pytest.mark.parametrize("name", LESSONS)
def test_every_message_of_a_lesson_can_have_other_words(name: str) -> None:
    for cell in cells_of(name):
        source = "".join(cell["source"])
        before = sorted(without_places(message) for message, _kind in find_messages(cell["cell_type"], source))
        said = find_messages(cell["cell_type"], translate(cell["cell_type"], source, shout))
        assert sorted(without_places(message) for message, _kind in said) == sorted(map(lengthen, before))


WRITTEN = [
    ('kit.say("A *bet*.")', [("A *bet*.", "string")]),
    ("kit.say(f\"{n:,} of {wins['a b']}\")", [("{n:,} of {wins['a b']}", "template")]),
    ('x = "one " "sentence {n}"', [("one sentence {n}", "string")]),
    ('x = "no {n} " f"but {n}"', [("no {{n}} but {n}", "template")]),
    ("kit.say(f\"{x or 'none'}.\")", [("none", "filling")]),
    (
        "f\"{', or '.join(a) if b == 'few' else c['one'] + ' of them':>9} km\"",
        [
            ("{', or '.join(a) if b == 'few' else c['one'] + ' of them':>9} km", "template"),
            (", or ", "filling"),
            (" of them", "filling"),
        ],
    ),
    (
        "f\"{a.replace(' R ', ' rest ')!r:{width}} {kit.count(n, 'step')} {f('of')} {a != 'b c'}\"",
        [(" rest ", "filling")],
    ),
    (
        "f\"\"\"So it\nis {'é' if a else 'yes'\n or 'no'}.\"\"\"",
        [("So it\nis {'é' if a else 'yes'\n or 'no'}.", "template"), ("yes", "filling"), ("no", "filling")],
    ),
    ('def f():\n    """What it does."""', [("What it does.", "document")]),
    ("# one\n# sentence\nx = 1  # and one", [("one sentence", "comment"), ("and one", "comment")]),
    ('table["cash"], frame.groupby("turn"), np.zeros(3, "int")', []),
    ('gk.play("route66"), x["ab cd"]', [("ab cd", "string")]),
    ('kit.panel(f, labels={"games": "Games"}, rough={"n": 2}, unit="of 7")', [("Games", "label"), ("of 7", "unit")]),
    (
        'def f(cards, wins): ...\nkit.panel(f, labels=zip(("cards", "wins"), A))\nHEAD = ["wins", "km"]',
        [("wins", "string"), ("km", "string")],
    ),
    (
        'def f(n, most_cards=2, *, rng): ...\nkit.panel(f, labels={"n": "Games"})',
        [("Games", "label"), ("Most cards", "label")],
    ),
    ("def f(n, rng): ...\nkit.panel(f, n=(1, 9))\nkit.panel(f, labels=NAMES)", [("N", "label")]),
    ('open("a/b.csv"), "R14", "a_b", b"no bytes", r"no \\raw"', []),
    ('x = "def f():\\n    return 1"', []),
    ("x = 1  # noqa: E501", []),
    ("%matplotlib inline", []),
]


@pytest.mark.parametrize(("code", "messages"), WRITTEN)
def test_texts_are_told_from_names(code: str, messages: list[tuple[str, str]]) -> None:
    assert list(find_messages("code", code)) == messages


def test_markdown_is_said_block_by_block_and_a_solution_as_code() -> None:
    source = (
        "# Title\n\n<details>\n\n```python\ndef f():\n    # so\n\n    return 1\n```\n\n```text\nas it is\n```\n\n---\n"
    )
    found = [("# Title", "markdown"), ("<details>", "markdown"), ("so", "comment")]
    assert list(find_messages("markdown", source)) == found


def test_a_key_of_the_lessons_own_table_has_the_same_other_word_everywhere_and_any_other_key_stays(
    german: Path,
) -> None:
    table = 'n = 1\nwon = {"wins": 7}\nprint(won["wins"], f"{won[\'wins\']} games")'
    other = 'book["lines"] = "wins"\nkit.panel(f, labels={"lines": "lines"})\nprint("lines", book["lines"])'
    notebook = {"cells": [{"cell_type": "code", "source": source} for source in (table, other)]}
    with use_language("de"):
        found = [cell["source"] for cell in translate_notebook(notebook, "topics/one")["cells"]]
    assert found[0] == table.replace("wins", "gewinnt")
    assert found[1] == other.replace('"wins"', '"gewinnt"').replace(' "lines"}', ' "Reihen"}').replace(
        '("lines"', '("Zeilen"'
    )


@pytest.mark.parametrize(
    ("call", "translated"),
    [
        ("kit.panel(f, n=(1, 9))", 'kit.panel(f, n=(1, 9), labels={"n": "Partien"})'),
        ("kit.panel(\n    f,\n    n=(1, 9),\n)", 'kit.panel(\n    f,\n    n=(1, 9), labels={"n": "Partien"},\n)'),
        ('kit.panel(f, labels={"m": "lines"})', 'kit.panel(f, labels={"n": "Partien"} | {"m": "Reihen"})'),
        ('kit.panel(f, labels={"n": "lines"})', 'kit.panel(f, labels={"n": "Reihen"})'),
        ("kit.panel(f, labels=NAMES)", "kit.panel(f, labels=NAMES)"),
    ],
)
def test_a_control_called_after_its_parameter_is_labelled_from_the_catalogue(
    german: Path, call: str, translated: str
) -> None:
    begins = "def f(n, m=1, *, rng): ...\n"
    notebook = {"cells": [{"cell_type": "code", "source": begins + call}]}
    with use_language("de"):
        found = translate_notebook(notebook, "topics/one")["cells"][0]["source"]
    assert found == begins + translated


@pytest.mark.parametrize("said", ["keine", "l’un", "l'un", '"no"', "a\\b", "{n}", "a\nb", "", "}"])
def test_a_text_in_a_place_is_said_in_words_that_python_takes_there_or_in_english(
    german: Path, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    made = Catalog(locale="de")
    made.add("no", said, context="words")
    locale.write_catalogue(made, place_of("de", LESSON.format(name="topics/one")))
    open_catalogue.cache_clear()
    code = "n = 0\nsaid = f'{n or \"no\"} games', f\"{n or 'no':.1}\", f\"{n or 'no'} is lost\", 'no'"
    with use_language("de"):
        translated = translate_notebook({"cells": [{"cell_type": "code", "source": code}]}, "topics/one")
    found: dict[str, Any] = {}
    exec(translated["cells"][0]["source"], found)
    filling = said if said in ("keine", "l’un") else "no"
    assert found["said"] == (f"{filling} games", filling[0], f"{filling} is lost", said or "no")
    assert ("its places differ" in caplog.text) == (filling != said != "")


@given(st.text("ab \n\"'{}\\éß", max_size=30))
def test_whatever_a_text_is_said_as_the_code_has_just_that(said: str) -> None:
    code = translate("code", 'x = "A text."', lambda _message, _kind: said)
    found: dict[str, Any] = {}
    exec(code, found)
    assert found["x"] == said


@pytest.mark.parametrize(
    ("english", "said", "kind"),
    [
        ("{n:,} games", "{n} Spiele", "template"),
        ("{n} of {n}", "{n}", "template"),
        ("[rules](a.ipynb)", "[Regeln](b.ipynb)", "markdown"),
        ("`code` here", "hier", "markdown"),
        ("<b>so</b>", "<b>so", "markdown"),
        ("## Play", "Spielen", "markdown"),
        ("**bold**", "fett", "markdown"),
        ("$x$ is", "ist", "markdown"),
    ],
)
def test_places_and_marks_that_differ_are_found(english: str, said: str, kind: str) -> None:
    assert any(find_differences(english, said, kind))
    assert not any(find_differences(english, english, kind))


# --- with a catalogue -----------------------------------------------------------------------------------------------
@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a lesson, which has a German catalogue."""
    monkeypatch.setattr(catalogs, "LOCALE", tmp_path / "locale")
    open_catalogue.cache_clear()
    match_language.cache_clear()
    for code in ("de", "fr"):
        locale.write_catalogue(Catalog(locale=code), place_of(code, DOMAIN))
    words = {
        "text": {"# Title": "# Titel", "## Play": "## Spielen", "Here.": "Hier."},
        "words": {"{n:,.1f} games": "{n:,.1f} Spiele", "{n} is lost": "verloren", "lines": "Zeilen", "wins": "Siege"},
        "name in code": {"wins": "gewinnt"},
        "label": {"lines": "Reihen", "N": "Partien"},
    }
    made = Catalog(locale="de")
    for context, said in words.items():
        for english, german in said.items():
            made.add(english, german, context=context)
    locale.write_catalogue(made, place_of("de", LESSON.format(name="topics/one")))
    code = 'n = 1234.5\nprint(f"{n:,.1f} games", f"{n} is lost", {"wins": 1}["wins"], f"{n}", f"{n!r}")'
    path = tmp_path / "lessons/topics/one.ipynb"
    write_lesson(path, "# Title\n\nNot yet.", code, title="One", question="Where to?")
    notebook = nbformat.read(path, as_version=4)
    notebook.cells += [new_markdown_cell("## Play\n\nHere."), new_markdown_cell("## Where next")]
    nbformat.write(notebook, path)
    yield tmp_path / "lessons"
    open_catalogue.cache_clear()
    match_language.cache_clear()


def test_a_lesson_runs_in_the_language_of_its_reader_and_what_has_no_words_is_english(
    german: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with use_language("de"):
        run = run_cells(german, "topics/one")
    texts = ["".join(cell.source) for cell in run.notebook.cells if cell.cell_type == "markdown"]
    assert texts == ["# Titel\n\nNot yet.", "## Spielen\n\nHier.", "## Where next"]
    printed = "".join(output.text for cell in run.notebook.cells if cell.cell_type == "code" for output in cell.outputs)
    assert printed == "1.234,5 Spiele 1234,5 is lost 1 1234,5 1234.5\n"
    assert "its places differ: 'verloren'" in caplog.text
    assert (run.is_english, run.steps) == (False, ["Play", "Where next"])


def test_in_english_and_in_a_language_without_its_catalogue_a_lesson_is_english(german: Path) -> None:
    for code in ("en", "fr"):
        with use_language(code):
            run = run_cells(german, "topics/one")
        assert run.is_english
        assert "# Titel" not in "".join(cell.source for cell in run.notebook.cells)


def test_words_with_which_a_cell_is_no_python_leave_it_english(
    german: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(notebook_translation, "write_text", lambda *_: '"')
    notebook = {"cells": [{"cell_type": "code", "source": 'x = ["wins"]'}]}
    with use_language("de"), caplog.at_level(logging.WARNING):
        assert translate_notebook(notebook, "topics/one")["cells"] == notebook["cells"]
    assert "a cell is said in English" in caplog.text


def test_a_lesson_is_in_another_language_when_most_of_its_text_is() -> None:
    cells = [new_markdown_cell(text) for text in ("One", "Two", "Three")]
    german = [new_markdown_cell(text) for text in ("Eins", "Zwei", "Drei")]
    assert [is_translated(cells, [*german[:n], *cells[n:]]) for n in range(4)] == [False, False, True, True]


def test_steps_are_called_as_the_page_calls_them(german: Path) -> None:
    assert step_names(german, "topics/one") == ["Play"]
    with use_language("de"):
        assert step_names(german, "topics/one") == ["Spielen"]


def test_a_lesson_in_a_list_is_called_as_its_reader_calls_it_or_is_known_to_be_english(german: Path) -> None:
    titles = Catalog(locale="de")
    lesson = read_lesson(german, german / "topics/one.ipynb")
    with use_language("de"):
        assert lesson.translate().is_english
    for field, said in {"title": "Eins", "question": "Wie?"}.items():
        titles.add(getattr(lesson, field), said)
    locale.write_catalogue(titles, place_of("de", "lessons"))
    open_catalogue.cache_clear()
    with use_language("de"):
        assert (lesson.translate().title, lesson.translate().question, lesson.translate().is_english) == (
            "Eins",
            "Wie?",
            False,
        )
    assert lesson.translate() == lesson


def test_notebooks_in_another_language_are_a_copy_that_is_never_written_over(german: Path, tmp_path: Path) -> None:
    with use_language("de"):
        (german / "notes.ipynb").write_text("no lesson", encoding="utf-8")
        copy = copy_lessons(german, tmp_path)
        assert copy == tmp_path / "gamekit-lessons-de"
        assert (copy / "notes.ipynb").read_text(encoding="utf-8") == "no lesson"
        notebook = nbformat.read(copy / "topics/one.ipynb", as_version=4)
        nbformat.validate(notebook)
        assert "# Titel" in "".join(cell.source for cell in notebook.cells)
        assert not [cell for cell in notebook.cells if cell.cell_type == "code" and cell.outputs]
        (copy / "topics/one.ipynb").write_text("mine", encoding="utf-8")
        assert copy_lessons(german, tmp_path) == copy
    assert (copy / "topics/one.ipynb").read_text(encoding="utf-8") == "mine"
    assert copy_lessons(german, tmp_path) == german


def test_of_a_copy_that_was_interrupted_nothing_is_left(
    german: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What lay there would count as finished for ever, half in English."""

    def interrupt(*_given: object) -> None:
        raise KeyboardInterrupt

    here = tmp_path / "here"
    here.mkdir()
    with use_language("de"):
        with monkeypatch.context() as broken:
            broken.setattr(catalog, "translate_notebook", interrupt)
            with pytest.raises(KeyboardInterrupt):
                copy_lessons(german, here)
        assert not list(here.iterdir())
        copy = copy_lessons(german, here)
    assert [one.name for one in here.iterdir()] == [copy.name]
    assert "# Titel" in (copy / "topics/one.ipynb").read_text(encoding="utf-8")


# --- numbers --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("value", "form", "said"),
    [(5000, ",", "5.000"), (5000, "", "5000"), (0.25, "", "0,25"), (28.444, ".1f", "28,4"), (True, "", "True"),
     ("0.25", "", "0.25"), (float("inf"), "", "inf"), (7, "03", "007"),
     (1.5, "6.2f", "  1,50"), (1.5, "<5", "1,5  "), (1.5, ".3g", "1,5"), (1.5, ".1e", "1.5e+00"),
     (-0.5, "+.1%", "−50,0\u00a0%")],
)  # fmt: skip
def test_a_number_in_a_text_is_written_as_the_language_writes_it(value: Any, form: str, said: str) -> None:
    with use_language("de"):
        assert format(say_in_text(value), form) == said
    assert say_in_text(value) is value


def test_a_shell_says_numbers_once_and_an_english_one_as_python_does() -> None:
    from gamekit.lessons.localized_numbers import say_numbers_in

    shell = InteractiveShell()
    say_numbers_in(shell)
    assert not [one for one in shell.ast_transformers if isinstance(one, SayNumbers)]
    with use_language("fr"):
        say_numbers_in(shell)
        say_numbers_in(shell)
        shell.run_cell("said = f'{2.5:.2f}'", store_history=False)
    assert len([one for one in shell.ast_transformers if isinstance(one, SayNumbers)]) == 1
    assert shell.user_ns["said"] == "2,50"
