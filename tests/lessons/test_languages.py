"""Lessons in other languages: nothing is missing, signs are those of the language, and every one runs.

A lesson without a catalogue in a language is English there; one that has a catalogue has all of it.
"""

from __future__ import annotations

import ast
import itertools
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamekit.core.i18n.catalogs import (
    DOMAIN,
    LESSON,
    MISCONCEPTIONS,
    TITLES,
    find_offered,
    forms,
    has_catalogue,
    place_of,
)
from gamekit.core.i18n.numbers import ENGLISH
from gamekit.core.i18n.translation import _, ngettext, use_language
from gamekit.lessons.catalog import copy_lessons, find_lessons, own_folder
from gamekit.lessons.kit.output import COUNTED, count
from gamekit.lessons.misconceptions import find_misconceptions, read_misconceptions
from gamekit.lessons.notebook_translation import CONTEXTS, FORMULA, KEPT, NAME, QUOTED, split_places, translate_notebook
from gamekit.server.check import STEPS
from gamekit.server.notebook_runner import run_cells
from tests.lessons.notebooks import cells, notebook, run_in_kernel
from tests.play import SEED, take_share
from tools.messages import __main__ as locale
from tools.messages.lessons import KINDS

FOLDER = own_folder()
LANGUAGES = find_offered()[1:]
LESSONS = [one.name for one in find_lessons(FOLDER)]
THERE = [
    (code, name) for code in LANGUAGES for name in LESSONS if has_catalogue(code, LESSON.format(name=name))
]  # fmt: skip
SPACE, NARROW = "\u00a0", "\u202f"
TYPED_WRONG = {
    "de": re.compile(r"""[A-Za-zß]'[A-Za-z]|["«»]|”|“[^“„]*“|[^\W\d]\s[;:?!](?=\s|$)|\d \d{3}\b|[1-9],\d{3},\d{3}"""),
    "fr": re.compile(
        rf"""[^\W\d_]'[^\W\d_]|["„]|«(?!{SPACE})|(?<!{SPACE})»|[^\W_]:(?=\s|$)|[^\W_] :|[^\W_] ?[;?!](?=\s|$)"""
    ),
}
"""What a language does not write: others' quotation marks and apostrophes, a space too many or too few."""
LETTERS = re.compile(r"[a-z]{2}")
"""What a word has, other than a letter of a player."""
PLACES_AND_ESCAPES = re.compile(r"\{[^{}]*\}|\\.")
TWICE = re.compile(r"\S  +\S")
WORDS, WORD = 3, re.compile(r"\b[a-z]{3,}\b")
"""From so many words in small letters on, a message that is the same in two languages has been forgotten."""
CODE = re.compile(r"[=(\[|<_]|\{fives\}|Auf Achse – Das Kartenspiel")
"""What is the same in all languages: code, tables of formulas, names."""


def test_there_are_languages_to_look_at() -> None:
    assert LANGUAGES
    assert not [code for code, _name in THERE if not has_catalogue(code, TITLES)]
    lesson = find_lessons(FOLDER)[0]
    with use_language(LANGUAGES[0]):
        own = lesson.model_copy(update={"question": "Whose lesson is this?"})
        assert [one.translate().is_english for one in (lesson, own)] == [False, True]


@pytest.mark.parametrize(("code", "name"), THERE)
def test_a_lesson_that_has_a_catalogue_has_all_of_it_and_its_places_and_marks(code: str, name: str) -> None:
    domain = LESSON.format(name=name)
    sources, catalogue = locale.read_sources(domain), locale.read_catalogue(place_of(code, domain))
    assert (locale.count_missing(sources, catalogue), [*locale.find_faults(sources, catalogue)]) == (0, [])


def read_as_prose(text: str, kind: str) -> str:
    """What is prose in a message: no code, no formula, no place."""
    if kind == "template":
        text = "…".join(split_places(text)[::2])
    if kind == "comment":
        text = QUOTED.sub("…", text)
    text = re.sub(r'"[A-Z]"', "…", text)  # a value that a function returns
    for pattern in (PLACES_AND_ESCAPES, FORMULA, KEPT):
        text = pattern.sub(lambda mark: "" if mark[0].startswith(("*", "#")) else "…", text)
    return text


