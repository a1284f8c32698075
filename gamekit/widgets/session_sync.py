"""Session behind a board: repeats what its page has played, and tells the page what was played in Python.

The page plays by itself (web/table/table.js over web/engine), and nothing it tells is trusted. Only the line of play
that is shown is stored here; the page stores the others. There is no widget: messages are dictionaries.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

import numpy as np

from gamekit.core.arguments import guess_name
from gamekit.core.errors import GamekitError, OptionError, ReplayError, is_whole
from gamekit.core.game import Game, load
from gamekit.core.i18n.numbers import ENGLISH
from gamekit.core.i18n.translation import _, language
from gamekit.core.kernel import CHANCE, OVER
from gamekit.core.replay import MOST_STEPS, from_dict
from gamekit.core.session import Session, hash_box, head
from gamekit.core.strategy import Strategy
from gamekit.lab.engine.lineup import StrategyLike, find_strategy
from gamekit.web.game_bundle import content_hash, export_if_needed, export_loaded
from gamekit.widgets.guide import picture_data
from gamekit.widgets.messages import page_messages
from gamekit.widgets.narration import ALL, TURN, count_shared_steps
from gamekit.widgets.still_picture import is_in_notebook

Message = dict[str, Any]
MOST_STEPS_AT_ONCE: Final = 400
LARGEST_NUMBER: Final = 2**53 - 1
"""Greatest exact whole number of JavaScript; larger seeds are sent as text."""


class Following:
    """A game on a page: `session` is the line of play that is shown, `line` its number.

    `moved` is called when the page has to be told that the session moved. `seats` has for each player the name of a
    strategy, or None for a person.
    """

    def __init__(
        self,
        session: Session,
        *,
        seats: Sequence[StrategyLike | None] | None = None,
        viewer: str | None = None,
        opponents: bool = True,
        chance_acts: bool = True,
        key: str = "game",
        shown_step: int | None = None,
    ) -> None:
        self.key = key
        self.guests: dict[str, Strategy] = {}
        self.session = session
        self.line = self.turn = self.brought = 0
        self.opponents, self.chance_acts = opponents, chance_acts
        self.seats = self._check_seats([None] * session.game.players if seats is None else seats)
        self.viewer = self._choose_viewer() if viewer is None else self._check_viewer(viewer)
        self.shown_step = shown_step
        self.moved: Callable[[], object] = lambda: None
        self._quiet = self._touched = False
        self.origin = origin(session)
        session.watch(self._tell_move)

    @property
    def strategies(self) -> Mapping[str, Strategy]:
        """Strategies that may take a seat: the game's own, and those brought along."""
        return {**self.session.game.strategies, **self.guests}

    def start(self) -> None:
        """Let chance and strategies act until a person decides, at most 400 steps; from then on the page does."""
        session = self.session
        with self._keep_quiet():
            for _step in range(MOST_STEPS_AT_ONCE):
                player = session.player
                waits = not self.chance_acts if player == CHANCE else not self.opponents or self.seats[player] is None
                if player == OVER or waits:
                    break
                session.play(session.drawn() if player == CHANCE else self._choose_strategy(self.seats[player]))
        self.origin = origin(session)

    # Messages to the page

    def greeting(self) -> Message:
        """Return what a new view needs to play by itself."""
        return {
            **self._tell_game(),
            "key": self.key,
            "edition": content_hash() + ("" if language() == ENGLISH else language()),
            "origin": self.origin,
            "touched": self._touched,
            "words": page_messages("board", "table", *(["notebook"] if is_in_notebook() else [])),
            "guide": picture_data(self.session.game.name),
            "actions": list(self.session.actions),
            "at": self.session.step,
            "seats": list(self.seats),
            "guests": [
                {"name": one.name, "title": one.title, "description": one.description} for one in self.guests.values()
            ],
            "viewer": self.viewer,
            "opponents": self.opponents,
            "chance_acts": self.chance_acts,
            "step": self.shown_step,
        }

    def tell_position(self) -> Message:
        """Return where the session is, for a page that has to go there."""
        return {**self._tell_game(), "actions": list(self.session.actions), "step": self.session.step}

    def _tell_game(self) -> Message:
        record = head(self.session)
        record["seed"] = str(record["seed"]) if record["seed"] > LARGEST_NUMBER else record["seed"]
        made = export_if_needed(self.session.game)
        return {"turn": self.turn, "line": self.line, "record": record, "made": made}

    # Messages of the page

    def follow(self, told: Mapping[str, Any]) -> bool:
        """Go where the page has played; return False if the page must follow, as the session was moved meanwhile.

        Raises a `GamekitError` if what the page tells is impossible.
        """
        turn, number, step = (whole(told, name) for name in ("turn", "line", "step"))
        actions, record = told.get("actions"), told.get("record")
        if turn != self.turn:
            return False
        if not isinstance(actions, list) or len(actions) > MOST_STEPS or not isinstance(record, dict):
            raise ReplayError(_("The page sent no game."))
        record = {**record, "seed": seed_of(record.get("seed"))}
        with self._keep_quiet():
            session = self.session
            if number != self.line or head(session) != record:
                session = self._begin(record, actions)
            bring_to(session, actions, step)
        self._touched = True
        self._show(number, session)
        shown = told.get("shown_step")
        self.shown_step = shown if is_whole(shown, 0, session.step) else None
        self._take_settings(told)
        return True

    def choose(self, seat: object) -> int:
        """Return the action that the strategy `seat` chooses now. Raises a `GamekitError` if there is none."""
        if self.session.player < 0 or not isinstance(seat, str) or seat not in self.strategies:
            raise OptionError(_("It is a person’s turn now."))
        return self._choose_strategy(seat)

    def choose_there(self, told: Mapping[str, Any]) -> int:
        """Return `choose` for the position that some page tells; the session is not moved.

        Raises a `GamekitError` if what the page tells is impossible.
        """
        elsewhere = Following(self.session.game.session(self.session.seed))
        elsewhere.guests = self.guests
        elsewhere.follow({**told, "turn": elsewhere.turn})
        return elsewhere.choose(told.get("seat"))

    def make(self, name: object, options: object, box: object) -> Message:
        """Return a game that a browser cannot build itself as data. Raises a `GamekitError` for wrong options."""
        if not isinstance(options, dict) or not isinstance(name, str) or {"box", "name"} & set(options):
            raise OptionError(_("The page sent no options."))
        own = self.session.game
        if box is not None and (not own.own_box or own.name != name or hash_box(own.box_path) != box):
            raise ReplayError(_("it was played with another box file; open it together with that file."))
        chosen = {key: value for key, value in options.items() if isinstance(key, str)}
        players = chosen.pop("players", None)
        return export_loaded(load(name, players, box=own.box_path if box is not None else None, **chosen))

    # From Python

    def set_session(self, session: Session) -> None:
        """Show another session as a new line of play, and tell the page."""
        if session is not self.session:
            self.brought += 1
            self._show(-self.brought, session)  # the page counts its own lines upwards
        self._tell_move()

    def _tell_move(self) -> None:
        if self._quiet:
            return
        self._touched, self.shown_step = True, None
        self.turn += 1
        self.moved()

    # Helpers

    def _show(self, number: int, session: Session) -> None:
        self.session.unwatch(self._tell_move)
        self.session, self.line = session, number
        session.unwatch(self._tell_move)
        session.watch(self._tell_move)
        players = session.game.players
        if len(self.seats) != players:
            self.seats = [*self.seats, *[self.seats[-1]] * players][:players]
            self.viewer = self.viewer if self.viewer in self._viewers() else self._choose_viewer()

    def _begin(self, record: Mapping[str, Any], actions: Sequence[int]) -> Session:
        """Return a session that begins as the page's: a branch of the one shown, or a new one. Raises `ReplayError`."""
        session = self.session
        if head(session) == record:
            stood = session.step
            session.goto(session.length)
            branch = session.branch(count_shared_steps(session.actions, actions))
            session.goto(stood)
            return branch
        game = session.game
        own = game.box_path if game.own_box and record.get("box") is not None else None
        return from_dict({**record, "steps": []}, _("the page’s game"), own)

    def _take_settings(self, told: Mapping[str, Any]) -> None:
        """Store the page's seats and viewer for the next view, if they are allowed."""
        try:
            self.seats = self._check_seats(told.get("seats"))
            self.viewer = self._check_viewer(told.get("viewer"))
        except GamekitError:
            return
        self.opponents, self.chance_acts = bool(told.get("opponents")), bool(told.get("chance_acts"))

    def _choose_strategy(self, name: str | None) -> int:
        session = self.session
        legal, player = session.legal(), session.player
        rng = np.random.default_rng((session.seed, session.step, 1))
        choose = self.strategies[str(name)].choose
        given = np.array(legal, np.int32)
        return int(choose(session.view(player), session.game.tables, player, given, len(legal), rng))

    @contextmanager
    def _keep_quiet(self) -> Iterator[None]:
        """Do not tell the page of moves within this context, as it knows them."""
        before, self._quiet = self._quiet, True
        try:
            yield
        finally:
            self._quiet = before

    def _viewers(self) -> list[str]:
        return [ALL, TURN, *map(str, range(self.session.game.players))]

    def _choose_viewer(self) -> str:
        people = [player for player, seat in enumerate(self.seats) if seat is None]
        return str(people[0]) if len(people) == 1 else ALL

    def _check_viewer(self, viewer: object) -> str:
        if viewer not in self._viewers():
            raise OptionError(
                _("Nobody can look as {viewer}: allowed are {allowed}.").format(
                    viewer=repr(viewer)[:40], allowed=", ".join(self._viewers())
                )
            )
        return str(viewer)

    def _check_seats(self, seats: object) -> list[str | None]:
        game = self.session.game
        if not isinstance(seats, (list, tuple)) or len(seats) != game.players:
            raise OptionError(_("There must be one seat for each of the {count} players.").format(count=game.players))
        brought_along = {place: find_strategy(game, who) for place, who in enumerate(seats) if is_brought(who)}
        self.guests |= {one.name: one for one in brought_along.values()}
        seats = [brought_along[place].name if place in brought_along else seat for place, seat in enumerate(seats)]
        known = list(self.strategies)
        for seat in seats:
            if seat is not None and seat not in known:
                said = _("There is no strategy {name}; there are {known}.")
                said = said.format(name=repr(seat)[:40], known=", ".join(known))
                raise OptionError(said + guess_name(seat, known))
        return seats


