"""Auf Achse: schema of the road map in box.toml, and its spaces as a graph and as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import networkx as nx
import numpy as np
from pydantic import Field, model_validator

from gamekit.core.errors import quote
from gamekit.core.plain_box import BoxPart, RuleFigures
from gamekit.core.record import Ints
from gamekit.games.auf_achse import state

TOLERANCE: Final = 0.5
FEWEST_SPACES: Final = 10

Degrees = Annotated[float, Field(ge=-180, le=180)]
Point = tuple[Degrees, Degrees]


class Road(BoxPart):
    """AA-02: a road between two cities."""

    between: tuple[str, str]
    name: str
    km: Annotated[int, Field(ge=1, le=2000)]
    spaces: Annotated[int, Field(ge=0, le=30)]
    events: list[int] = Field([])
    by: list[Point] = Field([])

    @model_validator(mode="after")
    def _events_on_it(self) -> Road:
        for number in self.events:
            if not 1 <= number <= self.spaces:
                raise ValueError(f"events names space {number}, but the road has spaces 1 to {self.spaces}")
        if len(set(self.events)) != len(self.events):
            raise ValueError(f"events names a space twice: {self.events}")
        return self


class Map(RuleFigures):
    """AA-02: the road map."""

    km_a_step: Annotated[int, Field(ge=1, le=1000)]
    sheltered: tuple[str, str]
    inspection: str
    special: tuple[str, str]
    jams: tuple[str, str, str]
    cities: dict[str, Point]
    roads: list[Road]

    @model_validator(mode="after")
    def _hangs_together(self) -> Map:
        self._names_its_cities()
        seen = set()
        for number, road in enumerate(self.roads):
            pair = frozenset(road.between)
            where = f"roads.{number} ({' – '.join(road.between)})"
            if len(pair) == 1:
                raise ValueError(f"{where}: a road must join two different cities")
            if pair in seen:
                raise ValueError(f"{where}: there is already a road between these two cities")
            seen.add(pair)
            if abs(road.spaces + 1 - road.km / self.km_a_step) > max(TOLERANCE, 1 - road.km / self.km_a_step):
                steps = max(1, round(road.km / self.km_a_step))
                raise ValueError(
                    f"{where}: {road.km} km at {self.km_a_step} km a step are {steps} steps, "
                    f"so {steps - 1} spaces and not {road.spaces}"
                )
        if frozenset(self.sheltered) not in seen:
            raise ValueError(f"sheltered: there is no road between {self.sheltered[0]} and {self.sheltered[1]}")
        self._is_playable()
        return self

    def _names_its_cities(self) -> None:
        named = [("sheltered", c) for c in self.sheltered] + [("special", c) for c in self.special]
        named += [("jams", c) for c in self.jams] + [("inspection", self.inspection)]
        named += [(f"roads.{number}.between", c) for number, road in enumerate(self.roads) for c in road.between]
        for entry, city in named:
            if city not in self.cities:
                raise ValueError(f"{entry}: {quote(city)} is not one of the cities")

    def _is_playable(self) -> None:
        spaces = space_graph(self)
        if len(spaces) > state.MAX_SPACES:
            raise ValueError(f"the map has {len(spaces)} spaces with its cities; allowed are {state.MAX_SPACES}")
        if not nx.is_connected(spaces):
            lost = sorted(str(spaces.nodes[n]["name"]) for n in min(nx.connected_components(spaces), key=len))
            raise ValueError(f"the map falls apart: from {lost[0]} not every city can be reached")
        for space, degree in spaces.degree:
            if degree > state.MAX_ROADS:
                name = spaces.nodes[space]["name"]
                raise ValueError(f"{name} has {degree} roads; at most {state.MAX_ROADS} are allowed")
        if len(spaces) - len(self.cities) < FEWEST_SPACES:
            raise ValueError(
                f"there must be at least {FEWEST_SPACES} spaces that are not cities, for trucks and roadworks"
            )


def space_graph(board: Map) -> nx.Graph[int]:
    """Return the graph of all spaces (cities first, then road by road), with an edge for every step."""
    spaces: nx.Graph[int] = nx.Graph()
    number = {city: i for i, city in enumerate(board.cities)}
    for city, place in board.cities.items():
        spaces.add_node(number[city], name=city, city=True, event=False, place=place)
    for road in board.roads:
        first, second = road.between
        last = number[first]
        points = [board.cities[first], *road.by, board.cities[second]]
        for i in range(1, road.spaces + 1):
            space = len(spaces)
            which = f" ({i} of {road.spaces})" if road.spaces > 1 else ""
            label = f"{road.name} {first} – {second}{which}"
            place = along(points, i / (road.spaces + 1))
            spaces.add_node(space, name=label, city=False, event=i in road.events, place=place)
            spaces.add_edge(last, space, road=road.name, km=road.km / (road.spaces + 1))
            last = space
        spaces.add_edge(last, number[second], road=road.name, km=road.km / (road.spaces + 1))
    return spaces


def along(points: Sequence[Point], share: float) -> Point:
    """Return the point at a share of the length of a line of points, in degrees."""
    line = np.array(points)
    stretched = line * (np.cos(np.radians(line[:, 1].mean())), 1.0)
    marks = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(stretched, axis=0).T))])
    x, y = (np.interp(share * marks[-1], marks, line[:, axis]) for axis in (0, 1))
    return float(x), float(y)


def space_tables(spaces: nx.Graph[int], board: Map) -> dict[str, Ints]:
    """Return the tables of the spaces: neighbours, kind and distances in steps."""
    n = state.MAX_SPACES
    shape = {"degree": (n,), "neighbour": (n, state.MAX_ROADS), "is_event": (n,), "sheltered": (n,), "distance": (n, n)}
    table = {name: np.zeros(size, np.int32) for name, size in shape.items()}
    table["neighbour"][:] = state.NOWHERE
    shelter = frozenset(board.sheltered)
    lying = [False] * len(board.cities) + [
        frozenset(r.between) == shelter for r in board.roads for _ in range(r.spaces)
    ]
    for i in range(len(spaces)):
        degree = spaces.degree[i]
        table["degree"][i] = degree
        table["neighbour"][i, :degree] = sorted(spaces[i])
        table["is_event"][i] = spaces.nodes[i]["event"]
        table["sheltered"][i] = lying[i]
    for i, steps in nx.all_pairs_shortest_path_length(spaces):
        for j, number in steps.items():
            table["distance"][i, j] = number
    return table