@pytest.mark.parametrize(("code", "name"), THERE)
def test_a_lesson_writes_signs_as_its_language_does_and_nothing_is_left_english(code: str, name: str) -> None:
    wrong = {}
    for message in locale.read_catalogue(place_of(code, LESSON.format(name=name))):
        kind = next((kind for kind, told in KINDS.items() if told in message.auto_comments), "")
        for said in filter(None, forms(message.string) if message.id else []):
            prose = read_as_prose(said, kind)
            if said == message.id:
                found = len(WORD.findall(prose)) >= WORDS and not CODE.search(said)
            else:
                found = bool(TYPED_WRONG[code].search(prose) or (kind != "markdown" and TWICE.search(prose)))
            if found:
                wrong[message.id] = said
    assert wrong == {}


def texts_in_places(node: ast.AST, *, is_inside: bool = False) -> Iterator[str]:
    """The words that f-strings show in their places: none that are looked up, compared or given to a function."""
    inside: list[ast.AST] = [*ast.iter_child_nodes(node)]
    if is_inside:
        match node:
            case ast.Constant(value=str(text)) if LETTERS.search(text):
                yield text
            case ast.Call(func=function, args=args):
                is_of_text = isinstance(function, ast.Attribute) and function.attr in ("join", "replace")
                inside = [function, *(args if is_of_text else [])]
            case ast.Subscript(value=value):
                inside = [value]
            case ast.Compare():
                inside = []
    for one in inside:
        yield from texts_in_places(one, is_inside=is_inside or isinstance(node, ast.FormattedValue))


def read_places(name: str, code: str) -> list[str]:
    """The words in places of a lesson's code in a language."""
    lesson = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))
    with use_language(code):
        cells = translate_notebook(lesson, name)["cells"]
    codes = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
    trees = [ast.parse(source if isinstance(source, str) else "".join(source)) for source in codes]
    return sorted(text for tree in trees for text in texts_in_places(tree))


def test_words_in_places_are_told_from_those_that_are_looked_up() -> None:
    tree = ast.parse(
        """kit.say(f"{a or 'none'} {b['few']} {', or '.join(c)} {f('one')} {x if x == 'two' else 'three'}")"""
    )
    assert [*texts_in_places(tree)] == ["none", ", or ", "three"]


@pytest.mark.parametrize("name", LESSONS)
def test_no_word_in_a_place_of_a_lessons_code_is_left_english(name: str) -> None:
    english = read_places(name, ENGLISH)
    for code in [code for code, there in THERE if there == name]:
        catalogue = locale.read_catalogue(place_of(code, LESSON.format(name=name)))
        contexts = (CONTEXTS["filling"], NAME)
        said = [message.string for text in english for one in contexts if (message := catalogue.get(text, one))]
        assert read_places(name, code) == sorted(map(str, said))
        assert not set(english) & set(said)


def test_every_noun_that_lessons_count_has_a_plural_in_other_languages() -> None:
    calls = [
        re.findall(r"""kit\.count\((?:[^()"']|\([^()]*\))*["']([a-z ]+)["']""", cell.source)
        for name in LESSONS
        for cell in cells(name)
    ]
    nouns = {noun for found in calls for noun in found}
    assert "card" in nouns
    assert nouns <= COUNTED.keys()
    for noun, n in itertools.product(COUNTED, (1, 2)):
        for code in LANGUAGES:
            with use_language(code):
                assert count(n, noun) == ngettext(f"{{n}} {noun}", f"{{n}} {noun}s", n).format(n=n)


# --- steps ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_step_has_one_name_in_all_lessons_and_on_pages(code: str) -> None:
    catalogues = [locale.read_catalogue(place_of(code, LESSON.format(name=name))) for name in LESSONS]
    for step in STEPS:
        headings = {
            str(message.string) for one in catalogues if (message := one.get(f"## {step}", CONTEXTS["markdown"]))
        }
        assert len(headings) == 1, step
        with use_language(code):
            said = str(_(step))
        assert said == step or headings == {f"## {said}"}, "a card is titled as its step is"


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_check_of_a_lesson_names_the_headings_of_the_notebook_it_reads(code: str) -> None:
    catalogue = locale.read_catalogue(place_of(code, DOMAIN))
    told = [one for one in catalogue if any(file.endswith("server/check.py") for file, _line in one.locations)]
    named = {(step, str(one.string)) for one in told for step in STEPS if f"“{step}”" in str(one.id)}
    assert {step for step, _said in named} >= {"Predict", "Exit ticket"}
    assert [said for step, said in named if not re.search(rf"[„«]\s?{step}\s?[“»]", said)] == []


