"""A paper fallback: situations with pictures and questions to print, the answers on a sheet of their own.

Situations come from the games' lessons where there are some; otherwise from random games, with the question which
move the rules allow. Answers are found by the rules when the sheets are made. On a page `paper()` makes them;
`python -m gamekit.lessons.topics.paper FOLDER` writes a file for each game.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import ipywidgets as widgets

import gamekit as gk
from gamekit.drawing import text
from gamekit.files import write_whole
from gamekit.game import load
from gamekit.lessons.situations import Situation
from gamekit.rulebook import PLAYER_LETTERS
from gamekit.serve.pictures import still
from gamekit.session import Session
from gamekit.show.guard import guarded
from gamekit.words import _

SHEETS: Final = 6
"""Situations of each game."""
LETTERS: Final = "abcdefgh"
CHOICES: Final = 4
SEEDS: Final = 8
MOVES: Final = 7
"""Moves between one position and the next."""
PRINT: Final = Path(__file__).with_name("paper.css")


@dataclass(frozen=True)
class Sheet:
    """One situation on paper."""

    title: str
    question: str
    choices: tuple[str, ...]
    answer: int
    why: str
    rules: tuple[str, ...]
    picture: str


@cache
def sheets(name: str) -> tuple[Sheet, ...]:
    """The situations of one game."""
    own = prepared(name)
    found = [of_situation(one) for one in own] if own else list(of_moves(name))
    return tuple(spread(found, SHEETS))


def prepared(name: str) -> list[Situation]:
    """The situations that a game's lessons have prepared; none if there are no such lessons yet."""
    room = f"gamekit.lessons.{name}.surprises"
    if find_spec(f"gamekit.lessons.{name}") is None or find_spec(room) is None:
        return []
    made: Any = import_module(room).surprises()
    return list(made.values() if isinstance(made, Mapping) else made)


def spread(found: Sequence[Sheet], count: int) -> list[Sheet]:
    """So many of them, evenly taken from first to last."""
    if len(found) <= count:
        return list(found)
    return [found[round(i * (len(found) - 1) / (count - 1))] for i in range(count)]


def of_situation(one: Situation) -> Sheet:
    """A prepared situation: the board at the moment of the question."""
    session = one.asked()
    viewer = one.viewer if isinstance(one.viewer, int) else None
    position = session.position if viewer is None else session.view(viewer)
    return Sheet(
        one.title,
        one.question,
        tuple(one.choices),
        one.choices.index(one.answer),
        one.why,
        (one.rule,),
        board(one.game, position, viewer),
    )


def of_moves(name: str) -> Iterator[Sheet]:
    """Positions of random games: which of these moves do the rules allow?"""
    game = load(name)
    seen: set[int] = set()
    for seed in range(1, SEEDS + 1):
        session = decision(game, seed)
        refused = refusals(session)
        new = [code for code in refused if code not in seen] or list(refused)
        if len(refused) < 2:
            continue
        seen.update(new[:2])
        rng = random.Random(seed)
        wrong = [rng.choice(refused[code]) for code in dict.fromkeys([*new, *refused])][: CHOICES - 1]
        choices = sorted([rng.choice(session.legal()), *wrong])
        right = next(action for action in choices if session.why_not(action) is None)
        said = [reason for action in choices if (reason := session.why_not(action))]
        player = session.player
        yield Sheet(
            _("Whose move is this? {letter}’s").format(letter=PLAYER_LETTERS[player]),
            _("Which of these moves do the rules allow?"),
            tuple(game.action_text(action) for action in choices),
            choices.index(right),
            " ".join(dict.fromkeys(reason.text for reason in said)),
            tuple(dict.fromkeys(reason.rule for reason in said)),
            board(game, session.view(player), player),
        )


