"""Questions about what the rules refuse."""

from __future__ import annotations

from typing import Any

import pytest

import gamekit as gk
from gamekit.widgets import rule_questions


@pytest.fixture(scope="module")
def questions() -> dict[str, list[Any]]:
    return {"kartenspiel": rule_questions.situations(gk.load("kartenspiel"))}


def test_each_question_has_one_legal_move_and_a_reason_for_each_other(questions: dict[str, list[Any]]) -> None:
    asked = questions["kartenspiel"]
    assert len(asked) >= 8
    for question in asked:
        assert set(question.reasons) == set(range(len(question.choices))) - {int(question.answer)}
        assert all(question.reasons.values())
        assert question.rules
        assert question.board is not None
        assert question.board["places"]
