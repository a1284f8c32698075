"""The desk of a class: who may come in, and who makes room."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator
from functools import partial
from pathlib import Path

import pytest

from gamekit.core.errors import ReportError
from gamekit.server import rate_limit as of_buckets
from gamekit.server.class_ import desk as desk_module
from gamekit.server.class_.database import NotKeptError
from gamekit.server.class_.desk import Desk, change_settings, open_step, pause, send_to
from gamekit.server.class_.schemas import ClassSettings
from gamekit.server.rate_limit import (
    ALL_GUESSES_AT_ONCE,
    FEW,
    GUESSES_A_SECOND,
    GUESSES_AT_ONCE,
    UNSEEN_AFTER,
    CodeGuessLimiter,
    RateLimiter,
    TooManyError,
)
from tests.server.class_.said import LESSON, bet, step
from tests.serving import story


class Page:
    """A page that listens."""

    language = "en"
    polled = ended = False

    def __init__(self) -> None:
        self.told: list[str] = []

    def tell(self, text: str) -> None:
        self.told.append(text)

    def end(self) -> None:
        self.ended = True


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(str(tmp_path / "class.sqlite"), "9b", 10)
    opened.begin()
    yield opened
    opened.close()


@story
async def test_orders_of_the_same_moment_all_hold(desk: Desk) -> None:
    """A timer, set while the answers' showing is still being kept, does not take them away again."""
    settings = [
        {"do": "show", "lesson": "fair", "key": "heads", "shares": True},
        {"do": "timer", "seconds": 60},
        {"do": "result", "lesson": "fair", "key": "heads", "value": 1},
        {"do": "result", "lesson": "fair", "key": "tails", "value": 2},
    ]

    changes = [partial(change_settings, do=str(one["do"]), order=one) for one in settings]
    await asyncio.gather(*(desk.change(change) for change in changes))
    held = desk.opened.settings
    assert held.shown is not None
    assert held.shown.shares
    assert held.timer is not None
    assert [one.key for one in held.results] == ["heads", "tails"]


@story
async def test_one_visitor_cannot_fill_the_class(desk: Desk) -> None:
    now = [100.0]
    desk.clock = lambda: now[0]
    ada, _key = await desk.join("Ada", "10.0.0.1")
    assert desk.connect(Page(), ada.id)
    for _ in range(5):
        await desk.join(None, "10.0.0.66")
    with pytest.raises(TooManyError, match="Wait a moment"):
        await desk.join(None, "10.0.0.66")
    await desk.join("Ben", "10.0.0.2")  # others are not held up
    now[0] += UNSEEN_AFTER
    await desk.join("Cem", "10.0.0.66")  # nor is who comes from there later
    assert sorted(one.nickname or "" for one in desk.members.values()) == ["Ada", "Cem"]


@story
async def test_in_a_full_class_who_never_opened_a_page_makes_room_and_nobody_else(desk: Desk) -> None:
    now = [100.0]
    desk.clock = lambda: now[0]
    for number in range(10):
        one, _key = await desk.join(f"N{number}", f"10.0.0.{number}")
        if number < 9:
            desk.connect(Page(), one.id)
    with pytest.raises(ReportError, match="The class is full"):
        await desk.join("Late", "10.0.1.1")
    now[0] += UNSEEN_AFTER
    late, _key = await desk.join("Late", "10.0.1.1")
    desk.connect(Page(), late.id)
    assert "N9" not in {one.nickname for one in desk.members.values()}
    now[0] += UNSEEN_AFTER
    with pytest.raises(ReportError, match="The class is full"):
        await desk.join("Later", "10.0.1.2")
    await desk.remove(*[one.id for one in desk.members.values()][:3])  # several at once
    assert len(desk.members) == 7
    await desk.join("Later", "10.0.1.2")


@story
async def test_pages_that_are_open_hold_no_seats_of_one_visitor_against_a_class(desk: Desk) -> None:
    await desk.join("Ada", "10.0.0.1")
    for number in range(9):
        one, _key = await desk.join(f"Fake {number}", "10.0.0.66")
        desk.connect(Page(), one.id)
    for number in range(4):
        one, _key = await desk.join(f"Late {number}", f"10.0.1.{number}")
        desk.connect(Page(), one.id)
    there = {one.nickname for one in desk.members.values()}
    assert {"Ada", *(f"Late {number}" for number in range(4)), *(f"Fake {number}" for number in range(5))} == there
    with pytest.raises(ReportError, match="The class is full"):
        await desk.join("Another", "10.0.0.66")


@story
async def test_what_somebody_has_sent_keeps_their_seat_whoever_comes(desk: Desk) -> None:
    for number in range(10):
        one, _key = await desk.join(f"N{number}", "10.0.0.1")
        await desk.receive(one, step(1))
    with pytest.raises(ReportError, match="The class is full"):
        await desk.join("Late", "10.0.1.1")


@story
async def test_a_second_crowd_takes_only_a_few_seats_of_the_first(desk: Desk) -> None:
    for number in range(10):
        one, _key = await desk.join(f"N{number}", "10.0.0.1")
        desk.connect(Page(), one.id)
    for number in range(FEW):
        await desk.join(f"M{number}", "10.0.0.2")
    with pytest.raises(ReportError, match="The class is full"):
        await desk.join("M", "10.0.0.2")


@story
async def test_who_is_let_go_is_told_nothing_more_and_others_are_gone_when_their_last_page_is(desk: Desk) -> None:
    ada, ben = [(await desk.join(name, "10.0.0.1"))[0] for name in ("Ada", "Ben")]
    gone, first, last = pages = Page(), Page(), Page()
    for page, member in zip(pages, (ada, ben, ben), strict=True):
        desk.connect(page, member.id)
    while not all(page.told for page in pages):
        await asyncio.sleep(0)
    await desk.remove(ada.id)
    gone.told.clear()
    last.told.clear()
    await desk.change(lambda _settings: {"names_hidden": True})
    while not last.told:
        await asyncio.sleep(0)
    assert (gone.told, gone.ended) == ([], True)
    desk.disconnect(first)
    assert ben.id not in desk.left
    desk.disconnect(last)
    assert ben.id in desk.left


