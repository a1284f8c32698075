"""Reports as pages send them."""

from __future__ import annotations

import json
from typing import Any

from gamekit.classroom.forms import Reached, Told, read_report

LESSON = "kartenspiel/02-counting"


def report(**fields: Any) -> Told | Reached:
    return read_report(json.dumps(fields).encode())


def bet(value: float, turn: int = 1, number: int = 1, key: str = "bet-1", **question: Any) -> Told | Reached:
    asked = {"text": "How many of 100?", "low": 0, "high": 100, "step": 1, "place": "Predict"} | question
    return report(kind="bet", turn=turn, lesson=LESSON, key=key, round=number, question=asked, value=value)


def answer(value: float, turn: int = 1, number: int = 1, key: str = "quiz-1/1", **question: Any) -> Told | Reached:
    asked = {
        "text": "Which?",
        "title": "Exit ticket",
        "choices": ["10", "20", "30"],
        "answer": 1,
        "order": 5,
    } | question
    return report(kind="answer", turn=turn, lesson=LESSON, key=key, round=number, question=asked, value=value)


def step(number: int, turn: int = 1, done: int = 0, lesson: str = LESSON) -> Told | Reached:
    return report(kind="step", turn=turn, lesson=lesson, number=number, name=f"Step {number}", steps=5, done=done)
