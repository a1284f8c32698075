"""Ausgebremst: geometry of circuits joined from half boards, and the tables that the rules read of them."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamekit.games.ausgebremst import state
from gamekit.games.ausgebremst.state import FINISH, LANES, PIT, SPACES, STRIDE

if TYPE_CHECKING:
    import networkx as nx

    from gamekit.games.ausgebremst.box import CircuitEntry

LEFT, MIDDLE, RIGHT = 0, 1, 2
Edge = tuple[int, int, int]
"""A space, one that follows it, and 1 if the line is crossed between them, otherwise 0."""
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
        import networkx as nx  # here: it takes a quarter of a second, and most who load the game want no graph

        g: nx.DiGraph[int] = nx.DiGraph(title=self.title, entry=self.entry, exit=self.exit, inside=self.inside)
        for space in self.spaces():
            x, y, heading = self.pose(space)
            kind = "pit" if space.lane == LANES else self.ring[space.section].kind
            g.add_node(space.number, name=space.name, lane=space.lane, kind=kind, x=x, y=y, heading=heading)
        g.add_weighted_edges_from(self.edges(lines), "line")
        return g

    def edges(self, lines: bool = True) -> list[Edge]:
        """Return the edges of `graph`; those of a space are in the order own lane, left, right, pit lane."""
        found: list[Edge] = []
        by_lane: list[list[Space]] = [[] for _ in range(LANES + 1)]
        for space in self.spaces():
            by_lane[space.lane].append(space)
        begins = [[space.section + space.first for space in spaces] for spaces in by_lane]
        for lane in range(LANES):
            for space in by_lane[lane]:
                for other in (lane, lane - 1, lane + 1):
                    if not 0 <= other < LANES or (lines and self._is_closed(space, other)):
                        continue
                    follower = self._follower(space, by_lane[other], begins[other])
                    if follower is not None:
                        found.append((space.number, follower.number, int(follower.section < space.section)))
        way = [self.entry, *(space.number for space in by_lane[LANES])]
        return [*found, *((u, v, 0) for u, v in pairwise(way)), (way[-1], self.exit, 1)]

    def _is_closed(self, space: Space, lane: int) -> bool:
        """Return whether a solid line parts a space from a lane; where its own lane ends, cars may merge across it."""
        section, after = self.ring[space.section], self.ring[(space.section + 1) % len(self.ring)]
        solid = lane != space.lane and section.solid[min(lane, space.lane)]
        return solid and (space.last < 1 - TOUCH or after.cells[space.lane] > 0)

    def _follower(self, space: Space, lane: Sequence[Space], begins: Sequence[float]) -> Space | None:
        """Return the next space of the own lane, or the neighbour's that begins beside the front half; None if none."""
        end = space.section + space.last
        begin = end if lane[0].lane == space.lane else space.section + (space.first + space.last) / 2
        for turn in (len(self.ring), 0):
            last = bisect_right(begins, end + TOUCH - turn) - 1
            if last >= 0 and begins[last] + turn >= begin - TOUCH:
                return lane[last]
        return None


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
            aside = self.side * (clear + depth * smooth_step(f))
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
        steps = [(i / 96 * span, depth * smooth_step(i / 96)) for i in range(97)]
        return sum(math.dist(a, b) for a, b in pairwise(steps))


def smooth_step(fraction: float) -> float:
    """Return the distance of the pit lane from the road as a share of its greatest: a smooth step up and down again."""
    x = min(fraction, 1 - fraction) / RAMP
    return x * x * (3 - 2 * x) if x < 1 else 1.0


def lap_edges(edges: Iterable[Edge], laps: int, stops: int) -> Iterator[tuple[Any, Any]]:
    """Yield the edges of whole races, between nodes (space, times the line was crossed, pit stops made).

    The pit lane is open at the end of all laps but the last, and at most `stops` times.
    """
    for u, v, line in edges:
        for lap in range(laps + 1):
            for stop in range(stops + 1):
                if v != PIT or (0 < lap < laps and stop < stops):
                    yield (u, lap, stop), (v, lap + line, stop + (v == PIT))


