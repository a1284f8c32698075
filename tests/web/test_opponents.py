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


def test_a_table_waits_for_a_level_that_thinks_and_plays_what_it_chose() -> None:
    played, wanted = ask(
        """
        const { Flow } = await import(`${given.show}/table/game_flow.js`);
        const { moveOf } = await import(`${given.show}/table/coach_answer.js`);
        const game = await gamekit.load("kartenspiel", { players: 2, stages: 1 });
        const flow = new Flow({ gamekit, say: (key) => key, levels: given.levels });
        flow.begin(game.session(5), [null, "best"]);
        const alike = game.session(5), best = given.levels.find((one) => one.name === "best");
        for (let n = 0; n < 12 && !flow.session.over; n += 1) {
          if (flow.person()) flow.put(flow.session.legal()[0]);
          await flow.goOn();
          while (alike.step < flow.session.step) {
            if (alike.player < 0) alike.roll();
            else alike.play(alike.player ? await moveOf(alike, best) : alike.legal()[0]);
          }
        }
        tell([flow.session.history, alike.history]);
        """,
        "kartenspiel",
        levels=[dict(level, playouts=min(level["playouts"], 20)) for level in describe_levels(gk.load("kartenspiel"))],
        show=WEB.as_uri(),
    )
    assert len(played) > 20
    assert played == wanted


def test_a_game_against_levels_comes_back_from_its_link() -> None:
    same, seats = ask(
        """
        const { linkOf, openLink } = await import(`${given.show}/play/game_link.js`);
        const { moveOf } = await import(`${given.show}/table/coach_answer.js`);
        const game = await gamekit.load("kartenspiel"), session = game.session(5);
        const seats = [null, "easy", "planner", "best"];
        for (let n = 0; n < 120; n += 1) {
          const seat = seats[session.player];
          if (session.player < 0) session.roll();
          else if (seat === "planner") session.play(session.choose(seat));
          else session.play(await moveOf(session, { share: 0.5, playouts: 0 }));
        }
        const opened = await openLink(await linkOf(session, { seats }), gamekit);
        tell([String(opened.session.history) === String(session.history), opened.seats]);
        """,
        "kartenspiel",
        show=WEB.as_uri(),
    )
    assert same
    assert seats == [None, "easy", "planner", "best"]
