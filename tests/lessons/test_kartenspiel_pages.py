"""The card game's lessons as pages: every panel runs, every callback answers, light pages stay light."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pytest

import gamekit as gk
from gamekit.kernel import interpreted
from gamekit.lessons import frame, start
from gamekit.lessons.kartenspiel import (
    page_counting,
    page_house,
    page_rules,
    page_strategy,
    planner,
    run_quiz,
    surprises,
    variants,
)
from gamekit.lessons.kartenspiel.staging import kinds

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
OWN = [NOTEBOOKS / "start.ipynb", *sorted((NOTEBOOKS / "kartenspiel").glob("*.ipynb"))]
PARTS = ("Play", "Predict", "Run", "Explain", "Investigate", "Modify", "Make", "Exercises", "Exit ticket", "Where next")
simulates = pytest.mark.skipif(interpreted(), reason="thousands of games take minutes without compiling")


def run(panel: Any, **values: Any) -> list[dict[str, Any]]:
    """Press a panel's button and return the parts of its result."""
    heard: list[dict[str, Any]] = []
    panel.send = lambda message, buffers=None: heard.append(message)
    panel._handle_custom_msg({"do": "run", "values": values}, [])
    assert heard[-1]["type"] == "result", heard[-1]
    return heard[-1]["parts"]


def text(parts: list[dict[str, Any]]) -> str:
    """All sentences of a result."""
    return " ".join(part.get("text", "") + part.get("alt", "") for part in parts)


# Lesson 1


def test_the_run_of_the_bet_is_judged_with_the_bet_beside_it():
    bet = page_rules.bet()
    assert "have not stored" in text(run(page_rules.answer(bet)))
    bet.store(220)
    assert "as you predicted" in text(run(page_rules.answer(bet)))
    bet.store(300)
    assert "220 km; you predicted 300 km" in text(run(page_rules.answer(bet)))


def test_changing_a_card_says_what_it_costs():
    assert "310 km, 90 km more than before" in text(run(page_rules.change_a_card(), place="4", card="50"))
    assert "130 km, 90 km less than before" in text(run(page_rules.change_a_card(), place="7", card="R"))
    assert "220 km, as much as before" in text(run(page_rules.change_a_card(), place="1", card="R"))


def test_a_judged_run_shows_what_is_lost_and_where_it_breaks():
    drawn = run(page_rules.answer(page_rules.bet()))[0]["svg"]
    assert drawn.count(f'opacity="{run_quiz.FADED}"') == 4
    assert drawn.count('stroke="var(--gk-wrong)"') == 2
    assert "--gk-wrong" not in run_quiz.picture(kinds(page_rules.RUN))


def test_changing_a_rule_compares_it_with_the_real_one():
    parts = run(page_rules.change_a_rule(page_rules.modify_bet()), equal=False, rest=False, two=False, action=False)
    assert all(row[1] == row[2] for row in parts[0]["rows"])


@pytest.mark.parametrize("group", page_rules.GROUPS)
def test_choosing_a_situation_shows_its_board_and_its_question(group):
    shown = page_rules.situations(group)
    for number, one in enumerate(shown.situations):
        shown.chooser.value = number
        assert shown.quiz.questions[0].text == one.question
        assert shown.stepper.session.length == len(one.actions)
        assert shown.stepper.table.shown_step == one.at
        assert shown.stepper in shown.children


def test_all_situations_are_shown_somewhere():
    shown = [key for keys in page_rules.GROUPS.values() for key in keys]
    assert sorted(shown) == sorted(one.key for one in surprises.surprises())


def test_a_situation_that_cannot_be_shown_is_told_not_swallowed(monkeypatch):
    shown = page_rules.situations("ends")
    monkeypatch.setattr(shown, "show", lambda number: (_ for _ in ()).throw(gk.OptionError("no such situation")))
    shown.chooser.value = 1
    assert "no such situation" in shown.said.value


def test_the_unfinished_function_fails_some_worked_runs_and_the_solution_none():
    notebook = nbformat.read(NOTEBOOKS / "kartenspiel" / "01-rules.ipynb", 4)
    unfinished = defined(
        next(cell.source for cell in notebook.cells if "def run_worth" in cell.source and cell.cell_type == "code"),
        "run_worth",
    )
    assert not page_rules.checked(unfinished)
    assert page_rules.checked(defined(solution(notebook, "run_worth"), "run_worth"))
    assert page_rules.checked(variants.Variant().worth)


