"""Auf Achse: the box (box.toml), checked, and the options; map and contracts become `Tables`.

What a map and a contract must look like is said here; what players do with them is in the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal

import networkx as nx
import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from gamekit.games.auf_achse import names, state
from gamekit.record import Ints

STRICT: Final = ConfigDict(extra="forbid", frozen=True)
PLAYERS: Final = (2, 3, 4, 5, 6)
TOLERANCE: Final = 0.5
ROUNDS: Final = 400
RANDOM: Final = -1
FEWEST_CONTRACTS: Final = 30

Origin = Literal["rules", "reconstructed"]
Marks = Annotated[int, Field(ge=0, le=100_000)]
Degrees = Annotated[float, Field(ge=-180, le=180)]
Point = tuple[Degrees, Degrees]


class Money(BaseModel):
    """AA-06, AA-29: what everybody has to begin with."""

    model_config = STRICT
    rule: str
    origin: Origin
    start: Marks
    children: Marks


class Truck(BaseModel):
    """AA-04: what a truck carries."""

    model_config = STRICT
    rule: str
    origin: Origin
    capacity: Annotated[int, Field(ge=1, le=20)]


class Trailer(BaseModel):
    """AA-01: one size of trailer."""

    model_config = STRICT
    number: Annotated[int, Field(ge=0, le=8)]
    capacity: Annotated[int, Field(ge=1, le=12)]
    price: Marks


class Trailers(BaseModel):
    """AA-01: both sizes of trailer."""

    model_config = STRICT
    rule: str
    origin: Origin
    small: Trailer
    large: Trailer


class Goods(BaseModel):
    """AA-01: the stock of goods."""

    model_config = STRICT
    rule: str
    origin: Origin
    number: Annotated[int, Field(ge=6, le=48)]


class PublicContracts(BaseModel):
    """AA-07: how many contracts are public."""

    model_config = STRICT
    rule: str
    origin: Origin
    open: Annotated[int, Field(ge=1, le=8)]
    number: dict[int, Annotated[int, Field(ge=1, le=names.MAX_CONTRACTS)]]

    @model_validator(mode="after")
    def _for_all(self) -> PublicContracts:
        if sorted(self.number) != list(PLAYERS):
            raise ValueError(f"number must name 2, 3, 4, 5 and 6 players, not {list(self.number)}")
        return self


class Road(BaseModel):
    """AA-02: a road between two cities."""

    model_config = STRICT
    between: tuple[str, str]
    name: str
    km: Annotated[int, Field(ge=1, le=2000)]
    spaces: Annotated[int, Field(ge=0, le=30)]
    events: list[int] = []
    by: list[Point] = []

    @model_validator(mode="after")
    def _events_on_it(self) -> Road:
        for number in self.events:
            if not 1 <= number <= self.spaces:
                raise ValueError(f"events names space {number}, but the road has spaces 1 to {self.spaces}")
        if len(set(self.events)) != len(self.events):
            raise ValueError(f"events names a space twice: {self.events}")
        return self


class Map(BaseModel):
    """AA-02: the road map."""

    model_config = STRICT
    rule: str
    origin: Origin
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
                raise ValueError(f"{entry}: {city!r} is not one of the cities")

    def _is_playable(self) -> None:
        spaces = space_graph(self)
        if len(spaces) > names.MAX_SPACES:
            raise ValueError(f"the map has {len(spaces)} spaces with its cities; allowed are {names.MAX_SPACES}")
        if not nx.is_connected(spaces):
            lost = sorted(str(spaces.nodes[n]["name"]) for n in min(nx.connected_components(spaces), key=len))
            raise ValueError(f"the map falls apart: from {lost[0]} not every city can be reached")
        for space, degree in spaces.degree:
            if degree > names.MAX_ROADS:
                name = spaces.nodes[space]["name"]
                raise ValueError(f"{name} has {degree} roads; at most {names.MAX_ROADS} are allowed")
        if len(spaces) - len(self.cities) < 2 * len(PLAYERS):
            raise ValueError("there must be at least ten spaces that are not cities, for trucks and roadworks")


class Contract(BaseModel):
    """AA-03: one contract and its five bids, each a price and the profit left."""

    model_config = STRICT
    origin: Annotated[str, Field(alias="from")]
    to: str
    goods: Annotated[int, Field(ge=2, le=6)]
    revenue: Marks
    bids: Annotated[list[tuple[Marks, int]], Field(min_length=names.BIDS, max_length=names.BIDS)]

    @model_validator(mode="after")
    def _adds_up(self) -> Contract:
        last = 0
        for number, (price, profit) in enumerate(self.bids, start=1):
            if price <= last:
                raise ValueError(f"bid {number} costs {price}, which is not more than {last}: prices must rise")
            if price + profit != self.revenue:
                raise ValueError(f"bid {number}: price {price} and profit {profit} must make {self.revenue}")
            last = price
        if self.origin == self.to:
            raise ValueError(f"from and to are both {self.to}")
        return self


class Contracts(BaseModel):
    """AA-03: all contracts."""

    model_config = STRICT
    rule: str
    origin: Origin
    cards: Annotated[list[Contract], Field(min_length=FEWEST_CONTRACTS, max_length=names.MAX_CONTRACTS)]


class Events(BaseModel):
    """AA-E01 to AA-E31: the sums the event cards name."""

    model_config = STRICT
    rule: str
    origin: Origin
    fine: Marks
    festival: Marks
    breakdown_help: Marks
    insurance: Marks
    rail_fee: Marks
    special: Marks
    unfinished: Marks


class Box(BaseModel):
    """The whole file."""

    model_config = STRICT
    title: str
    players: tuple[Literal[2], Literal[6]]
    money: Money
    truck: Truck
    trailers: Trailers
    goods: Goods
    public_contracts: PublicContracts
    map: Map
    contracts: Contracts
    events: Events

    @model_validator(mode="after")
    def _contracts_fit_the_map(self) -> Box:
        largest = self.truck.capacity + max(self.trailers.large.capacity, self.trailers.small.capacity)
        for number, card in enumerate(self.contracts.cards):
            for entry, city in (("from", card.origin), ("to", card.to)):
                if city not in self.map.cities:
                    raise ValueError(f"contracts.cards.{number}.{entry}: {city!r} is not one of the cities")
            if card.goods > largest:
                raise ValueError(f"contracts.cards.{number}.goods: no truck can carry {card.goods} goods")
        return self


class Options(BaseModel):
    """What can be switched when a game is made. Unset figures are those of the box."""

    model_config = STRICT
    children: bool = Field(False, description="AA-29: the children's game, without trailers and auctions")
    public: int | None = Field(
        None, ge=1, le=names.MAX_CONTRACTS, description="AA-07: number of public contracts; more make a longer game"
    )
    start: int = Field(RANDOM, ge=RANDOM, le=5, description="AA-08: which player starts, counted from 0; -1 is random")
    cash: int | None = Field(None, ge=0, le=100_000, description="House rule: money to begin with, in DM")
    rounds: int = Field(ROUNDS, ge=1, le=names.MAX_ROUNDS, description="AA-28: turns of each player at most")


def space_graph(board: Map) -> nx.Graph[int]:
    """Every space as a node (cities first, then road by road), every step as an edge."""
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
    """The place that lies `share` of the way along a line of points."""
    line = np.array(points)
    stretched = line * (np.cos(np.radians(line[:, 1].mean())), 1.0)
    marks = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(stretched, axis=0).T))])
    x, y = (np.interp(share * marks[-1], marks, line[:, axis]) for axis in (0, 1))
    return float(x), float(y)


def graph(box: Box, options: Options) -> nx.Graph[str]:
    """The road map: cities as nodes with a `place` (longitude, latitude), roads with `km` and `steps`; for all options.

    >>> from gamekit import load
    >>> load("auf_achse").graph["Hamburg"]["Flensburg"]["steps"]
    2
    """
    cities: nx.Graph[str] = nx.Graph()
    for city, place in box.map.cities.items():
        cities.add_node(city, place=place)
    for road in box.map.roads:
        cities.add_edge(*road.between, name=road.name, km=road.km, steps=road.spaces + 1, events=len(road.events))
    return cities


def words(box: Box) -> Mapping[str, Sequence[str]]:
    """The names of spaces and contracts, for sentences; numbers that this box does not use have names too."""
    spaces = space_graph(box.map)
    places = [str(spaces.nodes[i]["name"]) for i in range(len(spaces))]
    cards = [f"{c.origin} → {c.to} ({c.goods} goods, {c.revenue:,} DM)" for c in box.contracts.cards]
    return {
        "space": places + [f"space {i}, not on this map" for i in range(len(places), names.MAX_SPACES)],
        "contract": [f"{text}{_copy(cards, i)}" for i, text in enumerate(cards)]
        + [f"contract {i}, not in this box" for i in range(len(cards), names.MAX_CONTRACTS)],
    }


def _copy(cards: Sequence[str], i: int) -> str:
    """A number behind contracts that look the same."""
    return f", copy {cards[: i + 1].count(cards[i])}" if cards.count(cards[i]) > 1 else ""


def tables(box: Box, players: int, options: Options) -> state.Tables:
    """The box and the options as flat tables. Raises `ValueError` where the options do not fit the players."""
    if options.start >= players:
        raise ValueError(f"start must be -1 (random) to {players - 1} with {players} players, not {options.start}")
    public = box.public_contracts.number[players] if options.public is None else options.public
    most = len(box.contracts.cards) - names.PRIVATE * players
    if public > most:
        raise ValueError(f"public must be at most {most} with {players} players, who hold three contracts each")
    cash = box.money.children if options.children else box.money.start
    number = {city: i for i, city in enumerate(box.map.cities)}
    cards, events, trailers = box.contracts.cards, box.events, box.trailers
    board = space_graph(box.map)
    return state.Tables.of(
        players=players,
        num_actions=names.NUM_ACTIONS,
        start=options.start,
        children=int(options.children),
        cash=cash if options.cash is None else options.cash,
        public=public,
        open=box.public_contracts.open,
        rounds=options.rounds,
        capacity=box.truck.capacity,
        stock=box.goods.number,
        small_number=trailers.small.number,
        small_capacity=trailers.small.capacity,
        small_price=trailers.small.price,
        large_number=trailers.large.number,
        large_capacity=trailers.large.capacity,
        large_price=trailers.large.price,
        fine=events.fine,
        festival=events.festival,
        help=events.breakdown_help,
        insurance=events.insurance,
        rail_fee=events.rail_fee,
        special_pay=events.special,
        unfinished=events.unfinished,
        cities=len(box.map.cities),
        spaces=len(board),
        contracts=len(cards),
        munich=number[box.map.inspection],
        special=[number[city] for city in box.map.special],
        jams=[number[city] for city in box.map.jams],
        **_space_tables(board, box.map),
        **_contract_tables(cards, number),
    )


def _space_tables(spaces: nx.Graph[int], board: Map) -> dict[str, Ints]:
    """For each space its neighbours, its kind and its distance from each other."""
    n = names.MAX_SPACES
    shape = {"degree": (n,), "neighbour": (n, names.MAX_ROADS), "is_event": (n,), "sheltered": (n,), "distance": (n, n)}
    table = {name: np.zeros(size, np.int32) for name, size in shape.items()}
    table["neighbour"][:] = names.NOWHERE
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


def _contract_tables(cards: Sequence[Contract], number: Mapping[str, int]) -> dict[str, Ints]:
    """The columns of the contracts; unused rows are 0."""
    shape = {"origin": (), "target": (), "goods": (), "revenue": (), "price": (names.BIDS + 1,)}
    table = {name: np.zeros((names.MAX_CONTRACTS, *size), np.int32) for name, size in shape.items()}
    for i, card in enumerate(cards):
        table["origin"][i] = number[card.origin]
        table["target"][i] = number[card.to]
        table["goods"][i] = card.goods
        table["revenue"][i] = card.revenue
        table["price"][i, 1:] = [price for price, _profit in card.bids]
    return table
