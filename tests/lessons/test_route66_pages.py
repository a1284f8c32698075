"""Route 66 lessons: every panel runs and says what the exact answers say; every situation is a real game."""

from __future__ import annotations

import threading
from pathlib import Path

import nbformat
import numpy as np
import pytest

import gamekit as gk
from gamekit.lab.estimate import mean
from gamekit.lessons.route66 import (
    home,
    make_dial,
    make_home,
    page_dial,
    page_home,
    page_house,
    page_rules,
    planner,
    rows,
    sets,
)
from gamekit.lessons.route66.dial import Dial, share_above
from gamekit.lessons.route66.surprises import GROUPS, surprises
from gamekit.show import Chart

NOTEBOOKS = Path(__file__).parents[2] / "notebooks" / "route66"


def quiet(_share: float) -> None:
    """Nobody watches the progress."""


def values(panel, **given):
    """What a panel's controls say, unless given otherwise; and what its function needs beside."""
    chosen = {control.name: control.value for control in panel.controls} | given
    beside = {"progress": quiet, "cancel": threading.Event()}
    return chosen | {name: beside[name] for name in panel._takes}


def run(panel, **given):
    """A panel's result as a list."""
    result = panel.run(**values(panel, **given))
    return [result] if isinstance(result, str) else list(result)


def words(result) -> str:
    """Everything a result says in words."""
    return " ".join(part.alt if isinstance(part, Chart) else str(getattr(part, "rows", part)) for part in result)


# Lesson 1


@pytest.mark.parametrize("key", [key for keys in GROUPS.values() for key in keys])
def test_every_situation_is_a_real_game_with_one_right_answer(key):
    one = surprises()[key]
    assert one.answer in one.choices
    assert len(set(one.choices)) == len(one.choices)
    assert one.rule in one.game.rulebook
    assert one.asked().step == len(one.actions) - 1
    assert one.told


def test_the_rule_of_a_situation_is_among_those_that_are_told():
    for key in (
        "cannot",
        "playson",
        "swap",
        "jumped",
        "p55",
        "caught",
        "first",
        "notyet",
        "two",
        "still",
        "nocard",
        "fined",
    ):
        one = surprises()[key]
        assert one.rule in {note.rule for note in one.played().log[-1].notes}, key


def test_the_quiz_about_rows_asks_what_has_one_right_answer():
    rng = np.random.default_rng(5)
    for _again in range(200):
        question = rows.question(rng)
        assert question.choices is not None
        assert len(question.choices) == rows.OFFERED
        assert "http://www.w3.org/2000/svg" in question.picture
        names = list(rows.names())
        assert [question.reasons[i] for i in range(4)]
        assert question.choices[int(question.answer)] in names


def test_the_solution_of_the_rule_of_rows_passes_and_wrong_ones_do_not():
    def solution(laid, state):
        return state in (0, 7) or laid[state] > 0 or laid[state - 1] > 0 or laid[state + 1] > 0

    assert rows.checked(solution)
    assert not rows.checked(lambda laid, state: state in (0, 7))
    assert not rows.checked(lambda laid, state: 1 / 0)
    assert rows.checked(rows.built(ends=True, east=True, west=True, same=True))
    for missing in ("ends", "east", "west"):
        assert not rows.checked(rows.built(**{name: name != missing for name in ("ends", "east", "west", "same")}))
    assert rows.checked(rows.built(ends=True, east=True, west=True, same=False)), "a neighbour always lies there too"


def test_the_opening_hand_is_shown_with_bet_and_exact_answer():
    bet = page_rules.bet()
    assert "not stored" in words(run(page_rules.run(bet)))
    bet.value = 80
    exact = f"{100 * float(sets.can_begin(page_rules.game())):.1f}"
    assert f"Exactly {exact} of 100; you predicted 80." in words(run(page_rules.run(bet)))
    assert exact in words(run(page_rules.other_sets(bet), illinois=1, california=2))


# Lesson 2


def test_dials_by_lot_lie_by_the_exact_answer_and_the_bet_is_told():
    bet = page_dial.bet()
    bet.value = 30
    exact = 100 * float(share_above(Dial.of(page_dial.game()).stationary, 55))
    assert f"Exactly {exact:.1f} of 100 dials" in words(run(page_dial.run(bet)))
    assert f"{exact:.2f} of 100 turns" in str(page_dial.explain())


def test_the_panels_of_the_dial_run():
    assert "caught by the patrol" in words(run(page_dial.one_card(), mph=60))
    assert "Exactly" in words(run(page_dial.waiting()))
    assert "limit 40" in words(run(page_dial.tighter_limit()))
    assert "real games" in words(run(page_dial.real_games(), rounds=2))
    assert "With your pack" in words(run(page_dial.other_pack(page_dial.modify_bet())))
    assert page_dial.matrix().alt
    assert page_dial.forgetting().alt