def test_a_function_that_fails_is_told_how():
    verdict = frame.check(lambda cards: 1 // 0, variants.cases())
    assert not verdict
    assert "ZeroDivisionError" in verdict.rows[0][1]
    assert "<script>" not in frame.Verdict("<script>", (), ())._repr_html_()


def test_the_builder_of_a_page_builds_the_right_rule_from_the_right_decisions():
    breaks, goes_on = variants.choices()
    parts = run(page_rules.builder(), equal=breaks, rest=goes_on, two_rests=breaks, action=breaks)
    assert {row[3] for row in parts[0]["rows"]} == {"right"}
    wrong = run(page_rules.builder())
    assert "not yet" in {row[3] for row in wrong[0]["rows"]}


def test_make_is_a_function_in_a_notebook_and_a_builder_on_a_page(monkeypatch):
    for name in ("SERVER_SOFTWARE", "VOILA_PREHEAT", "VOILA_APP_PORT", "VOILA_BASE_URL", "VOILA_SERVER_URL"):
        monkeypatch.delenv(name, raising=False)
    assert isinstance(page_rules.make(variants.Variant().worth), frame.Verdict)
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0.5.13")
    assert isinstance(page_rules.make(variants.Variant().worth), gk.show.Lab)
    monkeypatch.setenv("SERVER_SOFTWARE", "")
    monkeypatch.setenv("VOILA_PREHEAT", "True")
    assert frame.on_web_page()


# Lesson 2


def test_the_first_card_is_counted_and_shuffled():
    bet = page_counting.next_bet()
    bet.store(40)
    parts = run(page_counting.first_card(bet), km=70, times=1000)
    assert "31/109 = 28.4 %" in text(parts)
    assert "your prediction" in parts[0]["svg"]


def test_counting_looks_at_the_game_on_the_board():
    table = page_counting.table()
    parts = run(page_counting.count(table), km=70)
    assert parts[0]["rows"][-1] == ["all cards", "109", "10", "99"]
    table._handle_custom_msg({"do": "play", "action": table.session.legal()[0], "step": table.session.step}, [])
    again = run(page_counting.count(table), km=70)
    assert f"step {table.session.step} " in again[0]["caption"]


def test_a_hand_is_dealt_beside_the_exact_answer():
    assert "29.5 %" in text(run(page_counting.hands(page_counting.hand_bet()), times=1000))


@simulates
def test_stage_lengths_say_when_they_are_exact_and_when_not():
    bet = page_counting.length_bet()
    bet.store(3)
    assert "Exactly 2.3780 rounds" in text(run(page_counting.lengths(bet), games=2000))
    assert "takes too long" in text(run(page_counting.lengths(bet), players=4, games=1000))
    assert "limit 100" in run(page_counting.other_limits(bet), limit=100, games=1000)[0]["svg"]


def test_the_fraction_is_right_only_with_the_right_decisions():
    right = run(page_counting.builder(), top="above", bottom="all")
    assert {row[3] for row in right[0]["rows"]} == {"right"}
    assert "not yet" in {row[3] for row in run(page_counting.builder())[0]["rows"]}
    notebook = nbformat.read(NOTEBOOKS / "kartenspiel" / "02-counting-cards.ipynb", 4)
    assert page_counting.checked(defined(solution(notebook, "chance_above"), "chance_above"))


# Lesson 3


@simulates
def test_first_cards_are_compared_exactly_and_by_playing():
    bet = page_strategy.bet()
    bet.store(40)
    said = text(run(page_strategy.first_cards(bet), stages=500))
    assert "Best first card: 70" in said
    assert "You predicted 40" in said


@simulates
def test_strategies_meet_each_other_and_under_other_limits():
    bet = page_strategy.compare_bet()
    bet.store(50)
    assert "your prediction" in run(page_strategy.compare(bet), games=1000)[0]["svg"]
    assert "your prediction" not in run(page_strategy.compare(bet), first="planner", games=1000)[0]["svg"]
    assert "Spoiler" in text(run(page_strategy.compare_at_limits(page_strategy.modify_bet()), games=1000))


@simulates
def test_a_built_strategy_plays_a_tournament():
    parts = run(page_strategy.builder(), games=20)
    assert [row[0] for row in parts[1]["rows"]] == ["Any card", "Greedy", "Safe climber", "Spoiler", "Planner"]


@simulates
def test_the_strategies_printed_in_the_notebook_play():
    notebook = nbformat.read(NOTEBOOKS / "kartenspiel" / "03-when-to-stop-climbing.ipynb", 4)
    written = next(
        cell.source for cell in notebook.cells if "def my_strategy" in cell.source and cell.cell_type == "code"
    )
    for source in (written.replace("lesson.make(my_strategy)", ""), solution(notebook, "my_strategy")):
        strategy = defined(source, "my_strategy", lesson=page_strategy)
        assert len(run(page_strategy.contest_of(strategy), games=20)[1]["rows"]) == 5


@pytest.mark.parametrize("counter", ["low", "delay", "high"])
def test_a_built_strategy_is_legal_and_sees_nothing_hidden(counter):
    game = gk.load("kartenspiel", 2, stages=2)
    choose = planner.planned(60, 40, True, counter)
    session, rng = game.session(seed=6), np.random.default_rng(1)
    while not session.over:
        if session.player < 0:
            session.roll()
            continue
        legal = np.array(session.legal(), np.int32)
        arguments = (game.tables, session.player, legal, len(legal), rng)
        chosen = choose(session.position, *arguments)
        assert chosen == choose(session.view(session.player), *arguments)
        session.play(int(chosen))


@simulates
def test_the_coach_can_be_an_opponent():
    duel = page_strategy.duel()
    for _card in range(2):
        duel._handle_custom_msg({"do": "play", "action": duel.session.legal()[0], "step": duel.session.step}, [])
    assert any(step.player == 1 for step in duel.session.log)


# Lesson 4


@simulates
def test_house_rules_are_compared_with_the_box():
    bet = page_house.limit_bet()
    bet.store(10)
    parts = run(page_house.compare(bet), games=1000)
    assert [len(row) for row in parts[1]["rows"]] == [3, 3, 3]
    assert "your prediction" in parts[0]["svg"]
    assert "Under your rules" in text(
        run(page_house.compare(bet), copies=3, players=4, strategy="any-card", games=1000)
    )


@simulates
@pytest.mark.parametrize("what", ["rounds", "km", "begins"])
def test_a_rule_runs_through_its_values(what):
    parts = run(page_house.sweep(), rule="limit", what=what, strategy="any-card", games=500)
    assert [row[0] for row in parts[1]["rows"]] == [str(value) for value in page_house.SWEEPS["limit"]]


@simulates
def test_beginning_is_shown_with_its_exact_answer():
    assert "Exactly: 50 %" in text(run(page_house.begins(page_house.begins_bet()), games=2000))


@simulates
def test_a_limit_in_proportion_to_the_players_solves_the_exercise_and_the_box_does_not():
    assert page_house.checked(lambda players: 75 * players)
    assert not page_house.checked(lambda players: 50 + 50 * players)
    assert "at least 10" in page_house.checked(lambda players: -1).rows[0][4]
    assert len(run(page_house.builder(), fixed=0, each=75)[0]["rows"]) == 4


# The first page, and the notebooks


def test_the_first_page_and_lesson_one_load_nothing_heavy():
    for path in OWN[:2]:
        cells = [c.source for c in nbformat.read(path, 4).cells if c.cell_type == "code"]
        code = (
            "\n".join(cells)
            + "\nimport sys\nassert not {'matplotlib', 'pandas', 'numba'} & set(sys.modules), sys.modules.keys()"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, cwd=NOTEBOOKS.parent, check=False
        )
        assert done.returncode == 0, done.stderr[-500:]


def test_the_first_page_asks_three_questions():
    assert len(start.quiz().questions) == 3
    assert start.board().session.player == 0
    assert start.bet().value is None


@pytest.mark.parametrize("path", OWN[1:], ids=lambda path: path.stem)
def test_a_lesson_has_its_parts_in_their_order(path):
    cells = nbformat.read(path, 4).cells
    heads = [
        line[3:]
        for cell in cells
        if cell.cell_type == "markdown"
        for line in cell.source.splitlines()
        if line.startswith("## ")
    ]
    places = [heads.index(part) for part in PARTS]
    assert places == sorted(places)
    assert len(cells) <= 32
    text = "\n".join(cell.source for cell in cells)
    assert all(f"**{level}.**" in text for level in ("Easy", "Middle", "Hard"))
    assert text.count("<details>") == text.count("</details>") >= 6
    assert "reconstruction" in text


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_a_lesson_is_committed_executed_without_widget_state(path):
    notebook = nbformat.read(path, 4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.execution_count for cell in code)
    assert "widgets" not in notebook.metadata
    assert "widget-view" not in path.read_text(encoding="utf-8")


def solution(notebook: Any, name: str) -> str:
    """The folded solution of the "make" part."""
    cell = next(
        cell.source
        for cell in notebook.cells
        if cell.cell_type == "markdown" and f"```python\ndef {name}" in cell.source
    )
    return cell.split("```python\n")[1].split("```")[0]


def defined(source: str, name: str, **names: Any) -> Any:
    """A function as a notebook defines it."""
    space: dict[str, Any] = dict(names)
    exec(compile(source.split("\n\n\nlesson.")[0], name, "exec"), space)
    return space[name]
