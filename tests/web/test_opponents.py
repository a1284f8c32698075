"""Levels of opponents do in a page what they do in Python, and games against them are kept in links."""

from __future__ import annotations

import numpy as np
import pytest

import gamekit as gk
from gamekit.lab.levels import describe_levels, levels
from gamekit.web.bundle import WEB
from tests.web.node import ask, needs_node

pytestmark = needs_node
STEPS = {"best": 24}


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_each_level_makes_the_same_moves_there_and_here(name: str) -> None:
    game = gk.load(name)
    told = ask(
        """
        const { moveOf } = await import(`${given.show}/table/coach_answer.js`);
        const game = await gamekit.load(given.name), found = {};
        for (const level of given.levels) {
          const session = game.session(7);
          while (session.step < (given.steps[level.name] ?? 120) && !session.over)
            session.player < 0 ? session.roll() : session.play(await moveOf(session, level));
          found[level.name] = session.history;
        }
        tell(found);
        """,
        name,
        name=name,
        levels=[dict(level, playouts=min(level["playouts"], 20)) for level in describe_levels(game)],
        steps=STEPS,
        show=WEB.as_uri(),
    )
    for level in levels(game, best=20).values():
        session = game.session(7)
        while session.step < STEPS.get(level.name, 120) and not session.over:
            if session.player < 0:
                session.roll()
                continue
            player, legal = session.player, np.array(session.legal(), np.int32)
            rng = np.random.default_rng((session.seed, session.step, 1))
            view = session.view(player)
            session.play(int(level.choose(view, game.tables, player, legal, len(legal), rng)))
        assert told[level.name] == list(session.history), level.name
