"""Auf Achse: schema of box.toml (money, trucks, contracts, events), the options, and their conversion to `Tables`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Final, Literal

import networkx as nx
import numpy as np
from pydantic import Field, model_validator

from gamekit.core.errors import quote
from gamekit.core.i18n.translation import _
from gamekit.core.plain_box import BoxPart, GameOptions, RuleFigures
from gamekit.core.record import Ints
from gamekit.games.auf_achse import state
from gamekit.games.auf_achse.road_map import Map, space_graph, space_tables

ENGLISH_NAMES: Final = {
    "Hannover": "Hanover",
    "Köln": "Cologne",
    "Brüssel": "Brussels",
    "Luxemburg": "Luxembourg",
    "Nürnberg": "Nuremberg",
    "Prag": "Prague",
    "Straßburg": "Strasbourg",
    "München": "Munich",
    "Wien": "Vienna",
    "Zürich": "Zurich",
    "Bozen": "Bolzano",
    "Mailand": "Milan",
    "Triest": "Trieste",
}
"""English names of cities, where they differ from the name in the box."""


def name_in_english(city: str) -> str:
    """Return the English name of a city of the box.

    >>> name_in_english("Wien"), name_in_english("Basel")
    ('Vienna', 'Basel')
    """
    return ENGLISH_NAMES.get(city, city)


PLAYERS: Final = (2, 3, 4, 5, 6)
ROUNDS: Final = 400
RANDOM: Final = -1
FEWEST_CONTRACTS: Final = 30

Marks = Annotated[int, Field(ge=0, le=100_000)]


class Money(RuleFigures):
    """AA-06, AA-29: the money in DM that everybody has to begin with."""

    start: Marks
    children: Marks


class Truck(RuleFigures):
    """AA-04: the goods a truck carries."""

    capacity: Annotated[int, Field(ge=1, le=20)]


class Trailer(BoxPart):
    """AA-01: one size of trailer, its price in DM."""

    number: Annotated[int, Field(ge=0, le=8)]
    capacity: Annotated[int, Field(ge=1, le=12)]
    price: Marks


class Trailers(RuleFigures):
    """AA-01: both sizes of trailer."""

    small: Trailer
    large: Trailer


class Goods(RuleFigures):
    """AA-01: the stock of goods."""

    number: Annotated[int, Field(ge=6, le=48)]


class PublicContracts(RuleFigures):
    """AA-07: the number of public contracts, for each number of players, and of those lying open."""

    open: Annotated[int, Field(ge=1, le=8)]
    number: dict[int, Annotated[int, Field(ge=1, le=state.MAX_CONTRACTS)]]

    @model_validator(mode="after")
    def _check_players(self) -> PublicContracts:
        if sorted(self.number) != list(PLAYERS):
            raise ValueError(f"number must name 2, 3, 4, 5 and 6 players, not {quote(list(self.number))}")
        return self


class Contract(BoxPart):
    """AA-03: one contract and its five bids, each a price and the profit left, in DM."""

    origin: Annotated[str, Field(alias="from")]
    to: str
    goods: Annotated[int, Field(ge=2, le=6)]
    revenue: Marks
    bids: Annotated[list[tuple[Marks, int]], Field(min_length=state.BIDS, max_length=state.BIDS)]

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


class Contracts(RuleFigures):
    """AA-03: all contracts."""

    cards: Annotated[list[Contract], Field(min_length=FEWEST_CONTRACTS, max_length=state.MAX_CONTRACTS)]


class Events(RuleFigures):
    """AA-E01 to AA-E31: the sums in DM that the event cards name."""

    fine: Marks
    festival: Marks
    breakdown_help: Marks
    insurance: Marks
    rail_fee: Marks
    special: Marks
    unfinished: Marks


class Box(BoxPart):
    """Content of box.toml."""

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
                    raise ValueError(f"contracts.cards.{number}.{entry}: {quote(city)} is not one of the cities")
            if card.goods > largest:
                raise ValueError(f"contracts.cards.{number}.goods: no truck can carry {card.goods} goods")
        return self


class Options(GameOptions):
    """Options of a game. An option that is None takes its value from the box."""

    children: bool = Field(False, description="AA-29: the children's game, without trailers and auctions")
    public: int | None = Field(
        None, ge=1, le=state.MAX_CONTRACTS, description="AA-07: number of public contracts; more make a longer game"
    )
    start: int = Field(RANDOM, ge=RANDOM, le=5, description="AA-08: who starts (A is 0, B is 1, …; −1 draws lots)")
    cash: int | None = Field(None, ge=0, le=100_000, description="House rule: money to begin with, in DM")
    rounds: int = Field(ROUNDS, ge=1, le=state.MAX_ROUNDS, description="AA-28: turns of each player at most")


def graph(box: Box, options: Options) -> nx.Graph[str]:
    """Return the road map as a graph: cities with `longitude` and `latitude`, roads with `km` and `steps`.

    >>> from gamekit import load
    >>> load("auf_achse").graph["Hamburg"]["Flensburg"]["steps"]
    2
    """
    cities: nx.Graph[str] = nx.Graph()
    for city, (longitude, latitude) in box.map.cities.items():
        cities.add_node(city, longitude=longitude, latitude=latitude)  # numbers, which every file of graphs can hold
    for road in box.map.roads:
        cities.add_edge(*road.between, name=road.name, km=road.km, steps=road.spaces + 1, events=len(road.events))
    return cities


def words(box: Box, say: Callable[[str], str] = str) -> Mapping[str, Sequence[str]]:
    """Return the names of spaces and contracts, also for numbers this box does not use; `say` translates a message."""

    def call(city: str) -> str:
        return say(name_in_english(city))

    places = [call(city) for city in box.map.cities]  # in the order of `space_graph`
    for road in box.map.roads:
        first, second = map(call, road.between)
        one = say("{road} {first} – {second} ({i} of {n})") if road.spaces > 1 else say("{road} {first} – {second}")
        for i in range(1, road.spaces + 1):
            places.append(one.format(road=road.name, first=first, second=second, i=i, n=road.spaces))
    contract = say("{origin} → {to} ({goods} goods, {revenue:,} DM)")
    cards = [
        contract.format(origin=call(c.origin), to=call(c.to), goods=c.goods, revenue=c.revenue)
        for c in box.contracts.cards
    ]
    copy = say("{contract}, copy {n}")
    off_map, not_here = say("space {i}, not on this map"), say("contract {i}, not in this box")
    return {
        "space": places + [off_map.format(i=i) for i in range(len(places), state.MAX_SPACES)],
        "contract": [_tell_apart(cards, i, copy) for i in range(len(cards))]
        + [not_here.format(i=i) for i in range(len(cards), state.MAX_CONTRACTS)],
    }


def _tell_apart(cards: Sequence[str], i: int, copy: str) -> str:
    """Return the name of contract `i`, with a number if others look the same."""
    same = cards.count(cards[i]) > 1
    return copy.format(contract=cards[i], n=cards[: i + 1].count(cards[i])) if same else cards[i]


def tables(box: Box, players: int, options: Options) -> state.Tables:
    """Return box and options as flat tables. Raises `ValueError` if the options do not fit the number of players."""
    if options.start >= players:
        sentence = _("start must be −1 (at random) to {last} with {players} players, not {given}")
        raise ValueError(sentence.format(last=players - 1, players=players, given=options.start))
    public = box.public_contracts.number[players] if options.public is None else options.public
    most = len(box.contracts.cards) - state.PRIVATE * players
    if public > most:
        sentence = _("public must be at most {most} with {players} players, who hold three contracts each")
        raise ValueError(sentence.format(most=most, players=players))
    cash = box.money.children if options.children else box.money.start
    number = {city: i for i, city in enumerate(box.map.cities)}
    cards, events, trailers = box.contracts.cards, box.events, box.trailers
    board = space_graph(box.map)
    return state.Tables.of(
        players=players,
        num_actions=state.NUM_ACTIONS,
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
        **space_tables(board, box.map),
        **_contract_tables(cards, number),
    )


def _contract_tables(cards: Sequence[Contract], number: Mapping[str, int]) -> dict[str, Ints]:
    """Return the tables of the contracts, one row each; unused rows are 0."""
    shape = {"origin": (), "target": (), "goods": (), "revenue": (), "price": (state.BIDS + 1,)}
    table = {name: np.zeros((state.MAX_CONTRACTS, *size), np.int32) for name, size in shape.items()}
    for i, card in enumerate(cards):
        table["origin"][i] = number[card.origin]
        table["target"][i] = number[card.to]
        table["goods"][i] = card.goods
        table["revenue"][i] = card.revenue
        table["price"][i, 1:] = [price for price, _profit in card.bids]
    return table
