"""Route 66: schema of box.toml (cards, road, hands), the options, and their conversion to `Tables`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Final, Literal

import numpy as np
from pydantic import Field, model_validator

from gamekit.core.errors import quote
from gamekit.core.i18n.translation import _
from gamekit.core.plain_box import BoxPart, GameOptions, RuleFigures
from gamekit.games.route66 import roadway, state

if TYPE_CHECKING:
    import networkx as nx

KIND_NAMES: Final = ("+5", "+10", "+15", "+20", "+30", "-5", "-10", "-20", "stop")
MOST_OF_A_KIND: Final = 40
START, END = "Chicago", "Los Angeles"

Copies = Annotated[int, Field(ge=1, le=state.MAX_COPIES)]
Count = Annotated[int, Field(ge=0, le=MOST_OF_A_KIND)]
Word = Annotated[str, Field(min_length=1, max_length=20)]


class SpeedLimit(RuleFigures):
    """R66-18: the speed in mph above which the highway patrol catches a car."""

    mph: Annotated[int, Field(ge=0, le=state.TOP_SPEED)]


class Hands(RuleFigures):
    """R66-07: the numbers of cards dealt to each player."""

    state_cards: Annotated[int, Field(ge=1, le=13)]
    speed_cards: Literal[3]


class States(RuleFigures):
    """R66-02: the eight states from east to west."""

    cards: Annotated[int, Field(ge=state.STATES, le=state.STATES * state.MAX_COPIES)]
    names: Annotated[list[Word], Field(min_length=state.STATES, max_length=state.STATES)]
    short: Annotated[list[Annotated[str, Field(min_length=2, max_length=2)]], Field(min_length=8, max_length=8)]


class StateCards(RuleFigures):
    """R66-03: the number of cards of each state in one colour's set."""

    copies: dict[str, Copies]


class RoadSpaces(RuleFigures):
    """R66-06: road spaces of each state, and which of them, counted from the east, are marked "2"."""

    spaces: dict[str, Annotated[int, Field(ge=1, le=20)]]
    marked: dict[str, list[int]]

    @model_validator(mode="after")
    def _check_road(self) -> RoadSpaces:
        if sum(self.spaces.values()) > state.MAX_ROAD - 2:
            raise ValueError(f"spaces may be at most {state.MAX_ROAD - 2} in all, not {sum(self.spaces.values())}")
        for name, marks in self.marked.items():
            last = self.spaces.get(name, 0)
            if any(not 1 <= mark <= last for mark in marks):
                raise ValueError(f"marked spaces of {name} must be numbers from 1 to {last}, not {quote(marks)}")
        return self


class SpeedCards(RuleFigures):
    """R66-04, R66-05: the number of speed cards of each kind, and the kinds that are patrol cards."""

    total: Literal[50]
    patrol: list[str]
    copies: dict[str, Count]

    @model_validator(mode="after")
    def _adds_up(self) -> SpeedCards:
        if tuple(self.copies) != KIND_NAMES:
            raise ValueError(f"copies must name {', '.join(KIND_NAMES)}, in this order, not {quote(list(self.copies))}")
        if sum(self.copies.values()) != self.total:
            raise ValueError(f"the copies add up to {sum(self.copies.values())}, but there are {self.total} in the box")
        if not set(self.patrol) <= set(KIND_NAMES):
            raise ValueError(f"patrol may name {', '.join(KIND_NAMES)}, not {quote(self.patrol)}")
        return self


class Box(BoxPart):
    """Content of box.toml. A `ValueError` names the first entry that contradicts another."""

    title: str
    players: tuple[Literal[2], Literal[5]]
    limit: SpeedLimit
    hands: Hands
    states: States
    state_cards: StateCards
    road: RoadSpaces
    speed_cards: SpeedCards

    @model_validator(mode="after")
    def _check_states(self) -> Box:
        names = self.states.names
        tables: dict[str, Mapping[str, object]] = {
            "state_cards.copies": self.state_cards.copies,
            "road.spaces": self.road.spaces,
            "road.marked": self.road.marked,
        }
        for entry, table in tables.items():
            if list(table) != names:
                raise ValueError(f"{entry} must name {', '.join(names)}, in this order, not {quote(list(table))}")
        if sum(self.state_cards.copies.values()) != self.states.cards:
            found = sum(self.state_cards.copies.values())
            raise ValueError(f"state_cards.copies add up to {found}, but a set has {self.states.cards} cards")
        return self


class Options(GameOptions):
    """Options of a game of Route 66. An option that is None or empty takes its value from the box."""

    start: int = Field(0, ge=0, le=4, description="R66-08: who begins (A is 0, B is 1, …)")
    rounds: int = Field(
        state.MAX_ROUNDS, ge=1, le=state.MAX_ROUNDS, description="R66-30: after how many turns each the game stops"
    )
    limit: int | None = Field(
        None,
        ge=0,
        le=state.TOP_SPEED,
        multiple_of=5,
        description="House rule: the speed limit in mph; 70 is none at all",
    )
    twos: bool = Field(True, description='House rule: whether a space marked "2" brings two cards')
    state_cards: str = Field(
        "", max_length=200, description="House rule: other numbers of cards in a set, such as: Texas 2, New Mexico 1"
    )
    speed_cards: str = Field(
        "", max_length=200, description="House rule: other numbers of speed cards, such as: stop 0, +30 8"
    )


