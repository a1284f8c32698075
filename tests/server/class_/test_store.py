"""A class's database: what was confirmed is there, once; what was deleted is gone."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import traceback
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from gamekit.core.errors import ReportError
from gamekit.core.i18n.translation import use_language
from gamekit.server.class_ import answer_export as kept
from gamekit.server.class_ import contest, results
from gamekit.server.class_.contest import describe_plan
from gamekit.server.class_.database import NotKeptError, StoreError
from gamekit.server.class_.models import AnswerRow
from gamekit.server.class_.schemas import (
    LARGEST_REPORT,
    MOST_ROUNDS,
    AskedQuestion,
    ClassSettings,
    Shown,
    read_nickname,
    read_outcome,
    read_report,
)
from gamekit.server.class_.store import ClassInfo, Store
from tests.server.class_.said import LESSON, answer, bet, board, step


def question(store: Store, key: str = "bet-1") -> dict[str, object]:
    info = store.open_class("9b")
    found = board(store, info)["questions"]
    return next(one for one in found if one["key"] == key)


def counts(store: Store, key: str = "bet-1") -> list[list[tuple[str, int]]]:
    """For each round the bars that are not empty."""
    rounds = question(store, key)["rounds"]
    return [[(bar["text"], bar["count"]) for bar in one["bars"] if bar["count"]] for one in rounds]  # type: ignore[attr-defined]


def test_a_class_is_continued_with_its_code_its_people_and_the_teachers_key(store: Store) -> None:
    first = store.open_class("9b")
    ada, _key = store.join(first.id, "Ada", 5)
    store.keep_settings(
        first.id, ClassSettings(names_hidden=True, pace={LESSON: 2}, shown=Shown(lesson=LESSON, key="x"))
    )
    again = Store(store.place)
    continued = again.open_class("9b")
    assert (continued.id, continued.code, continued.teacher_key) == (first.id, first.code, first.teacher_key)
    assert continued.settings.names_hidden
    assert continued.settings.pace == {LESSON: 2}
    assert again.members(first.id) == [ada]
    assert again.open_class("9a").code != first.code


def test_the_last_bet_and_the_first_answer_of_a_round_count_and_each_is_stored_once(
    store: Store, info: ClassInfo
) -> None:
    pupil = store.join(info.id, None, 5)[0].id
    for turn, value in enumerate((20, 20, 50), start=1):
        assert store.receive(info.id, pupil, *bet(value, turn))
        assert store.receive(info.id, pupil, *answer(2 if turn == 1 else 1, turn))
    assert counts(store) == [[("50–59", 1)]]
    assert counts(store, "quiz-1/1") == [[("30", 1)]]


def test_a_report_sent_twice_or_replayed_later_changes_nothing(store: Store, info: ClassInfo) -> None:
    pupil = store.join(info.id, None, 5)[0].id
    old = bet(20, 1)
    assert store.receive(info.id, pupil, *old)
    assert not store.receive(info.id, pupil, *old)
    first = answer(2, 4)
    assert store.receive(info.id, pupil, *first)
    assert not store.receive(info.id, pupil, *first)
    with store.write() as session:
        assert session.scalars(sa.select(AnswerRow.tries)).all() == [1]
    assert store.receive(info.id, pupil, *bet(80, 2))
    assert not store.receive(info.id, pupil, *old)
    assert store.receive(info.id, pupil, step(3, 9))
    assert not store.receive(info.id, pupil, step(1, 8))
    assert counts(store) == [[("80–89", 1)]]
    assert board(store, info)["people"][0]["step"] == 3


def test_asked_again_both_distributions_are_kept_and_the_first_is_closed(store: Store, info: ClassInfo) -> None:
    one, two = (store.join(info.id, None, 5)[0].id for _ in range(2))
    store.receive(info.id, one, *bet(10, 1))
    assert store.ask_again(info.id, LESSON, "bet-1") == 2
    with pytest.raises(ReportError, match="asked again"):
        store.receive(info.id, two, *bet(10, 1))
    with pytest.raises(ReportError, match="asked again"):
        store.receive(info.id, one, *bet(99, 3))
    store.receive(info.id, one, *bet(90, 4, number=2))
    store.receive(info.id, two, *bet(90, 2, number=2))
    assert counts(store) == [[("10–19", 1)], [("90–100", 2)]]
    assert store.rounds(info.id) == {(LESSON, "bet-1"): 2}
    for _ in range(MOST_ROUNDS - 2):
        store.ask_again(info.id, LESSON, "bet-1")
    with pytest.raises(ReportError, match="can be asked"):
        store.ask_again(info.id, LESSON, "bet-1")
    with pytest.raises(ReportError, match="Nobody"):
        store.ask_again(info.id, LESSON, "unknown")


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes")
def test_nobody_else_on_this_computer_reads_what_a_class_has_sent(file: Path) -> None:
    file.parent.mkdir()
    before = os.umask(0)
    try:
        Store(str(file)).close()
    finally:
        os.umask(before)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_what_came_out_is_kept_as_exactly_as_it_was_ever_said(store: Store, info: ClassInfo) -> None:

    def said(**figure: object) -> bool:
        told = read_outcome({"type": "came-out", "key": "bet-1", "figures": [figure]}, "1")
        assert told is not None
        return store.came_out(info.id, LESSON, told)

    assert said(value=30.0, low=20.0, high=40.0)
    assert said(value=32.0, low=31.0, high=33.0)
    assert not said(value=60.0, low=10.0, high=90.0)
    assert said(value=60.0, low=10.0, high=90.0, exact=31.5)
    (kept,) = store.outcomes(info.id)[LESSON, "bet-1"]
    assert (kept.value, kept.low, kept.high, kept.exact) == (32.0, 31.0, 33.0, 31.5)
    other = read_outcome({"type": "came-out", "key": "bet-1", "figures": [{"exact": 1.0}]}, "1")
    assert other is not None
    assert store.came_out(info.id, "another/lesson", other)
    assert store.outcomes(info.id)[LESSON, "bet-1"] == [kept], "a key belongs to its lesson"
    store.delete_class(info.id)
    assert store.outcomes(info.id) == {}


def test_who_reads_what_came_out_reads_their_own_language_whoever_ran_the_panel(store: Store, info: ClassInfo) -> None:

    def run(language: str, panel: str, *names: str) -> None:
        figures = [{"name": name, "exact": float(number)} for number, name in enumerate(names)]
        with use_language(language):
            told = read_outcome({"type": "came-out", "key": "bet-1", "figures": figures}, panel)
        assert told is not None
        store.came_out(info.id, LESSON, told)

    def read(language: str) -> list[str]:
        with use_language(language):
            asked = AskedQuestion(text="?", low=0, high=9)
            found = results.outcome_marks(asked, store.outcomes(info.id)[LESSON, "bet-1"])
            return [one["text"].partition(":")[0].strip() for one in found]

    run("de", "1", "schnell", "langsam")
    assert read("en") == ["schnell", "langsam"], "nobody has run it in English"
    run("en", "1", "fast", "slow")
    assert (read("en"), read("de")) == (["fast", "slow"], ["schnell", "langsam"])
    run("en", "2", "third")
    assert read("en") == ["fast", "slow", "third"]


@pytest.mark.parametrize(
    "wrong",
    [
        None, [], {"type": "came-out"}, {"type": "stored", "value": 3},
        {"type": "came-out", "key": "<b>", "figures": [{"exact": 1.0}]},
        {"type": "came-out", "key": "bet-1", "figures": []},
        {"type": "came-out", "key": "bet-1", "figures": [{}]},
        {"type": "came-out", "key": "bet-1", "figures": [{"value": 5.0, "low": 6.0, "high": 7.0}]},
        {"type": "came-out", "key": "bet-1", "figures": [{"exact": float("nan")}]},
        {"type": "came-out", "key": "bet-1", "figures": [{"exact": 1.0, "name": "x" * 200}]},
    ],
)  # fmt: skip
def test_what_is_no_outcome_is_not_taken_for_one(wrong: object) -> None:
    assert read_outcome(wrong, "1") is None


def test_an_answer_to_no_question_or_out_of_range_is_refused(store: Store, info: ClassInfo) -> None:
    pupil = store.join(info.id, None, 5)[0].id
    (told, _asked), choice = bet(50), answer(3)
    with pytest.raises(ReportError, match="does not ask that"):
        store.receive(info.id, pupil, told, None)
    for value in (-1, 101):
        with pytest.raises(ReportError, match="no answer to this question"):
            store.receive(info.id, pupil, *bet(value))
    for one in (choice, answer(0.5), answer(-1)):
        with pytest.raises(ReportError, match="no answer to this question"):
            store.receive(info.id, pupil, *one)
    assert board(store, info)["questions"] == []


def test_nobody_gets_the_number_of_a_pupil_who_is_in(store: Store, info: ClassInfo) -> None:
    first = store.join(info.id, "Ada", 9)[0]
    for name in ("Ben", "Cem"):
        store.join(info.id, name, 9)
    store.remove(first.id)
    assert store.join(info.id, "Dot", 9)[0].number == 4
    assert [one.number for one in store.members(info.id)] == [2, 3, 4]


def test_a_lesson_that_asks_something_else_by_now_is_shown_as_it_asks_now(store: Store, info: ClassInfo) -> None:
    one, two = (store.join(info.id, None, 5)[0].id for _ in range(2))
    store.receive(info.id, one, *answer(2))
    store.receive(info.id, two, *answer(1, text="Laquelle ?", choices=["un 10", "un 20", "un 30"]))
    assert question(store, "quiz-1/1")["text"] == "Which?", "in another language it is the same question"
    store.receive(info.id, two, *answer(1, 2, text="Which now?", choices=["a", "b"], number=1))
    assert question(store, "quiz-1/1")["text"] == "Which now?"
    assert counts(store, "quiz-1/1") == [[("b", 1)]], "what cannot be an answer any more is not counted"


def test_there_is_a_limit_to_people_and_nobody_takes_the_name_of_another(store: Store, info: ClassInfo) -> None:
    store.join(info.id, "Ada", 2)
    with pytest.raises(ReportError, match="called that already"):
        store.join(info.id, "ADA", 2)
    ben = store.join(info.id, "Ben", 2)[0]
    with pytest.raises(ReportError, match="called that already"):
        store.rename(info.id, ben.id, "ada")
    assert store.rename(info.id, ben.id, "ben").nickname == "ben"
    with pytest.raises(ReportError, match="The class is full"):
        store.join(info.id, None, 2)


def test_who_comes_after_one_who_left_is_somebody_else(store: Store, info: ClassInfo) -> None:
    left = [store.join(info.id, None, 5)[0].id for _ in range(2)]
    store.remove(*left)
    assert store.join(info.id, None, 5)[0].id not in left
    assert [one.id for one in store.members(info.id)] not in left
    store.delete_class(info.id)
    assert store.join(store.open_class("9b").id, None, 5)[0].id not in left


def test_what_the_database_does_not_take_changes_nothing_and_no_message_repeats_it(
    store: Store, info: ClassInfo
) -> None:
    ada = store.join(info.id, "Xenophilia", 5)[0]
    store.receive(info.id, ada.id, *bet(20))

    def full(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if statement.startswith(("DELETE FROM pupils", "DELETE FROM classes", "INSERT INTO pupils", "UPDATE pupils")):
            raise OperationalError(statement, {"name": "Xenophilia"}, Exception("disk full"), hide_parameters=True)

    sa.event.listen(store.engine, "before_cursor_execute", full)
    for fails in (
        lambda: store.remove(ada.id),
        lambda: store.delete_class(info.id),
        lambda: store.join(info.id, "Xenophilia2", 5),
        lambda: store.rename(info.id, ada.id, "Xenophilia3"),
    ):
        with pytest.raises(NotKeptError, match="disk full") as caught:
            fails()
        assert "Xenophilia" not in "".join(traceback.format_exception_only(caught.value))
        assert caught.value.__suppress_context__  # and so no log has it
    assert store.members(info.id) == [ada]
    assert counts(store) != [[]]
    sa.event.remove(store.engine, "before_cursor_execute", full)
    store.remove(ada.id)
    store.remove(ada.id)  # whoever is gone stays gone
    assert store.members(info.id) == []
    store.delete_class(info.id)
    store.delete_class(info.id)
    assert not store.find_class("9b")


def test_values_stand_in_no_message_of_the_database(store: Store) -> None:
    with pytest.raises(SQLAlchemyError) as caught, store.engine.connect() as connection:
        connection.execute(sa.text("SELECT * FROM none WHERE name = :name"), {"name": "Xenophilia"})
    assert "Xenophilia" not in str(caught.value)


def test_a_class_is_open_on_one_server_only(store: Store) -> None:
    store.hold("9b")
    other = Store(store.place)
    with pytest.raises(StoreError, match="open already, on another server"):
        other.hold("9b")
    other.hold("9a")
    third = Store(store.place)
    store.close()
    third.hold("9b")
    third.close()
    other.close()


def test_who_was_removed_or_whose_class_was_deleted_sends_nothing_more(store: Store, info: ClassInfo) -> None:
    one, two = (store.join(info.id, None, 5)[0].id for _ in range(2))
    store.receive(info.id, one, *bet(20))
    store.remove(one)
    with pytest.raises(ReportError, match="not in this class"):
        store.receive(info.id, one, *bet(30, 2))
    assert board(store, info)["questions"] == []
    store.delete_class(info.id)
    with pytest.raises(ReportError, match="not in this class"):
        store.receive(info.id, two, *bet(30))
    assert not store.find_class("9b")


def test_deleting_one_class_leaves_the_other(store: Store) -> None:
    first, other = store.open_class("9a"), store.open_class("9b")
    for info in (first, other):
        store.receive(info.id, store.join(info.id, "Ada", 5)[0].id, *bet(20))
    store.delete_class(first.id)
    assert counts(store) == [[("20–29", 1)]]


def test_what_was_deleted_is_not_in_the_file_any_more(file: Path) -> None:
    store = Store(str(file))
    info = store.open_class("9b")
    pupil = store.join(info.id, "Xenophilia", 5)[0].id
    for turn in range(1, 60):
        store.receive(info.id, pupil, *bet(20, turn, key=f"bet-{turn}", text=f"Marked question {turn} " * 20))
    removed = store.join(info.id, "Zoroaster", 5)[0].id
    contest.store_entry(store, info.id, removed, {"first_try": 1})

    def bytes_of_all() -> bytes:
        return b"".join(path.read_bytes() for path in sorted(file.parent.iterdir()))

    assert b"Xenophilia" in bytes_of_all()
    assert b"Zoroaster" in bytes_of_all()
    store.rename(info.id, removed, "Balthasar")
    assert b"Zoroaster" not in bytes_of_all()
    contest.store_entry(store, info.id, removed, {"second_try": 1})
    assert b"first_try" not in bytes_of_all()
    contest.delete_entry(store, info.id, removed)
    assert b"second_try" not in bytes_of_all()
    assert b"Balthasar" in bytes_of_all()
    store.remove(removed)
    for left in (b"Balthasar", b"Zoroaster", b"second_try"):
        assert left not in bytes_of_all(), left
    assert b"Marked question" in bytes_of_all()
    store.delete_class(info.id)
    for left in (b"Xenophilia", b"Zoroaster", b"Marked question", info.secret.encode(), info.code.encode()):
        assert left not in bytes_of_all(), left
    store.close()


WRITER = """
import sys
from gamekit.server.class_.store import ClassInfo, Store
from tests.server.class_.said import bet
store = Store(sys.argv[1])
info = store.open_class("9b")
pupil = store.join(info.id, None, 5)[0].id
for number in range(400):
    store.receive(info.id, pupil, *bet(number % 100, key=f"bet-{number}"))
    print(number, flush=True)