def test_a_quiet_road_can_be_built():
    assert "Not yet" in words(run(make_dial.builder()))
    assert "Good" in words(run(make_dial.builder(), stop=20, slow=20, fives=20))


def test_the_solution_of_the_dial_passes():
    def solution(mph, card):
        if card == "stop":
            return 0
        if not 0 <= mph + card <= 70:
            return mph
        return 0 if card in (5, -5) and mph + card > 55 else mph + card

    assert make_dial.checked(solution)
    assert not make_dial.checked(lambda mph, card: mph if card == "stop" else min(70, mph + card))


# Lesson 3


def test_the_panels_of_the_way_home_run():
    bet = page_home.bet()
    bet.value = 3
    assert f"{page_home.ratio():.2f} times" in words(run(page_home.run(bet)))
    assert f"exactly {home.ByChance(home.empty_road()).cards(0):.3f}" in words(run(page_home.chance_dial(), cars=500))
    assert "crawls home" in words(run(page_home.with_others(), crawlers=2))
    assert "19 cards" in words(run(page_home.timetable(), turns=12))
    assert "21.74" in words(run(page_home.hands()))
    assert "with the real ones" in words(run(page_home.other_road(page_home.modify_bet())))
    assert page_home.by_start().alt
    assert page_home.on_the_way_home().table.session.position.tide == 1


def test_the_plan_in_the_solution_is_as_good_as_the_best():
    notebook = nbformat.read(NOTEBOOKS / "03-collecting.ipynb", as_version=4)
    source = next(cell.source for cell in notebook.cells if "A solution" in cell.source)
    space: dict[str, object] = {}
    exec(source.split("```python")[1].split("```")[0], space)
    plan = space["spaces_from"]
    stops = home.driven(home.empty_road(), plan)
    assert stops[-1][1] == home.Timetable(home.empty_road()).best(make_home.TURNS)
    assert len(stops) <= make_home.TURNS
    marked = [p for p in range(53, 0, -1) if home.empty_road().tables.cards[p] == 2]
    said = ", ".join(map(str, marked[:-1])) + f" and {marked[-1]}"
    assert any(f"marked “2” are {said}." in cell.source for cell in notebook.cells)


def test_a_plan_that_fails_is_told_so():
    assert "fails" in str(make_home.judged(lambda place: 1 // 0))
    assert "1 to 7" in str(make_home.judged(lambda place: 9))
    assert "Too slow" in str(make_home.judged(lambda place: 1))
    assert "the best plan" in words(run(make_home.builder()))


# Lesson 4


def test_equal_players_win_a_quarter_each():
    won, own, theirs = planner.one_against("racer", "racer", 4_000, seed=11)
    assert won.low - 0.01 < 0.25 < won.high + 0.01
    assert abs(own.value - theirs.value) < own.high - own.low


def test_the_score_of_the_sliders_prefers_what_they_say():
    score = planner.from_sliders(wish=1, harm=0.5, caution=2)
    faster_out = planner.Card(True, False, 10, 40, False)
    faster_home = planner.Card(True, True, 10, 40, False)
    assert score(faster_out) > 0 > score(faster_home)
    assert score(faster_home._replace(mine=False)) > 0
    assert score(planner.Card(True, False, 60, 0, True)) < score(planner.Card(True, False, 60, 0, False))


def test_a_strategy_from_a_score_plays_whole_games():
    found = page_house.judged(planner.from_sliders(1, 0.5, 2))
    assert "Against three players of “Random”" in str(found)
    assert "failed" in str(page_house.judged(lambda card: 1 / 0))


def test_the_panels_of_the_strategies_run():
    bet = page_house.bet()
    bet.value = 55
    assert "You predicted 55" in words(run(page_house.run(bet), games=400))
    assert "Four equal players" in words(run(page_house.run(bet), mine="racer", games=400))
    assert "Collector" in words(run(page_house.all_against_all(), games=100))
    assert "more than the last" in words(run(page_house.seats(), games=400))
    assert "5 players" in words(run(page_house.players_count()))
    assert "your rules" in words(run(page_house.house_rules(page_house.modify_bet())))


def test_the_panel_of_harm_and_the_builder_run(monkeypatch):
    monkeypatch.setattr(page_house, "MATCH", 4)
    assert "harm 3" in words(run(page_house.danger()))
    assert "Racer" in words(run(page_house.builder()))


# All


@pytest.mark.parametrize("page", [page_rules, page_dial, page_home, page_house])
def test_exercises_exit_tickets_and_tables_are_made(page):
    assert [str(one).startswith(f"Exercise {n}.") for n, one in enumerate(page.exercises(), start=1)] == [True] * 3
    quiz = page.exit_ticket()
    assert len(quiz.questions) == 3
    assert all(question.right(question.answer) for question in quiz.questions)


def test_the_steppers_open():
    for made in (page_rules.table, page_dial.table, page_house.play_against):
        assert made().table.session.player == 0
    assert gk.load("route66").title in str(home.empty_road().title)
    assert mean([1.0, 2.0]).value == 1.5
