"""Ausgebremst: the circuits of one game as its picture needs them, from what the box says of them.

How a circuit is joined of its halves is in circuits.py, how it is drawn in track.py; nothing here moves.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

from gamekit.drawing import each_of_the_box
from gamekit.games.ausgebremst.box import compose
from gamekit.games.ausgebremst.circuits import Circuit, Pose, Section
from gamekit.games.ausgebremst.infield import infield_of
from gamekit.games.ausgebremst.track import CircuitDrawing, Infield

if TYPE_CHECKING:
    from gamekit.game import Game

CIRCUITS: Final = range(1, 9)


def list_circuits(game: Game) -> list[int]:
    """The circuits of this game, 1…8, each once."""
    return sorted({int(number) + 1 for number in game.tables.programme[: game.tables.races]})


@functools.lru_cache(maxsize=16)
def load_drawing(game: Game, number: int) -> CircuitDrawing:
    """The drawing of circuit `number`, 1…8."""
    return CircuitDrawing(join_circuit(game, number), number, read_infield(game, number))


def join_circuit(game: Game, number: int) -> Circuit:
    """Circuit `number`, 1…8, put together from what the box says of it."""
    title, clockwise, sections, spaces, entry, leave, lane_width = read_course(game, number)
    ring = [
        Section(Pose(*start), length, turn, cells, solid, kind, i, flipped)
        for i, (start, length, turn, cells, solid, kind, flipped) in enumerate(sections)
    ]
    return Circuit(title, clockwise, tuple(ring), spaces, entry, leave, lane_width)


@each_of_the_box(CIRCUITS)
def read_course(game: Game, number: int) -> Any:
    """What makes circuit `number` as plain data: title, direction, sections, pit lane and the width of a lane."""
    c = compose(game.box, number)
    sections = [(tuple(s.start), s.length, s.turn, s.cells, s.solid, s.kind, s.flipped) for s in c.ring]
    return c.title, c.clockwise, sections, c.pit_spaces, c.pit_entry, c.pit_exit, c.lane_width


@each_of_the_box(CIRCUITS)
def read_infield(game: Game, number: int) -> Infield:
    """Trees, place of the name and ideal lap of circuit `number`."""
    return infield_of(compose(game.box, number), number)


@each_of_the_box(CIRCUITS)
def read_entry(game: Game, number: int) -> tuple[str, str, bool, int]:
    """What the box says of circuit `number`: its halves, how hard it is, whether it is driven clockwise, its spaces."""
    found = game.box.circuits[number - 1]
    return "-".join(found.halves), found.level, found.clockwise, found.spaces
