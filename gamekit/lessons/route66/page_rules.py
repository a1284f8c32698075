"""Lesson 1 of Route 66 as its notebook shows it: a game to play, situations, the opening hand, the rule of the rows.

Situations are in surprises.py, rows in rows.py, the exact opening hand in sets.py, exercises and exit ticket in
exercises_rules.py.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Any, Final

import numpy as np

from gamekit.game import Game
from gamekit.games.route66.state import CALIFORNIA, ILLINOIS
from gamekit.lab.estimate import Estimate, share
from gamekit.lessons.desk import Shown, hundred, look, say
from gamekit.lessons.frame import Showcase, notebook_or_page
from gamekit.lessons.route66 import rows, sets
from gamekit.lessons.route66.common import loaded
from gamekit.lessons.route66.exercises_rules import exercises as exercises
from gamekit.lessons.route66.exercises_rules import exit_ticket as exit_ticket
from gamekit.lessons.route66.surprises import GROUPS, surprises
from gamekit.show import Bet, Chart, Lab, Number, Quiz, Stepper, YesNo, bars, lab, play
from gamekit.words import _

DEALS: Final = 4_000


def game(**options: Any) -> Game:
    """The game for four."""
    return loaded(**options)


def start() -> Shown:
    """The look of the page."""
    return look()


def table() -> Stepper:
    """A game for three to make the first moves in."""
    return play(loaded(3), seats=[None, "racer", "collector"], seed=12, name="r66-rules-table")


def bet() -> Bet:
    """How many opening hands can begin?"""
    return Bet(
        _("Nine state cards are dealt to you. In how many of 100 deals can at least one of them be laid at once?"),
        low=0,
        high=100,
        unit="of 100",
        name="r66-rules-bet",
    )


def beginnings(game: Game, deals: int, seed: int = 1) -> Estimate:
    """How often a dealt hand can begin a row, by lot."""
    hands = sets.dealt(game, int(game.tables.state_hand), deals, seed)
    return share(float(np.isin(hands, (ILLINOIS, CALIFORNIA)).any(axis=1).sum()), deals)


def run(bet: Bet) -> Lab:
    """Deal many hands, with the bet drawn in."""

    def deal(deals: int) -> tuple[Chart, str]:
        found = beginnings(game(), deals)
        exact = sets.can_begin(game())
        chart = bars(
            {_("dealt by lot"): hundred(found)},
            exact={_("dealt by lot"): 100 * float(exact)},
            bet=bet.value,
            title=_("Hands that can begin a row"),
            xlabel=_("of 100 hands"),
            alt=_("{found} of 100 hands dealt by lot can begin a row; exactly {exact} of 100.").format(
                found=f"{100 * found.value:.1f}", exact=f"{100 * float(exact):.2f}"
            ),
        )
        return chart, compared(bet, float(exact))

    return lab(
        deal, Number("deals", _("Hands"), 100, 100_000, DEALS, step=100), title=_("Deal hands"), button=_("Deal")
    )


def compared(bet: Bet, exact: float) -> str:
    """The bet beside the exact answer."""
    if bet.value is None:
        return _("Exactly {exact} of 100. You have not stored a prediction yet.").format(exact=f"{100 * exact:.1f}")
    return _("Exactly {exact} of 100; you predicted {bet}.").format(exact=f"{100 * exact:.1f}", bet=f"{bet.value:g}")


def explain() -> Shown:
    """The exact answer, counted."""
    g = game()
    counts, hand = sets.copies(g), int(g.tables.state_hand)
    total, wanted = sum(counts), counts[ILLINOIS] + counts[CALIFORNIA]
    none = sets.none_of(total, wanted, hand)
    return say(
        _(
            "With four players {total} state cards are in the game, and {wanted} of them are Illinois or California."
        ).format(total=total, wanted=wanted),
        _("There are {all} different hands of {hand}. {none} of them have neither state: *{share} %*.").format(
            all=f"{comb(total, hand):,}",
            hand=hand,
            none=f"{comb(total - wanted, hand):,}",
            share=f"{100 * float(none):.1f}",
        ),
        _("So {share} % of all hands can begin a row: exactly {fraction}.").format(
            share=f"{100 * float(1 - none):.1f}", fraction=1 - none
        ),
        _("How many cards of each state a set has is a reconstruction; the published rules print only the thirteen."),
    )


def situations(group: str) -> Showcase:
    """The situations of one group, to choose from."""
    found = surprises()
    return Showcase([found[key] for key in GROUPS[group]], f"r66-rules-{group}")


def quiz() -> Quiz:
    """The endless quiz about rows."""
    return rows.row_quiz(seed=3)


# Modify


def modify_bet() -> Bet:
    """What if a set had more end cards?"""
    return Bet(
        _("If a set had two Illinois cards instead of one, how many of 100 hands could begin a row?"),
        low=0,
        high=100,
        unit="of 100",
        name="r66-rules-modify",
    )


def other_sets(bet: Bet) -> Lab:
    """Other numbers of the two end states."""

    def run(illinois: int, california: int) -> tuple[Chart, str]:
        g = game(state_cards=f"Illinois {illinois}, California {california}")
        real, exact, found = sets.can_begin(game()), sets.can_begin(g), beginnings(g, DEALS)
        yours, as_it_is = _("your sets, by lot"), _("real sets")
        chart = bars(
            {as_it_is: 100 * float(real), yours: hundred(found)},
            exact={yours: 100 * float(exact)},
            bet=bet.value,
            title=_("Hands that can begin a row"),
            xlabel=_("of 100 hands"),
            alt=_("Real sets: {real} of 100 hands. Your sets: exactly {exact} of 100, by lot {found}.").format(
                real=f"{100 * float(real):.1f}", exact=f"{100 * float(exact):.1f}", found=f"{100 * found.value:.1f}"
            ),
        )
        return chart, _("Exactly {exact} of 100 with your sets, {real} with the real ones.").format(
            exact=f"{100 * float(exact):.1f}", real=f"{100 * float(real):.1f}"
        )

    return lab(
        run,
        Number("illinois", _("Illinois cards in a set"), 1, 5, 2),
        Number("california", _("California cards in a set"), 1, 5, 2),
        title=_("Other sets of state cards"),
        button=_("Deal"),
    )


# Make


def make(may_lay: Callable[..., Any]) -> Any:
    """The student's function, checked; on a web page the same function from four decisions."""
    return notebook_or_page(lambda: rows.checked(may_lay), builder)


def builder() -> Lab:
    """The rule of the rows from four decisions."""

    def run(ends: bool, east: bool, west: bool, same: bool) -> list[Any]:
        return [rows.checked(rows.built(ends, east, west, same)).table()]

    return lab(
        run,
        YesNo("ends", _("Illinois and California fit at any time"), True),
        YesNo("east", _("A card fits beside its neighbour to the east"), True),
        YesNo("west", _("A card fits beside its neighbour to the west"), False),
        YesNo("same", _("A card fits beside a card of the same state"), False),
        title=_("Build the rule from four decisions"),
        button=_("Check the rule"),
    )
