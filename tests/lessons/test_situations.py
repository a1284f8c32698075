"""The situations of all games' lessons: real games, each with one right answer that is offered."""

from __future__ import annotations

from importlib import import_module

import pytest
from pydantic import ValidationError

import gamekit as gk
from gamekit.lessons.situations import Entry

MODULES = {name: import_module(f"gamekit.lessons.{name}.situations") for name in gk.game_names()}
KEYS = [(name, key) for name, module in MODULES.items() for keys in module.GROUPS.values() for key in keys]
SILENT = {
    "run-1", "run-3", "run-4", "run-6", "run-7", "order", "again", "unowned_stops", "early", "two", "one", "event"
}  # fmt: skip
"""Of these the log says nothing with their own rule: they ask what is possible, or what does not happen."""


@pytest.mark.parametrize(("name", "key"), KEYS)
def test_every_situation_is_a_real_game_with_one_right_answer(name: str, key: str) -> None:
    one = next(one for one in MODULES[name].surprises() if one.key == key)
    assert one.answer in one.choices
    assert len(set(one.choices)) == len(one.choices)
    assert "{" not in one.question
    assert one.play_to_question().step == one.at < len(one.actions) == one.play().length
    assert one.told, "something happens after the question"
    assert one.rule in one.game.rulebook
    assert one.rule in {note.rule for step in one.play().log[one.at :] for note in step.notes} or key in SILENT


def test_an_unknown_entry_and_an_unknown_function_are_refused_by_name() -> None:
    with pytest.raises(ValidationError) as refused:
        Entry.model_validate({"titel": "Two alike", "measure": "none"}, context=MODULES["route66"])
    assert {("titel",), ("measure",)} <= {one["loc"] for one in refused.value.errors()}
