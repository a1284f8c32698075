"""Questions about what the rules refuse."""

from __future__ import annotations

import gamekit as gk
from gamekit.core.rulebook import Sentence
from gamekit.games.kartenspiel.state import COUNTER, RUN
from gamekit.widgets import rule_questions
from gamekit.widgets.narration import choose_most_telling


def test_each_question_has_one_legal_move_and_a_reason_for_each_other() -> None:
    asked = rule_questions.situations(gk.load("kartenspiel"))
    assert len(asked) >= 8
    for question in asked:
        assert set(question.reasons) == set(range(len(question.choices or ()))) - {int(question.answer)}
        assert all(question.reasons.values())
        assert question.rules
        assert dict(question.board or {})["places"]


def test_of_what_is_refused_at_a_place_the_rarest_reason_against_what_is_asked_is_told() -> None:
    common, rare, not_asked = (Sentence(rule, rule, 0) for rule in ("common", "rare", "not asked"))
    refused = {RUN: common, RUN + 1: common, RUN + 2: rare, COUNTER: not_asked}
    assert choose_most_telling(gk.load("kartenspiel"), [RUN + 3], refused) == rare