def replace_copies(copies: Mapping[str, int], option: str, told: str, low: int, high: int) -> list[int]:
    """Return the numbers of copies, those named in `told` replaced.

    `told` is the text of the option, such as "Texas 2, New Mexico 1". Raises `ValueError` if it cannot be read, names
    an unknown card, or gives a number outside `low` to `high`.

    >>> replace_copies({"+5": 6, "stop": 4}, "speed_cards", "stop 0", 0, 40)
    [6, 0]
    """
    own: dict[str, int] = {}
    for part in filter(str.strip, told.replace("−", "-").split(",")):
        name, _space, number = part.strip().rpartition(" ")
        if name.strip() not in copies or not number.isdecimal():
            sentence = _("{option} must be like “{example} 3”; it may name {names}")
            raise ValueError(sentence.format(option=option, example=next(iter(copies)), names=", ".join(copies)))
        if not low <= int(number) <= high:
            sentence = _("{option} may say {low} to {high} of {name}, not {given}")
            raise ValueError(sentence.format(option=option, low=low, high=high, name=name.strip(), given=number))
        own[name.strip()] = int(number)
    return [own.get(name, count) for name, count in copies.items()]


def tables(box: Box, players: int, options: Options) -> state.Tables:
    """Return box and options as flat tables. Raises `ValueError` if an option does not fit the others or the box."""
    if options.start >= players:
        sentence = _("start must be 0 to {last} with {players} players, not {given}")
        raise ValueError(sentence.format(last=players - 1, players=players, given=options.start))
    copies = replace_copies(box.state_cards.copies, "state_cards", options.state_cards, 1, state.MAX_COPIES)
    if sum(copies) < box.hands.state_cards:
        sentence = _("state_cards must leave at least {least} cards in a set, not {given}")
        raise ValueError(sentence.format(least=box.hands.state_cards, given=sum(copies)))
    kinds = replace_copies(box.speed_cards.copies, "speed_cards", options.speed_cards, 0, MOST_OF_A_KIND)
    least = box.hands.speed_cards * players
    if not least <= sum(kinds) <= state.MAX_SPEED_CARDS:
        sentence = _("speed_cards must be {least} to {most} in all, not {given}")
        raise ValueError(sentence.format(least=least, most=state.MAX_SPEED_CARDS, given=sum(kinds)))
    places = sum(box.road.spaces.values()) + 2
    where, cards, border = (
        np.pad(np.array(row, np.int32), (0, state.MAX_ROAD - places)) for row in road_tables(box, options.twos)
    )
    return state.Tables.of(
        players=players,
        num_actions=state.NUM_ACTIONS,
        start=options.start,
        limit=box.limit.mph if options.limit is None else options.limit,
        rounds=options.rounds,
        los_angeles=places - 1,
        state_hand=box.hands.state_cards,
        speed_hand=box.hands.speed_cards,
        copies=copies,
        count=kinds,
        change=[0 if name == "stop" else int(name) for name in KIND_NAMES],
        stops=[name == "stop" for name in KIND_NAMES],
        patrol=[name in box.speed_cards.patrol for name in KIND_NAMES],
        state=where,
        cards=cards,
        border=border,
    )


def road_tables(box: Box, twos: bool) -> tuple[list[int], list[int], list[int]]:
    """Return three lists indexed by place: state, cards a stop brings, and westernmost place east of that state.

    A city has the state -1. For Los Angeles the third list gives the place before it, where a car caught there goes.
    """
    where, cards, border = [-1], [0], [0]
    for number, name in enumerate(box.states.names):
        before = len(where) - 1
        for space in range(1, box.road.spaces[name] + 1):
            where.append(number)
            cards.append(2 if twos and space in box.road.marked[name] else 1)
            border.append(before)
    return [*where, -1], [*cards, 0], [*border, len(where) - 1]


def words(box: Box, say: Callable[[str], str] = str) -> dict[str, Sequence[str]]:
    """Return the rulebook's names of states, cards, speed cards and places; `say` translates a message."""
    names = [say(name) for name in box.states.names]
    spaces = zip(names, (box.road.spaces[name] for name in box.states.names), strict=True)
    letters = "ABCDE"
    kinds = [say(name) if name == "stop" else name.replace("-", "−") for name in KIND_NAMES]
    places = [say("{state}, space {n}").format(state=name, n=n) for name, many in spaces for n in range(1, many + 1)]
    return {
        "state": names,
        "card": [f"{name} ({letter})" for letter in letters for name in names],
        "kind": [
            say("{speed} patrol").format(speed=kind) if name in box.speed_cards.patrol else kind
            for name, kind in zip(KIND_NAMES, kinds, strict=True)
        ],
        "place": [START, *places, END],
    }


def graph(box: Box, options: Options) -> nx.Graph[int]:
    """Return the road as a graph from node 0, Chicago, to Los Angeles; nodes have name, state, number, cards, x, y.

    >>> from gamekit import load
    >>> road = load("route66").graph
    >>> road.number_of_nodes(), road.nodes[1]["state"], road.nodes[2]["cards"]
    (54, 'Illinois', 2)
    """
    import networkx as nx  # here: it takes half a second, and most who load the game want no graph

    road: nx.Graph[int] = nx.Graph()
    where, cards, _border = road_tables(box, options.twos)
    names = words(box)["place"]
    points = roadway.points(len(where))
    for place, (x, y) in enumerate(points):
        number = where[place]
        road.add_node(
            place,
            name=names[place],
            state=box.states.names[number] if number >= 0 else "",
            number=place - where.index(number) + 1 if number >= 0 else 0,
            cards=cards[place],
            x=x,
            y=y,
        )
    road.add_edges_from((place, place + 1) for place in range(len(where) - 1))
    return road
