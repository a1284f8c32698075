"""Reference answers from the board and rules of Auf Achse, against which lessons check functions of their cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, cast

import networkx as nx
import numpy as np

from gamekit.core.game import Game
from gamekit.core.i18n.translation import alphabetical
from gamekit.core.rulebook import PLAYER_LETTERS
from gamekit.games.auf_achse.road_map import space_graph
from gamekit.games.auf_achse.roads import explore
from gamekit.games.auf_achse.state import BIDS, BY_POINTS, DICE, LOADED, NOWHERE, OPEN_NOW, UNSEEN, Phase, State
from gamekit.games.auf_achse.stops import call_auction, lowest_bid, pass_bid, place_bid

RICH: Final = 1_000_000
"""Money that suffices for every bid, in DM."""


def board_of_spaces(game: Game) -> nx.Graph[str]:
    """Return the board as a graph of its spaces, by their names in the rulebook."""
    board: Any = space_graph(game.box.map)
    named: nx.Graph[str] = nx.relabel_nodes(board, {node: board.nodes[node]["name"] for node in board})
    return named


def name_spaces(game: Game) -> list[str]:
    """Return the names of all spaces in the rulebook, by number."""
    board = space_graph(game.box.map)
    return [str(board.nodes[node]["name"]) for node in sorted(board)]


def call_spaces(game: Game) -> dict[str, str]:
    """Return the names of all spaces in the reader's language, alphabetically, by their names in the rulebook.

    >>> from gamekit import load, set_language
    >>> set_language("fr"); call_spaces(load("auf_achse"))["Prag"]; set_language("en")
    'Prague'
    """
    names = dict(zip(game.rulebook.words["space"], name_spaces(game), strict=False))
    return {names[said]: said for said in alphabetical(names)}


def ends_by_rules(
    game: Game, space: str, roll: int, deliver: str = "", free_six: bool = True, closed: str = ""
) -> set[str]:
    """Return the spaces where a lone truck may end a roll of 1 to 6 (AA-09 to AA-12, AA-22).

    With goods for the city `deliver`, points may be left over there. If `free_six`, a 6 moves 1 to 6 spaces, as in the
    rules. The roadworks are on the space `closed`.

    >>> from gamekit import load
    >>> "Flensburg" in ends_by_rules(load("auf_achse"), "Hamburg", 2)
    True
    """
    names = name_spaces(game)
    t, s = game.tables.copy(), cast(State, game.start())
    s.where[:] = UNSEEN
    if deliver:
        t.target[0], s.where[0] = names.index(deliver), LOADED
    s.phase, s.manner = Phase.DRIVE, BY_POINTS
    s.roadworks = names.index(closed) if closed else NOWHERE
    s.truck[:] = NOWHERE
    s.truck[0] = names.index(space)
    s.points, s.free = roll, int(roll == DICE and free_six)
    explore(s, t)
    return {names[end] for end in range(len(names)) if s.reach[end]}


def winner_by_rules(game: Game, bids: Sequence[tuple[str, int]]) -> str:
    """Return the letter of the winner of an auction called by player A, for bids in this order; 0 is a pass (AA-21).

    >>> from gamekit import load
    >>> winner_by_rules(load("auf_achse", players=3), [("B", 0), ("C", 1), ("A", 1), ("C", 0)])
    'A'
    """
    said = iter(bids)
    s, _bids = hold_auction(game, 0, 0, lambda _player, _least: next(said)[1])
    return PLAYER_LETTERS[int(s.holder)]


def bids_by_lot(game: Game, rng: np.random.Generator) -> list[tuple[str, int]]:
    """Return random bids of an auction called by player A: a pass, 0, with probability 1/2, else any allowed bid."""

    def bid_by_lot(_player: int, least: int) -> int:
        return 0 if rng.random() < 1 / 2 else int(rng.integers(least, BIDS + 1))

    return hold_auction(game, 0, 0, bid_by_lot)[1]


def hold_auction(
    game: Game, contract: int, caller: int, answer: Callable[[int, int], int]
) -> tuple[State, list[tuple[str, int]]]:
    """Hold an auction by the rules; `answer(player, lowest_bid)` returns a bid, or 0 for a pass.

    Returns the position afterwards, and the bids in order as (letter of the player, bid).
    """
    t, s = game.tables, cast(State, game.start())
    s.where[:] = UNSEEN
    s.where[contract] = OPEN_NOW
    s.open, s.stack = 1, 1
    s.cash[: t.players] = RICH
    s.truck[: t.players] = [int(t.cities) + player for player in range(t.players)]
    s.current = s.mover = s.decider = caller
    s.round_number = 1
    call_auction(s, t, contract)
    bids = []
    while s.phase == Phase.BID:
        player, least = int(s.decider), int(lowest_bid(s, int(s.decider)))
        bid = answer(player, least)
        bids.append((PLAYER_LETTERS[player], bid))
        if bid:
            place_bid(s, t, bid)
        else:
            pass_bid(s, t)
    return s, bids
