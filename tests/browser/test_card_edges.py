"""Cards at their edges: asked again, answered once, a zero that is kept, later questions, recorded luck."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.lessons import kit
from gamekit.web import bundle
from gamekit.widgets import Bet, Number, Question, Quiz, lab
from gamekit.widgets.recorded_panel import record_panel

Open = Callable[..., Any]
PAGE = """<!DOCTYPE html><meta charset="utf-8"><section></section><script>{before}{script}
globalThis.sent = [];
const data = {data};
const root = document.querySelector("section");
globalThis.card = {make};
</script>"""
MADE = "{name}(root, data, (message) => sent.push(message))"
ANSWER = "[...document.querySelectorAll('.gk-answer, fieldset input')]"


def shown(open_page: Open, tmp_path: Any, name: str, data: Any, make: str, before: str = "") -> Any:
    text = json.dumps(data).replace("</", "<\\/")
    file = tmp_path / "page.html"
    file.write_text(PAGE.format(script=bundle.script(name), data=text, make=make, before=before), encoding="utf-8")
    return open_page(file.as_uri())


def quiz(*questions: Question) -> Any:
    return Quiz(list(questions), title="Three").data()


@pytest.mark.parametrize("number", [0, 1])
def test_a_question_that_is_asked_again_can_be_answered_again(open_page: Open, tmp_path: Any, number: int) -> None:
    asked = quiz(Question("Which?", 1, choices=("ten", "twenty")), Question("How many?", 4, tolerance=0.5, unit="km"))
    page = shown(open_page, tmp_path, "cards/quiz", asked, MADE.format(name="createQuiz"))

    def answer(right: bool) -> None:
        if page.locator(".gk-answer").count():
            page.get_by_role("button", name="twenty" if right else "ten").click()
        else:
            page.get_by_role("spinbutton").fill("4.5" if right else "4.6")
            page.get_by_role("button", name="Check").click()

    answer(right=False)
    page.get_by_role("button", name="Next question").click()
    answer(right=False)
    assert page.evaluate("sent.map((one) => one.right)") == [False, False]
    page.evaluate(
        "detail => root.dispatchEvent(new CustomEvent('gamekit:vote', {detail}))",
        {"number": number, "stage": None, "text": "", "value": None, "again": True},
    )
    assert page.evaluate(f"{ANSWER}.every((one) => !one.disabled)")
    assert page.locator(".gk-verdict").inner_text() == ""
    answer(right=True)
    assert page.evaluate("sent.map((one) => one.right)") == [False, False, True]
    assert page.locator(".gk-verdict .gk-good").count() == 1


@pytest.mark.parametrize(
    "asked", [kit.ask, kit.exit_ticket, lambda one: kit.exercise(1, one)], ids=["ask", "ticket", "two"]
)
def test_a_question_that_counts_or_has_two_choices_is_answered_once(open_page: Open, tmp_path: Any, asked: Any) -> None:
    choices = ("ten", "twenty") if asked not in (kit.ask, kit.exit_ticket) else ("ten", "twenty", "thirty")
    card = asked(kit.question("Which?", choices, answer="twenty"))
    page = shown(open_page, tmp_path, "cards/quiz", card.data(), MADE.format(name="createQuiz"))
    page.get_by_role("button", name="ten").click()
    assert page.locator(".gk-right").inner_text() == "twenty"


def test_a_later_question_of_an_endless_quiz_shows_the_rule_it_rests_on(open_page: Open, tmp_path: Any) -> None:
    rules = iter(["KS-15", "KS-26", "KS-20"])

    def make(_rng: np.random.Generator) -> Question:
        return Question("Which?", 1, choices=("ten", "twenty"), rules=(next(rules),))

    game = gk.load("kartenspiel")
    endless = Quiz(make, game=game)
    page = shown(open_page, tmp_path, "cards/quiz", endless.data(), MADE.format(name="createQuiz"))
    for number in ("KS-15", "KS-26"):
        page.get_by_role("button", name="ten").click()
        assert game.rulebook[number].text in page.locator(".gk-verdict").text_content()
        endless._hear(None, {"do": "next"}, None)
        page.evaluate("question => card.receive({type: 'question', question})", endless.questions[-1].tell_page())
        page.get_by_role("button", name="Next question").click()


@pytest.mark.parametrize("choices", [None, ("none", "one")])
def test_a_prediction_of_0_is_kept_as_any_other(open_page: Open, tmp_path: Any, choices: Any) -> None:
    bet = Bet("How many?", low=0, high=9, choices=choices, key="zero")
    page = shown(open_page, tmp_path, "cards/bet", bet.data(), MADE.format(name="createBet"))
    page.evaluate("card.receive({type: 'stored', value: 0})")
    page.locator(".gk-good", has_text="Stored: none" if choices else "Stored: 0").wait_for()
    page.reload()
    page.wait_for_function("sent.length")
    assert page.evaluate("sent") == [{"do": "store", "value": 0}], "it is recalled, and told"


def test_recorded_luck_is_drawn_in_turn_and_can_be_had_again(open_page: Open, tmp_path: Any) -> None:
    def thrown(rng: np.random.Generator, n: int) -> str:
        return f"{n} gives {rng.integers(1_000_000)}"

    panel = lab(lambda rng, n: thrown(rng, n), Number("n", "How many", 1, 2, 1), title="Throw")
    recorded = record_panel(panel)
    assert len(recorded["seeds"]) > 1
    page = shown(open_page, tmp_path, "cards/recorded_panel", recorded, "createRecording(root, data, new Map())")
    press, out, luck = page.get_by_role("button", name="Run"), page.locator(".gk-out"), page.locator(".gk-seed")
    seen = []
    for turn in range(len(recorded["seeds"]) + 1):
        press.click()
        seed = recorded["seeds"][turn % len(recorded["seeds"])]
        page.wait_for_function("seed => document.querySelector('.gk-seed').value === String(seed)", arg=seed)
        assert out.inner_text() == thrown(np.random.default_rng(seed), 1)
        seen.append(out.inner_text())
    assert len(set(seen)) == len(recorded["seeds"])
    assert seen[0] == seen[-1], "after the last the first comes again"
    luck.fill(str(recorded["seeds"][1]))
    page.get_by_role("button", name="Same luck again").click()
    page.wait_for_function("text => document.querySelector('.gk-out').innerText === text", arg=seen[1])
    luck.fill(str(max(recorded["seeds"]) + 1))
    page.get_by_role("button", name="Same luck again").click()
    page.locator(".gk-out .gk-refusal").wait_for()


@pytest.mark.parametrize(("draws", "rows"), [(3, 5), (4, 3)])
def test_from_four_steps_of_chance_in_a_row_on_the_log_folds_them(
    open_page: Open, tmp_path: Any, draws: int, rows: int
) -> None:
    steps = [{"text": "a move", "player": 0, "heading": "1", "draw": False}]
    steps += [{"text": "a card", "player": -1, "chance": True, "heading": "1", "draw": True}] * draws
    steps += [{"text": "a move", "player": 0, "heading": "1", "draw": False}]
    made = "new Log({ say: (key) => key, players: [{ name: 'A', letter: 'A' }], go: () => {}, preview: () => {} })"
    page = shown(open_page, tmp_path, "board/log", steps, made)
    page.evaluate("root.append(card.node); card.fill(data)")
    assert page.locator(".gk-row").count() == rows
    assert page.locator(".gk-row", has_text="log_folded").count() == (draws >= 4)
