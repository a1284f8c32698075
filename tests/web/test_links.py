"""Links: a game of any kind in less than 2,000 letters, the same game behind it, and nothing in it trusted."""

from __future__ import annotations

from typing import Any

import pytest

import gamekit as gk
from gamekit.web.bundle import WEB
from tests.web.node import ask, needs_node

pytestmark = needs_node

HEAD = """
const { linkOf, openLink, positionLinkOf } = await import(`${given.show}/play/game_link.js`);
const played = (game, seed, steps = Infinity) => {
  const session = game.session(seed), best = Object.keys(game.strategies)[1];
  while (!session.over && session.step < steps)
    session.player < 0 ? session.roll() : session.play(session.choose(best));
  return session;
};
const told = async (link) => {
  try { return await openLink(link, gamekit); } catch (error) { return `${error.constructor.name}: ${error.message}`; }
};
"""
LONGEST = {
    "kartenspiel": {"players": 5, "stages": 9},
    "route66": {"players": 5},
    "ausgebremst": {"players": 6, "championship": [1, 2, 3, 4, 5, 6, 7, 8]},
    "auf_achse": {"players": 6},
}


def asked(script: str, *games: str, **given: Any) -> Any:
    return ask(HEAD + script, *games, show=WEB.as_uri(), **given)


@pytest.mark.parametrize("name", gk.game_names())
def test_a_whole_long_game_of_people_fits_and_comes_back_step_by_step(name: str) -> None:
    length, same, seats = asked(
        """
        const session = played(await gamekit.load(given.name, given.options), 2n ** 62n);
        const people = Array(session.game.players).fill(null);
        const link = await linkOf(session, { seats: people });
        const opened = await told(link);
        tell([link.length, String(opened.session.history) === String(session.history), opened.seats]);
        """,
        name,
        name=name,
        options=LONGEST[name],
    )
    assert length < 2000
    assert same
    assert seats == [None] * LONGEST[name]["players"]


@pytest.mark.parametrize("name", gk.game_names())
def test_a_position_as_a_link_holds_what_its_mover_sees_and_nothing_more(name: str) -> None:
    found = asked(
        """
        const game = await gamekit.load(given.name, given.options), session = played(game, 11, 1);
        const same = (one, other) => String(one) === String(other);
        const found = [];
        for (let n = 0; n < 12 && !session.over; n += 1) {
          for (let k = 0; k < 25 || session.player < 0; k += 1) {
            if (session.over) break;
            session.player < 0 ? session.roll() : session.play(session.choose(Object.keys(game.strategies)[1]));
          }
          if (session.over) break;
          const me = session.player, view = session.view(me), link = await positionLinkOf(session, { seats: null });
          const twin = game.sessionFrom(view, me, 99n);
          const [opened, again] = [await told(link), await told(link)];
          found.push([
            link.length, opened.asks, same(opened.session.view(me), view), opened.session.history.length,
            link === (await positionLinkOf(twin, { seats: null })), opened.session.seed !== again.session.seed,
            same(opened.session.legal(), session.legal()),
          ]);
        }
        tell(found);
        """,
        name,
        name=name,
        options=LONGEST[name],
    )
    assert found
    for length, *rest in found:
        assert length < 2000
        assert rest == [True, True, 0, True, True, True]


def test_a_game_taken_up_from_a_position_is_played_on_but_not_saved() -> None:
    refused, taken_back = asked(
        """
        const session = played(await gamekit.load("pig"), 3, 4);
        while (session.player < 0) session.roll();
        const { session: other } = await told(await positionLinkOf(session));
        other.play(other.legal()[0]);
        const branched = other.branch();
        tell([await refusal(() => branched.save()), branched.step]);
        """,
        "pig",
    )
    assert refused[0] == "OptionError"
    assert taken_back == 1


def test_hostile_links_of_a_position_are_told_as_such() -> None:
    answers = asked(
        """
        const { bytesFrom, deflate, inflate, letters } = await import(`${given.show}/shared/files.js`);
        const session = played(await gamekit.load("pig", { players: 2 }), 3, 4), answers = [];
        while (session.player < 0) session.roll();
        const link = await positionLinkOf(session);
        for (const change of given.changes) {
          const head = JSON.parse(await inflate(bytesFrom(link.slice(2)), 9999));
          new Function("head", change)(head);
          answers.push(await told("p." + letters(await deflate(JSON.stringify(head)))));
        }
        tell(answers.map(String));
        """,
        "pig",
        changes=[
            "head.w[1] = 10 ** 6", "head.w.push(0)", "head.w = [0, 1, 10 ** 9, 1]; head.p = 1", "head.p = 9",
            "head.w = []; head.p = -1", "head.p = 1 - head.p", "head.v = ['nobody', null]", "head.w = 7",
            "head.o.players = 3", "head.s = '5'",
        ],
    )  # fmt: skip
    assert [answer for answer in answers if not answer.startswith("LinkError: link_")] == []


def test_a_position_that_holds_what_its_mover_does_not_see_is_refused() -> None:
    answer = asked(
        """
        const { bytesFrom, deflate, inflate, letters } = await import(`${given.show}/shared/files.js`);
        const game = await gamekit.load("kartenspiel", { players: 2 }), session = played(game, 3, 20);
        while (session.player < 0) session.roll();
        const head = JSON.parse(await inflate(bytesFrom((await positionLinkOf(session)).slice(2)), 9999));
        const [first, , , , kinds] = game.layout.state.fields.hand;
        head.w.push(first + (1 - head.p) * kinds, 1);
        tell(await told("p." + letters(await deflate(JSON.stringify(head)))));
        """,
        "kartenspiel",
    )
    assert answer == "LinkError: link_rules"
