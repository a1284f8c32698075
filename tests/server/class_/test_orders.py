"""What a teacher's order changes, and what it leaves as it was."""

from __future__ import annotations

from gamekit.server.class_.desk import change_settings, open_step, pause
from gamekit.server.class_.schemas import MOST_RESULTS, ClassSettings


def test_where_a_class_begins_to_go_on_together_nobody_is_sent_anywhere() -> None:
    alone = ClassSettings()
    assert "sent" not in change_settings(alone, "pace", {"lesson": "a", "open": 2})
    together = ClassSettings(pace={"a": 1})
    assert change_settings(together, "pace", {"lesson": "a", "open": 2})["sent"]["step"] == 2


def test_a_step_that_is_opened_leaves_the_pace_of_other_lessons() -> None:
    assert open_step(ClassSettings(pace={"a": 1, "b": 2}), "a", 3) == {"pace": {"a": 3, "b": 2}}


def test_of_too_many_marked_results_the_first_goes() -> None:
    marked = ClassSettings()
    for number in range(MOST_RESULTS + 1):
        changed = change_settings(marked, "result", {"lesson": "a", "key": f"bet-{number}", "value": number})
        marked = ClassSettings.model_validate({**marked.model_dump(), **changed})
    assert [one.value for one in marked.results] == list(range(1, MOST_RESULTS + 1))


def test_a_clock_that_had_run_out_stays_so_when_a_pause_ends() -> None:
    assert pause(ClassSettings(timer=40.0, paused=50.0), False, 90.0)["timer"] == 40.0
