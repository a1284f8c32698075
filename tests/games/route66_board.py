"""Route 66 for tests: a game at the point where a test wants it. Cards are moved, never made up."""

from __future__ import annotations

import gamekit as gk
from gamekit.core.record import notes_of
from gamekit.games.route66 import rules as r
from gamekit.games.route66.box import KIND_NAMES
from gamekit.games.route66.moves import complete_rows, put_in_row
from tests.profiles.route66 import conserved

SHORT = gk.load("route66").box.states.short
FIRST = {"IL": 1, "MO": 5, "KS": 13, "OK": 17, "TX": 25, "NM": 29, "AZ": 41, "CA": 45}
LA = 53


def card(name: str) -> int:
    """A state card as tests write it: "MO-A" is Missouri in A's colour."""
    state, colour = name.split("-")
    return "ABCDE".index(colour) * r.STATES + SHORT.index(state)


def kind(name: str) -> int:
    """A speed card: "+5", "-20", "stop"."""
    return KIND_NAMES.index(name)


def lay(name: str) -> int:
    return r.LAY + card(name)


def play(name: str, target: int) -> int:
    return r.PLAY + kind(name) * r.MAX_PLAYERS + target


def space(state: str, number: int) -> int:
    """A road space: the n-th of a state, counted from the east."""
    return FIRST[state] + number - 1


class Board:
    """The starting player's second turn, nothing dealt yet; `opening` makes it the first."""

    def __init__(self, players: int = 2, **options: object) -> None:
        self.game = gk.load("route66", players=players, **options)
        self.s = self.game.start()
        self.s.phase = r.Phase.LAY
        self.s.round_number = 2

    def opening(self) -> Board:
        """The first turn of the game."""
        self.s.round_number = 1
        return self

    def hand(self, p: int, names: str) -> Board:
        for name in names.split():
            r.take_from_pile(self.s, p, card(name))
        return self

    def speed_hand(self, p: int, names: str) -> Board:
        for name in names.split():
            r.take_speed_card(self.s, p, kind(name))
        return self

    def rows(self, names: str) -> Board:
        for name in names.split():
            r.take_from_pile(self.s, 0, card(name))
            put_in_row(self.s, 0, card(name))
        return self

    def bury(self, p: int) -> Board:
        """The rest of the state pile goes into p's hand, so that the pile is empty."""
        for c in range(self.game.players * r.STATES):
            while self.s.pile[c] > 0:
                r.take_from_pile(self.s, p, c)
        return self

    def car(self, p: int, place: int, mph: int = 0, turned: bool = False) -> Board:
        self.s.place[p] = place
        self.s.speed[p] = mph
        self.s.turned[p] = int(turned)
        self.s.num_home += int(turned and place == 0)
        return self

    def speed_phase(self) -> Board:
        """The state card is laid: a speed card is due."""
        self.s.phase = r.Phase.SPEED
        return self

    def after_tide(self) -> Board:
        """Somebody has been in Los Angeles: all rows are complete."""
        complete_rows(self.s, self.game.tables)
        self.s.tide = 1
        self.s.phase = r.Phase.SPEED
        return self

    def collected(self, p: int, names: str) -> Board:
        for name in names.split():
            state = SHORT.index(name)
            self.s.collected[p, state] += 1
            self.s.score[p] += 1
            self.s.supply[state] -= 1
        return self

    def legal(self) -> list[int]:
        return self.game.legal(self.s)

    def why_not(self, action: int) -> int:
        return int(self.game.rules.reason(self.s, self.game.tables, action))

    def do(self, *actions: int) -> list[int]:
        """Carry out legal actions; the note codes of the last one. Cards must be conserved."""
        for action in actions:
            assert self.why_not(action) == 0, self.game.action_text(action)
            assert action in self.legal()
            self.game.apply(self.s, action)
            conserved(self.game, self.s)
        return [note.code for note in notes_of(self.s)]

    def drive(self, p: int = 0) -> list[int]:
        """Player p's car moves now."""
        self.s.current = p
        self.s.phase = r.Phase.DRIVE
        return self.do(r.DRIVE)

    def said(self) -> list[str]:
        """The sentences of the last step."""
        return [self.game.rulebook.note(note).text for note in notes_of(self.s)]