def decision(game: gk.Game, seed: int) -> Session:
    """A random game, stopped where somebody must decide: the later, the greater the seed."""
    session, rng = game.session(seed=seed), random.Random(seed)
    moves = MOVES * seed
    while not session.over:
        if session.player < 0:
            session.roll()
        elif moves == 0:
            break
        else:
            session.play(rng.choice(session.legal()))
            moves -= 1
    return session if not session.over else session.branch(session.step // 2)


def refusals(session: Session) -> dict[int, list[int]]:
    """The moves that are refused now, by the code of the reason; first those of a kind that is allowed."""
    if session.player < 0:
        return {}
    game, position = session.game, session.position
    verbs = {verb_of(game, action) for action in session.legal()}
    likely: dict[int, list[int]] = {}
    others: dict[int, list[int]] = {}
    for action in range(game.num_actions):
        code = int(game.rules.reason(position, game.tables, action))
        if code:
            (likely if verb_of(game, action) in verbs else others).setdefault(code, []).append(action)
    return {**likely, **{code: actions for code, actions in others.items() if code not in likely}}


def verb_of(game: gk.Game, action: int) -> str:
    """What kind of action it is."""
    return str(game.rules.action_parts(game.tables, action)[0])


def board(game: gk.Game, position: Any, viewer: int | None) -> str:
    """A still picture with ids of its own, so that many stand on one page."""
    return numbered(still(game, game.picture, position, viewer, alone=False), f"{game.name}-{next(_COUNTER)}")


def counter() -> Iterator[int]:
    """1, 2, 3 …"""
    number = 0
    while True:
        number += 1
        yield number


_COUNTER = counter()


def numbered(svg: str, prefix: str) -> str:
    """The picture with `prefix` before every id and every reference to one."""
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{prefix}-\1"', svg)
    svg = re.sub(r"url\(#([^)]+)\)", rf"url(#{prefix}-\1)", svg)
    svg = re.sub(r'((?:xlink:)?href)="#([^"]+)"', rf'\1="#{prefix}-\2"', svg)
    return re.sub(r'aria-(labelledby|describedby)="([^"]+)"', rf'aria-\1="{prefix}-\2"', svg)


# What is shown and printed


class Paper(widgets.VBox):  # type: ignore[misc]
    """Choose a game, make its sheets, print the page: only the sheets are printed."""

    def __init__(self) -> None:
        titles = [(load(name).title, name) for name in gk.games()]
        self.chooser = widgets.Dropdown(
            options=titles, description=_("Game"), layout=widgets.Layout(width="min(calc(100% - 4px), 420px)")
        )
        self.button = widgets.Button(description=_("Make the sheets"))
        self.button.style.text_color, self.button.style.button_color = "#ffffff", "#00629b"
        self.shown = widgets.HTML()
        super().__init__([self.chooser, self.button, self.shown])
        self.button.on_click(self._make)

    def report(self, sentence: str, rule: str = "") -> None:
        """Show a sentence in place of the sheets."""
        self.shown.value = f'<p role="alert">{text(sentence)}</p>'

    @guarded
    def _make(self, _button: object) -> None:
        self.shown.value = as_html(self.chooser.value)


def paper() -> Paper:
    """The panel of the teachers' page."""
    return Paper()


def as_html(name: str) -> str:
    """The sheets of one game, then their answers."""
    own = sheets(name)
    parts = [styles(), f'<h2 class="gkp-game">{text(load(name).title)}</h2>']
    parts += [printed(i, sheet) for i, sheet in enumerate(own, 1)]
    parts.append(f'<section class="gkp-key"><h2>{_("Answers")}</h2>{key(name, own)}</section>')
    return f'<div class="gk-look gkp-paper" data-gk-theme="light">{"".join(parts)}</div>'


def write(folder: Path) -> list[Path]:
    """A file for each game, to be opened and printed without any server."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name in gk.games():
        head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{text(load(name).title)}</title>'
        written.append(write_whole(folder / f"paper-{name}.html", f"{head}<body>{as_html(name)}</body></html>\n"))
    return written


def printed(number: int, sheet: Sheet) -> str:
    """One situation."""
    rows = "".join(
        f'<li><span class="gkp-box" aria-hidden="true"></span>{text(choice)}</li>' for choice in sheet.choices
    )
    return (
        f'<article class="gkp-sheet"><h3>{number}. {text(sheet.title)}</h3><figure>{sheet.picture}</figure>'
        f'<p>{text(sheet.question)}</p><ol class="gkp-choices" type="a">{rows}</ol>'
        f'<p class="gkp-because">{_("Because …")}</p></article>'
    )


def key(name: str, own: Sequence[Sheet]) -> str:
    """The answers of one game, with the reasons and rules."""
    book = load(name).rulebook
    rows = []
    for i, sheet in enumerate(own, 1):
        rules = "; ".join(f"{number} {book[number].title}" for number in sheet.rules)
        answer = f"{LETTERS[sheet.answer]}) {sheet.choices[sheet.answer]}"
        rows.append(f"<li value={i}><strong>{text(answer)}</strong> {text(sheet.why)} <em>({text(rules)})</em></li>")
    return f"<h3>{text(load(name).title)}</h3><ol>{''.join(rows)}</ol>"


def styles() -> str:
    """How the sheets look on the page and on paper."""
    from gamekit.show import assets

    return f"<style>{assets.style()}{PRINT.read_text(encoding='utf-8')}</style>"


if __name__ == "__main__":
    for path in write(Path(sys.argv[1] if len(sys.argv) > 1 else "paper")):
        print(path)
