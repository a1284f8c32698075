"""Printable sheets: situations with pictures and questions, and the answers on a separate sheet.

The situations are those of the games' rules lessons, replayed when a sheet is made, so that the rules give the answers.
The sheets of unplugged.py are included. `paper()` shows them on a page; ``python -m gamekit.lessons.worksheets FOLDER``
writes a file per game.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
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
from gamekit.widgets.error_guard import guard
from gamekit.widgets.quiz import seed_order
from gamekit.widgets.still_picture import StillWidget, draw_still

SHEETS: Final = 6
"""Number of situations per game, at most."""
FEWEST_CHOICES: Final = 3
"""Choices of a situation, at least: of two choices a guess is right half of the time."""
LETTERS: Final = "abcdefgh"
PRINT: Final = Path(__file__).with_name("worksheets.css")
_PICTURES: Final = count(1)


@dataclass(frozen=True)
class Sheet:
    """One situation on paper; `answer` is the index of the right choice, `picture` an SVG."""

    title: str
    question: str
    choices: tuple[str, ...]
    answer: int
    why: str
    rule: str
    picture: str


@each_language()
def sheets(name: str) -> tuple[Sheet, ...]:
    """Return the sheets of a game: up to `SHEETS` situations with `FEWEST_CHOICES` or more choices, evenly spaced."""
    hard = [one for one in prepare_situations(name) if len(one.choices) >= FEWEST_CHOICES]
    return tuple(map(sheet, pick_evenly(hard, SHEETS)))


@cache
def games() -> tuple[str, ...]:
    """Return the names of the games whose lessons have prepared situations."""
    return tuple(name for name in game_names() if has_room(name))


def has_room(name: str) -> bool:
    """Return whether a game's lessons have a module of situations."""
    folder = f"gamekit.lessons.{name}"
    return find_spec(folder) is not None and find_spec(f"{folder}.situations") is not None


def prepare_situations(name: str) -> list[Situation]:
    """Return the situations that a game's lessons have prepared."""
    return list(import_module(f"gamekit.lessons.{name}.situations").surprises())


def pick_evenly(found: Sequence[Situation], count: int) -> list[Situation]:
    """Return `count` (2 or more) evenly spaced elements, first and last included, or all if there are fewer."""
    if len(found) <= count:
        return list(found)
    return [found[round(i * (len(found) - 1) / (count - 1))] for i in range(count)]


def sheet(one: Situation) -> Sheet:
    """Return a situation's sheet: choices shuffled by its key, and the board at the question, as its viewer sees it."""
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
    """Return a still picture as SVG whose ids are unique, so that a page can hold many."""
    return prefix_ids(draw_still(game, game.picture, position, viewer, alone=False), f"{game.name}-{next(_PICTURES)}")


def prefix_ids(svg: str, prefix: str) -> str:
    """Return an SVG with `prefix` before every id and every reference to one."""
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{prefix}-\1"', svg)
    svg = re.sub(r"url\(#([^)]+)\)", rf"url(#{prefix}-\1)", svg)
    svg = re.sub(r'((?:xlink:)?href)="#([^"]+)"', rf'\1="#{prefix}-\2"', svg)
    return re.sub(r'aria-(labelledby|describedby)="([^"]+)"', rf'aria-\1="{prefix}-\2"', svg)


# What is shown and printed


class Paper(StillWidget, widgets.VBox):  # type: ignore[misc]
    """Card that makes a game's sheets; when its page is printed, only the sheets are."""

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
        """Return a sentence that says how many situations of which games can be printed."""
        told = _("To print: {count} situations of each of these games: {games}.")
        return told.format(count=SHEETS, games=", ".join(load(name).title for name in games()))

    def pack_alone(self) -> dict[str, Any]:
        """Return the sheets of all games, for a page without Python."""
        made = {name: {"title": title, "html": render_html(name, "")} for title, name in self.chooser.options}
        return {"kind": "sheets", "data": {"label": _("Game"), "games": made, "styles": style()}}

    def report(self, sentence: str, rule: str = "") -> None:
        """Show a sentence in place of the sheets."""
        self.shown.value = f'<p role="alert">{text(sentence)}</p>'

    @guard
    def _make(self, _button: object) -> None:
        self.shown.value = render_html(self.chooser.value)


def paper() -> Paper:
    """Return the card of the teachers' page."""
    return Paper()


def render_html(name: str, styled: str | None = None) -> str:
    """Return the sheets of a game with answers, or those of `unplugged`, as HTML after `styled` or `styles()`."""
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
    """Write an HTML file per game and one of `unplugged`, to print without a server; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    titles = {**{name: load(name).title for name in games()}, unplugged.NAME: unplugged.title()}
    for name, title in titles.items():
        head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{text(title)}</title>'
        written.append(write_whole(folder / f"paper-{name}.html", f"{head}<body>{render_html(name)}</body></html>\n"))
    return written


def print_situation(number: int, one: Sheet) -> str:
    """Return a situation as HTML."""
    box = '<span class="gkp-box" aria-hidden="true"></span>'
    rows = "".join(f"<li>{box}{text(choice)}</li>" for choice in one.choices)
    return (
        f'<article class="gkp-sheet"><h3>{number}. {text(one.title)}</h3><figure>{one.picture}</figure>'
        f'<p>{text(one.question)}</p><ol class="gkp-choices" type="a">{rows}</ol>'
        f'<p class="gkp-because">{_("Because …")}</p></article>'
    )


def key(name: str, own: Sequence[Sheet]) -> str:
    """Return the answers of a game as HTML, with reasons and rules."""
    game = load(name)
    rows = []
    for number, one in enumerate(own, 1):
        rule = f"{one.rule} {game.rulebook[one.rule].title}"
        answer = f"{LETTERS[one.answer]}) {one.choices[one.answer]}"
        rows.append(f"<li value={number}><strong>{text(answer)}</strong> {text(one.why)} <em>({text(rule)})</em></li>")
    return f"<h3>{text(game.title)}</h3><ol>{''.join(rows)}</ol>"


def styles() -> str:
    """Return the CSS of the sheets in a `style` element."""
    return f"<style>{style()}</style>"


def style() -> str:
    """Return the CSS of the sheets, on screen and in print."""
    from gamekit.web import bundle

    return bundle.style() + PRINT.read_text(encoding="utf-8")


if __name__ == "__main__":
    for path in write(Path(sys.argv[1] if len(sys.argv) > 1 else "paper")):
        print(path)
