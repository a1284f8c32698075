"""A game of Auf Achse at the point where a test wants it: trucks, contracts and markers are put where it says."""

from __future__ import annotations

import functools
from collections.abc import Collection

import numpy as np

import gamekit as gk
from gamekit.core.record import notes_of
from gamekit.games.auf_achse import rules as r
from gamekit.games.auf_achse import state as st
from tests.profiles.auf_achse import conserved

NOTES = {int(code): code.name for code in r.Note}
REFUSALS = {int(code): code.name for code in r.No}
Place = str | int | tuple[str, str] | tuple[str, str, int]


@functools.cache
def loaded(players: int, **options: object) -> gk.Game:
    return gk.load("auf_achse", players=players, start=0, **options)


class Desk:
    """Player 0 is about to roll. Trucks wait far from everything, nobody has a contract, four lie open."""

    def __init__(self, players: int = 3, **options: object) -> None:
        self.game = loaded(players, **options)
        self.t = self.game.tables.copy()
        board = self.game.box.map
        self.cities = {name: i for i, name in enumerate(board.cities)}
        self.roads: dict[tuple[str, str], list[int]] = {}
        space = len(board.cities)
        for road in board.roads:
            inner = list(range(space, space + road.spaces))
            space += road.spaces
            self.roads[road.between] = inner
            self.roads[road.between[::-1]] = inner[::-1]
        self.s = self.game.start()
        for p, place in enumerate(FAR_AWAY[:players]):
            self.s.truck[p] = self.at(place)
        self.s.where[: 3 * players] = st.DELIVERED
        self.s.done[0] = 3 * players
        self.s.where[3 * players : 3 * players + 4] = st.OPEN_NOW
        self.s.open, self.s.stack = 4, self.s.stack - 4
        self.free = list(range(3 * players + 4, int(self.t.contracts)))
        self.s.round_number = 1
        self.s.die = r.TURN_DIE
        self.s.phase = r.Phase.ROLL

    def at(self, place: Place) -> int:
        """A city by its name, or a space of a road by its ends and number, without one the first."""
        if isinstance(place, tuple):
            return self.road(*place)
        return self.cities[place] if isinstance(place, str) else place

    def road(self, a: str, b: str, number: int = 1) -> int:
        """The space with this number on the road from a to b."""
        return self.roads[a, b][number - 1]

    def truck(self, p: int, place: Place, came: str | int | None = None) -> Desk:
        self.s.truck[p] = self.at(place)
        self.s.came[p] = st.NOWHERE if came is None else self.at(came)
        return self

    def contract(self, origin: str, target: str, goods: int = 2, revenue: int = 1000) -> int:
        """A contract made to measure, still in the reserve."""
        c = self.free.pop()
        self.t.origin[c], self.t.target[c] = self.at(origin), self.at(target)
        self.t.goods[c], self.t.revenue[c] = goods, revenue
        self.t.price[c] = [0, 100, 200, 300, 400, 500]
        return c

    def give(self, p: int, origin: str, target: str, goods: int = 2, revenue: int = 1000) -> int:
        """Into the hand, from the reserve."""
        c = self.contract(origin, target, goods, revenue)
        self.s.reserve -= 1
        self.s.where[c] = st.HAND + p
        self.s.hand[p] += 1
        return c

    def load(self, p: int, origin: str, target: str, goods: int = 2, revenue: int = 1000) -> int:
        """Onto the truck, from the reserve."""
        c = self.give(p, origin, target, goods, revenue)
        self.s.where[c] = st.LOADED + p
        self.s.hand[p] -= 1
        self.s.carried[p] += 1
        self.s.goods[p] += goods
        self.s.stock -= goods
        self.s.load_number[c] = 1 + max(self.s.load_number[self.s.where == st.LOADED + p])
        return c

    def open(self, origin: str, target: str, goods: int = 2, revenue: int = 1000) -> int:
        """In exchange for one of the open ones, which goes to the reserve."""
        old = next(c for c in range(self.t.contracts) if self.s.where[c] == st.OPEN_NOW and c not in self.made)
        c = self.contract(origin, target, goods, revenue)
        self.s.where[old], self.s.where[c] = st.UNSEEN, st.OPEN_NOW
        return c

    @property
    def made(self) -> set[int]:
        return set(range(max(self.free, default=-1) + 1, self.t.contracts))

    def keep(self, p: int, event: int) -> None:
        """An event card in front of a player."""
        self.s.event[event] = st.KEPT + p
        self.s.unseen_events -= 1

    def jam(self, place: Place, owner: int = 1) -> None:
        """The jam marker, put there by an accident that player `owner` drew."""
        self.s.jam, self.s.jam_owner, self.s.jam_event = self.at(place), owner, r.E_ACCIDENT
        self.keep(owner, r.E_ACCIDENT)

    def turn_of(self, p: int) -> None:
        """Player p is about to roll."""
        self.s.current = self.s.mover = self.s.decider = p
        self.s.die = r.TURN_DIE
        self.s.has_rolled = 0
        self.s.phase = r.Phase.ROLL

    def last_public(self) -> None:
        """All public contracts are gone, into the reserve."""
        self.s.reserve += self.s.open + self.s.stack
        self.s.where[self.s.where == st.OPEN_NOW] = st.UNSEEN
        self.s.open = self.s.stack = 0

    # Playing

    def why(self, action: int) -> str:
        """The name of the refusal, "" if the action is legal."""
        code = int(r.reason(self.s, self.t, action))
        return REFUSALS[code] if code else ""

    def play(self, *actions: int) -> list[str]:
        """Carry out legal actions; the names of the notes they leave."""
        said = []
        for action in actions:
            assert self.why(action) == "", f"{self.game.action_text(action)}: {self.why(action)}"
            r.apply(self.s, self.t, action)
            said += self.notes()
            conserved(self.game_like, self.s)
        return said

    @property
    def game_like(self) -> object:
        like = type("Like", (), {})()
        like.tables, like.players = self.t, self.game.players
        return like

    def notes(self) -> list[str]:
        return [NOTES[note.code] for note in notes_of(self.s)]

    def roll(self, points: int) -> list[str]:
        return self.play(r.ROLL + points - 1)

    def drive(self, place: Place) -> list[str]:
        return self.play(r.DRIVE + self.at(place))

    def go(self, points: int, place: Place) -> list[str]:
        """Roll so many points and drive there; the notes of the drive."""
        self.roll(points)
        return self.drive(place)

    def legal_call(self) -> int:
        """Put the first open contract up."""
        return next(a for a in self.legal() if r.CALL <= a < r.TAKE)

    def legal(self) -> list[int]:
        out = np.zeros(self.t.num_actions, np.int32)
        return [int(a) for a in out[: r.legal(self.s, self.t, out)]]

    def ends(self) -> set[int]:
        """Where the open move may end."""
        return {a - r.DRIVE for a in self.legal() if r.DRIVE <= a < r.ROADWORKS}

    def event(self, event: int, p: int = 0) -> list[str]:
        """Player p, standing on an event space, draws this event."""
        self.s.mover = self.s.decider = p
        self.s.die = r.WITHOUT_DIE
        self.s.has_rolled = 1
        self.s.phase = r.Phase.EVENT
        return self.play(r.EVENT + event)


def ways_from(desk: Desk, start: int, points: int, closed: Collection[int] = ()) -> list[tuple[int, ...]]:
    """AA-09, AA-11 by brute force: all ways of so many steps that turn straight back at dead ends only."""
    neighbours = {v: [int(w) for w in row if w >= 0] for v, row in enumerate(desk.t.neighbour)}
    ways: list[tuple[int, ...]] = [(start,)]
    for _ in range(points):
        ways = [
            (*way, ahead)
            for way in ways
            for ahead in neighbours[way[-1]]
            if (len(way) < 2 or ahead != way[-2] or len(neighbours[way[-1]]) == 1) and ahead not in closed
        ]
    return ways


FAR_AWAY = (
    ("Hamburg", "Rostock"),
    ("Graz", "Wien"),
    ("Bozen", "Verona"),
    ("Basel", "Mailand"),
    ("Brüssel", "Luxemburg"),
    ("Bremen", "Amsterdam"),
)
