"""Every limit on what pupils and teachers send: what is just within it is taken, and what is beyond it is not."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import ValidationError

from gamekit.core.errors import GamekitError, ReportError
from gamekit.server import class_handlers
from gamekit.server.class_ import desk as desk_module
from gamekit.server.class_ import store as store_module
from gamekit.server.class_ import tables as tables_module
from gamekit.server.class_.contest import Contest, knobs, read_plan
from gamekit.server.class_.desk import (
    LONGEST_TIMER,
    MOST_BOARDS,
    MOST_LINES_EACH,
    SLACK,
    TAKE_BACK,
    Desk,
    change_settings,
)
from gamekit.server.class_.game_table import TableError
from gamekit.server.class_.models import LONGEST_KEY, LONGEST_LESSON, LONGEST_NICKNAME
from gamekit.server.class_.moves import LARGEST_SEED, MOST_DECISIONS, open_from_start, open_to_question
from gamekit.server.class_.schemas import (
    LARGEST_NUMBER,
    LARGEST_REPORT,
    LATEST_TURN,
    MOST_CHOICES,
    MOST_PACED,
    MOST_RESULTS,
    MOST_ROUNDS,
    MOST_STEPS,
    ClassSettings,
    read_nickname,
    read_outcome,
    read_report,
)
from gamekit.server.class_.store import Member, Store
from gamekit.server.class_.tables import LONGEST_WISH, ClassTables, read_players, read_wish
from gamekit.server.rate_limit import TooManyError
from gamekit.widgets.outcome import MOST_FIGURES
from tests.server.class_.said import LESSON, question
from tests.server.class_.test_tables import Page
from tests.serving import story

TOLD = {"turn": 1, "lesson": "a/b-1", "key": "bet-1", "round": 1, "value": 3}
STEP = {"turn": 1, "lesson": "a/b-1", "number": 1, "done": 0}
PLAN = {knob.name: str(knob.value) for knob in knobs()}


def send(fields: dict[str, Any], name: str) -> Callable[[Any], object]:
    return lambda value: read_report(json.dumps(fields | {name: value}).encode())


def set_up(name: str) -> Callable[[Any], object]:
    return lambda value: ClassSettings.model_validate({name: value})


def pad(said: str) -> Callable[[int], str]:
    """Something that is read, made this long by blanks."""
    return lambda size: said.ljust(size)


def plan(name: str) -> Callable[[Any], object]:
    return lambda value: read_plan(PLAN | {name: str(value)})


NO_NUMBERS = (float("inf"), float("nan"))
FORGED = ("<b>Ada", "Ada\u202eadA", "A\u200bda", "Ada\x00", "\x1b[31m", "\ue000")
LIMITS: dict[str, tuple[Callable[[Any], object], list[Any], list[Any]]] = {
    "report": (lambda size: read_report(pad(json.dumps(TOLD))(size).encode()), [LARGEST_REPORT], [LARGEST_REPORT + 1]),
    "turn": (send(TOLD, "turn"), [1, LATEST_TURN], [0, LATEST_TURN + 1, 1.5, "1", True, None]),
    "round": (send(TOLD, "round"), [1, MOST_ROUNDS], [0, MOST_ROUNDS + 1]),
    "value": (send(TOLD, "value"), [-LARGEST_NUMBER, LARGEST_NUMBER], [-1.1e12, 1.1e12, "3", None, *NO_NUMBERS]),
    "lesson": (send(TOLD, "lesson"), ["x", "x" * LONGEST_LESSON], ["", "x" * (LONGEST_LESSON + 1), "a//b", "/a", "a/"]),
    "key": (send(TOLD, "key"), ["x", "a/b.c:d-e_1", "x" * LONGEST_KEY], ["", "x" * (LONGEST_KEY + 1), "a b", "<"]),
    "number": (send(STEP, "number"), [1, MOST_STEPS], [0, MOST_STEPS + 1]),
    "done": (send(STEP, "done"), [0, MOST_STEPS], [-1, MOST_STEPS + 1]),
    "nickname": (read_nickname, ["x" * LONGEST_NICKNAME], ["x" * (LONGEST_NICKNAME + 1), *FORGED]),
    "players": (read_players, ["1", " 2 ", "99"], ["0", "100", "-1", "", "2.5"]),
    "wish": (lambda size: read_wish(pad('{"do": "begin"}')(size)), [LONGEST_WISH], [LONGEST_WISH + 1]),
    "first card": (plan("first"), [10, 120], [9, 121]),
    "climb": (plan("step"), [10, 110], [9, 111]),
    "end": (plan("enough"), [0, 400], [-1, 401]),
    "choices": (lambda size: question(text="?", choices=["x"] * size), [MOST_CHOICES], [MOST_CHOICES + 1]),
    "decisions": (lambda size: open_from_start("kartenspiel", 2, size, 1), [0, MOST_DECISIONS], [MOST_DECISIONS + 1]),
    "seed": (lambda seed: open_from_start("kartenspiel", 2, 0, seed), [0, LARGEST_SEED], [-1, LARGEST_SEED + 1]),
    "contest": (lambda most: set_up("contest")({"players": most}), [2, 6], [1, 7]),
    "paced": (lambda size: set_up("pace")({f"a{n}": 1 for n in range(size)}), [MOST_PACED], [MOST_PACED + 1]),
    "pace": (lambda step: set_up("pace")({"a": step}), [1, MOST_STEPS], [0, MOST_STEPS + 1]),
}  # fmt: skip


@pytest.mark.parametrize("name", LIMITS)
def test_what_is_within_a_limit_is_taken_and_what_is_beyond_is_refused(name: str) -> None:
    take, within, beyond = LIMITS[name]
    for value in within:
        take(value)
    for value in beyond:
        with pytest.raises((GamekitError, ValidationError)):
            take(value)


def test_a_panel_says_as_many_figures_as_it_may_have() -> None:
    for size, taken in ((MOST_FIGURES, True), (MOST_FIGURES + 1, False)):
        said = {"type": "came-out", "key": "bet-1", "figures": [{"exact": 1.0}] * size}
        assert (read_outcome(said, "1") is not None) == taken


def test_of_too_many_outcomes_no_new_one_is_kept_and_a_known_one_still_grows(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "MOST_OUTCOMES", 2)
    info, other = store.open_class("9b"), store.open_class("9c")

    def come_out(key: str, exact: float, class_id: int = info.id) -> bool:
        said = read_outcome({"type": "came-out", "key": key, "figures": [{"exact": exact}]}, "1")
        assert said is not None
        return store.came_out(class_id, LESSON, said)

    assert [come_out(key, 1) for key in ("a", "b", "c")] == [True, True, False]
    assert come_out("b", 2)
    assert come_out("c", 1, other.id)


def test_of_too_many_settings_the_first_go_and_a_clock_runs_no_longer_than_it_may(monkeypatch) -> None:
    monkeypatch.setattr(desk_module.time, "time", lambda: 1000.0)
    held = ClassSettings()
    for number in range(MOST_PACED + 1):
        changed = change_settings(held, "pace", {"lesson": f"a{number}", "open": 1000})
        held = ClassSettings.model_validate(held.model_dump() | changed)
    for number in range(MOST_RESULTS + 1):
        changed = change_settings(held, "result", {"lesson": "a", "key": f"b-{number}", "value": number})
        held = ClassSettings.model_validate(held.model_dump() | changed)
    assert held.pace == {f"a{number}": MOST_STEPS for number in range(1, MOST_PACED + 1)}
    assert [one.value for one in held.results] == list(range(1, MOST_RESULTS + 1))
    assert change_settings(held, "timer", {"seconds": 1e9}) == {"timer": 1000.0 + LONGEST_TIMER}


def test_a_position_after_too_many_steps_is_not_put() -> None:
    session = open_from_start("kartenspiel", 2, 5, 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gamekit.server.class_.moves.LONGEST_GAME", session.step)
        assert open_to_question(session).step == session.step
        patch.setattr("gamekit.server.class_.moves.LONGEST_GAME", session.step - 1)
        with pytest.raises(ReportError):
            open_to_question(session)


@pytest.mark.parametrize(("later", "taken"), [(TAKE_BACK + SLACK, True), (TAKE_BACK + SLACK + 0.1, False)])
@story
async def test_an_order_is_taken_back_as_long_as_the_key_is_shown(
    later: float, taken: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(desk_module.time, "time", lambda: now[0])

    desk = Desk(str(tmp_path / "c.sqlite"), "9b", 9)
    desk.begin()
    hide = partial(change_settings, do="names", order={"hidden": True})
    with pytest.raises(ReportError):
        await desk.take_back()
    for do in ("start", "stop", "names"):
        await desk.carry_out(do, lambda: desk.change(hide))
        if do != "names":
            with pytest.raises(ReportError):
                await desk.take_back()
    await desk.change(lambda _settings: {"names_hidden": False})
    await desk.carry_out("names", lambda: desk.change(hide))
    now[0] += later
    with suppress(ReportError):
        await desk.take_back()
    desk.close()
    assert desk.opened.settings.names_hidden != taken


@pytest.mark.parametrize(
    ("kind", "key", "most"),
    [("pupil", "pupil", MOST_LINES_EACH), ("board", "teacher", MOST_BOARDS), ("projector", "teacher", MOST_BOARDS)],
)
@story
async def test_one_browser_has_only_so_many_pages_that_listen(kind: str, key: str, most: int, tmp_path: Path) -> None:
    desk = Desk(str(tmp_path / "c.sqlite"), "9b", 9)
    keys = {"teacher": desk.begin().teacher_key, "pupil": (await desk.join(None, "10.0.0.1"))[1]}
    handler: Any = SimpleNamespace(
        settings={"gamekit_desk": desk}, request=SimpleNamespace(host="here"),
        get_cookie=lambda name: keys[key] if f"-{key}-" in name else None, get_argument=lambda *_given: "x" * 9000,
    )  # fmt: skip
    found = [class_handlers.connect(handler, Page(), kind) for _page in range(most + 1)]
    assert all(len(place) <= 200 for place in desk.places.values())
    desk.close()
    assert found == [*[None] * most, class_handlers.REFUSED]


# --- how often -------------------------------------------------------------------------------------------------------
AT_ONCE = 4
OFTEN: dict[str, Callable[[Desk, ClassTables, Member], Awaitable[object]]] = {
    "rename": lambda desk, _tables, who: desk.rename(who, who.nickname),
    "report": lambda desk, _tables, who: asyncio.to_thread(desk.read, who, json.dumps(STEP).encode()),
    "plan": lambda desk, _tables, who: Contest(desk).enter(who, read_plan(PLAN)),
    "table": lambda _desk, tables, who: tables.open(who, "kartenspiel", 2),
    "line": lambda _desk, tables, who: tables.listen(Page(), "none", who.id),
    "join": lambda desk, _tables, who: desk.join(None, f"10.0.0.{who.number}"),
}


@pytest.mark.parametrize("what", OFTEN)
@story
async def test_what_one_browser_or_address_does_too_often_is_refused_and_of_others_it_is_not(
    what, tmp_path, monkeypatch
):
    monkeypatch.setattr(tables_module, "MOST_OPENED", 99)

    async def done(desk: Desk, tables: ClassTables, who: Member) -> int:
        for number in range(AT_ONCE + 9):
            try:
                await OFTEN[what](desk, tables, who)
            except TooManyError:
                return number
            except TableError:
                pass  # there is no such table: it counts all the same
        raise AssertionError

    desk = Desk(str(tmp_path / "c.sqlite"), "9b", 99)
    desk.begin()
    tables = ClassTables(desk, lambda: 1000.0)
    members = [(await desk.join(name, "10.0.9.9"))[0] for name in ("Ada", "Ben")]
    for limiter in (desk.reports, desk.arrivals._joins, tables.wishes):
        limiter._clock, limiter._most = (lambda: 1000.0), AT_ONCE
    found = [await done(desk, tables, who) for who in members]
    tables.close()
    desk.close()
    assert found == [AT_ONCE, AT_ONCE]
