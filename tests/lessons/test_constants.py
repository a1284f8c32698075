"""Change a named constant or the number of players in a lesson: no question, check or chart may contradict it then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from gamekit.lessons.kit import Verdict
from gamekit.widgets import Bet, Lab, Quiz
from tests.lessons.notebooks import Cell, executed, markdown, results, said
from tests.lessons.test_every_notebook import with_solution
from tests.play import take_share


class Change(NamedTuple):
    """A text of a cell and what a student puts in its place; what must then be said nowhere, and what somewhere."""

    notebook: str
    old: str
    new: str
    never: str
    somewhere: str


CHANGES = [Change(*one) for one in (
    ("kartenspiel/01-rules", 'RUN = "30 50 40 60 60 70 90"', 'RUN = "20 60 50 70"',
     r"30 – 50 – 40 – 60 – 60 – 70 – 90 be worth", r"20 – 60 – 50 – 70 be worth"),
    ("kartenspiel/02-counting-cards", "DECK = np.array(game.tables.deck)", "DECK = np.minimum(game.tables.deck, 5)",
     r"31/109|78/109|5,886|961/1962", r"of \(\d\d − 15\)"),
    ("kartenspiel/04-house-rules", 'game = gk.load("kartenspiel", players=2',
     'game = gk.load("kartenspiel", players=3', r"round of 2|exactly 50\b|exactly 2\.378",
     r"3 players of equal skill"),
    ("route66/01-rules", "players=4)", "players=2)", r"\b4 play|With 4 players|52 state cards", r"2 play"),
    ("route66/02-speedometer", "LIMIT, TOP = 55, 70", "LIMIT, TOP = 45, 70",
     r"(above|than|limit of) 55\b|55 mph in the long", r"more than 45 mph in the long run"),
    ("route66/03-collecting", 'game = gk.load("route66", players=4)', 'game = gk.load("route66", players=3)',
     r"52 cards|among all 52|of 52\.", r"choose 9 of 39"),
    ("route66/04-house-rules", 'game = gk.load("route66", players=4)', 'game = gk.load("route66", players=3)',
     r"against (three|3)\b(?! others)|\b3 (×|racers)|4 players with|exactly 25\b|would be 25\b", r"against 2 racers"),
    ("route66/04-house-rules", 'game = gk.load("route66", players=4)', 'game = gk.load("route66", players=5)',
     r"against (three|3)\b(?! others)|\b3 (×|racers)|4 players with|exactly 25\b|would be 25\b", r"against 4 racers"),
    ("auf_achse/03-turns-to-munich", 'GOAL, DIE = "München"', 'GOAL, DIE = "Berlin"', r"(to|reach|in) Munich",
     r"to deliver in Berlin"),
    ("auf_achse/03-turns-to-munich", '("Hamburg", "Nürnberg", "Leipzig")', '("Wien", "Nürnberg", "Leipzig")',
     r"(f|F)rom Hamburg", r"From Vienna to Munich"),
    ("auf_achse/06-house-rules", 'game = gk.load("auf_achse", players=4)', 'game = gk.load("auf_achse", players=3)',
     r"against (three|3)\b(?! others)|4 players with|exactly 25\b|would be 25\b", r"against 2 who drive"),
    ("auf_achse/05-best-tour", "THREE = [0, 2, 5]", "THREE = [1, 3, 7]", r"the best tour has 40\b", r"best tour has"),
    ("topics/waiting_for_a_120", "KM = 120", "KM = 70",
     r"\b120s\b|(a|first) 120\b|6 of 109 cards|18\.2 cards|first 18 cards", r"within the first 16 cards"),
    ("topics/unplugged", "PAIRS, FAR_OFF = 15, 50", "PAIRS, FAR_OFF = 5, 80",
     r"\b15 pairs (?!say)|\b30 results|√30|more than 50 km", r"5 pairs play a stage each and write 10 results"),
    ("topics/do_fast_cars_win", 'PLAYERS, TURNS, DRIVER = 4, 22, "stroller"',
     'PLAYERS, TURNS, DRIVER = 3, 26, "stroller"',
     r"\b4 players|after 22 turns|games, not 25\b|made no difference 25\b|about 24 of 100",
     r"3 players of one kind, the bell after 26 turns"),
    ("topics/recursion_on_a_road", "CIRCUIT = 1", "CIRCUIT = 4",
     r"of 56,982,141|are 56,982,141|\b239\b|238,419|takes 148 calls", r"there are 26,647,950 ways"),
    ("topics/think_ahead", "MINE, YOURS = (2, 2, 2, 5), (3, 4, 4, 4)", "MINE, YOURS = (1, 2, 2, 5), (3, 4, 4, 4)",
     r"2 2 2 5|in 6 ways|of 6\*? first|17,074|no moves win", r"A can begin in 8 ways"),
)]  # fmt: skip
OTHER_PLAYERS = [
    ("auf_achse/03-turns-to-munich", 2, 4), ("auf_achse/05-best-tour", 2, 3),
    ("kartenspiel/02-counting-cards", 3, 4), ("route66/02-speedometer", 4, 3),
]  # fmt: skip
"""Lessons that are not about the players."""


def told(name: str, change: tuple[str, str]) -> Iterator[tuple[int, str]]:
    """Everything that the code cells of a notebook say after a change: results, questions, labels, verdicts."""
    solutions = [block for cell in markdown(name) for block in re.findall(r"```python\n(def .*?)```", cell, re.S)]
    changed = 0
    for cell, shown, space in results(name, change):
        changed += change[0] in cell.source
        written = next((one for one in solutions if f"\n{one.split('(')[0]}(" in f"\n{cell.source}"), None)
        if isinstance(shown, Verdict) and written is not None:
            source = cell.source.replace(*change)
            assert executed(Cell(cell.number, cell.tags, with_solution(source, written)), space), (cell.number, written)
        yield cell.number, " ".join(words(shown))
    assert changed, f"there is no {change[0]} any more"


def words(shown: Any) -> Iterator[str]:
    """What is written on a card or in a result."""
    if isinstance(shown, Bet):
        yield from (shown.question, *(shown.choices or ()))
    elif isinstance(shown, Quiz):
        for one in shown.questions:
            yield from (one.text, *(one.choices or ()), one.why, *one.reasons.values())
    elif isinstance(shown, Lab):
        yield from (shown.title, *(control.title for control in shown.controls), said(shown, seed=5))
    elif shown is not None:
        yield said(shown)


@pytest.mark.parametrize("change", take_share(CHANGES), ids=lambda one: f"{one.notebook}-{one.new[-24:]}")
def test_what_is_asked_and_shown_follows_a_constant(change: Change) -> None:
    found = list(told(change.notebook, (change.old, change.new)))
    wrong = [
        (number, hit[0]) for number, text in found for hit in re.finditer(rf".{{0,40}}({change.never}).{{0,40}}", text)
    ]
    assert wrong == []
    assert any(re.search(change.somewhere, text) for _number, text in found)


@pytest.mark.parametrize(("name", "old", "new"), OTHER_PLAYERS)
def test_other_lessons_run_with_another_number_of_players(name: str, old: int, new: int) -> None:
    assert list(told(name, (f"players={old})", f"players={new})")))


@pytest.mark.thorough
def test_the_forbidden_words_are_those_of_the_lesson_as_it_stands() -> None:
    """Otherwise a pattern that fits nowhere would prove nothing."""
    for name in take_share(sorted({one.notebook for one in CHANGES}), 6):
        whole = " ".join(text for _number, text in told(name, ("import", "import")))
        assert any(re.search(one.never, whole) for one in CHANGES if one.notebook == name), name
