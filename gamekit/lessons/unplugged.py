"""Printable sheets for one stage of the card game without a computer: plan, rules, cards and a list for the board.

Rules come from the rulebook, cards from the box. worksheets.py shows and writes these sheets.
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


def plan() -> list[tuple[int, str, str]]:
    """Return the parts of the lesson, 45 minutes in all: minutes, title, instructions."""
    return [
        (5, _("Show"), _("Together: two play one round openly in front of all, and name the rule of every step.")),
        (
            4,
            _("Predict"),
            _("Alone, in writing: the mean of all results on the board, and the lowest and the highest of them."),
        ),
        (14, _("Play"), _("Pairs: one stage with a pile of cards. Each scores the other’s run by the rules.")),
        (
            5,
            _("Collect"),
            _("Everybody marks the kilometres of their own run with a cross above the line on the board; no names."),
        ),
        (
            5,
            _("Read"),
            _("Together: find the mean, the lowest and the highest, and hold them against what was predicted."),
        ),
        (
            8,
            _("Simulate"),
            _(
                "Only now open the lesson “Unplugged”: predict, let 2,000 classes of computer players play, then type "
                "your results. Do they look like those? What does a computer player do that you did not?"
            ),
        ),
        (
            4,
            _("Exit ticket"),
            _("Alone: would thirty other pupils find the same mean? Write down how far off it could be, and why."),
        ),
    ]


def cards() -> list[str]:
    """Return the names of all cards in the pile, with repetitions."""
    played = game()
    return [card_name(played, kind) for kind, copies in enumerate(played.tables.deck) for _copy in range(int(copies))]


def unplugged_sheets() -> str:
    """Return all sheets as HTML, without CSS."""
    return f'<h2 class="gkp-game">{text(title())}</h2>{print_plan()}{print_rules()}{print_list()}{print_cards()}'


def print_plan() -> str:
    """Return the teacher's plan as HTML, with the minutes at which each part begins and ends."""
    rows, begin = [], 0
    for minutes, part, how in plan():
        rows.append(f"<tr><td>{begin}–{begin + minutes}</td><th scope='row'>{text(part)}</th><td>{text(how)}</td></tr>")
        begin += minutes
    head = (
        f"<tr><th scope='col'>{_('minutes')}</th><th scope='col'>{_('part')}</th><th scope='col'>{_('how')}</th></tr>"
    )
    told = _("Each pair needs a pile of {number} cards: a real one, or the last sheets, cut up.").format(
        number=len(cards())
    )
    return (
        f'<article class="gkp-sheet"><h3>{_("A plan for the teacher")}</h3><p>{text(told)}</p>'
        f"<table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table></article>"
    )


def print_rules() -> str:
    """Return the rules of one stage as HTML, in the words of the rulebook."""
    book = game().rulebook
    rows = "".join(f"<li><strong>{text(book[one].title)}.</strong> {text(book[one].text)}</li>" for one in RULES)
    return f'<article class="gkp-sheet gkp-page"><h3>{_("The rules of one stage")}</h3><ul>{rows}</ul></article>'


def print_list() -> str:
    """Return the list for the board as HTML: an axis in km, and a line per result."""
    begin, end, step = AXIS
    marks = "".join(f"<span>{km}</span>" for km in range(begin, end + 1, step))
    rows = "".join(f"<li>{_('km:')}</li>" for _result in range(RESULTS))
    return (
        f'<article class="gkp-sheet gkp-page"><h3>{_("Our results")}</h3><div class="gkp-axis">{marks}</div>'
        f'<ol class="gkp-list">{rows}</ol><p class="gkp-because">{_("The mean of all:")}</p></article>'
    )


def print_cards() -> str:
    """Return the pile of cards as HTML, to be cut up."""
    shown = "".join(f'<div class="gkp-card">{text(name)}</div>' for name in cards())
    return f'<section class="gkp-page"><h3>{_("The cards")}</h3><div class="gkp-cards">{shown}</div></section>'
