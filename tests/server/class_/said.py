"""Reports as pages send them, and the questions that the server knows."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from gamekit.server.class_ import results
from gamekit.server.class_.schemas import AskedQuestion, ClassSettings, Reached, Told, read_report
from gamekit.server.class_.store import ClassInfo, Store

LESSON = "kartenspiel/02-counting"
Answered = tuple[Told, AskedQuestion]


def report(**fields: Any) -> Any:
    return read_report(json.dumps(fields).encode())


def question(**told: Any) -> AskedQuestion:
    return AskedQuestion.model_validate_json(json.dumps(told))


def bet(value: float, turn: int = 1, number: int = 1, key: str = "bet-1", **told: Any) -> Answered:
    asked = {"kind": "bet", "text": "How many of 100?", "low": 0, "high": 100, "step": 1, "place": "Predict"} | told
    return report(turn=turn, lesson=LESSON, key=key, round=number, value=value), question(**asked)


def answer(value: float, turn: int = 1, number: int = 1, key: str = "quiz-1/1", **told: Any) -> Answered:
    asked = {
        "text": "Which?",
        "title": "Exit ticket",
        "is_exit": True,
        "choices": ["10", "20", "30"],
        "answer": 1,
        "order": 5,
    } | told
    return report(turn=turn, lesson=LESSON, key=key, round=number, value=value), question(**asked)


def step(number: int, turn: int = 1, done: int = 0, lesson: str = LESSON) -> Reached:
    reached: Reached = report(turn=turn, lesson=lesson, number=number, done=done)
    return reached


def board(
    store: Store,
    info: ClassInfo,
    online: Collection[int] | Mapping[int, str] = (),
    settings: ClassSettings | None = None,
) -> dict[str, Any]:
    """What the teacher's board counts, read anew."""
    return results.board_data(results.ClassReports(store, info.id), settings or info.settings, online)
