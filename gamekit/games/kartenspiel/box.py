"""Auf Achse – Das Kartenspiel: schema of box.toml (cards, limits), the options, and their conversion to `Tables`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

import numpy as np
from pydantic import Field, model_validator

from gamekit.core.errors import quote
from gamekit.core.i18n.translation import _
from gamekit.core.plain_box import BoxPart, GameOptions, RuleFigures
from gamekit.games.kartenspiel import state

if TYPE_CHECKING:
    import networkx as nx

VALUES: Final = tuple(range(10, 130, 10))
ACTION_CARDS: Final = ("lost_freight", "barrier", "free_road", "really_free_road")

Count = Annotated[int, Field(ge=0, le=40)]


class KilometreCards(RuleFigures):
    """KS-01, KS-02: the number of cards of each value."""

    total: Literal[77]
    copies: dict[int, Count]

    @model_validator(mode="after")
    def _adds_up(self) -> KilometreCards:
        if tuple(sorted(self.copies)) != VALUES:
            raise ValueError(
                f"copies must name the twelve values 10, 20, … 120 and no other, not {quote(list(self.copies))}"
            )
        if sum(self.copies.values()) != self.total:
            raise ValueError(f"the copies add up to {sum(self.copies.values())}, but there are {self.total} in the box")
        return self


class RestCards(RuleFigures):
    """KS-01: the number of rest cards."""

    total: Literal[12]


class ActionCards(RuleFigures):
    """KS-01, KS-03: the number of action cards of each kind."""

    total: Literal[20]
    copies: dict[str, Count]

    @model_validator(mode="after")
    def _adds_up(self) -> ActionCards:
        if tuple(self.copies) != ACTION_CARDS:
            raise ValueError(
                f"copies must name {', '.join(ACTION_CARDS)}, in this order, not {quote(list(self.copies))}"
            )
        if sum(self.copies.values()) != self.total:
            raise ValueError(f"the copies add up to {sum(self.copies.values())}, but there are {self.total} in the box")
        return self


class StageLimit(RuleFigures):
    """KS-20: the kilometres at which a stage ends, for each number of players."""

    km: dict[int, Annotated[int, Field(ge=10, le=state.MAX_LIMIT)]]

    @model_validator(mode="after")
    def _check_players(self) -> StageLimit:
        if sorted(self.km) != [2, 3, 4, 5]:
            raise ValueError(f"km must name 2, 3, 4 and 5 players, not {quote(list(self.km))}")
        return self


class Box(BoxPart):
    """Content of box.toml."""

    title: str
    players: tuple[Literal[2], Literal[5]]
    kilometre_cards: KilometreCards
    rest_cards: RestCards
    action_cards: ActionCards
    limit: StageLimit


class Options(GameOptions):
    """Options of a game. An option that is None takes its value from the box."""

    start: int = Field(0, ge=0, le=4, description="KS-05: who starts (A is 0, B is 1, …)")
    stages: int = Field(5, ge=1, le=state.MAX_STAGES, description="KS-07: number of stages")
    limit: int | None = Field(None, ge=10, le=state.MAX_LIMIT, description="KS-20: the kilometre limit of a stage")
    hand: int = Field(state.HAND, ge=1, le=state.HAND, description="House rule: cards of a full hand")
    values: int = Field(
        state.KM_KINDS,
        ge=1,
        le=state.KM_KINDS,
        description="House rule: how many kilometre values there are, from 10 on",
    )
    copies: Annotated[int, Field(ge=1, le=8)] | None = Field(None, description="House rule: copies of every value")
    rest: Annotated[int, Field(ge=0, le=20)] | None = Field(None, description="House rule: number of rest cards")
    action: Annotated[int, Field(ge=0, le=6)] | None = Field(
        None, description="House rule: number of action cards of each kind"
    )


def tables(box: Box, players: int, options: Options) -> state.Tables:
    """Return box and options as flat tables. Raises `ValueError` if the start player does not play."""
    if options.start >= players:
        sentence = _("start must be 0 to {last} with {players} players, not {given}")
        raise ValueError(sentence.format(last=players - 1, players=players, given=options.start))
    deck = np.zeros(state.KINDS, np.int32)
    km = np.zeros(state.KINDS, np.int32)
    for kind, value in enumerate(VALUES):
        km[kind] = value
        deck[kind] = box.kilometre_cards.copies[value] if options.copies is None else options.copies
    deck[state.REST] = box.rest_cards.total if options.rest is None else options.rest
    for kind, name in enumerate(ACTION_CARDS, start=state.FREIGHT):
        deck[kind] = box.action_cards.copies[name] if options.action is None else options.action
    limit = box.limit.km[players] if options.limit is None else options.limit
    return state.Tables.of(
        players=players,
        num_actions=state.NUM_ACTIONS,
        stages=options.stages,
        limit=limit,
        start=options.start,
        hand=options.hand,
        values=options.values,
        deck=deck,
        km=km,
    )


def graph(box: Box, options: Options) -> nx.DiGraph[int]:
    """Return the graph of kilometre cards, with an edge to each card that may follow without a break (KS-12).

    >>> from gamekit import load
    >>> [load("kartenspiel").graph.has_edge(40, to) for to in (30, 40, 50)]
    [False, False, True]
    """
    import networkx as nx  # here: it takes half a second, and most who load the game want no graph

    climbs: nx.DiGraph[int] = nx.DiGraph()
    for value in VALUES:
        climbs.add_node(value, copies=box.kilometre_cards.copies[value])
    climbs.add_edges_from((low, high) for low in VALUES for high in VALUES if low < high)
    return climbs
