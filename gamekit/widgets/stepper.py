"""Boards as widgets: `play`, `replay`, `review`. The page plays by itself; a `Following` follows and answers it."""

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
from gamekit.web import bundle
from gamekit.web.bundle import write_engine
from gamekit.web.game_bundle import pack_game
from gamekit.widgets.base import CarefulWidget
from gamekit.widgets.cell_registry import register_card
from gamekit.widgets.error_guard import explain_error, guard
from gamekit.widgets.messages import page_messages
from gamekit.widgets.narration import seer_at
from gamekit.widgets.session_sync import Following, Message, list_usual_seats
from gamekit.widgets.still_picture import draw_still


class Stepper(CarefulWidget):
    """Board of a game on the page. Playing on `session`, the line of play shown, or setting it moves the board."""

    _esm = bundle.widget("table/shared_table", "boardWidget")
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
        position, seer = self._find_shown()
        return f"{self.session.game.title}. {self.session.game.picture.describe(self.session.game, position, seer)}"

    def picture(self) -> str:
        position, seer = self._find_shown()
        return draw_still(self.session.game, self.session.game.picture, position, seer)

    def save_picture(self, path: str | Path) -> Path:
        """Write the board as an SVG file and return its path.

        Raises `OptionError` unless the path ends in .svg, `SaveError` if it cannot be written.
        """
        path = check_path(path)
        if path.suffix.lower() != ".svg":
            raise OptionError(
                f"A board is saved as .svg, which browsers and office programs open, not as {quote(path.name)}."
            )
        return write_whole(path, self.picture())

    def pack_alone(self) -> dict[str, Any]:
        """Return the board as data of a page without Python; `note` is shown if no server can be asked.

        A server is asked for strategies in Python. `actions` is None for a game that nobody has chosen: every page
        draws its own.
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
        """Return the position that is shown, and the player whose view it is, or None."""
        step = self.session.step if self.following.shown_step is None else self.following.shown_step
        return self.session.position_at(step), seer_at(self.session, self.following.viewer, step)

    @guard
    def _hear(self, _widget: object, message: Any, _buffers: object) -> None:
        asked = message.get("do") if isinstance(message, dict) else None
        if asked in ("follow", "choose"):
            self.send({"type": "heard"})  # a restarted kernel would not answer
        if asked == "follow":
            self._lead(message)
        elif isinstance(asked, str) and asked in ANSWERS and isinstance(message.get("number"), str):
            self._answer(message)
        else:
            raise OptionError(say_mismatch())

    def _lead(self, told: Message) -> None:
        """Follow a page; if it has moved the game, move the other pages of this kernel too."""
        page, before = told.get("page"), self._stands()
        if self._follow(told) and isinstance(page, str) and self._stands() != before:
            self.send({"type": "moved", "page": page, **self.following.tell_position()})

    def _stands(self) -> tuple[Session, list[int], int]:
        """Return the session shown, its actions, undone ones included, and its step."""
        return self.session, list(self.session.actions), self.session.step

    def _follow(self, told: Message) -> bool:
        """Follow a page and return whether it was up to date; if what it told is impossible, send it back and raise."""
        try:
            return self.following.follow(told)
        except Exception:
            self._tell_move()
            raise

    def _answer(self, message: Message) -> None:
        """Send the value that the page waits for, or the sentence why there is none."""
        answer: Message = {"type": "answer", "number": message["number"]}
        try:
            if message["do"] == "choose" and not self._follow(message):
                return  # the board is on its way to where the session was moved, and waits no more
            answer["value"] = ANSWERS[message["do"]](self, message)
        except Exception as error:  # noqa: BLE001  whatever goes wrong is told as a sentence, and logged if unforeseen
            answer["error"] = explain_error(error)[0]
        self.send(answer)

    def _tell_move(self) -> None:
        """Tell the page where the session is, once for all moves within a cell."""
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
    """Board of a finished game with its review beneath, as at the end of a game on its Play page."""

    _esm = bundle.widget("review/review_board", "reviewWidget")

    def greet(self) -> Message:
        """Return what a new view of the board needs, with the messages of the review."""
        greeting = super().greet()
        return {**greeting, "words": greeting["words"] | page_messages("review")}

    def pack_alone(self) -> dict[str, Any]:
        """Return the board as data of a page without Python, which shows the review as well."""
        return {**super().pack_alone(), "review": True}


def pack_for_page(what: object) -> str:
    """Return the engine as a script (`"engine"`), or a game packed for a page, by name. Raises `UnknownGame`."""
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
"""Requests whose answer the page waits for."""


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
    """Show a game on the page, to be played alone, together or against strategies.

    The page plays by itself, even without a kernel. `session` of the board follows it, and playing on it or setting it
    moves the board. Only strategies of one's own are asked in Python.

    Parameters
    ----------
    game : Game or Session
        A game, which begins anew with `seed`, or a session, which goes on where it is.
    seats : sequence, optional
        For each player the name of a strategy, a `Strategy`, a function, or None for a person. Default: player A is a
        person and the others use the game's first own strategy; in a session with steps, all are persons.
    viewer : int or str, optional
        "all", "turn" (the player to move, so that people at one screen see no card of each other) or a player's number.
        Default: the only person, else all.
    seed : int, optional
        Seed of the game (default: a random one). A session keeps its own.
    opponents, chance_acts : bool, default True
        Whether strategies and chance act without being asked.
    name : str, optional
        Name by which the page remembers the game over a reload. Give one if a page has several boards.

    Returns
    -------
    Stepper
        The board; a notebook draws it if it is the last line of a cell.

    Raises
    ------
    OptionError
        If an argument is not allowed.

    Examples
    --------
    >>> import gamekit as gk
    >>> gk.play(gk.load("kartenspiel", players=2), seed=7, name="evening").seats
    (None, 'planner')
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
    """Show a session, or that of a replay file, from its beginning.

    Parameters
    ----------
    session : Session, str or Path
        A session or the path of a replay file. It is not changed: playing on begins a line of its own. A game with its
        own box file is opened by `open_session(path, box)` first.
    viewer : int or str, optional
        "all", "turn" (the player to move) or a player's number. Default: all.
    name : str, optional
        Name by which the page remembers the board over a reload. Give one if a page has several boards.

    Returns
    -------
    Stepper
        The board; a notebook draws it if it is the last line of a cell.

    Raises
    ------
    OptionError
        If `session` is neither a session nor a path, or another argument is not allowed.
    ReplayError
        If the replay file cannot be opened.

    Examples
    --------
    >>> import gamekit as gk
    >>> session = gk.load("kartenspiel", players=2).session(seed=7)
    >>> gk.replay(session, name="evening").seats
    (None, None)
    """
    session = _open(session)
    check(name="" if name is None else name)
    following = Following(
        session.branch(), viewer=None if viewer is None else str(viewer), key=name or "", shown_step=0
    )
    return Stepper(following)


def review(session: Session | str | Path, *, name: str | None = None) -> ReviewBoard:
    """Review a finished game, as its Play page does at the end of a game.

    Beneath the board are each player's win rate along the game, the shares of luck and of each player's choices, the
    turning point, and the choices that cost most. The page computes them in some seconds, on all cores and without the
    kernel.

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

    Examples
    --------
    >>> import gamekit as gk
    >>> session = gk.load("kartenspiel", players=2).session(seed=7)
    >>> while not session.over:
    ...     _ = session.roll() if session.player == gk.CHANCE else session.play(session.legal()[0])
    >>> gk.review(session, name="evening").session.over
    True
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
