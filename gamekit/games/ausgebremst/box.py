"""Ausgebremst: schema of box.toml (cards, half boards, circuits), the options, and their conversion to `Tables`."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import numpy as np
from pydantic import Field, field_validator, model_validator

from gamekit.core.errors import quote
from gamekit.core.plain_box import BoxPart, GameOptions, RuleFigures
from gamekit.games.ausgebremst import state
from gamekit.games.ausgebremst.circuits import Circuit, Pose, Section, board, count_steps, space_name
from gamekit.games.ausgebremst.state import FINISH, LANES, MAX_PITS, SPACES, STRIDE

if TYPE_CHECKING:
    import networkx as nx

DECK_POINTS: Final = 84
ROAD: Final = "three lanes"
CLOSE: Final = 1.0
"""Greatest distance in mm of two ends of road that still join."""

Count = Annotated[int, Field(ge=0, le=28)]
Counts = Annotated[list[Count], Field(min_length=6, max_length=6)]
Cells = Annotated[int, Field(ge=0, le=9)]


class Cards(RuleFigures):
    """AB-02, AB-03, AB-33: the cards of one colour and of the three set-ups."""

    box: Counts
    fast: Counts
    medium: Counts
    slow: Counts

    @model_validator(mode="after")
    def _eighty_four(self) -> Cards:
        for name in ("fast", "medium", "slow"):
            counts: list[int] = getattr(self, name)
            if any(some > there for some, there in zip(counts, self.box, strict=True)):
                raise ValueError(f"{name} {counts} takes more cards of a value than the box has: {self.box}")
            points = sum(value * n for value, n in enumerate(counts, start=1))
            if points != DECK_POINTS:
                raise ValueError(f"{name} {counts} is worth {points} points; every set-up is worth {DECK_POINTS}")
        return self


class Points(RuleFigures):
    """AB-24: the points of the places."""

    places: Annotated[list[Annotated[int, Field(ge=0, le=9)]], Field(min_length=6, max_length=6)]


class Measures(RuleFigures):
    """AB-06: the measures in mm that all half boards share."""

    lane_width: Annotated[float, Field(ge=20, le=80)]
    gap: Annotated[float, Field(ge=300, le=1200)]


class RoadSection(BoxPart):
    """AB-07: one section of road; lengths and radii in mm, turns in degrees, positive to the right."""

    kind: Literal["straight", "bend", "chicane", "start"]
    cells: tuple[Cells, Cells, Cells]
    length: Annotated[float, Field(gt=0, le=900)] | None = None
    turn: Annotated[float, Field(ge=-180, le=180)] = 0
    radius: Annotated[float, Field(ge=70, le=500)] | None = None
    solid: list[Literal["left", "right"]] = Field([])

    @model_validator(mode="after")
    def _fits_its_kind(self) -> RoadSection:
        left, middle, right = self.cells
        if self.kind == "bend":
            if self.radius is None or self.length is not None or self.turn == 0:
                raise ValueError("a bend needs a turn other than 0 and a radius, and no length")
            inner, outer = (right, left) if self.turn > 0 else (left, right)
            if inner > 0 and outer > 0 and not inner <= middle <= outer:
                raise ValueError(
                    f"the spaces of a bend grow from the inside to the outside, not {quote(list(self.cells))}"
                )
            if inner > 0 and outer > 0 and inner == outer:
                raise ValueError("a bend has fewer spaces on the inside than on the outside")
        elif self.length is None or self.radius is not None or self.turn != 0:
            raise ValueError(f"a {self.kind} needs a length, and no turn or radius")
        elif self.kind == "chicane" and (left, middle, right) != (0, 1, 0):
            raise ValueError(
                f"a chicane is one space in the middle lane, cells = [0, 1, 0], not {quote(list(self.cells))}"
            )
        elif self.kind == "straight" and not left == middle == right > 0:
            raise ValueError(f"a straight has equally many spaces in its {ROAD}, not {quote(list(self.cells))}")
        elif self.kind == "start" and not (left == middle == right >= 6 and left % 2 == 0):
            raise ValueError(
                f"the start has an even number of spaces, at least 6, in its {ROAD}, not {quote(list(self.cells))}"
            )
        if middle == 0:
            raise ValueError("the middle lane may not be interrupted")
        return self


class Pit(BoxPart):
    """AB-07, AB-26: the pit lane beside the start. `entry` and `exit` count spaces before and after the line."""

    spaces: Annotated[int, Field(ge=1, le=MAX_PITS)]
    entry: Annotated[int, Field(ge=1)]
    exit: Annotated[int, Field(ge=1)]


class Half(BoxPart):
    """One side of a half board."""

    name: Annotated[str, Field(min_length=1, max_length=20)]
    board: Literal[1, 2, 3]
    place: Literal["first", "second"]
    sections: Annotated[list[RoadSection], Field(min_length=1, max_length=20)]
    pit: Pit | None = None

    @model_validator(mode="after")
    def _is_whole(self) -> Half:
        starts = [section for section in self.sections if section.kind == "start"]
        if self.place == "first" and (starts or self.pit):
            raise ValueError(f"{self.name}: start and pit lane lie on the second-named half, not on this one")
        if self.place == "second" and len(starts) != 1:
            raise ValueError(f"{self.name}: a second-named half has exactly one start, not {len(starts)}")
        if self.place == "second" and self.pit is None:
            raise ValueError(f"{self.name}: the start has no pit lane; give pit = {{spaces, entry, exit}}")
        if self.pit is not None:
            side = starts[0].cells[0] // 2
            for gate, name in ((self.pit.entry, "entry"), (self.pit.exit, "exit")):
                if gate > side:
                    raise ValueError(
                        f"{self.name}: the pit lane’s {name} lies {gate} spaces from the line, "
                        f"but the start has only {side}"
                    )
        for here, there in zip(self.sections, self.sections[1:], strict=False):
            if here.kind == there.kind == "chicane":
                raise ValueError(f"{self.name}: two chicanes follow each other; put a straight between them")
        return self


class CircuitEntry(BoxPart):
    """AB-04: a pair of halves with its entry in the published table."""

    halves: tuple[str, str]
    clockwise: bool
    spaces: Annotated[int, Field(ge=20, le=state.LONGEST_RACE)]
    level: Literal["easy", "medium", "hard"]
    pit_cards: Annotated[list[Annotated[list[Annotated[int, Field(ge=1, le=6)]], Field(min_length=1, max_length=2)]],
                         Field(min_length=3, max_length=3)]  # fmt: skip
    reserve: Annotated[int, Field(ge=0, le=20)]


class Box(BoxPart):
    """Content of box.toml."""

    title: str
    players: tuple[Literal[3], Literal[6]]
    cards: Cards
    points: Points
    table: Measures
    halves: Annotated[list[Half], Field(min_length=2, max_length=6)]
    circuits: Annotated[list[CircuitEntry], Field(min_length=8, max_length=8)]

    @field_validator("halves")
    @classmethod
    def _different_names(cls, halves: list[Half]) -> list[Half]:
        names = [half.name for half in halves]
        twice = [name for name in names if names.count(name) > 1]
        if twice:
            raise ValueError(f"two halves are called {quote(twice[0])}")
        return halves

    @model_validator(mode="after")
    def _joins(self) -> Box:
        for half in self.halves:
            check_joints(half, self.table)
        names = {half.name: half.place for half in self.halves}
        for number, entry in enumerate(self.circuits, start=1):
            for name, place in zip(entry.halves, ("first", "second"), strict=True):
                if names.get(name) != place:
                    allowed = ", ".join(n for n, p in names.items() if p == place)
                    raise ValueError(f"circuit {number}: {quote(name)} is no {place}-named half; there are {allowed}")
            check_circuit(number, compose(self, number))
        return self

    @cached_property
    def boards(self) -> list[dict[str, Any]]:
        """Return the tables of every circuit, as `circuits.board` makes them; cached for all games of this box."""
        return [board(compose(self, number), entry) for number, entry in enumerate(self.circuits, start=1)]


def check_joints(half: Half, table: Measures) -> None:
    """AB-04: check that a half's road ends where the other half's begins, with three lanes. Raises `ValueError`."""
    for section, end in ((half.sections[0], "first"), (half.sections[-1], "last")):
        if 0 in section.cells:
            missing = ("left", "middle", "right")[section.cells.index(0)]
            raise ValueError(
                f"{half.name}: lanes do not meet at the joint: the {end} section lacks the {missing} lane; "
                f"it needs {ROAD}"
            )
    placed = place_sections(half, table)
    goal = Pose(0, (-0.5 if half.place == "first" else 0.5) * table.gap, 0 if half.place == "first" else 180)
    end_spot = placed[-1].end
    off = math.dist(end_spot[:2], goal[:2])
    if off > CLOSE:
        raise ValueError(
            f"{half.name}: gap between the halves: its road ends at ({end_spot.x:.1f}, {end_spot.y:.1f}), "
            f"{off:.1f} mm away from the joint at ({goal.x:.1f}, {goal.y:.1f}); change lengths until they meet"
        )
    bent = (end_spot.heading - goal.heading + 180) % 360 - 180
    if abs(bent) > 1:
        raise ValueError(f"{half.name}: its road meets the joint {bent:.0f}° askew; its turns must add up to 180°")


def check_circuit(number: int, circuit: Circuit) -> None:
    """AB-07: check that every space leads on and can be reached, and the lengths of lanes. Raises `ValueError`."""
    where = f"circuit {number} ({circuit.title})"
    for lane in range(LANES):
        if circuit.lane_length(lane) > STRIDE:
            raise ValueError(f"{where}: a lane has {circuit.lane_length(lane)} spaces; at most {STRIDE} are allowed")
    names = {space.number: space.name for space in circuit.spaces()}
    edges = [(u, v) for u, v, _line in circuit.edges()]
    if stuck := names.keys() - {u for u, _ in edges}:
        raise ValueError(f"{where}: space {names[min(stuck)]} leads nowhere")
    # The middle lane is a ring: all is well if every space is reached from one of its spaces, and leads there.
    joined = count_steps(edges, [STRIDE]).keys() & count_steps([(v, u) for u, v in edges], [STRIDE]).keys()
    if away := names.keys() - joined:
        raise ValueError(f"{where}: space {names[min(away)]} cannot be reached from all others")


def place_sections(half: Half, table: Measures) -> list[Section]:
    """Return a half's sections with their places on the table, clockwise from its joint."""
    first = half.place == "first"
    spot = Pose(0, (0.5 if first else -0.5) * table.gap, 180 if first else 0)
    placed = []
    for number, given in enumerate(half.sections, start=1):
        length = given.length if given.length is not None else math.radians(abs(given.turn)) * (given.radius or 0)
        solid = ("left" in given.solid, "right" in given.solid)
        section = Section(spot, length, given.turn, given.cells, solid, given.kind, number)
        placed.append(section)
        spot = section.end
    return placed


