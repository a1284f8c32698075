"""The board as a widget: `play`, `replay`, `review`. The page plays by itself; a `Following` hears and answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import traitlets

from gamekit.core.arguments import check, check_path
from gamekit.core.errors import IllegalAction, OptionError, quote
from gamekit.core.files import write_whole
from gamekit.core.game import Game, check_game, game_names, refuse_name
from gamekit.core.i18n.translation import _, say_mismatch
from gamekit.core.record import Record
from gamekit.core.replay import open_session
from gamekit.core.session import Session
from gamekit.lab.engine.lineup import StrategyLike
from gamekit.show.card_registry import register_card
from gamekit.show.film import seer_at
from gamekit.show.following import Following, Message, list_usual_seats
from gamekit.show.guard import explain_error, guard
from gamekit.show.review_words import review_words
from gamekit.show.still import draw_still
from gamekit.show.widget import CarefulWidget
from gamekit.web import bundle
from gamekit.web.game_bundle import pack_game
from gamekit.web.scripts import write_engine


class Stepper(CarefulWidget):
    """A game on the page. `session` is the line of play that is shown; to set it or to play on it moves the board."""

    _esm = bundle.module("table/widget")
    _css = bundle.widget_style()
    _picture_kind = "image/svg+xml"
    key = traitlets.Unicode().tag(sync=True)

    def __init__(self, following: Following) -> None:
        super().__init__(key=following.key)
        self.following = following
        self.number = register_card("board", self)
        if not following.key:
            self.key = following.key = f"{following.session.game.name}-{self.number}"
        self._due = False
        self._drawn = False
        following.moved = self._tell_move
        self.on_msg(self._hear)

    def __repr__(self) -> str:
        game, session = self.session.game, self.session
        asked = game.rulebook.phase(session.position).text  # what everybody knows, whoever looks on
        return f"<Stepper of {game.title}, step {session.step} of {session.length}. {asked} A notebook draws it.>"

    @property
    def session(self) -> Session:
        """The line of play that is shown."""
        return self.following.session

    @session.setter
    def session(self, session: Session) -> None:
        if not isinstance(session, Session):
            raise OptionError(f"A board shows a session, made with game.session(), not {quote(session)}.")
        self.following.set_session(session)

    @property
    def seats(self) -> Sequence[str | None]:
        """For each player the name of a strategy, or None for a person."""
        return tuple(self.following.seats)

    def greet(self) -> Message:
        """Return all that a new view of the board needs to play by itself."""
        return self.following.greeting()

    def describe(self) -> str:
        """The board's description, for those whose eyes it is shown to."""
        position, seer = self._find_shown()
        return f"{self.session.game.title}. {self.session.game.picture.describe(self.session.game, position, seer)}"

    def picture(self) -> str:
        """The board as it stands, without its moves."""
        position, seer = self._find_shown()
        return draw_still(self.session.game, self.session.game.picture, position, seer)

    def save_picture(self, path: str | Path) -> Path:
        """Write the board as it stands as a picture (.svg), which browsers, office and drawing programs open.

        Returns the path. Raises `OptionError` for another ending, `SaveError` if it cannot be written.
        """
        path = check_path(path)
        if path.suffix.lower() != ".svg":
            raise OptionError(
                f"A board is saved as .svg, which browsers and office programs open, not as {quote(path.name)}."
            )
        return write_whole(path, self.picture())

    def pack_alone(self) -> dict[str, Any]:
        """The board plays by itself. A strategy of one's own is asked of a server; without one, `note` is said.

        A game that nobody has chosen has no actions yet: every page draws one of its own.
        """
        note = _("A player of this board is written in Python, which this page does not have: play for it yourself.")
        greeting, guests = self.greet(), self.following.guests
        drawn = {"actions": None} if self._drawn and not guests else {}
        return {
            "kind": "board",
            "game": self.session.game.name,
            "data": {**greeting, **drawn, "number": self.number},
            "note": note if guests else "",
        }

    def _find_shown(self) -> tuple[Record, int | None]:
        """The position that is shown, and through whose eyes."""
        step = self.session.step if self.following.shown_step is None else self.following.shown_step
        return self.session.position_at(step), seer_at(self.session, self.following.viewer, step)

    @guard
    def _hear(self, _widget: object, message: Any, _buffers: object) -> None:
        asked = message.get("do") if isinstance(message, dict) else None
        if asked in ("follow", "choose"):
            self.send({"type": "heard"})  # another kernel would not say so
        if asked == "follow":
            self._lead(message)
        elif isinstance(asked, str) and asked in ANSWERS and isinstance(message.get("number"), str):
            self._answer(message)
        else:
            raise OptionError(say_mismatch())

    def _lead(self, told: Message) -> None:
        """Follow a page; where it took the game, the other pages of this kernel go too."""
        page, before = told.get("page"), self._stands()
        if self._follow(told) and isinstance(page, str) and self._stands() != before:
            self.send({"type": "moved", "page": page, **self.following.tell_position()})

    def _stands(self) -> tuple[Session, list[int], int]:
        """Which session is shown, what was played on it, undone steps included, and how far it is."""
        return self.session, list(self.session.actions), self.session.step

    def _follow(self, told: Message) -> bool:
        """Whether the page stands where the session does; if it told what cannot be, it is sent back there."""
        try:
            return self.following.follow(told)
        except Exception:
            self._tell_move()
            raise

    def _answer(self, message: Message) -> None:
        """What the page waits for: a value, or the sentence why there is none."""
        answer: Message = {"type": "answer", "number": message["number"]}
        try:
            if message["do"] == "choose" and not self._follow(message):
                return  # the board is on its way to where the session was moved, and waits no more
            answer["value"] = ANSWERS[message["do"]](self, message)
        except Exception as error:  # noqa: BLE001  whatever goes wrong is told as a sentence, and logged if unforeseen
            answer["error"] = explain_error(error)[0]
        self.send(answer)

    def _tell_move(self) -> None:
        """Tell the page where the session stands: once, however often it moves within a cell."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._tell()
            return
        if not self._due:
            self._due = True
            loop.call_soon(self._tell)

    @guard
    def _tell(self) -> None:
        self._due = False
        self.send({"type": "moved", **self.following.tell_position()})


class ReviewBoard(Stepper):
    """A finished game on its board, with the review that ends a game on its Play page beneath it."""

    _esm = bundle.module("review/reviewwidget")

    def greet(self) -> Message:
        """Return what a new view of the board needs, with the sentences of the review."""
        greeting = super().greet()
        return {**greeting, "words": greeting["words"] | review_words()}

    def pack_alone(self) -> dict[str, Any]:
        """Return the board as data of a page without Python, which shows the review as well."""
        return {**super().pack_alone(), "review": True}


def pack_for_page(what: object) -> str:
    """What a page needs to play: the engine as a script, or a game pack_game for it. Raises `UnknownGame`."""
    if what == "engine":
        return write_engine()
    if what not in game_names(examples=True):
        raise refuse_name(what)
    return pack_game(str(what))


ANSWERS: Final[Mapping[str, Callable[[Stepper, Message], Any]]] = {
    "hello": lambda stepper, message: stepper.greet(),
    "bring": lambda stepper, message: pack_for_page(message.get("what")),
    "choose": lambda stepper, message: stepper.following.choose(message.get("seat")),
    "make": lambda stepper, message: stepper.following.make(
        message.get("game"), message.get("options"), message.get("box")
    ),
}
"""What the page waits for an answer to."""


def play(
    game: Game | Session,
    *,
    seats: Sequence[StrategyLike | None] | None = None,
    viewer: int | str | None = None,
    seed: int | None = None,
    opponents: bool = True,
    chance_acts: bool = True,
    name: str | None = None,
) -> Stepper:
    """A game to be played on the page, alone, together or against strategies.

    The page plays by itself, whether a kernel is alive or not; `.session` follows, and moves the board when it is
    played on or set. Only a strategy of one's own is asked here.

    Parameters
    ----------
    game : a game, which is begun anew with `seed`, or a session, which goes on where it stands.
    seats : for each player the name of a strategy, a `Strategy` or a function of one's own, or None for a
        person. Default: player A is a person and the others play with the game's first own strategy; a
        session that has already been played on has people everywhere.
    viewer : "all", "turn" (whoever is to move: people at one screen see no card of each other) or a player's
        number. Default: the only person, else all.
    opponents, chance_acts : whether strategies and chance act without being asked.
    name : by which the page remembers the game over a reload; give one if a page has several.
    """
    check(opponents=opponents, chance_acts=chance_acts, name="" if name is None else name)
    session = game if isinstance(game, Session) else check_game(game).session(seed)
    fresh = session.step == 0
    if seats is None:
        seats = list_usual_seats(session.game) if fresh else [None] * session.game.players
    following = Following(
        session,
        seats=seats,
        viewer=None if viewer is None else str(viewer),
        opponents=opponents,
        chance_acts=chance_acts,
        key=name or "",
    )
    if fresh:
        following.start()
    stepper = Stepper(following)
    stepper._drawn = fresh and seed is None and not isinstance(game, Session)
    return stepper


def replay(session: Session | str | Path, *, viewer: int | str | None = None, name: str | None = None) -> Stepper:
    """A session, or the replay file of one, to be looked at from its beginning.

    Playing on begins a line of its own; the session stays as it is. Raises `ReplayError` for a file that cannot be
    opened; a game played with a box file of one's own is opened by `gamekit.open_session(path, box)`.
    """
    session = _open(session)
    check(name="" if name is None else name)
    following = Following(
        session.branch(), viewer=None if viewer is None else str(viewer), key=name or "", shown_step=0
    )
    return Stepper(following)


def review(session: Session | str | Path, *, name: str | None = None) -> ReviewBoard:
    """Look back at a finished game, as its Play page does at the end of a game.

    Beneath the board stand everybody's chance to win along the game, how much of it was luck and how much the choices
    of each player, the turning point, and the choices that cost most. The page works it out in some seconds, on all
    cores, and goes on if the kernel ends.

    Parameters
    ----------
    session : Session, str or Path
        A session whose game is over where it stands, or the path of a replay file of one. It is not changed.
    name : str, optional
        Name by which the page remembers the board over a reload. Give one if a page has several boards.

    Returns
    -------
    ReviewBoard
        The board with its review; a notebook draws it if it is the last line of a cell.

    Raises
    ------
    IllegalAction
        If the game is not over, or nothing has been played yet.
    OptionError
        If `session` is neither a session nor a path.
    ReplayError
        If the replay file cannot be opened.
    """
    session = _open(session)
    check(name="" if name is None else name)
    if session.step == 0:
        raise IllegalAction(_("Nothing has been played yet, so there is nothing to look back at."), "")
    if not session.over:
        raise IllegalAction(_("This game is not over yet: play it to its end, then look back at it."), "")
    return ReviewBoard(Following(session.branch(), key=name or "", shown_step=session.step))


def _open(session: Session | str | Path) -> Session:
    """Return the session, or that of a replay file. Raises `OptionError` or `ReplayError`."""
    if isinstance(session, str | Path):
        session = open_session(session)
    if not isinstance(session, Session):
        raise OptionError(
            f"This needs a session, made with game.session(), or the path of a replay file, not {quote(session)}."
        )
    return session
