"""Endless quiz “What is this run worth?” with a reason for every card.

Values come from the rules (`marks_of`, `run_value`); sentences and wrong answers are made here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np

from gamekit.core.game import Game, load
from gamekit.core.i18n.translation import _
from gamekit.core.svg import text
from gamekit.games.kartenspiel.rules import BARRIER, FREE, FREIGHT, KM_KINDS, REALLY_FREE, REST
from gamekit.games.kartenspiel.runs import (
    BREAK_ACTION,
    BREAK_LOW,
    BREAK_RESTS,
    CLIMB,
    counts_from,
    is_break,
    marks_of,
    run_value,
)
from gamekit.lessons.kartenspiel.staging import kinds
from gamekit.widgets import Question, Quiz

NAME: Final = "kartenspiel"
RULE_OF: Final = {CLIMB: "KS-12", BREAK_LOW: "KS-12", BREAK_RESTS: "KS-15", BREAK_ACTION: "KS-16"}
OFFERED: Final = 4
FADED: Final = 0.6
LOST_FACE, LOST_EDGE = "#dde1de", "#a7afab"
"""Colours of a lost card, as on the board, in the light and the dark theme."""
SHORT: Final = {FREIGHT: "−50", BARRIER: "−1", FREE: "+1", REALLY_FREE: "+2"}


@cache
def game() -> Game:
    """Return the game whose rules value the runs."""
    return load(NAME)


def run_quiz(seed: int = 1) -> Quiz:
    """Return the endless quiz."""
    return Quiz(question, title=_("What is this run worth?"), game=game(), seed=seed)


def question(rng: np.random.Generator) -> Question:
    """Return a question about the value of a random run of four to eight cards."""
    cards = random_run(rng)
    right = worth(cards)
    offered = answers(cards, right, rng)
    marks = marks_of(cards, game().tables.km)
    return Question(
        text=_("What is this run worth?"),
        choices=tuple(_("{value} km").format(value=value) for value in offered),
        answer=offered.index(right),
        why=reasons(cards),
        rules=tuple(sorted({RULE_OF.get(mark, "KS-14") for mark in marks} | {"KS-13"})),
        picture=picture(cards),
    )


def random_run(rng: np.random.Generator) -> list[int]:
    """Return a random run that mostly climbs, with up to three other cards, and at times two rests, in its way."""
    size = int(rng.integers(4, 9))
    climb = sorted(int(kind) for kind in rng.choice(KM_KINDS, size=size, replace=False))
    hurdles = int(rng.choice([0, 1, 2, 3], p=[0.15, 0.35, 0.35, 0.15]))
    for place in rng.choice(size, size=hurdles, replace=False):
        climb[place] = int(
            rng.choice([REST, REST, int(rng.integers(KM_KINDS)), int(rng.integers(FREIGHT, REALLY_FREE + 1))])
        )
    if rng.random() < 0.15:
        place = int(rng.integers(0, size - 1))
        climb[place : place + 2] = [REST, REST]
    return climb


def worth(cards: Sequence[int]) -> int:
    """Return the value of a run by the rules, in km."""
    return int(run_value(np.array(cards, np.int32), len(cards), game().tables.km))


def reasons(cards: Sequence[int] | str) -> str:
    """Return a sentence per card: its effect and the value of the run after it. Text is read as by `RunPicture`."""
    cards = kinds(cards) if isinstance(cards, str) else cards
    said, last = [], 0
    for place, (kind, mark) in enumerate(zip(cards, marks_of(cards, game().tables.km), strict=True)):
        value = worth(cards[: place + 1])
        km = 10 * (kind + 1)
        if mark == CLIMB and last:
            sentence = _("{km} beats {last}: {value} km so far.").format(km=km, last=last, value=value)
        elif mark == CLIMB:
            sentence = _("{km} has nothing to beat: {value} km.").format(km=km, value=value)
        elif mark == BREAK_LOW:
            sentence = _("{km} does not beat {last}: a break, and a new part begins with {value} km.").format(
                km=km, last=last, value=value
            )
        elif mark == BREAK_RESTS:
            sentence = _("A second rest in a row: a break, back to 0 km.")
        elif mark == BREAK_ACTION:
            sentence = _("An action card: a break, back to 0 km.")
        else:
            sentence = _("A single rest changes nothing.")
        if kind != REST or mark == BREAK_RESTS:
            last = km if kind < KM_KINDS else 0
        said.append(sentence)
    return " ".join(said)


def answers(cards: Sequence[int], right: int, rng: np.random.Generator) -> list[int]:
    """Return up to four answers, ascending: the right one and results of likely mistakes."""
    values = [10 * (kind + 1) if kind < KM_KINDS else 0 for kind in cards]
    parts = [sum(values[place:]) for place in range(1, len(values))]
    mistakes = [sum(values), *(int(part) for part in rng.permutation(parts))]
    near = [right + sign * step for step in (20, 60, 10, 40, 110) for sign in (1, -1)]
    wrong = [value for value in dict.fromkeys([*mistakes, *near]) if value != right and value >= 0]
    below, above = ([value for value in wrong if (value < right) == lower] for lower in (True, False))
    lower = min(int(rng.integers(OFFERED)), len(below))
    return sorted([right, *below[:lower], *above[: OFFERED - 1 - lower]])


class RunPicture:
    """Picture of a run with its text alternative, for a cell or panel: `RunPicture("30 50 R 40")`."""

    def __init__(self, cards: str, judged: bool = False) -> None:
        self.svg = picture(kinds(cards), judged)
        self.alt = _("A run: {cards}").format(cards=cards)

    def __repr__(self) -> str:
        return self.alt

    def _repr_html_(self) -> str:
        return f'<div class="gk-look">{self.svg}</div>'


def picture(cards: Sequence[int], judged: bool = False) -> str:
    """Return a run as SVG, a row of cards on a road; if `judged`, lost cards are faded and breaks marked."""
    names = [str(game().rulebook.words["card"][kind]) for kind in cards]
    wide = 78 * len(cards) + 24
    marks = marks_of(cards, game().tables.km) if judged else [CLIMB] * len(cards)
    first = counts_from(marks)
    drawn = "".join(
        _card(kind, 18 + 78 * place, lost=place < first, cut=place > 0 and is_break(mark))
        for place, (kind, mark) in enumerate(zip(cards, marks, strict=True))
    )
    label = text(_("A run: {cards}").format(cards=", ".join(names)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} 118" role="img" aria-label="{label}" '
        f'style="width:100%;max-width:{wide}px;height:auto">'
        f'<path d="M0 59H{wide}" stroke="var(--gk-road)" stroke-width="58"/>'
        f'<path d="M6 59H{wide}" stroke="var(--gk-paper)" stroke-width="3" stroke-dasharray="18 16"/>{drawn}</svg>'
    )


def _card(kind: int, x: int, lost: bool, cut: bool) -> str:
    plain = kind < KM_KINDS
    sign = str(10 * (kind + 1)) if plain else SHORT.get(kind, _("Rest"))
    edge = "var(--gk-ink)" if plain else "var(--gk-accent)"
    under = _("km") if plain else (_("card") if kind == REST else _("action"))
    face, line = (LOST_FACE, LOST_EDGE) if lost else ("var(--gk-card)", edge)
    torn = f'<path d="M{x - 6} 6l6 34l-8 20l8 20l-6 32" fill="none" stroke="var(--gk-wrong)" stroke-width="5"/>'
    return (
        f'<rect x="{x}" y="10" width="66" height="98" rx="9" fill="{face}" stroke="{line}" stroke-width="2.5"/>'
        f'<g opacity="{FADED if lost else 1}">'
        f'<text x="{x + 33}" y="64" text-anchor="middle" font-size="{26 if len(sign) < 4 else 21}" font-weight="700" '
        f'fill="var(--gk-card-ink)">{text(sign)}</text>'
        f'<text x="{x + 33}" y="93" text-anchor="middle" font-size="18" '
        f'fill="var(--gk-card-ink)">{text(under)}</text></g>{torn if cut else ""}'
    )
