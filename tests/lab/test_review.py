"""A review's sums: whose luck, whose decisions, whose cost."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.lab.review import Moment, Review


def exactly(value: float) -> gk.Estimate:
    return gk.Estimate(value, value, value)


@pytest.fixture
def found() -> Review:
    """A deal, two moves of A and one of B, each with a size of its own."""
    steps = [(-1, 0.08, None), (0, 0.04, 0.0), (1, 0.02, 0.5), (0, -0.01, 0.25), (-1, -0.3, None)]
    moments = [
        Moment(at, who, f"step {at}", (exactly(moved), exactly(-moved)), "", None if c is None else exactly(c), c or 0)
        for at, (who, moved, c) in enumerate(steps, start=1)
    ]
    shares = 0.5 + np.cumsum([0.0, *(moved for _who, moved, _cost in steps)])
    session = gk.load("pig", players=2).session(seed=1)
    return Review(session, [(exactly(one), exactly(1 - one)) for one in shares], moments)


def test_luck_decisions_and_their_cost_belong_to_each_player_alone(found: Review) -> None:
    assert [found.luck_of(p) for p in (0, 1)] == pytest.approx([-0.22, 0.22])
    assert [found.decisions_of(p) for p in (0, 1)] == pytest.approx([0.03, -0.02])
    assert [found.cost_of(p) for p in (0, 1)] == pytest.approx([0.25, 0.5])
    table = found.summary()
    for p in (0, 1):
        row = table.iloc[p]
        assert row.luck + row.own_decisions + row.others_decisions == pytest.approx(row.end - row.start)
        assert row.others_decisions == pytest.approx((0.02, -0.03)[p])


def test_mistakes_are_decisions_that_cost_something_the_dearest_first(found: Review) -> None:
    assert [moment.step for moment in found.mistakes()] == [3, 4]
    assert [moment.step for moment in found.mistakes(1)] == [3]
    assert [moment.step for moment in found.key_moments(2)] == [1, 5], "the two largest, in the order of play"
    assert [moment.step for moment in found.mistakes(player=0)] == [4]


def test_the_turning_point_brought_most_to_whoever_is_ahead_at_the_end(found: Review) -> None:
    assert found.values[-1].argmax() == 1
    turn = found.turning_point
    assert turn is not None
    assert turn.step == 5


def test_a_plain_prompt_and_the_alternative_text_say_the_figures(found: Review) -> None:
    told = repr(found).splitlines()
    assert told[1].startswith("turning point: step 5, step 5: A -0.30, B +0.30")
    assert told[2] == "player A: from 0.50 to 0.33; luck -0.22, own choices +0.03, choices of others +0.02"
    assert [line.partition(":")[0] for line in told[4:]] == ["step 3", "step 4"]
    assert "Player B begins at 0.50, is highest at step 5 with 0.67 and ends at 0.67." in found.alt
    assert found.plot().figure.get_label() == found.alt


class Oracle:
    """What a position of Pig is worth where all go on by *keep pace*: every die summed up in plain Python, no luck."""

    def __init__(self, game: gk.Game) -> None:
        self.game, self.choose = game, game.strategies["keep pace"].choose
        self.known: dict[bytes, Any] = {}

    def shares(self, position: Any) -> Any:
        key = position.tobytes()
        if key not in self.known:
            self.known[key] = self.work_out(position)
        return self.known[key]

    def after(self, position: Any, action: int) -> Any:
        copy = position.copy()
        self.game.apply(copy, action)
        return self.shares(copy)

    def work_out(self, position: Any) -> Any:
        player = self.game.player(position)
        if player == gk.OVER:
            return np.array(self.game.win_shares(position))
        if player == gk.CHANCE:
            return sum(odds * self.after(position, action) for action, odds in self.game.chance_actions(position))
        legal = np.array(self.game.legal(position), np.int32)
        chosen = self.choose(position, self.game.tables, player, legal, len(legal), np.random.default_rng(1))
        return self.after(position, int(chosen))


@pytest.fixture(scope="module")
def played() -> gk.Session:
    """A game of Pig in which nobody ever gathers more than one roll."""
    session = gk.load("pig", players=2, goal=15, rounds=6).session(seed=3)
    while not session.over:
        session.roll() if session.player < 0 else session.play(session.legal()[-1])
    return session


@pytest.fixture(scope="module")
def reviewed(played: gk.Session) -> Review:
    return gk.review(played, 1000, progress=False)


def test_the_course_is_what_every_die_summed_up_says(played: gk.Session, reviewed: Review) -> None:
    oracle = Oracle(played.game)
    truth = [oracle.shares(played.position_at(step)) for step in range(played.step + 1)]
    for row, known in zip(reviewed.course, truth, strict=True):
        for one, exact in zip(row, known, strict=True):
            assert one.low - 0.03 <= exact <= one.high + 0.03
    inside = [
        one.low <= exact <= one.high
        for row, known in zip(reviewed.course, truth, strict=True)
        for one, exact in zip(row, known, strict=True)
    ]
    assert sum(inside) >= 0.8 * len(inside), "the same luck at every step: they miss together"
    assert reviewed.course[-1][0].low == reviewed.course[-1][0].high == truth[-1][0], "an end is known"


def test_what_a_choice_cost_is_what_every_die_summed_up_says(played: gk.Session, reviewed: Review) -> None:
    oracle, decided = Oracle(played.game), [moment for moment in reviewed if not moment.luck]
    assert len(decided) > 4
    inside = 0
    for moment in decided:
        position = played.position_at(moment.step - 1)
        names = {played.game.action_text(one): one for one in played.game.legal(position)}
        best, done = (oracle.after(position, names[name])[moment.player] for name in (moment.preferred, moment.text))
        assert moment.cost is not None
        assert moment.cost.value == pytest.approx(best - done, abs=0.08)
        inside += moment.cost.low <= best - done <= moment.cost.high or best == done
    assert inside >= len(decided) - 1


def test_the_size_of_a_cost_is_not_what_it_was_chosen_by(reviewed: Review) -> None:
    costly = reviewed.mistakes(100)
    assert costly
    assert all(moment.cost is not None and moment.cost.value != moment.suspected for moment in costly)


def test_why_is_told_of_the_choice_that_was_made_and_of_the_better_one() -> None:
    session = gk.load("kartenspiel", players=2, stages=1).session(seed=3)
    while not session.over:
        session.roll() if session.player < 0 else session.play(session.legal()[-1])
    found = gk.review(session, 40, progress=False)
    told = [(moment, moment.why) for moment in found.mistakes(6)]
    said = [(moment, why) for moment, why in told if why]
    assert said, "a game of the last legal action gives somebody a reason"
    for moment, why in said:
        assert re.findall("“(.*?)”", why)[:2] == [moment.preferred, moment.text]
