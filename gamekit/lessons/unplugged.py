"""Printable pages for one stage of the card game without a computer: the rules, a list for the board, and cards.

Rules come from the rulebook, cards from the box. worksheets.py shows and writes these pages; the lesson “Unplugged”
says how to use them.
"""

from __future__ import annotations

from typing import Final

from gamekit.core.game import Game, load
from gamekit.core.i18n.translation import _
from gamekit.core.svg import text
from gamekit.games.kartenspiel.picture import card_name

NAME: Final = "one-stage"
"""Key of these sheets among those of worksheets.py."""
RESULTS: Final = 30
"""Results on the board: fifteen pairs, two each."""
AXIS: Final = (0, 800, 100)
"""Axis on the board, in km: first value, last value, step."""
RULES: Final = tuple(f"KS-{number:02d}" for number in (5, 6, *range(8, 27)))
"""Numbers of the rules that one stage needs."""


def title() -> str:
    """Return the title of these sheets, in the reader's language."""
    return _("One stage with cards, without a computer")


def game() -> Game:
    """Return the game that is played: two players, one stage."""
    return load("kartenspiel", players=2, stages=1)


def cards() -> list[str]:
    """Return the names of all cards in the pile, with repetitions."""
    played = game()
    return [card_name(played, kind) for kind, copies in enumerate(played.tables.deck) for _copy in range(int(copies))]


def unplugged_sheets() -> str:
    """Return all sheets as HTML, without CSS."""
    return f'<h2 class="gkp-game">{text(title())}</h2>{print_rules()}{print_list()}{print_cards()}'


def print_rules() -> str:
    """Return the rules of one stage as HTML, in the words of the rulebook."""
    book = game().rulebook
    rows = "".join(f"<li><strong>{text(book[one].title)}.</strong> {text(book[one].text)}</li>" for one in RULES)
    return f'<article class="gkp-sheet"><h3>{_("The rules of one stage")}</h3><ul>{rows}</ul></article>'


def print_list() -> str:
    """Return the page of the board as HTML: what is predicted, an axis in km, a line per result, and a question."""
    begin, end, step = AXIS
    marks = "".join(f"<span>{km}</span>" for km in range(begin, end + 1, step))
    rows = "".join(f"<li>{_('km:')}</li>" for _result in range(RESULTS))
    predicted = _("I predict: the mean of all …… km, the lowest …… km, the highest …… km.")
    question = _("Would as many other pupils find the same mean? How far off could it be, and why?")
    return (
        f'<article class="gkp-sheet gkp-page"><h3>{_("Our results")}</h3><p>{predicted}</p>'
        f'<div class="gkp-axis">{marks}</div><ol class="gkp-list">{rows}</ol><p>{_("The mean of all:")}</p>'
        f'<p class="gkp-because">{question}</p></article>'
    )


def print_cards() -> str:
    """Return the pile of cards as HTML, to be cut up."""
    shown = "".join(f'<div class="gkp-card">{text(name)}</div>' for name in cards())
    return f'<section class="gkp-page"><h3>{_("The cards")}</h3><div class="gkp-cards">{shown}</div></section>'
