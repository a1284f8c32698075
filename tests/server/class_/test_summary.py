"""What a class's summary says after the hour."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gamekit.server.class_.results import ClassReports
from gamekit.server.class_.schemas import MOVES, Result
from gamekit.server.class_.store import ClassInfo, Member, Store
from gamekit.server.class_.summary import FAILED_BELOW, find_split, sum_up_pupils, summarize
from tests.server.class_.said import LESSON, answer, bet, step


def test_an_empty_class_has_a_summary_with_nobody_in_it(store: Store, info: ClassInfo) -> None:
    found = summarize(store, info)
    assert (found.asked, found.split, found.pupils, found.failed, found.lessons) == ([], None, [], [], [])


def test_what_came_out_stands_beside_what_was_believed(store: Store, info: ClassInfo, four: list[Member]) -> None:
    for member, value in zip(four, (10, 20, 60, 90), strict=True):
        store.receive(info.id, member.id, *bet(value))
    settings = info.settings.model_copy(update={"results": (Result(lesson=LESSON, key="bet-1", value=37),)})
    (one,) = summarize(store, replace(info, settings=settings)).asked
    assert (one.kind, one.step, one.came_out) == ("bet", "Predict", ["37"])
    assert one.votes[0].middle == {"median": "40", "mean": "45"}
    assert one.votes[0].right is None
    assert sum(bar["count"] for bar in one.votes[0].bars) == one.votes[0].count == 4


def test_the_question_that_split_the_class_is_the_one_furthest_from_agreeing(
    store: Store, info: ClassInfo, four: list[Member]
) -> None:
    for member, (agreed, split) in zip(four, ((1, 0), (1, 1), (1, 2), (0, 1)), strict=True):
        store.receive(info.id, member.id, *answer(agreed, turn=1, key="quiz-1/1", text="Agreed?"))
        store.receive(info.id, member.id, *answer(split, turn=2, key="quiz-1/2", text="Split?"))
        store.receive(info.id, member.id, *bet(member.number, turn=3))  # numbers have no sides
    found = summarize(store, info)
    assert found.split is not None
    assert found.split.text == "Split?"
    moves = [replace(one, lesson=f"{MOVES}pig") for one in found.asked]
    assert find_split(moves) is None, "of proposed moves none is right"


def test_a_class_that_agrees_is_not_split(store: Store, info: ClassInfo, four: list[Member]) -> None:
    for member in four:
        store.receive(info.id, member.id, *answer(1))
    assert summarize(store, info).split is None


@pytest.mark.parametrize(("right", "failed"), [(1, True), (2, False), (4, False)])
def test_an_exit_ticket_that_fewer_than_half_got_right_at_first_is_to_come_back_to(
    store: Store, info: ClassInfo, four: list[Member], right: int, failed: bool
) -> None:
    assert FAILED_BELOW == 0.5
    for place, member in enumerate(four):
        store.receive(info.id, member.id, *answer(1 if place < right else 0, turn=1, place="Exit ticket"))
        other = answer(0, turn=2, key="quiz-2/1", place="Explain", is_exit=False)
        store.receive(info.id, member.id, *other)
    found = summarize(store, info)
    assert [one.step for one in found.failed] == (["Exit ticket"] if failed else [])
    assert found.asked[0].votes[0].right in (right, 0)


def test_a_second_vote_says_who_changed_which_way(store: Store, info: ClassInfo, four: list[Member]) -> None:
    for member, value in zip(four, (0, 0, 1, 1), strict=True):
        store.receive(info.id, member.id, *answer(value, turn=1))
    store.ask_again(info.id, LESSON, "quiz-1/1")
    for member, value in zip(four[:3], (1, 0, 1), strict=True):  # the last one does not vote again
        store.receive(info.id, member.id, *answer(value, turn=2, number=2))
    (one,) = summarize(store, info).asked
    assert [(vote.count, vote.right) for vote in one.votes] == [(4, 2), (3, 2)]
    assert one.changes == {"stayed": 2, "ways": [{"text": "10 → 20", "count": 1}]}


def test_a_pupils_row_counts_first_answers_of_lessons_and_neither_a_second_round_nor_a_position(
    store: Store, info: ClassInfo, four: list[Member]
) -> None:
    ada = four[0]
    store.receive(info.id, ada.id, *answer(0, turn=1))
    store.ask_again(info.id, LESSON, "quiz-1/1")
    store.receive(info.id, ada.id, *answer(1, turn=2, number=2))
    reports = ClassReports(store, info.id)
    (kind, pupil, _lesson, _key, number, *rest) = reports.said[0]
    where = (f"{MOVES}kartenspiel", "1")
    reports.questions[where] = reports.questions[LESSON, "quiz-1/1"]
    reports.said.append((kind, pupil, *where, number, *rest))
    row = sum_up_pupils(reports, names_hidden=False)[0]
    assert (row.answers, row.right) == (1, 0)


def test_each_pupil_has_a_row_of_what_they_did_and_hidden_names_stay_hidden(
    store: Store, info: ClassInfo, four: list[Member]
) -> None:
    ada, ben = four[:2]
    store.receive(info.id, ada.id, *bet(10, turn=1))
    store.receive(info.id, ada.id, *answer(1, turn=2))
    store.receive(info.id, ada.id, *answer(0, turn=3, key="quiz-1/2"))
    store.receive(info.id, ada.id, step(3, turn=4, done=2))
    store.receive(info.id, ben.id, *answer(0, turn=1))
    rows = summarize(store, info).pupils
    first = rows[0]
    assert (first.name, first.lessons, first.steps, first.bets, first.answers, first.right) == ("Ada", 1, 2, 1, 2, 1)
    assert [(row.number, row.answers, row.right) for row in rows] == [(1, 2, 1), (2, 1, 0), (3, 0, 0), (4, 0, 0)]
    hidden = summarize(store, replace(info, settings=info.settings.model_copy(update={"names_hidden": True})))
    assert {row.name for row in hidden.pupils} == {None}
