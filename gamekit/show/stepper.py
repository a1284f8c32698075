"""The stepper as a widget: `play` and `replay`. It carries messages between the page and a `Table`, nothing else."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import traitlets

from gamekit.errors import OptionError, quoted
from gamekit.game import Game, checked_game
from gamekit.lab.lineup import Who
from gamekit.record import Record
from gamekit.replay_file import open_session
from gamekit.session import Session
from gamekit.show import assets
from gamekit.show.coaching import advice
from gamekit.show.film import seer_at
from gamekit.show.guard import explained, guarded
from gamekit.show.jobs import Job
from gamekit.show.still import still
from gamekit.show.table import Table
from gamekit.show.telling import Message
from gamekit.show.widget import CarefulWidget
from gamekit.words import _

_numbers: Final = itertools.count(1)


class Stepper(CarefulWidget):
    """A game on the page. `session` is the line of play that is shown, `table` everything around it."""

    _esm = assets.module("widget")
    _css = assets.widget_style()
    _picture_kind = "image/svg+xml"
    key = traitlets.Unicode().tag(sync=True)

    def __init__(self, table: Table) -> None:
        super().__init__(key=table.key)
        self.table = table
        self._job: Job | None = None
        table.prepared()
        self.on_msg(self._hear)

    def __repr__(self) -> str:
        game, session = self.session.game, self.session
        asked = game.rulebook.phase(session.position).text  # what everybody knows, whoever looks on
        return f"<Stepper of {game.title}, step {session.step} of {session.length}. {asked} A notebook draws it.>"

    @property
    def session(self) -> Session:
        """The line of play that is shown."""
        return self.table.session

    def in_words(self) -> str:
        """The board's description, for those whose eyes it is shown to."""
        position, seer = self._shown()
        return f"{self.session.game.title}. {self.session.game.picture.describe(self.session.game, position, seer)}"

    def picture(self) -> str:
        """The board as it stands, without its moves."""
        position, seer = self._shown()
        return still(self.session.game, self.session.game.picture, position, seer)

    def _shown(self) -> tuple[Record, int | None]:
        """The position that is shown, and through whose eyes."""
        step = self.session.step if self.table.shown_step is None else self.table.shown_step
        return self.session.position_at(step), seer_at(self.session, self.table.viewer, step)

    def report(self, sentence: str, rule: str = "") -> None:
        """Show a sentence above the board."""
        self.send({"type": "error", "text": sentence, "rule": rule})

    @guarded
    def _hear(self, _widget: object, message: Any, _buffers: object) -> None:
        asked = message.get("do") if isinstance(message, dict) else None
        if asked == "coach":
            self._coach()
        elif asked == "stop":
            self._stop_coach()
        else:
            for answer in self.table.answer(message if isinstance(message, dict) else {}):
                self.send(answer)

    # The coach thinks in a thread, so that the page stays alive.

    def _coach(self) -> None:
        self._stop_coach()
        session = self.session.branch()
        if session.player < 0:
            self.report(_("The coach can only be asked when a player decides."))
            return

        def told(share: float, text: str) -> None:
            self.send({"type": "progress", "done": share, "text": text or _("The coach is thinking …")})

        def done(answer: Message | None, error: Exception | None) -> None:
            if error:
                self.report(*explained(error))
            elif answer is None:
                self.send({"type": "coach", "rows": [], "text": _("The coach was stopped.")})
            elif session.history == self.session.history:
                self.send(answer)
            self._job = None

        self._job = Job(lambda job: advice(session, job), told=told, done=done).start()

    def _stop_coach(self) -> None:
        if self._job:
            self._job.cancel()


def play(
    game: Game | Session,
    *,
    seats: Sequence[Who | None] | None = None,
    viewer: int | str | None = None,
    seed: int | None = None,
    opponents: bool = True,
    chance_acts: bool = True,
    name: str | None = None,
) -> Stepper:
    """A game to be played on the page, alone, together or against strategies.

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
    session = game if isinstance(game, Session) else checked_game(game).session(seed)
    fresh = session.step == 0
    if seats is None:
        seats = usual_seats(session.game) if fresh else [None] * session.game.players
    table = Table(
        session,
        seats=seats,
        viewer=None if viewer is None else str(viewer),
        opponents=opponents,
        chance_acts=chance_acts,
        key=name or f"{session.game.name}-{next(_numbers)}",
    )
    if fresh:
        table.start()
    return Stepper(table)


def replay(session: Session | str | Path, *, viewer: int | str | None = None, name: str | None = None) -> Stepper:
    """A session, or the replay file of one, to be looked at from its beginning.

    Playing on begins a line of its own; the session stays as it is. Raises `ReplayError` for a file that cannot be
    opened; a game played with a box file of one's own is opened by `gamekit.open_session(path, box)`.
    """
    if isinstance(session, str | Path):
        session = open_session(session)
    if not isinstance(session, Session):
        raise OptionError(
            f"This needs a session, made with game.session(), or the path of a replay file, not {quoted(session)}."
        )
    table = Table(
        session.branch(),
        viewer=None if viewer is None else str(viewer),
        key=name or f"{session.game.name}-{next(_numbers)}",
        shown_step=0,
    )
    return Stepper(table)


def usual_seats(game: Game) -> list[str | None]:
    """One person, and a strategy of the game for everybody else."""
    own = [strategy for strategy in game.strategies if strategy != "random"]
    return [None, *[own[0] if own else "random"] * (game.players - 1)]
