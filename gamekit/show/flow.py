"""How a game goes on at the table: lines of play, who sits where, what happens without a person, what a page kept.

No page is told anything here; that is table.py.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from gamekit.compiling import CHANCE, OVER
from gamekit.errors import GamekitError, OptionError, ReplayError
from gamekit.game import Game
from gamekit.lab.lineup import Who, named
from gamekit.replay_file import parse_replay
from gamekit.replay_format import KEYS, to_dict
from gamekit.session import Session
from gamekit.strategy import Strategy
from gamekit.words import _

MOST_STEPS_AT_ONCE: Final = 400
MOST_LINES: Final = 12


class Flow:
    """A game's lines of play and its seats: for each player the name of a strategy, or None for a person."""

    lines: list[Session]
    line: int
    seats: list[str | None]

    def __init__(self, opponents: bool, chance_acts: bool) -> None:
        self.opponents, self.chance_acts = opponents, chance_acts
        self.guests: dict[str, Strategy] = {}
        self.notice = ""
        self.touched = False

    def begin(self, session: Session, seats: Sequence[Who | None] | None) -> None:
        """Another game: one line of play, no memory of the one before."""
        self.lines = [session]
        self.line = 0
        self.seats = self._checked_seats(seats if seats is not None else [None] * session.game.players)

    @property
    def session(self) -> Session:
        """The line of play that is shown."""
        return self.lines[self.line]

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.session.game

    @property
    def strategies(self) -> Mapping[str, Strategy]:
        """Who may take a seat: the game's own strategies, and those that were brought along."""
        return {**self.game.strategies, **self.guests}

    def _people(self) -> list[int]:
        """The players who are persons."""
        return [player for player, seat in enumerate(self.seats) if seat is None]

    def _person(self) -> bool:
        """Whether a person decides now."""
        return self.session.player in self._people()

    def _last_person(self) -> int:
        """Who decides now, or of the people the one who decided last, or will first."""
        people = self._people()
        if self._person():
            return self.session.player
        return next((step.player for step in reversed(self.session.log) if step.player in people), people[0])

    def start(self) -> None:
        """Let everything happen that happens by itself before the first decision of a person."""
        self._go_on()
        self.touched = False

    def _put(self, action: int) -> None:
        """Play an action. A line that was undone is kept as a line of its own if another is begun here."""
        session = self.session
        if session.step < session.length:
            again = session.branch(session.length).history[session.step] == action
            if again:
                session.redo()
                self.touched = True
                return
            branch = session.branch()
            branch.play(action)
            self._new_line(branch)
            return
        session.play(action)
        self.touched = True

    def _act(self) -> None:
        """One step of whoever is to move and is no person."""
        session, player = self.session, self.session.player
        if player == CHANCE:
            self._put(session.drawn())
            return
        name = self.seats[player] if player >= 0 else None
        if name is None:
            raise OptionError(_("It is a person’s turn now."))
        strategy = self.strategies[name]
        rng = np.random.default_rng((session.seed, session.step, 1))
        legal = session.legal()
        chosen = strategy.choose(
            session.view(player), self.game.tables, player, np.array(legal, np.int32), len(legal), rng
        )
        self._put(int(chosen))

    def _go_on(self, always: bool = False) -> None:
        """Chance and strategies act until a person has to decide, as far as they act by themselves."""
        for _again in range(MOST_STEPS_AT_ONCE):
            if not self._acts_alone(always):
                return
            self._act()

    def _acts_alone(self, always: bool) -> bool:
        """Whether the next step needs no person; `always` lets strategies act even if they wait to be asked."""
        player = self.session.player
        if player == OVER or self._stops(self.session.step):
            return False
        return player < 0 or self.opponents or always

    def _stops(self, step: int) -> bool:
        """Whether a person decides after `step` steps, about a move or about chance."""
        player = self.game.player(self.session.position_at(step))
        if player == CHANCE:
            return not self.chance_acts
        return player >= 0 and self.seats[player] is None

    def _stop_before(self, step: int) -> int | None:
        return next((earlier for earlier in range(step - 1, -1, -1) if self._stops(earlier)), None)

    def _new_line(self, session: Session) -> None:
        self.lines.append(session)
        del self.lines[: max(len(self.lines) - MOST_LINES, 0)]
        self.line = len(self.lines) - 1
        self.touched = True

    def take_up(self, snapshot: Any, origin_here: str) -> bool:
        """Go on with the game a page has kept. What does not fit is told in `notice` and left alone."""
        if not isinstance(snapshot, dict) or snapshot.get("origin") != origin_here:
            return False
        try:
            session = from_snapshot(snapshot, self.game)
        except GamekitError as error:
            self.notice = _("The game kept in this page could not be taken up again: {reason}").format(reason=error)
            return False
        if list(session.history) == list(self.session.history):
            return False
        self.begin(session, self._fitting_seats(session.game, snapshot.get("seats")))
        self.opponents, self.chance_acts = bool(snapshot.get("opponents")), bool(snapshot.get("chance_acts"))
        self.notice = _("Your game has been taken up again where you left it.")
        self.touched = True
        return True

    def _checked_seats(self, seats: object) -> list[str | None]:
        if not isinstance(seats, (list, tuple)) or len(seats) != self.game.players:
            raise OptionError(
                _("There must be one seat for each of the {count} players.").format(count=self.game.players)
            )
        brought = {place: named(self.game, who) for place, who in enumerate(seats) if is_brought(who)}
        self.guests |= {one.name: one for one in brought.values()}
        seats = [brought[place].name if place in brought else seat for place, seat in enumerate(seats)]
        known = list(self.strategies)
        for seat in seats:
            if seat is not None and seat not in known:
                raise OptionError(
                    _("There is no strategy {name}; there are {known}.").format(
                        name=repr(seat)[:40], known=", ".join(known)
                    )
                )
        return seats

    def _fitting_seats(self, game: Game, seats: object = None) -> list[str | None]:
        """The seats for another number of players: whoever is new plays like the last."""
        wanted = seats if isinstance(seats, list) and seats else self.seats
        known = [*game.strategies, *self.guests]
        fitting = [seat if seat in known else None for seat in wanted][: game.players]
        return fitting + [fitting[-1]] * (game.players - len(fitting))


def is_brought(who: object) -> bool:
    """Whether a seat is for a strategy that was brought along: a `Strategy`, or a function."""
    return isinstance(who, Strategy) or callable(who)


def origin(session: Session) -> str:
    """By which a page knows that the game it has kept began as this one."""
    start = {**to_dict(session), "seed": None, "steps": session.step}
    return hashlib.sha256(json.dumps(start, sort_keys=True).encode()).hexdigest()[:16]


def from_snapshot(snapshot: Mapping[str, Any], game: Game) -> Session:
    """The session a page has kept: the head of a replay and the bare actions. Raises `GamekitError`."""
    record, actions = snapshot.get("record"), snapshot.get("actions")
    if not isinstance(record, dict) or not isinstance(actions, list) or set(record) != set(KEYS) - {"steps"}:
        raise ReplayError(_("it is not complete."))
    head = parse_replay(
        json.dumps({**record, "steps": []}), _("the kept game"), game.box_path if game.own_box else None
    )
    for action in actions:
        head.play(action)  # refuses whatever is no action of this game
    return head
