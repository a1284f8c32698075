"""The queue before workers, without a process: who comes next, who is told what, what is known, who is ended."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from gamekit.core.i18n.translation import _, use_language
from gamekit.server import worker_pool
from gamekit.server.worker_pool import MOST_WAITING_EACH, Message, TooBusyError, WorkerPool, place_in_words
from tests.serving import story

Heard = Callable[[Any, Message], None]


class Silent:
    """A worker that does nothing by itself: tests speak for it."""

    made: list[Silent]

    def __init__(self, heard: Heard, ended: Callable[[Any], None], loud: bool) -> None:
        self.asked: Any = None
        self.lessons: set[str] = set()
        self.why, self.watch, self.memory = "", None, 0
        self.heard, self.ended_call = heard, ended
        self.sent: list[Mapping[str, Any]] = []
        self.made.append(self)

    def send(self, message: Mapping[str, Any]) -> None:
        self.sent.append(message)

    def end(self, why: str = "") -> None:
        self.why = self.why or why
        asyncio.get_running_loop().call_soon(self.ended_call, self)

    def close(self) -> None:
        pass

    async def says(self, **message: Any) -> None:
        """Say something about the order it is at, and let happen what comes of it."""
        self.heard(self, {"id": self.sent_orders[-1]["id"], **message})
        await moment()

    @property
    def sent_orders(self) -> list[Mapping[str, Any]]:
        return [one for one in self.sent if "id" in one]


@pytest.fixture(autouse=True)
def silent(monkeypatch: pytest.MonkeyPatch) -> list[Silent]:
    Silent.made = []
    monkeypatch.setattr(worker_pool, "Worker", Silent)
    return Silent.made


@pytest.fixture
def workers() -> WorkerPool:
    """A pool of one worker."""
    return WorkerPool(1)


def order(name: str, key: str = "lesson", **bets: float) -> dict[str, Any]:
    return {"do": "answer", "key": key, "name": name, "bets": bets}


class Visitor:
    """Somebody who asks one thing; `heard` is all that was said."""

    def __init__(self, workers: WorkerPool, name: str, what: dict[str, Any], question: Any = None) -> None:
        self.heard: list[Message] = []
        self.task = asyncio.create_task(self._listen(workers.submit(what, name, question)))

    async def _listen(self, said: Any) -> None:
        try:
            async for message in said:
                self.heard.append(message)
        finally:
            await said.aclose()

    @property
    def last(self) -> Message:
        return self.heard[-1]


async def visit(workers: WorkerPool, name: str, what: dict[str, Any], question: Any = None) -> Visitor:
    """Somebody asks, and what comes of it happens."""
    somebody = Visitor(workers, name, what, question)
    await moment()
    return somebody


async def moment() -> None:
    """Everything that can happen now, happens."""
    for _step in range(20):
        await asyncio.sleep(0)


def names(worker: Silent) -> list[str]:
    return [str(one["name"]) for one in worker.sent_orders]


@story
async def test_orders_are_answered_in_the_order_of_arrival_but_nobody_comes_twice_before_others(
    workers: WorkerPool,
) -> None:
    first = [Visitor(workers, "anna", order(f"anna {number}")) for number in range(3)]
    await moment()
    others = [Visitor(workers, name, order(name)) for name in ("ben", "cleo")]
    await moment()
    (worker,) = Silent.made
    assert [one.last["text"] for one in (*first[1:], *others)] == [
        "Many are calculating at once. 2 before you.",
        "Many are calculating at once. 3 before you.",
        "Many are calculating at once. You are next.",
        "Many are calculating at once. 1 before you.",
    ]
    for _answer in range(5):
        await worker.says(type="result", parts=[])
    assert names(worker) == ["anna 0", "ben", "cleo", "anna 1", "anna 2"]
    assert all(one.last["type"] == "result" for one in (*first, *others))


@story
async def test_equal_questions_share_one_run_and_its_answer_is_kept(workers: WorkerPool) -> None:
    class_ = [Visitor(workers, f"pupil {number}", order("same"), ("same",)) for number in range(30)]
    await moment()
    (worker,) = Silent.made
    assert names(worker) == ["same"]
    await worker.says(type="partly", parts=[1])
    await worker.says(type="result", parts=[2], read={})
    assert {one.last["parts"][0] for one in class_} == {2}
    late = await visit(workers, "late", order("same"), ("same",))
    assert late.last["parts"] == [2]
    assert names(worker) == ["same"]


@story
async def test_whoever_predicted_otherwise_shares_an_answer_only_where_the_run_did_not_look(
    workers: WorkerPool,
) -> None:
    asked = [Visitor(workers, f"pupil {bet}", order("q", bet=bet), ("q",)) for bet in (10, 20, 10)]
    await moment()
    (worker,) = Silent.made
    await worker.says(type="result", parts=["for 10"], read={"bet": 10})
    assert [one.last.get("parts") for one in asked] == [["for 10"], None, ["for 10"]]
    await worker.says(type="result", parts=["for 20"], read={"bet": 20})
    assert asked[1].last["parts"] == ["for 20"]
    blind = [Visitor(workers, f"pupil {bet}", order("blind", bet=bet), ("blind",)) for bet in (1, 2)]
    await moment()
    await worker.says(type="result", parts=["for all"], read={})
    assert [one.last["parts"] for one in blind] == [["for all"]] * 2
    assert names(worker) == ["q", "q", "blind"]


@story
async def test_who_leaves_waits_no_more_and_a_run_nobody_waits_for_is_cancelled(workers: WorkerPool) -> None:
    running, waiting = Visitor(workers, "anna", order("runs")), Visitor(workers, "ben", order("waits"))
    await moment()
    (worker,) = Silent.made
    for one in (waiting, running):
        one.task.cancel()
        await moment()
    assert worker.sent[-1] == {"cancel": worker.sent[0]["id"]}
    await worker.says(type="result", parts=["Stopped."])
    assert names(worker) == ["runs"]
    assert workers.idle


@story
async def test_an_answer_of_a_cancelled_run_is_not_given_to_others(workers: WorkerPool) -> None:
    first = await visit(workers, "anna", order("q"), ("q",))
    first.task.cancel()
    await moment()
    second = await visit(workers, "ben", order("q"), ("q",))
    (worker,) = Silent.made
    await worker.says(type="result", parts=["Stopped."], read={})
    await worker.says(type="result", parts=["whole"], read={})
    assert second.last["parts"] == ["whole"]


@story
async def test_a_worker_that_says_nothing_any_more_is_ended_with_a_sentence() -> None:
    workers = WorkerPool(1, silent=0.01)
    hung = Visitor(workers, "anna", order("hangs") | {"language": "de"})
    await hung.task
    with use_language("de"):
        why = _("The calculation took too long and was ended. Choose smaller numbers, or press the button once more.")
    assert hung.last["text"] == why


@story
async def test_one_visitor_cannot_fill_the_queue_nor_can_all_together(
    workers: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [Visitor(workers, "anna", order(str(number))) for number in range(MOST_WAITING_EACH + 2)]
    await moment()
    with pytest.raises(TooBusyError, match="Too much at once"):
        await asked[-1].task
    await visit(workers, "ben", order("ben"))
    monkeypatch.setattr(worker_pool, "MOST_WAITING", MOST_WAITING_EACH)
    assert isinstance((await visit(workers, "cem", order("cem"))).task.exception(), TooBusyError)
    await Silent.made[0].says(type="result", parts=[])
    assert names(Silent.made[0]) == ["0", "ben"]


@story
async def test_what_is_made_ahead_waits_for_everybody_and_lessons_that_are_open_are_loaded_by_every_worker() -> None:
    workers = WorkerPool(2)
    busy = [Visitor(workers, name, order(name, key="a")) for name in ("anna", "ben")]
    ahead = asyncio.create_task(workers.result(order("ahead", key="b")))
    await moment()
    late = await visit(workers, "cleo", order("cleo", key="c"))
    one, other = Silent.made
    await one.says(type="result", parts=[])
    assert names(one) == ["anna", "cleo"]
    for worker in (other, one, other):
        await worker.says(type="result", parts=[])
    assert (await ahead)["type"] == late.last["type"] == busy[1].last["type"] == "result"
    workers.preload({"do": "load", "key": "d", "name": "load d"})
    await moment()
    assert [names(worker)[-1] for worker in Silent.made] == ["load d"] * 2


@story
async def test_a_lesson_is_asked_of_the_worker_that_knows_it_and_a_full_worker_is_replaced() -> None:
    workers = WorkerPool(2)
    for name, key in (("1", "a"), ("2", "b"), ("3", "b")):
        both = [Visitor(workers, "anna", order(name, key=key))]
        if name == "1":
            both.append(Visitor(workers, "ben", order("x", key="x")))
        await moment()
        for worker in Silent.made:
            if worker.asked is not None:
                await worker.says(type="result", parts=[], memory=0)
    assert names(Silent.made[0]) == ["1", "2", "3"]
    await visit(workers, "anna", order("4", key="b"))
    await Silent.made[0].says(type="result", parts=[], memory=10**10)
    await visit(workers, "anna", order("5", key="b"))
    assert Silent.made[0] not in workers._workers


@pytest.mark.parametrize(("memory", "stays"), [(340, True), (601, False)])
@story
async def test_a_large_worker_is_kept_while_somebody_waits_and_replaced_when_others_do_its_work(
    monkeypatch: pytest.MonkeyPatch, memory: int, stays: bool
) -> None:
    monkeypatch.setattr(worker_pool, "TIRED", 300)
    monkeypatch.setattr(worker_pool, "TOGETHER", 700)
    workers = WorkerPool(2)
    for key in "ab":
        workers.preload({"key": key, "name": f"load {key}"})
        await moment()
        while any(worker.asked for worker in Silent.made):
            for worker in Silent.made:
                if worker.asked is not None:
                    await worker.says(type="result", memory=100)
    first, second = Silent.made
    for name in "123":
        Visitor(workers, name, order(name, key="b"))
    await moment()
    await first.says(type="result", parts=[], memory=memory)  # the third waits for it
    assert (first in workers._workers) is stays
    if not stays:
        return
    assert names(first)[-1] == "3"
    await second.says(type="result", parts=[], memory=memory)
    await first.says(type="result", parts=[], memory=memory)
    assert [worker.why != "" for worker in (first, second)] == [True, False]
    third = Silent.made[2]
    assert names(third) == ["load b"]
    await third.says(type="result", memory=100)
    assert second in workers._workers, "lesson a is not loaded yet"
    await third.says(type="result", memory=100)
    assert second not in workers._workers


@pytest.mark.parametrize("key", ["a", "b"])
@story
async def test_of_two_free_workers_the_one_that_knows_the_lesson_is_asked(key: str) -> None:
    workers = WorkerPool(2)
    Visitor(workers, "anna", order("1", key="a"))
    await visit(workers, "ben", order("2", key="b"))
    for worker in Silent.made:
        await worker.says(type="result", parts=[], memory=0)
    await visit(workers, "cem", order("3", key=key))
    assert [names(worker) for worker in Silent.made] == ([["1", "3"], ["2"]] if key == "a" else [["1"], ["2", "3"]])


@story
async def test_the_kept_answers_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "LARGEST_KEPT", 1000)
    workers = WorkerPool(1)
    for number in range(20):
        await visit(workers, "anna", order(str(number)), (number,))
        await Silent.made[0].says(type="result", parts=["x" * 200], read={})
    assert workers._kept_size <= 1000
    assert 19 in {question[0] for question in workers._kept}


@story
async def test_who_waits_is_told_so_in_the_language_of_the_page(workers: WorkerPool) -> None:
    asked = [Visitor(workers, spoken, order(spoken) | {"language": spoken}) for spoken in ("en", "de", "fr")]
    with use_language("fr"):
        await moment()
    told = [one.last["text"] for one in asked]
    with use_language("de"):
        assert told[1] == place_in_words(0)
    with use_language("fr"):
        assert told[2] == place_in_words(1)
    assert len({told[0], *told}) == 3
    (worker,) = Silent.made
    with use_language("fr"):
        await worker.says(type="result", parts=[])
    with use_language("de"):
        assert asked[1].last["text"] == _("Running …")
    worker.end()
    await moment()
    with use_language("de"):
        assert asked[1].last["text"] == _("The calculation ended unexpectedly. Press the button once more.")


@story
async def test_a_run_hears_that_others_wait_and_not_while_there_are_workers_for_all() -> None:
    workers = WorkerPool(2)
    for name in ("anna", "ben"):
        await visit(workers, name, order(name))
    crowded = [one for worker in Silent.made for one in worker.sent if "crowded" in one]
    assert crowded == []
    await visit(workers, "cleo", order("cleo"))
    await visit(workers, "dora", order("dora"))
    told = [[one for one in worker.sent if "crowded" in one] for worker in Silent.made]
    assert told == [[{"crowded": worker.sent_orders[0]["id"]}] for worker in Silent.made]
