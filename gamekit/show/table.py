"""The table a game is played at: lines of play, seats, who sees what. Takes the page's messages, gives answers.

No widget and no browser here: everything can be tried by handing in dictionaries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from gamekit.compiling import CHANCE, OVER
from gamekit.errors import IllegalAction, OptionError, ReplayError
from gamekit.game import load
from gamekit.lab.lineup import Who
from gamekit.replay_file import parse_replay
from gamekit.replay_format import replay_text, to_dict
from gamekit.rulebook import PLAYER_LETTERS
from gamekit.session import Session
from gamekit.show.film import ALL, TURN, Reels, shared_steps, take
from gamekit.show.flow import MOST_STEPS_AT_ONCE, Flow, origin
from gamekit.show.forms import option_form, subtitle
from gamekit.show.knowing import outcomes, seen_outcome, sees_moves
from gamekit.show.strings import seen_as, stepper_words
from gamekit.show.telling import Message, most_telling, prompt, result, rules_in_words, why
from gamekit.words import _


class Table(Flow):
    """A game being played and looked at. `answer(message)` does what the page asks and says what to show.

    `seats` has, for each player, the name of a strategy or None for a person. With `opponents`
    the strategies play by themselves, with `chance_acts` dice and draws do.
    """

    def __init__(
        self,
        session: Session,
        *,
        seats: Sequence[Who | None] | None = None,
        viewer: str | None = None,
        opponents: bool = True,
        chance_acts: bool = True,
        key: str = "game",
        shown_step: int | None = None,
    ) -> None:
        super().__init__(opponents, chance_acts)
        self.key = key
        self.viewer = ""
        self._prepared: tuple[object, Message] | None = None
        self._show(session, seats, viewer)
        self.shown_step = shown_step
        self.origin = origin(session)

    def _show(self, session: Session, seats: Sequence[Who | None] | None, viewer: str | None = None) -> None:
        """Another game comes to the table."""
        self.begin(session, seats)
        self.shown_step = None
        self.viewer = self._checked_viewer(viewer if viewer is not None else self._usual_viewer())
        self._told_as = self.viewer
        self._reels = Reels()

    # What the page is told

    def everything(self) -> Message:
        """All a new view needs."""
        game, session = self.game, self.session
        self._told_as = self._eyes()
        return {
            "type": "all",
            "data": {
                "key": self.key,
                "origin": self.origin,
                "title": game.title,
                "subtitle": subtitle(game),
                "notice": self.notice,
                "words": stepper_words(),
                "players": [
                    {"name": _("Player {letter}").format(letter=letter), "letter": letter}
                    for letter in PLAYER_LETTERS[: game.players]
                ],
                "viewers": [{"key": key, "name": self._viewer_name(key)} for key in self._viewers()],
                "viewer": self.viewer,
                "scene": game.picture.scene(game),
                "views": {self.viewer: take(session, self._told_as, 0, session.step)},
                "step": self.shown_step,
                "rules": rules_in_words(game),
                "now": self.now(),
                "actions": list(session.history),
                "record": {key: value for key, value in to_dict(session).items() if key != "steps"},
                "lines": self._line_names(),
                "line": self.line,
                "strategies": [
                    {"name": one.name, "title": one.title, "description": one.description}
                    for one in self.strategies.values()
                ],
                "options": option_form(game),
                "coach": True,
                **self._settings(),
            },
        }

    def now(self) -> Message:
        """The open decision: whose it is, what is legal, what chance may do."""
        session, player = self.session, self.session.player
        mine = self._person() and self.viewer in (ALL, TURN, str(player))
        chance, chance_text = outcomes(session, self._eyes(), session.step) if player == CHANCE else (None, "")
        return {
            "player": player,
            "prompt": prompt(session, self._person(), mine),
            "human": mine,
            "legal": self._legal() if mine or player == CHANCE else [],
            "chance": chance,
            "chance_text": chance_text,
            "over": result(session) if player == OVER else None,
            "can_undo": self._stop_before(session.step) is not None,
            "can_redo": session.step < session.length,
        }

    def update(self, cut: int) -> Message:
        """What changed since step `cut` on the line that is shown."""
        self.notice = ""
        self.shown_step = None
        session = self.session
        return {
            "type": "update",
            "cut": cut,
            "views": {self.viewer: take(session, self._eyes(), cut + 1, session.step)},
            "actions": list(session.history[cut:]),
            "now": self.now(),
            "lines": self._line_names(),
            "line": self.line,
        }

    def _since(self, cut: int) -> list[Message]:
        """`update`; before it, if the screen goes on to the next person, all that was told as that person knows it."""
        anew = [] if self._eyes() == self._told_as else [self._film()]
        return [*anew, self.update(cut)]

    def _film(self) -> Message:
        """The whole game as it is seen now."""
        self._told_as = self._eyes()
        film = self._reels.film(self.session, self._told_as)
        return {"type": "view", "viewer": self.viewer, **film, "now": self.now()}

    # What the page asks

    def answer(self, message: Mapping[str, Any]) -> Iterable[Message]:
        """Do what the page asks, and say what to show as soon as it is known.

        Raises a `GamekitError` with a sentence if it cannot be done.
        """
        asked = message.get("do")
        if not isinstance(asked, str) or asked not in ASKED:
            raise OptionError(_("The page asked for something this program does not know."))
        return ASKED[asked](self, message)

    def _hello(self, message: Mapping[str, Any]) -> list[Message]:
        if not self.touched and message.get("snapshot") and self.take_up(message["snapshot"], self.origin):
            kept = message["snapshot"].get("viewer")
            self.viewer = kept if kept in self._viewers() else self._usual_viewer()
        return [self.prepared()]

    def prepared(self) -> Message:
        """`everything`, kept until something changes: a page that was prepared ahead has only to send it."""
        shown = (
            self.line,
            self.session.history,
            self.viewer,
            self._settings(),
            self._line_names(),
            self.notice,
            self.shown_step,
        )
        if self._prepared is None or self._prepared[0] != shown:
            self._prepared = (shown, self.everything())
        return self._prepared[1]

    def _play(self, message: Mapping[str, Any]) -> Iterator[Message]:
        before = self.session.step
        if message.get("step", before) != before:
            yield {"type": "idle"}
            return
        action = whole(message, "action")
        player = self.session.player
        if player >= 0 and self.seats[player] is not None:
            raise OptionError(_("It is not a person’s turn now: let the others play first."))
        try:
            self._put(action)
        except IllegalAction as refused:
            yield why(refused.sentence, refused.rule)
            return
        yield from self._told_at_once(before)

    def _roll(self, message: Mapping[str, Any]) -> Iterator[Message]:
        before = self.session.step
        self._act()
        while message.get("on") and self.session.player == CHANCE and self.session.step < before + MOST_STEPS_AT_ONCE:
            self._act()
        if self.session.player == CHANCE:
            yield from self._since(before)
        else:
            yield from self._told_at_once(before)

    def _others(self, message: Mapping[str, Any]) -> Iterator[Message]:
        before = self.session.step
        self._act()
        if message.get("once"):
            yield from self._since(before)
        else:
            yield from self._told_at_once(before, always=True)

    def _told_at_once(self, before: int, always: bool = False) -> Iterator[Message]:
        """First what was done, so that it is seen at once; then what happens by itself after it."""
        if not self._acts_alone(always):
            yield from self._since(before)
            return
        yield {**self.update(before), "going_on": True}
        between = self.session.step
        try:
            self._go_on(always)
        finally:
            yield from self._since(between)

    def _undo(self, message: Mapping[str, Any]) -> list[Message]:
        goal = self._stop_before(self.session.step)
        if goal is None:
            raise OptionError(_("There is no decision to take back."))
        self.session.goto(goal)
        self.touched = True
        return self._since(goal)

    def _redo(self, message: Mapping[str, Any]) -> list[Message]:
        before = self.session.step
        self.session.redo()
        while self.session.step < self.session.length and not self._stops(self.session.step):
            self.session.redo()
        return self._since(before)

    def _branch(self, message: Mapping[str, Any]) -> list[Message]:
        step = whole(message, "step")
        self._new_line(self.session.branch(step))
        return self._since(step)

    def _line(self, message: Mapping[str, Any]) -> list[Message]:
        line = whole(message, "line")
        if not 0 <= line < len(self.lines):
            raise OptionError(_("There is no such line of play."))
        before = self.session.history
        self.line = line
        return self._since(shared_steps(before, self.session.history))

    def _view(self, message: Mapping[str, Any]) -> list[Message]:
        self.viewer = self._checked_viewer(message.get("viewer"))
        return [self._film()]

    def _why(self, message: Mapping[str, Any]) -> list[Message]:
        if not sees_moves(self.session, self._eyes()):
            return [{"type": "why", "text": prompt(self.session, self._person(), False), "rule": ""}]
        if "action" in message:
            refused = self.session.why_not(whole(message, "action"))
            if refused:
                return [why(refused.text, refused.rule)]
            return [why(_("This move is possible now."), "")]
        places = message.get("places", [])
        if not isinstance(places, list):
            raise OptionError(_("The page sent no list of places."))
        return [self._why_here([place for place in places if isinstance(place, str)])]

    def _moves(self, message: Mapping[str, Any]) -> list[Message]:
        legal = set(self.session.legal()) if sees_moves(self.session, self._eyes()) else set()
        moves = [
            {"action": a, "text": self.game.action_text(a)} for a in range(self.game.num_actions) if a not in legal
        ]
        return [{"type": "moves", "moves": moves}]

    def _chances(self, message: Mapping[str, Any]) -> list[Message]:
        step = whole(message, "step")
        if not 1 <= step <= self.session.step:
            raise OptionError(_("There is no such step."))
        known, text = outcomes(self.session, self._eyes(), step - 1)
        happened = seen_outcome(self.session, self._eyes(), step)
        return [{"type": "chances", "step": step, "outcomes": known, "text": text, "happened": happened}]

    def _save(self, message: Mapping[str, Any]) -> list[Message]:
        text = replay_text(self.session)
        return [{"type": "file", "name": f"{self.game.name}-{self.session.step}.json", "text": text}]

    def _open(self, message: Mapping[str, Any]) -> list[Message]:
        text, name = message.get("text"), message.get("name")
        if not isinstance(text, str) or not isinstance(name, str):
            raise ReplayError(_("The page sent no file."))
        opened = parse_replay(text, name[:80], self.game.box_path if self.game.own_box else None)
        self._show(opened, self._fitting_seats(opened.game))
        self.notice = _("The game from {name} has been opened.").format(name=name[:80])
        self.touched = True
        return [self.everything()]

    def _new(self, message: Mapping[str, Any]) -> list[Message]:
        options = message.get("options")
        if not isinstance(options, dict):
            raise OptionError(_("The page sent no options."))
        chosen = {key: value for key, value in options.items() if isinstance(key, str) and value is not None}
        players = chosen.pop("players", None)
        game = load(self.game.name, players, box=self.game.box_path if self.game.own_box else None, **chosen)
        session = game.session(message.get("seed"))
        self._show(session, self._fitting_seats(game))
        self.notice = ""
        self.touched = True
        self._go_on()
        return [self.everything()]

    def _sit(self, message: Mapping[str, Any]) -> list[Message]:
        self.seats = self._checked_seats(message.get("seats"))
        self.opponents, self.chance_acts = bool(message.get("opponents")), bool(message.get("chance"))
        return [{"type": "settings", "settings": self._settings()}, *self._since(self.session.step)]

    # Small questions

    def _eyes(self) -> str:
        """Through whose eyes the page sees: "whoever is to move" is one person at a time, with that person's past."""
        if self.viewer != TURN or not self._people() or self.session.over:
            return self.viewer
        return str(self._last_person())

    def _legal(self) -> list[Message]:
        legal = self.session.legal()
        game, position = self.game, self.session.position
        places = game.picture.targets(game, position, legal)
        cards = game.picture.sources(game, position, legal) if hasattr(game.picture, "sources") else {}
        means = game.picture.hints(game, position, legal) if hasattr(game.picture, "hints") else {}
        texts = {a: game.action_text(a) for a in legal}
        texts |= {a: _("{action}: {hint}").format(action=texts[a], hint=hint) for a, hint in means.items()}
        return [{"action": a, "text": texts[a], "target": places.get(a), "source": cards.get(a)} for a in legal]

    def _why_here(self, places: list[str]) -> Message:
        every = self.game.picture.targets(self.game, self.session.position, range(self.game.num_actions))
        legal = self.session.legal()
        for place in places:
            actions = [action for action, names in every.items() if place in names.split()]
            refused = {action: against for action in actions if (against := self.session.why_not(action))}
            if len(refused) < len(actions):
                return {"type": "why", "text": _("This move is possible now."), "rule": ""}
            if refused:
                told = most_telling(self.game, legal, refused)
                return why(told.text, told.rule)
        return {"type": "why", "text": _("No move belongs to this place."), "rule": ""}

    def _settings(self) -> Message:
        return {"seats": list(self.seats), "opponents": self.opponents, "chance_acts": self.chance_acts}

    def _line_names(self) -> list[str]:
        return [
            _("Line {number}, {steps} steps").format(number=i + 1, steps=one.step) for i, one in enumerate(self.lines)
        ]

    def _viewers(self) -> list[str]:
        return [ALL, TURN, *map(str, range(self.game.players))]

    def _viewer_name(self, viewer: str) -> str:
        return seen_as(viewer, PLAYER_LETTERS[int(viewer)] if viewer.isdecimal() else "")

    def _usual_viewer(self) -> str:
        if self.viewer == TURN:  # who hide their cards from each other go on hiding them in another game
            return TURN
        people = self._people()
        return str(people[0]) if len(people) == 1 else ALL

    def _checked_viewer(self, viewer: object) -> str:
        if viewer not in self._viewers():
            raise OptionError(
                _("Nobody can look as {viewer}: allowed are {allowed}.").format(
                    viewer=repr(viewer)[:40], allowed=", ".join(self._viewers())
                )
            )
        return str(viewer)


ASKED: Final = {
    "hello": Table._hello,
    "play": Table._play,
    "roll": Table._roll,
    "others": Table._others,
    "undo": Table._undo,
    "redo": Table._redo,
    "branch": Table._branch,
    "line": Table._line,
    "view": Table._view,
    "why": Table._why,
    "moves": Table._moves,
    "chances": Table._chances,
    "save": Table._save,
    "open": Table._open,
    "new": Table._new,
    "seats": Table._sit,
}


def whole(message: Mapping[str, Any], name: str) -> int:
    """A whole number of a message. Raises `OptionError` if it is none."""
    value = message.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise OptionError(_("The page sent no whole number as {name}.").format(name=name))
    return value