def bring_to(session: Session, actions: Sequence[int], step: int) -> None:
    """Bring a session to a step of the game with these actions.

    Raises a `GamekitError` if that is impossible; the session is then unchanged.
    """
    known, stood = session.actions, session.step
    try:
        _play(session, actions, step)
    except GamekitError:
        _play(session, known, stood)
        raise


def _play(session: Session, actions: Sequence[int], step: int) -> None:
    session.goto(session.length)
    shared = count_shared_steps(session.actions, actions)
    if shared < len(actions):
        session.goto(shared)
        for action in actions[shared:]:
            session.play(action)
    session.goto(step)


def is_brought(who: object) -> bool:
    """Return whether a strategy was brought along as a `Strategy` or a function."""
    return isinstance(who, Strategy) or callable(who)


def origin(session: Session) -> str:
    """Return a hash by which a page knows that the game it has stored began as this one."""
    start = {**head(session), "seed": None, "steps": session.step}
    return hashlib.sha256(json.dumps(start, sort_keys=True).encode()).hexdigest()[:16]


def seed_of(told: object) -> object:
    """Return the seed that a page sent, digits of a large one as a number."""
    return int(told) if isinstance(told, str) and told.isdecimal() and len(told) < 20 else told


def list_usual_seats(game: Game) -> list[str | None]:
    """Return the default seats: player A is a person, the others use the game's first own strategy."""
    own = [strategy for strategy in game.strategies if strategy != "random"]
    return [None, *[own[0] if own else "random"] * (game.players - 1)]


def whole(message: Mapping[str, Any], name: str) -> int:
    """Return a whole number of a message. Raises `OptionError` if it is missing or none."""
    value = message.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise OptionError(_("The page sent no whole number as {name}.").format(name=name))
    return value
