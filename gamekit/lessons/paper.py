"""A paper fallback: situations with pictures and questions to print, the answers on a sheet of their own.

The situations are those of the games' rules lessons; each is replayed when its sheet is made, so the rules answer it.
The sheets of one stage with cards, made in unplugged.py, are shown and written beside them.
On a page `paper()` makes them; `python -m gamekit.lessons.paper FOLDER` writes a file for each game.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any, Final

import ipywidgets as widgets

from gamekit.core.files import write_whole
from gamekit.core.game import Game, game_names, load
from gamekit.core.i18n.translation import _, each_language
from gamekit.core.svg import text
from gamekit.lessons import unplugged
from gamekit.lessons.situations import Situation
from gamekit.show.guard import guard
from gamekit.show.quiz import seed_order
from gamekit.show.still import StillWidget, draw_still

SHEETS: Final = 6
"""Situations of each game."""
FEWEST_CHOICES: Final = 3
"""Of two choices one is right every second time, without a thought."""
LETTERS: Final = "abcdefgh"
PRINT: Final = Path(__file__).with_name("paper.css")
_PICTURES: Final = count(1)


@dataclass(frozen=True)
class Sheet:
    """One situation on paper."""

    title: str
    question: str
    choices: tuple[str, ...]
    answer: int
    why: str
    rule: str
    picture: str


@each_language()
def sheets(name: str) -> tuple[Sheet, ...]:
    """The situations of one game, evenly taken from first to last among those that cannot be guessed."""
    hard = [one for one in prepare_situations(name) if len(one.choices) >= FEWEST_CHOICES]
    return tuple(map(sheet, pick_evenly(hard, SHEETS)))


@cache
def games() -> tuple[str, ...]:
    """The games whose lessons have prepared situations."""
    return tuple(name for name in game_names() if has_room(name))


def has_room(name: str) -> bool:
    """Whether a game's lessons have a module of situations."""
    folder = f"gamekit.lessons.{name}"
    return find_spec(folder) is not None and find_spec(f"{folder}.surprises") is not None


def prepare_situations(name: str) -> list[Situation]:
    """The situations that a game's lessons have prepared."""
    made: Any = import_module(f"gamekit.lessons.{name}.surprises").surprises()
    return list(made.values() if isinstance(made, Mapping) else made)


def pick_evenly(found: Sequence[Situation], count: int) -> list[Situation]:
    """So many of them, evenly taken from first to last."""
    if len(found) <= count:
        return list(found)
    return [found[round(i * (len(found) - 1) / (count - 1))] for i in range(count)]


def sheet(one: Situation) -> Sheet:
    """A situation on paper: the board at the moment of the question, as the one who is asked sees it."""
    session = one.play_to_question()
    viewer = one.viewer if isinstance(one.viewer, int) else None
    position = session.position if viewer is None else session.view(viewer)
    order = seed_order(f"{one.game_name}/{one.key}").permutation(len(one.choices))
    choices = tuple(one.choices[place] for place in order)
    return Sheet(
        one.title,
        one.question,
        choices,
        choices.index(one.answer),
        one.why,
        one.rule,
        board(one.game, position, viewer),
    )


def board(game: Game, position: Any, viewer: int | None) -> str:
    """A still picture with ids of its own, so that many stand on one page."""
    return prefix_ids(draw_still(game, game.picture, position, viewer, alone=False), f"{game.name}-{next(_PICTURES)}")


def prefix_ids(svg: str, prefix: str) -> str:
    """The picture with `prefix` before every id and every reference to one."""
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{prefix}-\1"', svg)
    svg = re.sub(r"url\(#([^)]+)\)", rf"url(#{prefix}-\1)", svg)
    svg = re.sub(r'((?:xlink:)?href)="#([^"]+)"', rf'\1="#{prefix}-\2"', svg)
    return re.sub(r'aria-(labelledby|describedby)="([^"]+)"', rf'aria-\1="{prefix}-\2"', svg)


# What is shown and printed


