"""What may help one pupil: each sentence where its reason is, and nowhere else."""

from __future__ import annotations

from typing import Any

import pytest

from gamekit.classroom.advice import FAR_BEHIND, MANY_TRIES, MOST_WRONG, advise

NOTHING = ["Nothing points to trouble."]


def person(**more: Any) -> dict[str, Any]:
    return {"id": 1, "online": True, "stuck": "", "lesson": "start", "step": 1} | more


def answered(text: str, **more: Any) -> dict[str, Any]:
    return {"lesson": "start", "text": text, "right": False, "tries": 1, "answer": "7"} | more


def told(mine: dict[str, Any], answers: list[dict[str, Any]], others: list[dict[str, Any]] | None = None) -> list[str]:
    return advise({"answers": answers, "steps": []}, mine, [mine, *(others or [])])


@pytest.mark.parametrize(
    ("mine", "answers", "wanted"),
    [
        (person(online=False), [], "network"),
        (person(stuck="3 of the last 4 answers wrong"), [], "May need help: 3 of the last 4 answers wrong."),
        (person(step=2), [], "Nothing is answered in this lesson yet"),
        (person(step=2), [answered("Elsewhere?", lesson="other")], "Nothing is answered in this lesson yet"),
        (person(step=2), [answered("Why?")], "“Why?” went wrong at first: they answered “7”. Look at it together."),
        (person(step=2), [answered("Why?", tries=MANY_TRIES)], f"“Why?” was tried {MANY_TRIES} times"),
    ],
)
def test_each_sign_has_its_sentence(mine: dict[str, Any], answers: list[dict[str, Any]], wanted: str) -> None:
    (sentence,) = told(mine, answers)
    assert wanted in sentence


def test_no_sign_no_advice() -> None:
    assert told(person(), []) == NOTHING
    assert told(person(step=2), [answered("Why?", right=True), answered("How many?", right=None)]) == NOTHING


@pytest.mark.parametrize(("ahead", "behind"), [(FAR_BEHIND - 1, False), (FAR_BEHIND, True), (FAR_BEHIND + 3, True)])
def test_who_is_far_behind_those_who_are_here_in_the_same_lesson_is_named(ahead: int, behind: bool) -> None:
    mine = person(step=3)
    others = [person(id=number, step=3 + ahead) for number in (2, 3, 4)]
    answers = [answered("Why?", right=True)]
    assert any("half of the others" in one for one in told(mine, answers, others)) == behind
    gone = [one | {"online": False} for one in others]
    elsewhere = [one | {"lesson": "other"} for one in others]
    assert told(mine, answers, gone) == told(mine, answers, elsewhere) == NOTHING


def test_the_last_that_went_wrong_are_named_and_not_all() -> None:
    found = told(person(step=2), [answered(f"Number {number}?") for number in range(9)])
    assert len(found) == MOST_WRONG
    assert ["Number 7?" in found[0], "Number 8?" in found[1]] == [True, True]
