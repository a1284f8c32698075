# ruff: noqa: E501  sentences are not broken
"""Endless quiz “Which card fits?” with a reason for every card, and pictures of rows.

Answers come from the rules; pictures, sentences and the rule built of four decisions are made here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

import numpy as np

from gamekit.core.game import Game, load
from gamekit.core.i18n.translation import _
from gamekit.core.svg import text
from gamekit.games.route66.scenery import ICONS, LAND
from gamekit.games.route66.state import CALIFORNIA, ILLINOIS, STATES
from gamekit.lessons.route66.reference import card_fits
from gamekit.widgets import Question, Quiz

NAME: Final = "route66"
OFFERED: Final = 4
INNER: Final = 0.85
"""Probability of asking for a card that fits beside its neighbour, if there is one: ends are too easy."""
CARD: Final = (82, 96)

Laid = Sequence[int]
"""Number of cards of each state in a row, from the east."""


@cache
def game() -> Game:
    """Return the game whose rules answer."""
    return load(NAME)


def names() -> Sequence[str]:
    """Return the names of the states from east to west."""
    return game().rulebook.words["state"]


def list_fitting(laid: Laid) -> list[int]:
    """Return all states that fit and of which a card is left."""
    copies = game().tables.copies
    return [state for state in range(STATES) if laid[state] < copies[state] and card_fits(game(), laid, state)]


def random_row(rng: np.random.Generator) -> list[int]:
    """Return a random row of one to eight cards that fit one after another."""
    laid = [0] * STATES
    for _again in range(int(rng.integers(1, 9))):
        laid[int(rng.choice(list_fitting(laid)))] += 1
    return laid


def why(laid: Laid, state: int) -> str:
    """Return the reason why a card fits or does not."""
    name = names()[state]
    if state in (ILLINOIS, CALIFORNIA):
        return _("{name} is an end of the row: it can be laid at any time.").format(name=name)
    if laid[state]:
        return _("{name} lies there already: a second card goes beside the first.").format(name=name)
    beside = [names()[place] for place in (state - 1, state + 1) if laid[place]]
    if beside:
        return _("{name} is a neighbour of {beside}, which lies there.").format(name=name, beside=beside[0])
    return _("{name} has no neighbour in the row: neither {east} nor {west} lies there.").format(
        name=name, east=names()[state - 1], west=names()[state + 1]
    )


def row_quiz(seed: int = 1) -> Quiz:
    """Return the endless quiz."""
    return Quiz(question, title=_("Which card fits?"), game=game(), seed=seed)


def question(rng: np.random.Generator) -> Question:
    """Return a question about a random row: four cards of which exactly one fits."""
    while True:
        laid = random_row(rng)
        right = list_fitting(laid)
        wrong = [state for state in range(STATES) if not card_fits(game(), laid, state)]
        if right and len(wrong) >= OFFERED - 1:
            break
    inner = [state for state in right if state not in (ILLINOIS, CALIFORNIA)]
    chosen = int(rng.choice(inner if inner and rng.random() < INNER else right))
    offered = [chosen, *(int(state) for state in rng.choice(wrong, OFFERED - 1, replace=False))]
    return Question(
        text=_("One colour’s row. Which of these cards of the same colour can be laid?"),
        choices=tuple(names()[state] for state in offered),
        answer=offered.index(chosen),
        why=why(laid, chosen),
        reasons={i: why(laid, state) for i, state in enumerate(offered)},
        rules=("R66-10",),
        picture=picture(laid),
    )


def say_row(laid: Laid) -> str:
    """Return a row in words, from the west as it lies on the table."""
    there = [f"{count} × {names()[state]}" for state, count in reversed(list(enumerate(laid))) if count]
    return ", ".join(there) if there else _("empty")


def picture(laid: Laid) -> str:
    """Return a row as SVG, the west on the left."""
    wide, high = CARD
    short = game().box.states.short
    parts = []
    for column, state in enumerate(reversed(range(STATES))):
        x = column * (wide + 8) + 6
        count = laid[state]
        edge = "var(--gk-ink,#1f2b33)" if count else "var(--gk-edge,#7c878d)"
        face = "var(--tint)" if count else "none"
        dash = "" if count else ' stroke-dasharray="5 5"'
        body = f'<rect width="{wide}" height="{high}" rx="9" style="fill:{face};stroke:{edge};stroke-width:2"{dash}/>'
        icon = (
            f'<path transform="translate({wide / 2} 50)" style="fill:var(--gk-ink,#1f2b33);fill-rule:evenodd;opacity:.75" '
            f'd="{ICONS[state]}"/>'
        )
        many = f" ×{count}" if count > 1 else ""
        label = (
            f'<text x="{wide / 2}" y="82" text-anchor="middle" '
            f'style="font:700 22px var(--gk-font,sans-serif);fill:var(--gk-ink,#1f2b33)">{text(short[state])}{many}</text>'
        )
        parts.append(f'<g class="r66-in-{state}" transform="translate({x} 6)">{body}{icon if count else ""}{label}</g>')
    width = STATES * (wide + 8) + 4
    title = text(_("The row from west to east: {cards}.").format(cards=say_row(laid)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {high + 12}" role="img" aria-label="{title}" style="max-width:{width}px;width:100%">'
        f"<title>{title}</title><style>{LAND}</style>{''.join(parts)}</svg>"
    )


def build_rule(ends: bool, east: bool, west: bool, same: bool) -> Callable[[Laid, int], bool]:
    """Return a rule of the rows built of four decisions; a reader's own may lack some of them.

    >>> build_rule(ends=True, east=True, west=False, same=False)([1, 0, 0, 0, 0, 0, 0, 0], 1)
    True
    """

    def may_lay(laid: Laid, state: int) -> bool:
        return bool(
            (ends and state in (ILLINOIS, CALIFORNIA))
            or (east and state > ILLINOIS and laid[state - 1] > 0)
            or (west and state < CALIFORNIA and laid[state + 1] > 0)
            or (same and laid[state] > 0)
        )

    return may_lay
