"""Pig: what the conformance suite plays, and what must never change."""

from __future__ import annotations

from gamekit.core.game import Game
from gamekit.games.pig.rules import Phase, State

VARIANTS = [{"players": 2}, {"players": 6, "goal": 30}, {"players": 3, "goal": 1000, "rounds": 5}]
MOST_STEPS = 20_000


def conserved(game: Game, s: State) -> None:
    """PIG-05: nobody has the goal while the game goes on; who does not play has nothing."""
    assert s.phase == Phase.OVER or max(s.scores) < game.tables.goal
    assert not s.scores[game.players :].any()
