"""Ausgebremst: geometry of circuits joined from half boards, and the tables that the rules read of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from gamekit.games.ausgebremst import state
from gamekit.games.ausgebremst.state import FINISH, LANES, PIT, SPACES, STRIDE

if TYPE_CHECKING:
    from gamekit.games.ausgebremst.box import CircuitEntry

LEFT, MIDDLE, RIGHT = 0, 1, 2
TOUCH: Final = 1e-6
RAMP: Final = 0.36
"""Share of the pit lane's length over which it leaves the road, and likewise returns to it."""


class Pose(NamedTuple):
    """Point of the picture and driving direction there, in degrees clockwise from east."""

    x: float
    y: float
    heading: float


@dataclass(frozen=True)
class Section:
    """Piece of road on the table: a straight (`turn` 0) or an arc, with its spaces in each lane, left to right.

    `start` is the beginning of its centre line; if `flipped`, it is driven from the end of that line to `start`.
    """

    start: Pose
    length: float
    turn: float
    cells: tuple[int, int, int]
    solid: tuple[bool, bool]
    kind: str
    number: int
    flipped: bool = False

    def at(self, fraction: float, aside: float) -> Pose:
        """Return the pose at `fraction` of the driven length, `aside` units to the right of the centre line."""
        f, o = (1 - fraction, -aside) if self.flipped else (fraction, aside)
        x, y, heading = self.start
        if self.turn == 0:
            x += f * self.length * cos(heading)
            y += f * self.length * sin(heading)
        else:
            radius = self.length / math.radians(self.turn)
            x += radius * (sin(heading + f * self.turn) - sin(heading))
            y -= radius * (cos(heading + f * self.turn) - cos(heading))
            heading += f * self.turn
        x, y = x - o * sin(heading), y + o * cos(heading)
        return Pose(x, y, (heading + (180 if self.flipped else 0)) % 360)

    @property
    def end(self) -> Pose:
        return self.at(1, 0)

    def reverse(self) -> Section:
        """Return this piece of road in the opposite driving direction."""
        left, middle, right = self.cells
        return replace(
            self, cells=(right, middle, left), solid=(self.solid[1], self.solid[0]), flipped=not self.flipped
        )

    def part(self, first: float, last: float, cells: tuple[int, int, int]) -> Section:
        """Return the part of a straight section between two fractions of its length."""
        return replace(self, start=self.at(first, 0), length=self.length * (last - first), cells=cells)


@dataclass(frozen=True)
class Space:
    """One space: number, lane (3 is the pit lane), index of its section, and the fractions of the section it covers."""

    number: int
    lane: int
    section: int
    first: float
    last: float

    @property
    def name(self) -> str:
        """Name of the space, such as "L1"."""
        return space_name(self.number)


def space_name(number: int) -> str:
    """Return the name of a space: L, M, R (left, middle, right lane) or P (pit lane) and the place, from 1.

    >>> space_name(0), space_name(41), space_name(PIT + 2), space_name(FINISH)
    ('L1', 'M2', 'P3', 'the finish')
    """
    if number == FINISH:
        return "the finish"
    return f"{'LMRP'[number // STRIDE]}{number % STRIDE + 1}"


def cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


def sin(degrees: float) -> float:
    return math.sin(math.radians(degrees))