@story
async def test_a_board_is_told_as_soon_as_the_disk_answers_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    fails, whole, board = [NotKeptError("The disk is full.")], desk.snapshot, Page()
    monkeypatch.setattr(desk_module, "LEAST_PAUSE", 0.0)

    def snapshot() -> tuple[str, str]:
        if fails:
            raise fails.pop()
        return whole()

    monkeypatch.setattr(desk, "snapshot", snapshot)
    desk.boards.add(board)
    desk.schedule_update()
    while not board.told:
        await asyncio.sleep(0)


@story
async def test_a_new_code_is_kept_and_the_old_one_opens_nothing(desk: Desk) -> None:
    old = desk.opened.code
    await desk.renew_code()
    new = desk.opened.code
    assert new != old
    assert (desk.is_code(old), desk.is_code(new)) == (False, True)
    assert desk.begin().code == new


# --- guessing --------------------------------------------------------------------------------------------------------
def guess(guesses: CodeGuessLimiter, address: str) -> bool:
    """Try a wrong code; return whether it was compared."""
    try:
        guesses.check(address)
    except TooManyError:
        return False
    guesses.count_wrong(address)
    return True


def test_some_wrong_codes_are_compared_at_once_and_then_one_every_few_seconds() -> None:
    now = [100.0]
    guesses = CodeGuessLimiter(lambda: now[0])
    assert sum(guess(guesses, "10.0.0.1") for _ in range(1000)) == GUESSES_AT_ONCE
    assert guess(guesses, "10.0.0.2")
    compared = 0
    for _ in range(1000):
        now[0] += 0.25
        compared += guess(guesses, "10.0.0.1")
    assert compared == 250 * GUESSES_A_SECOND


def test_a_network_of_long_addresses_is_one_guesser() -> None:
    guesses = CodeGuessLimiter(lambda: 100.0)
    assert sum(guess(guesses, f"2001:db8::{number:x}") for number in range(1000)) == GUESSES_AT_ONCE
    assert guess(guesses, "2001:db8:1::")


def test_many_guessers_together_are_slow_and_hold_up_nobody_who_mistypes_once() -> None:
    guesses = CodeGuessLimiter(lambda: 100.0)
    compared = sum(guess(guesses, f"10.0.0.{number % 20}") for number in range(20 * GUESSES_AT_ONCE))
    assert compared == ALL_GUESSES_AT_ONCE
    assert guess(guesses, "10.0.1.1")
    assert not guess(guesses, "10.0.1.1")


def test_whoever_was_too_fast_may_do_as_much_again_as_time_has_passed_and_no_more() -> None:
    now = [100.0]
    buckets = RateLimiter(a_second=2, at_once=5, clock=lambda: now[0])

    def done(who: object) -> int:
        """How many at one moment."""
        for number in range(100):
            try:
                buckets.acquire(who)
            except TooManyError:
                return number
        raise AssertionError

    assert done("A") == 5
    assert done("A") == 0
    for seconds, more in ((0.25, 0), (0.25, 1), (1, 2), (2, 4), (2.5, 5), (1000, 5), (0.5, 1)):
        now[0] += seconds
        assert done("A") == more, seconds
    assert done("B") == 5, "of somebody else nothing is known"
    now[0] += 1
    buckets.acquire("A")
    now[0] += 1
    assert (done("A"), done("B")) == (3, 4)


def test_who_has_been_quiet_long_enough_is_forgotten_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_buckets, "MOST_BUCKETS", 2)
    now = [0.0]
    buckets = RateLimiter(a_second=1, at_once=2, clock=lambda: now[0])
    for who in ("A", "A", "B", "B"):
        buckets.acquire(who)
    now[0] = 1.0
    buckets.acquire("B")
    now[0] = 2.0
    buckets.acquire("C")
    assert set(buckets._left) == {"B", "C"}, "A has as much as anybody new"


@story
async def test_a_round_in_which_somebody_has_answered_is_not_taken_back(desk: Desk) -> None:
    async def led(do: str) -> None:
        await desk.carry_out(do, lambda: desk.lead_vote(do, LESSON, "bet-1", bet(20)[1]))

    member, _key = await desk.join("Ada", "10.0.0.1")
    await led("ask")
    await desk.receive(member, *bet(20))
    await led("again")
    await desk.take_back()
    assert desk.read_rounds()[0] == {}
    await led("again")
    await desk.receive(member, *bet(30, 2, number=2))
    with pytest.raises(ReportError):
        await desk.take_back()


@story
async def test_pupils_follow_where_they_are_sent_after_a_first_sending_was_taken_back(desk: Desk) -> None:
    def send() -> Awaitable[None]:
        return desk.change(lambda settings: send_to(settings, LESSON))

    await desk.carry_out("send", send)
    await desk.take_back()
    await send()
    sent = desk.opened.settings.sent
    assert sent is not None
    assert sent.number == 2, "a page follows higher ones"


def test_a_step_that_is_opened_leaves_the_pace_of_other_lessons() -> None:
    assert open_step(ClassSettings(pace={"a": 1, "b": 2}), "a", 3) == {"pace": {"a": 3, "b": 2}}


def test_a_clock_that_had_run_out_stays_so_when_a_pause_ends() -> None:
    assert pause(ClassSettings(timer=40.0, paused=50.0), False, 90.0)["timer"] == 40.0
