"""A lesson's questions have one key, and their choices one order, in every language: classes vote on them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from gamekit.core.i18n.catalogs import find_offered
from gamekit.core.i18n.translation import use_language
from gamekit.lessons.catalog import find_lessons, own_folder
from gamekit.server.notebook_runner import run_cells
from gamekit.widgets import Bet, TextField
from gamekit.widgets.cell_registry import next_key
from gamekit.widgets.error_guard import ALONE
from tests.play import take_share

ALWAYS = "kartenspiel/01-rules"
LESSONS = [one.name for one in find_lessons(own_folder())]
NUMBERS = re.compile(r"\d+")


def questions_of(name: str, code: str) -> list[Any]:
    """Every question of a lesson: its key, what is right or allowed, and the digits in each of its choices."""
    with use_language(code):
        parts = run_cells(own_folder(), name).parts
    cards = [part["data"] for part in parts if part["kind"] in ("bet", "quiz")]
    cards += [moment["quiz"] for part in parts for moment in part["data"].get("moments", ())]
    return [
        (
            f"{card['key']}/{place}",
            [one.get(what) for what in ("answer", "tolerance", "low", "high", "step")],
            [NUMBERS.findall(choice) for choice in one["choices"] or ()],
        )
        for card in cards
        for place, one in enumerate(card.get("questions", [card]))
    ]


@pytest.mark.parametrize(
    "name",
    [ALWAYS, *(pytest.param(one, marks=pytest.mark.thorough) for one in take_share(LESSONS, 6) if one != ALWAYS)],
)
def test_questions_are_the_same_in_every_language(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ALONE, "1")
    english = questions_of(name, "en")
    keys = [key for key, _allowed, _numbers in english]
    assert len(set(keys)) == len(keys)
    for code in find_offered()[1:]:
        assert questions_of(name, code) == english


class Kernel:
    """What a notebook's kernel tells of the cell that it executes."""

    def __init__(self) -> None:
        self.request: dict[str, Any] = {}

    def get_parent(self) -> dict[str, Any]:
        return self.request

    def execute(self, request: str, cell: str | None) -> None:
        self.request = {"header": {"msg_id": request}, "metadata": {"cellId": cell} if cell else {}}


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    made = Kernel()
    monkeypatch.setattr("gamekit.widgets.cell_registry.get_ipython", lambda: made)
    return made


def test_a_cell_that_is_run_again_in_a_notebook_asks_the_same_questions_again(kernel: Kernel) -> None:
    keys = []
    for request in ("first", "second"):
        kernel.execute(request, "a1b2")
        keys.append([Bet("How many?", high=9).key, TextField("Why?").key])
    assert keys[0] == keys[1] == ["a1b2.1", "a1b2.2"]
    kernel.execute("third", "c3d4")
    assert next_key() == "c3d4.1"


def test_where_a_front_end_does_not_tell_the_cell_no_two_questions_have_one_key(kernel: Kernel) -> None:
    keys = []
    for request in ("first", "second"):
        kernel.execute(request, None)
        keys += [next_key(), next_key()]
    assert len(set(keys)) == 4
