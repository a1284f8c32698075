"""Every control of the topics' pages, run as the page runs it: nothing fails, and what comes out can be shown."""

import xml.etree.ElementTree as ElementTree
from fractions import Fraction

import pytest

import gamekit as gk
from gamekit.lab.estimate import share
from gamekit.lessons import desk
from gamekit.lessons.topics import (
    boards,
    chance_is_a_player,
    class_tournament,
    covers,
    exact_or_simulated,
    fair_bet,
    four_graphs,
    new_roads,
    plan,
    plans,
    stopping,
    strategy_file,
    write_a_strategy,
)
from gamekit.show import Lab
from gamekit.show.controls import Choice, Number

LESSONS = (chance_is_a_player, exact_or_simulated, four_graphs, write_a_strategy)


@pytest.fixture
def said(monkeypatch):
    """What panels send to the page."""
    messages = []
    monkeypatch.setattr(Lab, "send", lambda self, content, buffers=None: messages.append(content))
    return messages


def panels():
    """Every lab panel of every lesson, with the values that are tried."""
    bets = {lesson: lesson.predict() for lesson in LESSONS}
    for bet in bets.values():
        bet.store(1)
    made = [
        chance_is_a_player.run(bets[chance_is_a_player]),
        chance_is_a_player.resolutions(),
        chance_is_a_player.more_cards(),
        chance_is_a_player.whose_turn(),
        chance_is_a_player.modify(),
        fair_bet.builder(),
        exact_or_simulated.play(),
        exact_or_simulated.run(bets[exact_or_simulated]),
        exact_or_simulated.fan(),
        exact_or_simulated.how_many(),
        exact_or_simulated.how_sure(),
        exact_or_simulated.which_formula(),
        exact_or_simulated.modify(),
        stopping.builder(),
        four_graphs.play(),
        four_graphs.run(bets[four_graphs]),
        four_graphs.which_measure(),
        four_graphs.close_place(),
        four_graphs.steps_or_km(),
        new_roads.modify(),
        new_roads.builder(),
        write_a_strategy.run(bets[write_a_strategy]),
        write_a_strategy.twins(),
        write_a_strategy.step_size(),
        write_a_strategy.counter_habit(),
        write_a_strategy.when_to_hurry(),
        write_a_strategy.modify(),
        class_tournament.builder(),
    ]
    for panel in made:
        for values in tried(panel):
            yield pytest.param(panel, values, id=f"{panel.title} {values or ''}")


def tried(panel):
    """The panel as it stands, then every choice of it, and both ends of every small range."""
    slow = any(control.name in ("games", "step", "limit", "team") for control in panel.controls)
    yield small(panel) if slow else {}
    for control in panel.controls:
        if isinstance(control, Choice) and not slow:
            keys = list(control.choices)
            yield from ({control.name: key} for key in (keys if len(keys) <= 6 else (keys[0], keys[-1])))
        if isinstance(control, Number) and not slow and control.high <= 100:
            yield from ({control.name: value} for value in (control.low, control.high))


def small(panel):
    """Few games where games are counted."""
    return {control.name: control.low for control in panel.controls if control.name == "games"}


@pytest.mark.parametrize(("panel", "values"), list(panels()))
def test_a_panel_answers_with_something_the_page_can_show(panel, values, said):
    panel.start(values)
    assert said[-1]["type"] == "result", said[-1]
    parts = said[-1]["parts"]
    assert parts
    for part in parts:
        if part["kind"] == "chart":
            root = ElementTree.fromstring(part["svg"])
            assert root.tag == "{http://www.w3.org/2000/svg}svg"
            assert root.get("role") == "img"
            assert part["alt"].strip()
            assert "nan" not in part["svg"]
        elif part["kind"] == "text":
            assert part["text"].strip()
            assert "nan" not in part["text"].lower().split()


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.__name__.rpartition(".")[2])
def test_exercises_come_in_three_levels_with_hint_and_computed_solution(lesson):
    made = lesson.exercises()
    assert len(made) == 3
    for number, one in enumerate(made, 1):
        assert f"Exercise {number}" in one.html
        assert one.html.count("<details>") == 2
        assert "Solution:" in repr(one)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.__name__.rpartition(".")[2])
def test_explanations_and_tickets_are_there(lesson):
    assert len(repr(lesson.explain())) > 200
    assert lesson.exit_ticket().questions


def test_the_three_ways_of_the_explanation_give_the_same_fraction():
    words = repr(chance_is_a_player.explain())
    assert words.count(str(chance_is_a_player.answer())) >= 2


def test_cards_nobody_has_seen_are_no_news():
    deck = gk.load("kartenspiel", players=2).tables.deck
    assert chance_is_a_player.after_ten() == Fraction(int(deck[12]), int(sum(deck)))