def count_steps(edges: Iterable[tuple[Any, Any]], goals: Iterable[Any]) -> dict[Any, int]:
    """Return the number of edges from each node to the nearest goal, for all nodes from which one can be reached."""
    before = defaultdict[Any, list[Any]](list)
    for u, v in edges:
        before[v].append(u)
    steps = dict.fromkeys(goals, 0)
    queue = list(steps)
    for goal in queue:
        new = dict.fromkeys((node for node in before[goal] if node not in steps), steps[goal] + 1)
        steps.update(new)
        queue += new
    return steps


def board(circuit: Circuit, entry: CircuitEntry) -> dict[str, Any]:
    """Return the entries of `Tables` that have a row for each circuit, for one circuit."""
    edges, free = circuit.edges(), circuit.edges(lines=False)
    lane = np.full(SPACES, state.NOWHERE)
    chicane = np.zeros(SPACES, int)
    for space in circuit.spaces():
        lane[space.number] = space.lane
        chicane[space.number] = space.lane < LANES and circuit.ring[space.section].kind == "chicane"
    pit_cards = np.full((state.ROWS, state.PIT_CARDS), state.BLANK)
    for row, cards in enumerate(entry.pit_cards):
        pit_cards[row, : len(cards)] = [value - 1 for value in cards]
    return {
        "follow": followers(edges),
        "wish": followers(free),
        "beside": neighbours(circuit, free),
        "lane": lane,
        "chicane": chicane,
        **distances(circuit, edges),
        "entry": circuit.entry,
        "inside": circuit.inside,
        "grid": circuit.grid(),
        "pit_cards": pit_cards,
    }


def followers(edges: Iterable[Edge]) -> NDArray[np.int64]:
    """Return the followers of every space: own lane, left, right, pit lane; NOWHERE behind the last."""
    found = np.full((SPACES, state.FOLLOWERS), state.NOWHERE)
    for u, v, _line in edges:
        found[u, list(found[u]).index(state.NOWHERE)] = v
    return found


def neighbours(circuit: Circuit, edges: Iterable[Edge]) -> NDArray[np.int64]:
    """AB-08: return the spaces beside every space in a neighbouring lane, and those right behind it."""
    found: list[list[int]] = [[] for _ in range(SPACES)]
    road = list(circuit.spaces())
    for space in road:
        found[space.number] = [
            other.number
            for other in road
            if space.section == other.section
            and abs(space.lane - other.lane) == 1
            and min(space.last, other.last) - max(space.first, other.first) > TOUCH
        ]
    for behind, ahead, _line in edges:
        if max(behind, ahead) < PIT and behind not in found[ahead]:
            found[ahead].append(behind)
    return np.array([ends + [state.NOWHERE] * (state.BESIDE - len(ends)) for ends in found])


def distances(circuit: Circuit, edges: Sequence[Edge]) -> dict[str, Any]:
    """AB-14: return the spaces from each space to the finish by lap, to the line with a stop, and to the pit entry."""
    race = list(lap_edges(edges, state.LAPS, stops=1))
    ways = count_steps(race, [v for _, v in race if v[1] == state.LAPS + 1 and v[2] == 1])
    left = [[ways.get((space, lap, 1), state.FAR) for space in range(SPACES)] for lap in range(state.LAPS + 1)]
    steps = count_steps([(u, v) for u, v, line in edges if not line], [circuit.entry])
    to_entry = np.array([steps.get(space, state.FAR) for space in range(SPACES)])
    stop_left = np.where(to_entry == state.FAR, state.FAR, to_entry + circuit.pit_spaces + 1)
    stop_left[PIT : PIT + circuit.pit_spaces] = range(circuit.pit_spaces, 0, -1)
    cost = ways[circuit.grid()[0], 0, 0] - ways[circuit.grid()[0], 0, 1]
    return {"left": left, "stop_left": stop_left, "to_entry": to_entry, "stop_cost": cost}
