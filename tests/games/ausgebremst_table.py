"""A table for tests of Ausgebremst: cars put where a test wants them, hands dealt as it wants them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gamekit as gk
from gamekit.core.game import Game
from gamekit.core.record import notes_of
from gamekit.games.ausgebremst import rules as r
from gamekit.games.ausgebremst.circuits import space_name
from gamekit.games.ausgebremst.movement import clear_reach
from gamekit.games.ausgebremst.race import open_turn

LETTERS = "ABCDEF"
NAMES = {space_name(number): number for number in range(r.SPACES)}


def number(name: str) -> int:
    """A space by its name; negative places count back from the line: "R-1" is not a name, see `Table.before`."""
    return NAMES[name]


@dataclass
class Table:
    """One race in the middle: only the cars that were put on the board take part."""

    game: Game
    s: r.State

    def put(
        self, letter: str, space: str | int, hand: str = "123", *, laps: int = 1, stopped: bool = False, deck: str = ""
    ) -> Table:
        """Put a car on a space, with `laps` crossings of the line behind it, a hand, and a deck for later."""
        car = LETTERS.index(letter)
        where = number(space) if isinstance(space, str) else space
        s = self.s
        if s.space[car] != r.NOWHERE:
            s.stands[s.space[car]] = 0
        assert s.stands[where] == 0
        s.space[car], s.lines[car], s.stopped[car], s.status[car] = where, laps, int(stopped), r.RACING
        s.stands[where] = car + 1
        s.hand[car] = [hand.count(str(value)) for value in range(1, r.VALUES + 1)]
        s.deck[car] = [deck.count(str(value)) for value in range(1, r.VALUES + 1)]
        if car >= self.game.players:
            s.hand[car] = 0
        whole = self.game.tables.cards[r.SLOW if car < self.game.players else 0]
        s.played[car] = whole - s.hand[car] - s.deck[car]
        s.hand_size[car], s.deck_size[car] = s.hand[car].sum(), s.deck[car].sum()
        s.set_up[car] = r.SLOW
        return self

    def turn(self, letter: str, *, first: bool = False) -> Table:
        """Let a car have its turn."""
        car = LETTERS.index(letter)
        self.s.turn = list(self.s.order).index(car)
        self.s.moved[car] = int(not first)
        return self.look()

    def look(self) -> Table:
        """Open the turn again: what was changed since is taken into account."""
        clear_reach(self.s)
        open_turn(self.s, self.game.tables)
        return self

    def before(self, places: int, lane: int | None = None) -> int:
        """The space so many places before the line, in the inside lane or in another."""
        c = int(self.s.circuit)
        lane = int(self.game.tables.inside[c]) if lane is None else lane
        length = max(n for n in range(r.SPACES) if self.game.tables.lane[c, n] == lane) % r.STRIDE + 1
        return r.STRIDE * lane + length - places

    @property
    def entry(self) -> int:
        """The entry of the pit lane."""
        return int(self.game.tables.entry[self.s.circuit])

    def legal(self) -> set[str]:
        """The legal moves as "card space", and "miss"."""
        self.look()
        return {self.name(action) for action in self.game.legal(self.s)}

    def name(self, action: int) -> str:
        """A move as "card space"."""
        if action == r.MISS:
            return "miss"
        if action >= r.UNOWNED_DRAW:
            return "stays" if action == r.UNOWNED_STAYS else f"draw {action - r.UNOWNED_DRAW + 1}"
        kind, space = divmod(action, r.SPACES)
        return f"{kind + 1} {'finish' if space == r.FINISH else space_name(space)}"

    def action(self, text: str) -> int:
        """The move called "card space", "miss", "draw card" or "stays"."""
        if text in ("miss", "stays"):
            return r.MISS if text == "miss" else r.UNOWNED_STAYS
        card, place = text.split()
        if card == "draw":
            return r.UNOWNED_DRAW + int(place) - 1
        return r.SPACES * (int(card) - 1) + (r.FINISH if place == "finish" else number(place))

    def why(self, text: str, *, look: bool = True) -> str:
        """The number of the rule against a move; empty if it is legal. `look=False`: nothing was changed since."""
        if look:
            self.look()
        code = int(self.game.rules.reason(self.s, self.game.tables, self.action(text)))
        return self.game.rulebook.refusals[code].rule if code else ""

    def play(self, text: str) -> list[str]:
        """Play a move; the notes it leaves, in words."""
        action = self.action(text)
        self.look()
        assert action in self.game.legal(self.s), f"{text} is not legal: {sorted(self.legal())}"
        self.game.apply(self.s, action)
        return [self.game.rulebook.note(note).text for note in notes_of(self.s)]

    def rules(self, text: str) -> list[str]:
        """Play a move; the numbers of the rules its notes name."""
        self.look()
        self.game.apply(self.s, self.action(text))
        return [self.game.rulebook.note(note).rule for note in notes_of(self.s)]

    def cards(self, *letters: str) -> list[int]:
        """How many cards these cars have left."""
        return [int(self.s.hand_size[LETTERS.index(x)] + self.s.deck_size[LETTERS.index(x)]) for x in letters]

    def space(self, letter: str) -> str:
        """Where a car stands; empty off the board."""
        space = int(self.s.space[LETTERS.index(letter)])
        return "" if space == r.NOWHERE else space_name(space)


def table(players: int = 6, circuit: int = 1, **options: Any) -> Table:
    """An empty track, round 5 of the race; put cars on it."""
    game = gk.load("ausgebremst", players=players, circuit=circuit, draw_grid=False, **options)
    s = game.start()
    for car in range(r.CARS):
        s.space[car], s.status[car], s.moved[car] = r.NOWHERE, r.OUT_OF_CARDS, 1
        s.hand_size[car] = s.deck_size[car] = 0
        s.hand[car] = s.deck[car] = s.played[car] = 0
    s.stands[:] = 0
    s.seen = r.BLANK
    s.round_number = 5
    return Table(game, s)