@dataclass(frozen=True)
class Circuit:
    """Two halves joined and driven in one direction; its ring of sections begins at the start line."""

    title: str
    clockwise: bool
    ring: tuple[Section, ...]
    pit_spaces: int
    pit_entry: int
    pit_exit: int
    lane_width: float

    @property
    def inside(self) -> int:
        """Lane at the infield, LEFT or RIGHT."""
        return RIGHT if self.clockwise else LEFT

    def spaces(self) -> Iterator[Space]:
        """Yield all spaces of the road, lane by lane from the start line, then those of the pit lane."""
        for lane in range(LANES):
            place = 0
            for index, section in enumerate(self.ring):
                for k in range(section.cells[lane]):
                    n = section.cells[lane]
                    yield Space(STRIDE * lane + place, lane, index, k / n, (k + 1) / n)
                    place += 1
        for k in range(self.pit_spaces):
            yield Space(PIT + k, LANES, len(self.ring), k / self.pit_spaces, (k + 1) / self.pit_spaces)

    def lane_length(self, lane: int) -> int:
        """Return the number of spaces of a lane."""
        return sum(section.cells[lane] for section in self.ring)

    @property
    def entry(self) -> int:
        """Number of the space from which the pit lane is entered."""
        return STRIDE * self.inside + self.lane_length(self.inside) - self.pit_entry

    @property
    def exit(self) -> int:
        """Number of the space into which the pit lane leads."""
        return STRIDE * self.inside + self.pit_exit - 1

    def grid(self) -> list[int]:
        """Return the six starting places, best first: two a row before the line, in the two lanes away from the pit."""
        lanes = (MIDDLE, RIGHT if self.inside == LEFT else LEFT)
        return [STRIDE * lane + self.lane_length(lane) - row for row in (1, 2, 3) for lane in lanes]

    def aside(self, lane: int) -> float:
        """Return the distance of a lane's middle to the right of the centre line."""
        return (lane - MIDDLE) * self.lane_width

    def pose(self, space: Space) -> Pose:
        """Return the pose of the middle of a space."""
        middle = (space.first + space.last) / 2
        if space.lane == LANES:
            return self.pit_path.at(middle)
        return self.ring[space.section].at(middle, self.aside(space.lane))

    @cached_property
    def pit_path(self) -> PitPath:
        before, after = self.ring[-1], self.ring[0]
        side = 1 if self.inside == RIGHT else -1
        return PitPath(before, after, side, self.lane_width, self.pit_spaces, self.pit_entry, self.pit_exit)

    def graph(self, lines: bool = True) -> nx.DiGraph[int]:
        """Return the graph of spaces and their followers; the edge attribute `line` is 1 where the line is crossed.

        With `lines=False`, solid lines between lanes are ignored.
        """
        g: nx.DiGraph[int] = nx.DiGraph(title=self.title, entry=self.entry, exit=self.exit, inside=self.inside)
        by_lane: list[list[Space]] = [[] for _ in range(LANES + 1)]
        for space in self.spaces():
            x, y, heading = self.pose(space)
            kind = "pit" if space.lane == LANES else self.ring[space.section].kind
            g.add_node(space.number, name=space.name, lane=space.lane, kind=kind, x=x, y=y, heading=heading)
            by_lane[space.lane].append(space)
        for lane in range(LANES):
            for space in by_lane[lane]:
                for other in (lane, lane - 1, lane + 1):
                    follower = self._follower(space, other, by_lane, lines) if 0 <= other < LANES else None
                    if follower is not None:
                        g.add_edge(space.number, follower.number, line=int(follower.section < space.section))
        pits = [PIT + k for k in range(self.pit_spaces)]
        g.add_edge(self.entry, pits[0], line=0)
        nx.add_path(g, pits, line=0)
        g.add_edge(pits[-1], self.exit, line=1)
        return g

    def _follower(self, space: Space, lane: int, by_lane: Sequence[Sequence[Space]], lines: bool) -> Space | None:
        """Return the next space of the own lane, or the neighbour's that begins beside the front half; None if none."""
        section = self.ring[space.section]
        if lines and lane != space.lane and section.solid[min(lane, space.lane)] and self._goes_on(space):
            return None
        end = space.section + space.last
        begin = end if lane == space.lane else space.section + (space.first + space.last) / 2
        found = None
        for turn in (0, len(self.ring)):
            for other in by_lane[lane]:
                if begin - TOUCH <= other.section + other.first + turn <= end + TOUCH:
                    found = other
        return found

    def beside(self, space: Space, other: Space) -> bool:
        """Return whether two spaces of neighbouring lanes overlap along the road."""
        overlap = min(space.last, other.last) - max(space.first, other.first)
        return space.section == other.section and abs(space.lane - other.lane) == 1 and overlap > TOUCH

    def _goes_on(self, space: Space) -> bool:
        """Return whether the space's lane goes on behind it; where it ends, cars may merge across a solid line."""
        if space.last < 1 - TOUCH:
            return True
        return self.ring[(space.section + 1) % len(self.ring)].cells[space.lane] > 0


@dataclass(frozen=True)
class PitPath:
    """Course of the pit lane: out of the entry space, along the infield side of the start, into the exit space."""

    before: Section
    after: Section
    side: int
    lane_width: float
    spaces: int
    entry: int
    exit: int

    def at(self, fraction: float) -> Pose:
        """Return the pose at a fraction of the pit lane's length. Raises `ValueError` if it is greater than 1."""
        points = self.points
        lengths = [math.dist(a[:2], b[:2]) for a, b in pairwise(points)]
        wanted = fraction * sum(lengths)
        for ((x0, y0), (x1, y1)), length in zip(pairwise(points), lengths, strict=True):
            if wanted <= length + TOUCH:
                f = wanted / length
                heading = math.degrees(math.atan2(y1 - y0, x1 - x0)) % 360
                return Pose(x0 + f * (x1 - x0), y0 + f * (y1 - y0), heading)
            wanted -= length
        raise ValueError(f"{fraction} is not a part of the pit lane")

    @cached_property
    def points(self) -> list[tuple[float, float]]:
        """Centre line as 97 points, from the edge of the entry space to the edge of the exit space."""
        first = 1 - (self.entry - 0.75) / self.before.cells[MIDDLE] if self.entry > 1 else 0.5
        last = (self.exit - 0.75) / self.after.cells[MIDDLE]
        span = (1 - first) * self.before.length + last * self.after.length
        needed = self.spaces * self.lane_width * 1.32
        clear = self.lane_width * 2.2
        depth = self.lane_width * 0.35
        while self._length(span, depth) < needed:
            depth += 2
        found = []
        for i in range(97):
            f = i / 96
            aside = self.side * (clear + depth * rise(f))
            along = f * span
            head = (1 - first) * self.before.length
            if along <= head:
                spot = self.before.at(first + along / self.before.length, aside)
            else:
                spot = self.after.at((along - head) / self.after.length, aside)
            found.append((spot.x, spot.y))
        return found

    @staticmethod
    def _length(span: float, depth: float) -> float:
        steps = [(i / 96 * span, depth * rise(i / 96)) for i in range(97)]
        return sum(math.dist(a, b) for a, b in pairwise(steps))