"""


def test_what_was_confirmed_is_there_after_the_process_was_killed_in_the_middle(file: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(file)], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[3]
    ) as writer:
        assert writer.stdout is not None
        confirmed = [int(next(writer.stdout)) for _ in range(25)]
        writer.send_signal(signal.SIGKILL)
        confirmed += [int(line) for line in writer.stdout if line.endswith("\n")]
    assert writer.returncode == -signal.SIGKILL
    store = Store(str(file))
    info = store.open_class("9b")
    kept = {one["key"]: one["rounds"] for one in board(store, info)["questions"]}
    assert {f"bet-{number}" for number in confirmed} <= set(kept)
    assert all(rounds[0]["count"] == 1 for rounds in kept.values())
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2, "nor after the power was cut"
    store.close()


def changed(**fields: object) -> bytes:
    """The report of a step, with something in it that does not belong there."""
    fine = {"turn": 1, "lesson": "x", "number": 1, "done": 0}
    assert read_report(json.dumps(fine).encode())
    return json.dumps(fine | fields).encode()


@pytest.mark.parametrize(
    "body",
    [
        b"", b"[]", b'{"key":"bet-1"}',
        b'{"turn":1,"lesson":"x","key":"bet-1","value":1,"question":{"text":"Invented?"}}', changed(name="Invented"),
        b"x" * (LARGEST_REPORT + 1), changed(lesson="../x"), changed(pupil=7),
    ],
)  # fmt: skip
def test_what_is_no_report_gets_a_sentence(body: bytes) -> None:
    with pytest.raises(ReportError, match=r"cannot be stored|too large") as caught:
        read_report(body)
    assert len(str(caught.value)) < 300
    assert "pydantic" not in str(caught.value)


def test_a_nickname_may_be_of_any_script() -> None:
    assert [read_nickname(name) for name in ("Zoë", "Łukasz 2", "小明", "O’Neill", "🚗")] == [
        "Zoë", "Łukasz 2", "小明", "O’Neill", "🚗",
    ]  # fmt: skip


def test_what_cannot_be_opened_says_why(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no database, but long enough to be looked into" * 50)
    for where, words in (
        (str(tmp_path / "text"), "cannot be kept in"),
        (str(tmp_path / "text" / "x.sqlite"), "cannot be kept in"),
        ("mysql://x/y", "not an address"),
    ):
        with pytest.raises(StoreError, match=words):
            Store(where)


@pytest.mark.parametrize("spoken", ["de", "fr"])
def test_the_table_is_in_the_language_of_who_reads_it(store: Store, info: ClassInfo, spoken: str) -> None:
    ada = store.join(info.id, "Ada", 5)[0].id
    for sent in (bet(30), answer(1, 2)):
        store.receive(info.id, ada, *sent)
    store.receive(info.id, ada, step(2, 3, done=1))
    english = [row.split(",") for row in kept.write_csv(store, info).splitlines()]
    with use_language(spoken):
        read = [row.split(",") for row in kept.write_csv(store, info).splitlines()]
    assert set(english[0]) & set(read[0]) <= {"question"}, "French has this word, too"
    assert {row[0] for row in english} & {row[0] for row in read} == set()
    assert [row[4:7] for row in english[1:]] == [row[4:7] for row in read[1:]]


def test_the_table_carries_everything_and_nothing_a_spreadsheet_carries_out(store: Store, info: ClassInfo) -> None:
    ada = store.join(info.id, "=1+1", 5)[0].id
    store.receive(info.id, ada, *bet(30))
    store.receive(info.id, ada, *answer(1, 2))
    store.find_steps = lambda _lesson: [f"Step {number}" for number in range(1, 6)]
    store.receive(info.id, ada, step(2, 3, done=1))
    table = kept.write_csv(store, info).split("\r\n")
    assert table[0] == "kind,lesson,step,question,round,number,nickname,answer,right,time"
    assert table[1].startswith(f"bet,{LESSON},Predict,How many of 100?,1,1,'=1+1,30,,")
    assert table[2].startswith(f"answer,{LESSON},,Which?,1,1,'=1+1,20,1,")
    assert table[3].startswith(f"step,{LESSON},Step 2,,,1,'=1+1,1 of 5 steps done,,")
    assert table[4:] == [""]
    store.receive(info.id, ada, *bet(2.5, 9, key="half", step=0.5))
    store.receive(info.id, ada, *answer(0, 10, key="at", choices=["@SUM(A1)", "+1"]))
    german = kept.write_csv(store, info, ZoneInfo("Asia/Tokyo"), comma=True).split("\r\n")
    assert german[0] == "kind;lesson;step;question;round;number;nickname;answer;right;time"
    at = {row.split(";")[7]: row.split(";")[9] for row in german[1:-1]}
    assert set(at) == {"30", "20", "2,5", "'@SUM(A1)", "1 of 5 steps done"}
    for time_there, time_here in zip(at.values(), (row.rsplit(",")[-1] for row in table[1:-1]), strict=False):
        there, here = datetime.fromisoformat(time_there), datetime.fromisoformat(time_here).astimezone()
        assert abs(there.replace(tzinfo=ZoneInfo("Asia/Tokyo")) - here) < timedelta(minutes=5)
    assert kept.find_zone("no/such place") is None
    assert kept.find_zone("../../etc/passwd") is None


def test_everything_one_pupil_has_sent_is_shown_to_the_teacher_and_nothing_of_another(
    store: Store, info: ClassInfo
) -> None:
    ada, ben = (store.join(info.id, name, 5)[0] for name in ("Ada", "Ben"))
    store.receive(info.id, ada.id, *bet(30))
    store.receive(info.id, ada.id, *answer(2, 2))
    store.receive(info.id, ada.id, *answer(1, 3))
    store.receive(info.id, ada.id, step(2, 4, done=1))
    store.ask_again(info.id, LESSON, "quiz-1/1")
    store.receive(info.id, ada.id, *answer(1, 5, number=2))
    store.receive(info.id, ben.id, *bet(70))
    store.receive(info.id, ben.id, step(4, 2))
    plan = {"first": 60, "step": 40, "enough": 100}
    contest.store_entry(store, info.id, ada.id, plan)
    found = kept.collect_of_pupil(store, info, ada.id)
    assert found is not None
    assert (found["name"], found["number"], found["entered"]) == ("Ada", 1, describe_plan(plan))
    assert [(one["kind"], one["answer"], one["last"], one["right"], one["tries"]) for one in found["answers"]] == [
        ("bet", "30", "", None, 1),
        ("answer", "30", "20", False, 2),
        ("answer", "20", "20", True, 1),
    ]
    assert [(one["number"], one["done"]) for one in found["steps"]] == [(2, 1)]
    hidden = replace(info, settings=ClassSettings(names_hidden=True))
    assert "Ada" not in json.dumps(kept.collect_of_pupil(store, hidden, ada.id))
    assert kept.collect_of_pupil(store, info, 10**6) is None
    other = store.open_class("9a")
    assert kept.collect_of_pupil(store, other, ada.id) is None
