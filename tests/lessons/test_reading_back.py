"""A lesson's questions have one name, and their choices one order, in every language: classes vote on them."""

from __future__ import annotations

from typing import Any

import pytest

from gamekit.locale.__main__ import find_catalogues
from gamekit.reading_back import read_in_english, read_lesson_back
from gamekit.serve.lesson_run import run_cells
from gamekit.serve.lessons import find_lessons, own_folder
from gamekit.show.guard import ALONE
from gamekit.words import use_language
from tests.play import take_share

ALWAYS = "kartenspiel/01-rules"
LESSONS = [one.name for one in find_lessons(own_folder())]


@pytest.mark.quick
@pytest.mark.parametrize(
    ("code", "said", "english"),
    [
        ("fr", "Que vaut 40 – 60\u202f?", "What is 40 – 60 worth?"),
        ("de", "Was ist 70 – Rast – 80 wert?", "What is 70 – rest – 80 worth?"),
        ("de", "1.234,5", "1,234.5"),
        ("fr", "10\u00a0pas", "10 steps"),
        ("fr", "1\u00a0pas", "1 step"),
        ("fr", "A1/A20 Hambourg – Brême", "A1/A20 Hamburg – Bremen"),
        ("fr", "54 (de 44 à 63)", "54 (44 to 63)"),
        ("de", "54,0 (50,9 bis 57,1)", "54.0 (50.9 to 57.1)"),
        ("de", "Nobody says so", "Nobody says so"),
        ("de", "−5", "-5"),
        ("de", "−1.234,5", "-1,234.5"),
        ("fr", "12,5\u202f%", "12.5%"),
        ("de", "50\u00a0%", "50%"),
    ],
)
def test_a_text_is_read_back_as_it_was(code: str, said: str, english: str) -> None:
    with use_language(code), read_lesson_back(ALWAYS):
        assert read_in_english(said) == english
    with read_lesson_back(ALWAYS):
        assert read_in_english(said) == said.replace("−", "-").replace("\u202f%", "%").replace("\u00a0%", "%"), (
            "English is not read"
        )


@pytest.mark.quick
def test_a_name_that_a_lesson_has_as_a_key_too_is_read_back_into_english() -> None:
    with use_language("de"), read_lesson_back("auf_achse/03-turns-to-munich"):
        assert [read_in_english(said) for said in ("München", "A9 Nürnberg – München")] == [
            "Munich",
            "A9 Nuremberg – Munich",
        ]


@pytest.mark.quick
def test_a_lesson_that_has_no_catalogue_is_read_back_without_a_complaint(caplog: pytest.LogCaptureFixture) -> None:
    with use_language("de"), read_lesson_back("mine/01-untranslated"):
        assert read_in_english("1.234,5") == "1,234.5"
    assert not caplog.records


def questions_of(name: str, code: str) -> list[tuple[str, list[list[str]]]]:
    """The name of each quiz and prediction that is not practised without end, and its choices in English."""
    with use_language(code), read_lesson_back(name):
        cards = [part["data"] for part in run_cells(own_folder(), name).parts]
        cards = [card for card in cards if str(card.get("key", "")).startswith(("quiz-", "bet-"))]
        return [
            (card["key"], [read(one) for one in card.get("questions", [])]) for card in cards if not card.get("endless")
        ]


def read(question: dict[str, Any]) -> list[str]:
    """A question's choices in English, in their order."""
    return [read_in_english(choice) for choice in question.get("choices") or []]


@pytest.mark.parametrize(
    "name",
    [ALWAYS, *(pytest.param(one, marks=pytest.mark.thorough) for one in take_share(LESSONS, 6) if one != ALWAYS)],
)
def test_questions_are_the_same_in_every_language(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ALONE, "1")
    english = questions_of(name, "en")
    for code in find_catalogues():
        assert questions_of(name, code) == english