def compose(box: Box, number: int) -> Circuit:
    """AB-04: return circuit `number`, 1 to 8: two halves joined, in driving direction from the start line on.

    >>> from gamekit import load
    >>> compose(load("ausgebremst").box, 1).lane_length(1)
    28
    """
    entry = box.circuits[number - 1]
    halves = {half.name: half for half in box.halves}
    first, second = (halves[name] for name in entry.halves)
    ring = place_sections(second, box.table) + place_sections(first, box.table)
    start = next(i for i, section in enumerate(ring) if section.kind == "start")
    side = ring[start].cells[0] // 2
    before, after = ring[start].part(0, 0.5, (side,) * 3), ring[start].part(0.5, 1, (side,) * 3)
    ring = [after, *ring[start + 1 :], *ring[:start], before]
    if not entry.clockwise:
        ring = [section.reverse() for section in reversed(ring)]
    pit = second.pit
    if pit is None:
        raise ValueError(f"{second.name}: the start has no pit lane")
    return Circuit(
        "-".join(entry.halves), entry.clockwise, tuple(ring), pit.spaces, pit.entry, pit.exit, box.table.lane_width
    )


class Options(GameOptions):
    """Options of a game of Ausgebremst."""

    circuit: int = Field(1, ge=1, le=8, description="AB-04: the circuit of a single race")
    championship: list[Annotated[int, Field(ge=1, le=8)]] = Field(
        [],
        max_length=state.MAX_RACES,
        description="AB-25: the circuits of a championship in order; none: a single race",
    )
    advanced: bool = Field(False, description="AB-33 to AB-39: the advanced game")
    draw_grid: bool = Field(True, description="AB-18: draw cards for the first grid; otherwise A starts first")
    pit_turn: bool = Field(False, description="AB-27: a pit stop costs the next turn")
    ideal_line: bool = Field(
        True,
        description="Show the shortest line of a lap (no rule depends on it)",
        json_schema_extra={"picture_only": True},
    )