# --- what students tend to believe ---------------------------------------------------------------------------------
def figures(text: str) -> list[str]:
    """The numbers of a sentence, however its language writes them."""
    return sorted(re.sub(rf"[.,{NARROW}]", "", one) for one in re.findall(rf"\d(?:[\d.,{NARROW}]*\d)?", text))


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_misconception_is_there_with_its_figures_and_the_signs_of_the_language(code: str) -> None:
    sources, catalogue = locale.read_sources(MISCONCEPTIONS), locale.read_catalogue(place_of(code, MISCONCEPTIONS))
    assert (locale.count_missing(sources, catalogue), [*locale.find_faults(sources, catalogue)]) == (0, [])
    told = {one.id: str(one.string) for one in catalogue if one.id}
    wrong = {
        english: said
        for english, said in told.items()
        if said == english
        or TYPED_WRONG[code].search(said)
        or TWICE.search(said)
        or "*" in said
        or figures(said) != figures(english)
    }
    assert wrong == {}
    assert len(set(told.values())) == len(told)


@pytest.mark.parametrize("code", LANGUAGES)
def test_quotation_marks_within_a_misconception_are_those_for_inside(code: str) -> None:
    with use_language(code):
        for name in read_misconceptions():
            for belief in find_misconceptions(name):
                outer, inner = belief.quoted[0] + belief.quoted[-1], belief.thought
                assert (outer, set(outer) & set(inner)) == ({"de": "„“", "fr": "«»"}[code], set())


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_teachers_page_tells_misconceptions_in_the_language_of_who_asks(code: str) -> None:
    page = notebook("teachers")
    lesson = next(one for one in page.LESSONS if one.name == "route66/02-speedometer")
    english = page.beliefs(lesson)
    with use_language(code):
        told = page.beliefs(lesson)
    catalogue = locale.read_catalogue(place_of(code, MISCONCEPTIONS))
    own = [one.thought for one in (*read_misconceptions()[lesson.name], *read_misconceptions()[lesson.game])]
    assert [thought.strip("„“«»\u00a0") for thought, _help in told] == [catalogue[one].string for one in own]
    assert not {one for row in told for one in row} & {one for row in english for one in row}


# --- they run -------------------------------------------------------------------------------------------------------
ALWAYS = ("start", "teachers", "topics/think_ahead")
"""Lessons that a quick run looks at, too."""
BY_LOT = [(code, LESSONS[(SEED * len(LANGUAGES) + number) % len(LESSONS)]) for number, code in enumerate(LANGUAGES)]
"""One of each language: a kernel takes a minute or more for it. The next seed has the next ones."""


@pytest.mark.parametrize(
    ("code", "name"),
    [one if one[1] in ALWAYS else pytest.param(*one, marks=pytest.mark.thorough) for one in take_share(THERE, 6)],
)
def test_a_lesson_runs_in_another_language_and_its_panels_answer(code: str, name: str) -> None:
    with use_language(code):
        run = run_cells(FOLDER, name)
        assert (run.failed, run.is_english) == ("", False)
        for number in run.panels:
            run.panel(number).answer()


@pytest.mark.thorough
@pytest.mark.parametrize(("code", "name"), BY_LOT)
def test_a_copy_for_jupyterlab_runs_all_its_cells_in_a_kernel(code: str, name: str, tmp_path: Path) -> None:
    with use_language(code):
        copy = copy_lessons(FOLDER, tmp_path)
    run_in_kernel(copy / f"{name}.ipynb", cwd=copy, env={**os.environ, "GAMEKIT_LANGUAGE": code})
    english, translated = (
        ["".join(cell["source"]) for cell in json.loads((place / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]]
        for place in (FOLDER, copy)
    )
    assert sum(one != other for one, other in zip(english, translated, strict=True)) > len(english) / 2