class Paper(StillWidget, widgets.VBox):  # type: ignore[misc]
    """Choose a game, make its sheets, print the page: only the sheets are printed."""

    def __init__(self) -> None:
        titles = [*((load(name).title, name) for name in games()), (unplugged.title(), unplugged.NAME)]
        self.chooser = widgets.Dropdown(
            options=titles, description=_("Game"), layout=widgets.Layout(width="min(calc(100% - 4px), 420px)")
        )
        self.button = widgets.Button(description=_("Make the sheets"), layout=widgets.Layout(width="auto"))
        self.button.style.text_color, self.button.style.button_color = "#ffffff", "#00629b"
        self.shown = widgets.HTML(layout=widgets.Layout(width="100%"))
        super().__init__([self.chooser, self.button, self.shown], layout=widgets.Layout(align_items="flex-start"))
        self.button.on_click(self._make)

    def describe(self) -> str:
        """Which situations there are to print."""
        told = _("To print: {count} situations of each of these games: {games}.")
        return told.format(count=SHEETS, games=", ".join(load(name).title for name in games()))

    def pack_alone(self) -> dict[str, Any]:
        """The sheets of all games, each made beforehand."""
        made = {name: {"title": title, "html": render_html(name, "")} for title, name in self.chooser.options}
        return {"kind": "sheets", "data": {"label": _("Game"), "games": made, "styles": style()}}

    def report(self, sentence: str, rule: str = "") -> None:
        """Show a sentence in place of the sheets."""
        self.shown.value = f'<p role="alert">{text(sentence)}</p>'

    @guard
    def _make(self, _button: object) -> None:
        self.shown.value = render_html(self.chooser.value)


def paper() -> Paper:
    """The panel of the teachers' page."""
    return Paper()


def render_html(name: str, styled: str | None = None) -> str:
    """The sheets of one game and their answers, or those of one stage; `styled` stands before them, not their style."""
    parts = [styles() if styled is None else styled]
    if name == unplugged.NAME:
        parts.append(unplugged.unplugged_sheets())
    else:
        own = sheets(name)
        parts.append(f'<h2 class="gkp-game">{text(load(name).title)}</h2>')
        parts += [print_situation(i, one) for i, one in enumerate(own, 1)]
        parts.append(f'<section class="gkp-key"><h2>{_("Answers")}</h2>{key(name, own)}</section>')
    return f'<div class="gk-look gkp-paper" data-gk-theme="light">{"".join(parts)}</div>'


def write(folder: Path) -> list[Path]:
    """A file for each game and one for a stage with cards, to be opened and printed without any server."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    titles = {**{name: load(name).title for name in games()}, unplugged.NAME: unplugged.title()}
    for name, title in titles.items():
        head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{text(title)}</title>'
        written.append(write_whole(folder / f"paper-{name}.html", f"{head}<body>{render_html(name)}</body></html>\n"))
    return written


def print_situation(number: int, one: Sheet) -> str:
    """One situation."""
    box = '<span class="gkp-box" aria-hidden="true"></span>'
    rows = "".join(f"<li>{box}{text(choice)}</li>" for choice in one.choices)
    return (
        f'<article class="gkp-sheet"><h3>{number}. {text(one.title)}</h3><figure>{one.picture}</figure>'
        f'<p>{text(one.question)}</p><ol class="gkp-choices" type="a">{rows}</ol>'
        f'<p class="gkp-because">{_("Because …")}</p></article>'
    )


def key(name: str, own: Sequence[Sheet]) -> str:
    """The answers of one game, with the reasons and rules."""
    game = load(name)
    rows = []
    for number, one in enumerate(own, 1):
        rule = f"{one.rule} {game.rulebook[one.rule].title}"
        answer = f"{LETTERS[one.answer]}) {one.choices[one.answer]}"
        rows.append(f"<li value={number}><strong>{text(answer)}</strong> {text(one.why)} <em>({text(rule)})</em></li>")
    return f"<h3>{text(game.title)}</h3><ol>{''.join(rows)}</ol>"


def styles() -> str:
    """The style of the sheets as an element of the page."""
    return f"<style>{style()}</style>"


def style() -> str:
    """How the sheets look on the page and on paper."""
    from gamekit.web import bundle

    return bundle.style() + PRINT.read_text(encoding="utf-8")


if __name__ == "__main__":
    for path in write(Path(sys.argv[1] if len(sys.argv) > 1 else "paper")):
        print(path)