@pytest.mark.parametrize(
    ("bet", "sentence"),
    [
        (lambda kinds: kinds[1] > kinds[0], "A fair bet"),
        (lambda kinds: kinds[0] == 12, "too rarely"),
        (lambda kinds: True, "too often"),
        (lambda kinds: 1, "must be True or False"),
        (lambda kinds: kinds[9] > 1, "fails"),
    ],
)
def test_a_bet_is_judged_with_the_reason(bet, sentence):
    assert sentence in repr(fair_bet.check(bet, 2))


def test_a_bet_that_changes_its_mind_is_refused():
    answers = iter([True, False] * 500)
    assert "now yes, now no" in repr(fair_bet.check(lambda kinds: next(answers), 1))


def test_the_lesson_s_event_is_simulated_as_it_is_computed():
    for event in stopping.DEPTH:
        found = stopping.hits(1, 20_000, event)
        assert share(int(found.sum()), 20_000).covers(stopping.truth(event))


@pytest.mark.parametrize(
    ("stop", "sentence"),
    [
        (lambda hits, deals: deals >= 1_000, "A good rule"),
        (lambda hits, deals: deals >= 200, "too early"),
        (lambda hits, deals: "yes", "not True or False"),
        (lambda hits, deals: 1 / 0, "ZeroDivisionError"),
    ],
)
def test_a_stopping_rule_is_judged_with_the_reason(stop, sentence):
    assert sentence in repr(stopping.check(stop))


def test_a_road_builder_that_tries_everything_is_the_best():
    assert "Good: among the ten best" in repr(new_roads.check(new_roads.habit("every")))


@pytest.mark.parametrize("answer", [3, ("nowhere", "land"), (0, [1])])
def test_a_road_builder_that_answers_nonsense_is_told_so(answer):
    words = repr(new_roads.check(lambda graph: answer))
    assert "Your function" in words
    assert "Not yet" in words


def test_the_program_that_is_shown_is_a_strategy_file_and_plays_like_the_plan():
    game = plans.game(stages=1)
    file = strategy_file.StrategyFile("shown", "", class_tournament.program(60, 1, 200))
    shown = strategy_file.load(file, game)
    built = plans.planned("built", 60, 1, 200)
    one = gk.simulate(game, [shown, "random"], games=20, seed=5, progress=False)
    two = gk.simulate(game, [built, "random"], games=20, seed=5, progress=False)
    assert (one.returns == two.returns).all()


def test_a_web_page_reads_no_strategy_files(monkeypatch, tmp_path):
    monkeypatch.setenv("VOILA_BASE_URL", "/")
    (tmp_path / "a.py").write_text("this is not even Python", encoding="utf-8")
    monkeypatch.setattr(strategy_file, "read_folder", None)
    assert "JupyterLab" in repr(write_a_strategy.class_tournament(tmp_path))
    assert isinstance(write_a_strategy.own_plan(plan.choose), Lab)
    assert isinstance(fair_bet.own_bet(lambda kinds: True), Lab)
    assert isinstance(stopping.own_rule(lambda hits, deals: True), Lab)
    assert isinstance(new_roads.own_road(lambda graph: (0, 1)), Lab)


def test_the_class_tournament_of_the_examples_plays_in_a_notebook(monkeypatch):
    for name in ("VOILA_BASE_URL", "VOILA_SERVER_URL", "VOILA_APP_PORT", "SERVER_SOFTWARE"):
        monkeypatch.delenv(name, raising=False)
    shown = write_a_strategy.class_tournament(covers.FOLDER / "strategies", own=["random"], games=3)
    assert {"lowest", "small_steps", "spoiler", "random"} <= set(repr(shown).split())
    assert "did not play" not in repr(shown)
    assert "no folder" in repr(write_a_strategy.class_tournament("nowhere"))


def test_names_in_files_and_words_are_shown_escaped():
    html = desk.table(["<b>"], [["<script>"]], "<i>").html + desk.say("<u>", "*<s>*").html
    assert not any(tag in html for tag in ("<b>", "<script>", "<i>", "<u>", "<s>"))


def test_every_topic_has_a_cover_that_stands_alone():
    for name, drawing in covers.covers().items():
        root = ElementTree.fromstring(covers.as_file(drawing))
        assert root.find("{http://www.w3.org/2000/svg}style") is not None, name
        assert (covers.FOLDER / f"{name}.svg").is_file()


def test_the_road_map_is_the_board_of_the_lesson_once_there_is_one():
    expected = boards.ROAD_MAP if boards.ROAD_MAP in gk.games() else boards.names()[-1]
    assert boards.main_board() == expected