def rise(fraction: float) -> float:
    """Return the distance of the pit lane from the road as a share of its greatest: a smooth step up and down again."""
    x = min(fraction, 1 - fraction) / RAMP
    return x * x * (3 - 2 * x) if x < 1 else 1.0


def lap_graph(circuit: Circuit, laps: int, stops: int) -> nx.DiGraph[tuple[int, int, int]]:
    """Return the graph of whole races, with nodes (space, times the line was crossed, pit stops made).

    The pit lane is open at the end of all laps but the last, and at most `stops` times.
    """
    g = circuit.graph()
    race: nx.DiGraph[tuple[int, int, int]] = nx.DiGraph()
    line: int
    for u, v, line in g.edges(data="line"):
        for lap in range(laps + 1):
            for stop in range(stops + 1):
                entering = v == PIT
                if entering and (lap in (0, laps) or stop == stops):
                    continue
                race.add_edge((u, lap, stop), (v, lap + line, stop + entering))
    return race


def board(circuit: Circuit, entry: CircuitEntry) -> dict[str, Any]:
    """Return the entries of `Tables` that have a row for each circuit, for one circuit."""
    g = circuit.graph()
    lane = np.full(SPACES, state.NOWHERE)
    chicane = np.zeros(SPACES, int)
    for space, data in g.nodes(data=True):
        lane[space] = data["lane"]
        chicane[space] = data["kind"] == "chicane"
    pit_cards = np.full((state.ROWS, state.PIT_CARDS), state.BLANK)
    for row, cards in enumerate(entry.pit_cards):
        pit_cards[row, : len(cards)] = [value - 1 for value in cards]
    return {
        "follow": followers(g),
        "wish": followers(circuit.graph(lines=False)),
        "beside": neighbours(circuit),
        "lane": lane,
        "chicane": chicane,
        **distances(circuit),
        "entry": circuit.entry,
        "inside": circuit.inside,
        "grid": circuit.grid(),
        "pit_cards": pit_cards,
    }


def followers(g: nx.DiGraph[int]) -> NDArray[np.int64]:
    """Return the followers of every space: own lane, left, right, pit lane; NOWHERE behind the last."""
    found = np.full((SPACES, state.FOLLOWERS), state.NOWHERE)
    for space in g:
        for k, other in enumerate(g.successors(space)):
            found[space, k] = other
    return found


def neighbours(circuit: Circuit) -> NDArray[np.int64]:
    """AB-08: return the spaces beside every space in a neighbouring lane, and those right behind it."""
    found: list[list[int]] = [[] for _ in range(SPACES)]
    road = [space for space in circuit.spaces() if space.lane < LANES]
    for space in road:
        found[space.number] = [other.number for other in road if circuit.beside(space, other)]
    for behind, ahead in circuit.graph(lines=False).edges:
        if max(behind, ahead) < PIT and behind not in found[ahead]:
            found[ahead].append(behind)
    return np.array([ends + [state.NOWHERE] * (state.BESIDE - len(ends)) for ends in found])


def distances(circuit: Circuit) -> dict[str, Any]:
    """AB-14: return the spaces from each space to the finish by lap, to the line with a stop, and to the pit entry."""
    race = lap_graph(circuit, state.LAPS, stops=1).reverse(copy=False)
    ring = [node for node in race if node[1] == state.LAPS + 1 and node[2] == 1]
    ways: dict[Any, int] = dict.fromkeys(ring, 0)
    while ring:
        steps = ways[ring[0]] + 1
        ring = [node for node in {n for goal in ring for n in race[goal]} if node not in ways]
        ways.update(dict.fromkeys(ring, steps))
    left = np.full((state.LAPS + 1, SPACES), state.FAR)
    for (space, lap, stop), steps in ways.items():
        if lap <= state.LAPS and stop == 1:
            left[lap, space] = steps
    stop_left, to_entry = np.full(SPACES, state.FAR), np.full(SPACES, state.FAR)
    once = circuit.graph()
    once.remove_edges_from([(u, v) for u, v in once.edges if once.edges[u, v]["line"]])
    for space, steps in nx.single_source_shortest_path_length(once.reverse(copy=False), circuit.entry).items():
        to_entry[space] = steps
        stop_left[space] = steps + circuit.pit_spaces + 1
    for k in range(circuit.pit_spaces):
        stop_left[PIT + k] = circuit.pit_spaces - k
    start = circuit.grid()[0]
    cost = ways[start, 0, 0] - ways[start, 0, 1]
    return {"left": left, "stop_left": stop_left, "to_entry": to_entry, "stop_cost": cost}