def tables(box: Box, players: int, options: Options) -> state.Tables:
    """Return box and options as flat tables."""
    programme = options.championship or [options.circuit]
    return state.Tables.of(
        players=players,
        num_actions=state.NUM_ACTIONS,
        advanced=int(options.advanced),
        pit_turn=int(options.pit_turn),
        races=len(programme),
        draw_grid=int(options.draw_grid),
        hand_cards=state.ADVANCED_HAND if options.advanced else state.HAND,
        programme=[number - 1 for number in programme] + [0] * (state.MAX_RACES - len(programme)),
        cards=[box.cards.box, box.cards.fast, box.cards.medium, box.cards.slow],
        prizes=box.points.places,
        **{name: np.array([one[name] for one in box.boards]) for name in box.boards[0]},
    )


def graph(box: Box, options: Options) -> nx.DiGraph[int]:
    """Return the graph of the spaces of the race's circuit, or of a championship's first circuit.

    >>> from gamekit import load
    >>> load("ausgebremst").graph.nodes[0]["name"]
    'L1'
    """
    return compose(box, options.championship[0] if options.championship else options.circuit).graph()


def words(box: Box, say: Callable[[str], str] = str) -> dict[str, tuple[str, ...]]:
    """Return the rulebook's names of spaces and circuits; `say` translates a message."""
    titles = (f"{number}. {'-'.join(entry.halves)}" for number, entry in enumerate(box.circuits, start=1))
    spaces = (say(space_name(n)) if n == FINISH else space_name(n) for n in range(SPACES))
    return {"space": tuple(spaces), "circuit": tuple(titles)}
