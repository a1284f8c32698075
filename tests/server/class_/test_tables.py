"""Tables: what is seen by who plays and who watches; the computer's minute; attacks; whole games by protocol."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.arguments import LARGEST_SEED
from gamekit.core.i18n.translation import _, say_mismatch, use_language
from gamekit.server.class_ import tables as tables_module
from gamekit.server.class_.database import NotKeptError
from gamekit.server.class_.desk import Desk
from gamekit.server.class_.game_table import PATIENCE, GameTable, TableError
from gamekit.server.class_.store import Member
from gamekit.server.class_.tables import (
    FEW,
    IDLE_BEGUN,
    IDLE_NEW,
    LONGEST_WISH,
    MOST_LINES_EACH,
    MOST_OPENED,
    REUSED_AFTER,
    WISHES_AT_ONCE,
    ClassTables,
    read_wish,
)
from tests.serving import story

ADA, BEN, EVE = 11, 12, 13
SOME_STEPS = 60
Hall = Callable[[], tuple[Desk, ClassTables]]
MOST_TABLES = 8
"""Tables of a class here, so that it is soon full."""


class Clock:
    """Seconds, as a test wants them."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Page:
    """What a page at a table knows from what it was told."""

    polled = False

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self.news: dict[str, Any] = {}
        self.positions: list[bytes] = []
        self.texts: list[str] = []
        self.refused: list[str] = []
        self.ended = False

    def tell(self, text: str) -> None:
        news = json.loads(text)
        if "refused" in news:
            self.refused.append(news["refused"])
            return
        self.news = news
        self.texts.append(text)
        if news["fresh"]:
            self.positions = []
        for frame in news["frames"]:
            pairs = frame["changed"]
            if self.positions:
                numbers = np.frombuffer(self.positions[-1], np.int32).copy()
            else:
                numbers = np.zeros(self.size // 4, np.int32)
            numbers[pairs[::2]] = pairs[1::2]
            self.positions.append(numbers.tobytes())

    size = len(gk.load("kartenspiel", 2).start().tobytes())

    def end(self) -> None:
        self.ended = True

    def move(self, chooser: random.Random) -> str:
        """A wish to play something legal."""
        return json.dumps({"do": "play", "action": chooser.choice(self.news["now"]["legal"]), "step": self.step})

    @property
    def step(self) -> int:
        return len(self.positions) - 1


def table(name: str, players: int = 3, clock: Clock | None = None, seed: int = 5) -> GameTable:
    """A game that has begun, with two pupils at it and the computer."""
    laid = GameTable(gk.load(name, players).session(seed), clock or Clock())
    laid.sit(ADA, 0)
    laid.sit(BEN, 1)
    laid.begin(ADA)
    laid.mark_present(frozenset({ADA, BEN}))
    laid.play_automatic_steps()
    return laid


def play_some(laid: GameTable, steps: int) -> None:
    """Both play what their own pages offer."""
    chooser = random.Random(3)
    owners = dict(enumerate(laid.owners))
    while laid.session.step < steps and not laid.session.over:
        legal = laid.tell_decision(laid.session.player)["legal"]
        laid.play(owners[laid.session.player] or 0, chooser.choice(legal), laid.session.step)
        laid.play_automatic_steps()


@pytest.mark.parametrize("name", gk.game_names())
def test_a_page_is_told_its_own_view_and_nothing_besides(name: str) -> None:
    laid = table(name)
    play_some(laid, SOME_STEPS)
    session, game = laid.session, laid.session.game
    for viewer in (0, 1, None):
        page = Page()
        page.size = len(session.position.tobytes())
        page.tell("{" + laid.news_json(viewer, -1) + "}")
        assert set(page.news) == {"cut", "fresh", "frames", "now"}
        for step, seen in enumerate(page.positions):
            position = session.position_at(step)
            if viewer is not None:
                assert seen == game.view(position, viewer).tobytes()
            for player in range(game.players) if viewer is None else ():  # nothing in it that is only some player's
                record = game.rules.State.from_bytes(seen)
                assert game.view(record, player).tobytes() == seen
        shown = None if session.player == viewer else []
        assert page.news["now"]["legal"] == (session.legal() if shown is None else shown)
        assert game.picture.describe(game, game.rules.State.from_bytes(page.positions[-1]), viewer or 0)
        assert game.picture.changes(game, game.rules.State.from_bytes(page.positions[-1]), viewer or 0)


@pytest.mark.parametrize("name", gk.game_names())
def test_the_seed_of_a_table_travels_to_nobody(name: str) -> None:
    laid = table(name, seed=LARGEST_SEED - 8)
    play_some(laid, SOME_STEPS)
    told = [laid.news_json(viewer, known) for viewer in (0, 1, None) for known in (-1, 10)]
    told += [json.dumps(laid.tell_decision(viewer)) for viewer in (0, None)] + [json.dumps(laid.seats(str))]
    assert not [text for text in told if str(laid.session.seed) in text or "seed" in text]


@pytest.mark.parametrize("name", gk.game_names())
def test_what_is_hidden_changes_nothing_that_a_page_is_told(name: str) -> None:
    """The same game with the unseen dealt anew: the page of who does not see it reads the same, letter for letter."""
    laid = table(name)
    play_some(laid, SOME_STEPS)
    session, game = laid.session, laid.session.game
    other = session.position
    game.rules.redeal(other, game.tables, 1, np.random.default_rng(4))
    assert game.view(other, 1).tobytes() == session.view(1).tobytes()
    told = [laid.tell_decision(1)]
    session._now = other
    told.append(laid.tell_decision(1))
    assert told[0] == told[1]


def test_nobody_plays_for_another_or_out_of_turn() -> None:
    laid = table("kartenspiel")
    mover = laid.session.player
    mine, others = (ADA, BEN) if mover == 0 else (BEN, ADA)
    action, step = laid.session.legal()[0], laid.session.step
    for pupil in (others, EVE):
        with pytest.raises(TableError, match="not your turn"):
            laid.play(pupil, action, step)
    for wrong in (None, "1", 1.5, True, -1, 10**9, [1], {}):
        with pytest.raises(TableError):
            laid.play(mine, wrong, step)
        with pytest.raises(TableError):
            laid.play(mine, action, "x" if wrong is None else None)
    illegal = next(a for a in range(laid.session.game.num_actions) if a not in laid.session.legal())
    with pytest.raises(TableError):
        laid.play(mine, illegal, step)
    laid.play(mine, action, step - 1)  # a click that came twice
    assert laid.session.step == step
    laid.play(mine, action, step)
    assert laid.session.step == step + 1


def test_a_seat_is_taken_once_and_for_the_whole_game() -> None:
    laid = GameTable(gk.load("kartenspiel", 3).session(5), Clock())
    laid.sit(ADA, 0)
    for pupil, seat in ((ADA, 1), (BEN, 0), (BEN, 3), (BEN, -1), (BEN, "1"), (BEN, None), (BEN, True)):
        with pytest.raises(TableError):
            laid.sit(pupil, seat)
    with pytest.raises(TableError, match="Only who sits"):
        laid.begin(EVE)
    with pytest.raises(TableError, match="not begun"):
        laid.play(ADA, 0, 0)
    laid.sit(BEN, 2)
    laid.sit(EVE, 1)
    assert laid.begun


def test_the_computer_plays_after_a_minute_and_gives_the_seat_back() -> None:
    clock = Clock()
    laid = table("kartenspiel", 2, clock)
    chooser = random.Random(1)

    def until(seat: int) -> None:
        while laid.session.player != seat:
            owner = laid.owners[laid.session.player]
            assert owner is not None
            laid.play(owner, chooser.choice(laid.session.legal()), laid.session.step)
            laid.play_automatic_steps()

    until(1)
    laid.mark_present(frozenset({ADA}))
    clock.now += PATIENCE - 1
    laid.mark_present(frozenset({ADA}))  # looked at again meanwhile: gone since the first time
    before = laid.session.step
    assert not laid.play_automatic_steps()
    clock.now += 1
    assert laid.play_automatic_steps()
    assert laid.session.step > before
    assert [seat["computer"] for seat in laid.seats(str)] == [False, True]
    laid.mark_present(frozenset({ADA, BEN}))
    assert [seat["computer"] for seat in laid.seats(str)] == [False, False]
    until(1)
    assert not laid.play_automatic_steps()
    laid.mark_present(frozenset())
    clock.now += 10 * PATIENCE
    assert not laid.play_automatic_steps()  # nobody is there: nothing happens


@pytest.mark.parametrize("message", [b"{}", "", "[]", "{" * 400, '{"do": "end"}', '{"do": ["play"]}', "x" * 600, "NaN"])
def test_a_wish_of_a_wrong_form_gets_a_sentence(message: str | bytes) -> None:
    with pytest.raises(TableError, match="do not fit together"):
        read_wish(message)
    assert len('{"do": "play", "action": 123456, "step": 123456}') < LONGEST_WISH


# --- several tables, kept in a file ----------------------------------------------------------------------------------
@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    """`hall()` opens the class in its file with its tables, as a server does when it starts."""
    opened: list[tuple[Desk, ClassTables]] = []
    monkeypatch.setattr(tables_module, "MOST_TABLES", MOST_TABLES)

    def start() -> tuple[Desk, ClassTables]:
        desk = Desk(str(tmp_path / "class.sqlite"), "class", 30)
        desk.begin()
        desk.reports._rate = 1e9
        tables = ClassTables(desk, Clock())
        opened.append((desk, tables))
        return desk, tables

    yield start
    for desk, tables in opened:
        tables.close()
        desk.close()


async def come_in(desk: Desk, *names: str) -> list[Member]:
    return [(await desk.join(name, "127.0.0.1"))[0] for name in names]


@pytest.mark.parametrize(
    "name",
    [
        "ausgebremst",
        "kartenspiel",
        *(pytest.param(one, marks=pytest.mark.thorough) for one in ("auf_achse", "route66")),
    ],
)
@story
async def test_two_pupils_finish_a_game_and_a_restart_in_the_middle_changes_nothing(hall: Hall, name: str) -> None:
    chooser, players = random.Random(7), gk.load(name).min_players  # a third is the computer

    async def play(desk: Desk, tables: ClassTables, pages: dict[int | None, Page], steps: int) -> None:
        while True:
            mover = next((page for page in pages.values() if page.news["now"]["human"]), None)
            if mover is None or mover.step >= steps:
                return
            assert sum(page.news["now"]["human"] for page in pages.values()) == 1
            await tables.hear(mover, mover.move(chooser))
            assert not mover.refused

    desk, tables = hall()
    ada, ben = await come_in(desk, "Ada", "Ben")
    tables.wishes._rate = 1e9
    code = await tables.open(ada, name, players)
    pages = {ada.id: Page(), ben.id: Page(), None: Page()}
    for page in pages.values():
        page.size = len(gk.load(name, players).start().tobytes())
    for who, page in pages.items():
        await tables.listen(page, code.lower(), who)
    await tables.hear(pages[ben.id], '{"do": "sit", "seat": 1}')
    await tables.hear(pages[ada.id], '{"do": "begin"}')
    await play(desk, tables, pages, 40)
    at = pages[ada.id].positions[-1]
    tables.close()
    desk.close()

    desk, tables = hall()
    tables.wishes._rate = 1e9
    for who, page in pages.items():
        await tables.listen(page, code, who)
    assert pages[ada.id].positions[-1] == at
    await play(desk, tables, pages, 10**9)
    assert "over" in pages[ben.id].news["now"]["over"]
    assert pages[ada.id].news["now"]["over"] == pages[None].news["now"]["over"]
    assert [seat["name"] for seat in pages[None].news["seats"]][:2] == ["Ada (1)", "Ben (2)"]


@story
async def test_who_left_the_class_while_no_table_was_open_has_no_seat_any_more(hall: Hall) -> None:
    desk, tables = hall()
    ada, ben = await come_in(desk, "Ada", "Ben")
    code = await tables.open(ada, "kartenspiel", 2)
    page = Page()
    await tables.listen(page, code, ben.id)
    await tables.hear(page, '{"do": "sit", "seat": 1}')
    tables.close()
    desk.close()

    desk, tables = hall()
    await desk.remove(ben.id)
    (one,) = await tables.list_tables()
    assert [seat["name"] for seat in one["seats"]] == ["Ada (1)", None]


@story
async def test_forged_codes_floods_and_too_many_tables_get_a_sentence(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, tables = hall()
    ada, eve = await come_in(desk, "Ada", "Eve")
    for code in ("", "ZZZZ", "../x", "x" * 5000, "<b>"):
        with pytest.raises(TableError, match="no table"):
            await tables.find(code)
    for game, players in (("none", 2), ("../pig", 2), ("kartenspiel", 1), ("kartenspiel", 99)):
        with pytest.raises(TableError):
            await tables.open(ada, game, players)
    code = await tables.open(ada, "kartenspiel", 2)
    page, spy = Page(), Page()
    await tables.listen(page, code, ada.id)
    await tables.listen(spy, code, eve.id)
    for _wish in range(WISHES_AT_ONCE + 5):
        await tables.hear(spy, '{"do": "play", "action": 1, "step": 0}')
    assert "Too much" in spy.refused[-1]
    await tables.hear(page, '{"do": "begin"}')  # others are not slowed
    assert page.news["begun"]
    assert not page.refused
    tables.wishes._left.clear()
    monkeypatch.setattr(tables_module, "MOST_LINES", 2)
    with pytest.raises(TableError, match="Too many"):
        await tables.listen(Page(), code, None)
    monkeypatch.undo()
    lines = [Page() for _ in range(MOST_LINES_EACH - 1)]
    for line in lines:
        await tables.listen(line, code, eve.id)
    with pytest.raises(TableError, match="Too many"):
        await tables.listen(Page(), code, eve.id)


@story
async def test_who_leaves_the_class_frees_the_seat_and_is_told_nothing_more(hall: Hall) -> None:
    desk, tables = hall()
    ada, _ben = await come_in(desk, "Ada", "Ben")
    code = await tables.open(ada, "kartenspiel", 2)
    page = Page()
    await tables.listen(page, code, ada.id)
    await desk.remove(ada.id)
    await tables.forget(ada.id)
    assert page.ended
    (entry,) = await tables.list_tables()
    assert [seat["name"] for seat in entry["seats"]] == [None, None]
    await desk.end()
    desk.begin()
    assert await tables.list_tables() == []


@story
async def test_who_has_too_many_tables_makes_room_with_no_finished_game_of_another_pupil(hall: Hall) -> None:
    desk, tables = hall()
    ada, ben = await come_in(desk, "Ada", "Ben")
    finished = await tables.open(ben, "kartenspiel", 2)
    session = tables._tables[finished].session
    while not session.over:
        session.play(session.legal()[0])
    own = [await tables.open(ada, "kartenspiel", 2) for _ in range(MOST_OPENED)]
    with pytest.raises(TableError, match="tables open"):
        await tables.open(ada, "kartenspiel", 2)
    assert {one["code"] for one in await tables.list_tables()} == {finished, *own}


@story
async def test_one_visitor_cannot_keep_all_tables(hall: Hall) -> None:
    desk, tables = hall()
    fakes = [(await desk.join(f"Fake {number}", "10.0.0.66"))[0] for number in range(-(-MOST_TABLES // MOST_OPENED))]
    opened = []
    for number in range(MOST_TABLES):
        fake = fakes[number // MOST_OPENED]
        opened.append(await tables.open(fake, "kartenspiel", 2))
        line = Page()
        await tables.listen(line, opened[-1], fake.id)
    with pytest.raises(TableError, match="tables already"):
        await tables.open(fakes[-1], "kartenspiel", 2)
    for number in range(FEW):
        pupil, _key = await desk.join(f"Late {number}", f"10.0.1.{number}")
        await tables.open(pupil, "kartenspiel", 2)
    assert line.ended, "the page there is told"
    there = {one["code"] for one in await tables.list_tables()}
    assert (len(there), there & set(opened)) == (MOST_TABLES, set(opened[:-FEW]))


@story
async def test_a_table_that_two_play_at_is_closed_for_nobody(hall: Hall) -> None:
    desk, tables = hall()
    desk.most = 200
    pupils = [(await desk.join(f"N{number}", "10.0.0.1"))[0] for number in range(MOST_TABLES)]
    lines = [Page() for _ in pupils]
    for pupil, line in zip(pupils, lines, strict=True):
        code = await tables.open(pupil, "kartenspiel", 2)
        await tables.listen(line, code, pupil.id)
        tables._tables[code].sit(pupils[0].id if pupil is not pupils[0] else pupils[1].id, 1)
    late, _key = await desk.join("Late", "10.0.1.1")
    with pytest.raises(TableError, match="tables already"):
        await tables.open(late, "kartenspiel", 2)
    tables.close()


@story
async def test_a_table_where_nobody_is_makes_room_the_one_that_was_left_first(hall: Hall) -> None:
    desk, tables = hall()
    clock: Any = tables._clock
    desk.most = 200
    pupils = [(await desk.join(f"N{number}", f"10.0.1.{number}"))[0] for number in range(MOST_TABLES)]
    codes = []
    for pupil in pupils:
        codes.append(await tables.open(pupil, "kartenspiel", 2))
        await tables.list_tables()
        clock.now += 0.01
    with pytest.raises(TableError, match="tables already"):
        await tables.open(pupils[0], "kartenspiel", 2)
    clock.now += REUSED_AFTER
    tables._tables[codes[0]].begin(pupils[0].id)
    new = await tables.open(pupils[0], "kartenspiel", 2)
    assert {one["code"] for one in await tables.list_tables()} == {*codes, new} - {codes[1]}


@story
async def test_a_table_is_closed_by_the_teacher_by_who_opened_it_or_by_itself(hall: Hall) -> None:
    desk, tables = hall()
    clock: Any = tables._clock
    ada, ben = await come_in(desk, "Ada", "Ben")
    first, second, third = [await tables.open(ada, "kartenspiel", 2) for _ in range(MOST_OPENED)]
    with pytest.raises(TableError, match=f"You have {MOST_OPENED} tables open"):
        await tables.open(ada, "kartenspiel", 2)
    page = Page()
    await tables.listen(page, first, ben.id)
    await tables.hear(page, '{"do": "sit", "seat": 1}')
    with pytest.raises(TableError, match="opened"):
        await tables.close_table(first, ben.id)
    await tables.close_table(first.lower(), None)
    assert page.ended
    await tables.close_table(second, ada.id)
    assert [one["code"] for one in await tables.list_tables()] == [third]

    begun = await tables.open(ada, "kartenspiel", 2)
    there = Page()
    await tables.listen(there, begun, ada.id)
    await tables.hear(there, '{"do": "begin"}')
    clock.now += IDLE_NEW - 1
    assert {one["code"] for one in await tables.list_tables()} == {third, begun}
    clock.now += 1
    assert [one["code"] for one in await tables.list_tables()] == [begun]
    clock.now += 2 * IDLE_BEGUN
    assert [one["code"] for one in await tables.list_tables()] == [begun], "somebody is there"
    tables.drop(there)
    await tables.list_tables()
    clock.now += IDLE_BEGUN
    assert await tables.list_tables() == []
    tables.close()
    desk.close()
    again, kept = hall()
    assert await kept.list_tables() == []
    again.close()


@story
async def test_whoever_teaches_watches_more_tables_than_a_pupil(hall: Hall) -> None:
    desk, tables = hall()
    (ada,) = await come_in(desk, "Ada")
    code = await tables.open(ada, "kartenspiel", 2)
    tables.wishes._rate = 1e9
    for who, most in ((None, 20), (ada.id, MOST_LINES_EACH)):
        for _page in range(most):
            line = Page()
            await tables.listen(line, code, who)
    with pytest.raises(TableError, match="Too many"):
        await tables.listen(Page(), code, ada.id)


@story
async def test_what_cannot_be_kept_has_not_happened_at_the_table(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise NotKeptError("The disk is full.")

    desk, tables = hall()
    ada, ben = await come_in(desk, "Ada", "Ben")
    code = await tables.open(ada, "kartenspiel", 2)
    page = Page()
    await tables.listen(page, code, ada.id)
    await tables.hear(page, '{"do": "begin"}')
    before = page.step
    monkeypatch.setattr(tables_module, "store_game", full)
    monkeypatch.setattr(tables_module, "forget_game", full)
    await tables.hear(page, page.move(random.Random(1)))
    assert page.refused == ["The disk is full."]
    assert page.step == before
    for failing in (tables.open(ben, "kartenspiel", 2), tables.close_table(code, None), tables.forget(ada.id)):
        with pytest.raises(NotKeptError):
            await failing
    (entry,) = await tables.list_tables()
    assert [seat["name"] for seat in entry["seats"]] == ["Ada (1)", None]
    monkeypatch.undo()
    await tables.hear(page, page.move(random.Random(1)))
    assert page.step > before
    assert len(page.refused) == 1


@story
async def test_each_page_at_a_table_reads_its_own_language_whoever_acts(hall: Hall) -> None:
    desk, tables = hall()
    members = await come_in(desk, "Ada", "Ben")
    code = await tables.open(members[0], "kartenspiel", 2)
    pages = {spoken: Page(spoken) for spoken in ("en", "de", "fr")}
    for page, who in zip(pages.values(), (members[0].id, members[1].id, None), strict=True):
        await tables.listen(page, code, who)
    await tables.hear(pages["de"], '{"do": "sit", "seat": 1}')
    chooser = random.Random(7)
    for _move in range(6):
        mover = next(page for page in pages.values() if page.news["now"]["human"])
        await tables.hear(mover, mover.move(chooser))
    await tables.hear(pages["fr"], '{"do": "begin"}')
    await tables.hear(pages["de"], '{"do": "play", "action": -1, "step": 0}')
    shown, prompts = {}, {}
    for spoken, page in pages.items():
        prompts[spoken] = page.news["now"]["prompt"]
        log = [frame["step"]["text"] for text in page.texts for frame in json.loads(text)["frames"] if frame["step"]]
        shown[spoken] = log[-1]
    with use_language("fr"):
        assert prompts["fr"] in [_("It is {letter}’s turn.").format(letter=letter) for letter in "AB"]
    assert len(set(prompts.values())) == 3, prompts
    assert len(set(shown.values())) == 3, shown
    with use_language("fr"):
        assert pages["fr"].refused == [_("Whoever teaches watches.")]
    with use_language("de"):
        assert pages["de"].refused == [say_mismatch()]
