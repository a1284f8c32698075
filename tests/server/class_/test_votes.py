"""Peer instruction: stages of a vote, who talks to whom, who changed which way."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.core.errors import ReportError
from gamekit.server.class_ import results, votes
from gamekit.server.class_.schemas import AskedQuestion, ClassSettings, Shown
from gamekit.server.class_.store import ClassInfo, Member, Store
from gamekit.server.class_.votes import Group
from tests.server.class_.said import LESSON, answer, bet, board

KEY = "quiz-1/1"
LARGE = 60


def best(said: Mapping[int, object]) -> int:
    """How many pairs can differ: counted by the largest party, and by a matching of those who differ alone."""
    known = {pupil: one for pupil, one in said.items() if one is not None}
    edges = [(one, other) for one, other in itertools.combinations(known, 2) if known[one] != known[other]]
    sizes = sorted((list(known.values()).count(one) for one in set(known.values())), reverse=True)
    found = min(len(known) // 2, len(known) - sizes[0]) if sizes else 0
    assert found == len(nx.max_weight_matching(nx.Graph(edges), maxcardinality=True))
    return found


@given(st.lists(st.sampled_from(["a", "b", "c", None]), max_size=24))
def test_everybody_talks_to_somebody_and_as_many_as_can_to_another_opinion(answers: list[str | None]) -> None:
    said: dict[int, object] = dict(enumerate(answers, start=101))
    groups = votes.draw_groups(said)
    together = [pupil for one in groups for pupil in one.pupils]
    assert sorted(together) == (list(said) if len(said) > 1 else [])
    assert all(len(one.pupils) in (2, 3) for one in groups)
    assert sum(len(one.pupils) == 3 for one in groups) == (len(said) % 2 if len(said) > 1 else 0)
    assert sum(one.differ for one in groups) >= best(said)
    for one in groups:
        assert one.differ == (len({said[pupil] for pupil in one.pupils} - {None}) > 1)


@pytest.mark.parametrize(
    ("answers", "wanted"),
    [
        ("abab", [[0, 1], [2, 3]]),  # neighbours
        ("aabb", [[0, 2], [1, 3]]),  # and nobody across the room where it can be helped
        ("aaab", [[0, 1], [2, 3]]),
        ("aab", [[0, 1, 2]]),
        ("ab", [[0, 1]]),
        ("a", []),
        ("", []),
    ],
)
def test_of_all_who_differ_the_nearest_talk(answers: Sequence[str], wanted: list[list[int]]) -> None:
    assert [one.pupils for one in votes.draw_groups(dict(enumerate(answers)))] == wanted


def test_the_odd_one_out_joins_those_with_another_answer() -> None:
    groups = votes.draw_groups(dict(enumerate("aaaab")))
    assert sorted(len(one.pupils) for one in groups) == [2, 3]
    assert [4 in one.pupils for one in groups if len(one.pupils) == 3] == [True]


def test_after_a_second_vote_pairs_are_drawn_by_its_answers(store: Store, info: ClassInfo, four: list[Member]) -> None:
    pupils = [one.id for one in four]
    for pupil, value in zip(pupils, (0, 1, 0, 1), strict=True):
        store.receive(info.id, pupil, *answer(value, turn=1))
    votes.start_discussion(store, info.id, LESSON, KEY, pupils)
    store.ask_again(info.id, LESSON, KEY)
    votes.open_vote(store, info.id, LESSON, KEY, None)
    for pupil, value in zip(pupils, (0, 0, 1, 1), strict=True):
        store.receive(info.id, pupil, *answer(value, turn=2, number=2))
    groups = votes.start_discussion(store, info.id, LESSON, KEY, pupils)
    assert [one.pupils for one in groups] == [[pupils[0], pupils[2]], [pupils[1], pupils[3]]]


def test_a_large_class_is_paired() -> None:
    said: dict[int, object] = {number: number // (LARGE // 2) for number in range(LARGE)}
    groups = votes.draw_groups(said)
    assert len(groups) == LARGE // 2
    assert sorted(pupil for one in groups for pupil in one.pupils) == list(said)


def test_a_vote_takes_answers_while_it_is_open_only(store: Store, info: ClassInfo, four: list[Member]) -> None:
    pupils = [one.id for one in four]
    with pytest.raises(ReportError, match="Nobody has answered this question yet"):
        votes.start_discussion(store, info.id, LESSON, KEY, pupils)
    for pupil, value in zip(pupils, (0, 0, 1, 1), strict=True):
        store.receive(info.id, pupil, *answer(value, turn=1))
    with pytest.raises(ReportError, match="Two pupils at least"):
        votes.start_discussion(store, info.id, LESSON, KEY, pupils[:1])
    assert votes.read_votes(store, info.id) == {}, "what failed has not happened"
    groups = votes.start_discussion(store, info.id, LESSON, KEY, pupils)
    assert groups == [Group([pupils[0], pupils[2]], True), Group([pupils[1], pupils[3]], True)]
    assert votes.read_votes(store, info.id)[LESSON, KEY] == votes.AskedVote("talk", groups)
    late = store.join(info.id, "Late", 9)[0].id
    for pupil, number in ((late, 1), (pupils[0], 2)):
        with pytest.raises(ReportError):
            store.receive(info.id, pupil, *answer(1, turn=2, number=number))
    assert not store.receive(info.id, pupils[0], *answer(0, turn=1)), "confirmed once, confirmed again"
    stages, talk = votes.tell_pupil(votes.read_votes(store, info.id), pupils[3])
    assert stages == {LESSON: {KEY: "talk"}}
    assert talk == {"lesson": LESSON, "key": KEY, "with": [pupils[1]], "differ": True}
    assert votes.tell_pupil(votes.read_votes(store, info.id), late)[1] is None

    votes.close_vote(store, info.id, LESSON, KEY)
    with pytest.raises(ReportError, match="This vote is closed"):
        store.receive(info.id, pupils[3], *answer(1, turn=4))


def test_who_has_left_talks_to_nobody_and_is_in_no_vote(store: Store, info: ClassInfo, four: list[Member]) -> None:
    other = store.open_class("9c")
    ada, ben, cem, dot = (one.id for one in four)
    there = [store.join(other.id, None, 9)[0].id for _ in range(2)]
    for pupil, value in ((ada, 10), (ben, 90), (cem, 10), (dot, 90)):
        store.receive(info.id, pupil, *bet(value))
    for pupil in there:
        store.receive(other.id, pupil, *bet(10))
    votes.start_discussion(store, info.id, LESSON, "bet-1", [ada, ben, cem, dot])
    votes.start_discussion(store, other.id, LESSON, "bet-1", there)
    store.remove(ben)
    assert votes.read_votes(store, info.id)[LESSON, "bet-1"].groups == [Group([ada], True), Group([cem, dot], True)]
    assert votes.tell_pupil(votes.read_votes(store, info.id), ada)[1] == {
        "lesson": LESSON, "key": "bet-1", "with": [], "differ": True,
    }  # fmt: skip
    store.remove(cem, dot)
    assert votes.read_votes(store, info.id)[LESSON, "bet-1"].groups == [Group([ada], True)]
    store.delete_class(info.id)
    assert votes.read_votes(store, info.id) == {}
    assert votes.read_votes(store, other.id)[LESSON, "bet-1"].groups == [Group(there, False)]


def test_numbers_of_a_range_agree_in_one_bar_and_a_free_one_tells_nothing_by_its_bars(
    store: Store, info: ClassInfo
) -> None:
    ranged = AskedQuestion(text="?", low=0, high=100, step=1)
    assert votes.comparison_key(ranged, 31) == votes.comparison_key(ranged, 33) != votes.comparison_key(ranged, 43)
    for value in (761, 781):
        store.receive(info.id, store.join(info.id, None, 9)[0].id, *answer(value, choices=None, answer=6))
    everything = board(store, info)
    shown = results.projector_data(everything, ClassSettings(shown=Shown(lesson=LESSON, key=KEY)))
    assert not [said for said in ("761", "771", "781") if said in results.write_json(shown)], "nor by their mean"


def test_ways_are_counted_for_who_voted_twice_and_the_rare_ones_together() -> None:
    asked = AskedQuestion(text="?", choices=tuple("abcdef"))
    first = {pupil: pupil % 5 for pupil in range(30)}
    last = {pupil: (pupil % 5 + 1 + pupil // 12) % 6 for pupil in range(28)}
    found = votes.count_changes(asked, first, last)
    changed = sum(first[pupil] != last[pupil] for pupil in last)
    assert sum(one["count"] for one in found["ways"]) == changed
    assert found["stayed"] == len(last) - changed
    assert len(found["ways"]) <= 12
    assert found["ways"][-1]["text"] == "others"
    numbers = AskedQuestion(text="?")
    assert votes.count_changes(numbers, {1: 5, 2: 5, 3: 5}, {1: 4, 2: 5})["ways"] == [{"text": "lower", "count": 1}]
