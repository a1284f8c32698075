"""Predictions: a number or a choice, stored before the result is seen."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from gamekit.core.errors import OptionError
from gamekit.core.i18n.translation import _, say_mismatch, say_number, typeset
from gamekit.web import bundle
from gamekit.widgets.base import Card
from gamekit.widgets.cell_registry import next_key, register_card
from gamekit.widgets.messages import page_messages


class Predictions:
    """One pupil's predictions by card key; `read` has those that a run has used, with None for missing ones."""

    def __init__(self, stored: Mapping[str, float]) -> None:
        self._stored = dict(stored)
        self.read: dict[str, float | None] = {}

    def of(self, key: str) -> float | None:
        """Return the prediction on a card, or None, and record it in `read`."""
        self.read[key] = self._stored.get(key)
        return self.read[key]


_asking: ContextVar[Predictions | None] = ContextVar("predictions", default=None)


@contextmanager
def use_predictions(stored: Mapping[str, float]) -> Iterator[Predictions]:
    """Let all cards have the predictions of one pupil within this context: one process answers many pages."""
    predictions = Predictions(stored)
    token = _asking.set(predictions)
    try:
        yield predictions
    finally:
        _asking.reset(token)


class Bet(Card):
    """Card for a prediction: a number from `low` to `high`, or one of `choices`.

    `value` is None until a prediction is stored, then the number or the index of the choice; charts draw it as
    `bet=bet.value`.

    >>> bet = Bet("How many rounds does a stage last?", low=1, high=20)
    >>> bet.value is None
    True
    """

    _esm = bundle.widget("cards/bet", "{ render: viewOf(createBet) }")

    def __init__(
        self,
        question: str,
        *,
        low: float = 0,
        high: float = 100,
        step: float = 1,
        unit: str = "",
        choices: Sequence[str] | None = None,
        key: str = "",
    ) -> None:
        super().__init__()
        if not (choices or low < high):
            raise OptionError(f"A prediction needs choices, or a range from low to high, not {low} to {high}.")
        self.question, self.low, self.high, self.step, self.unit = question, low, high, step, unit
        self.choices = None if choices is None else list(choices)
        self.key = key or next_key()
        register_card("bet", self)
        self._value: float | None = None
        self._waiting: list[Callable[[], None]] = []

    @property
    def value(self) -> float | None:
        """The stored prediction, within `use_predictions` its pupil's; None until it is stored."""
        predictions = _asking.get()
        return self._value if predictions is None else predictions.of(self.key)

    def call_when_stored(self, call: Callable[[], None]) -> None:
        """Register a function to be called after each stored prediction."""
        self._waiting.append(call)

    def store(self, value: float) -> None:
        """Store a prediction and call the registered functions. Raises `OptionError` if it is not allowed."""
        self._value = check_prediction(self.data(), value)
        self.send({"type": "stored", "value": value})
        for call in self._waiting:
            call()

    @property
    def said(self) -> str:
        """The prediction as text with its unit; empty until it is stored."""
        value = self.value
        if value is None:
            return ""
        return self.choices[int(value)] if self.choices else typeset(f"{say_number(value, 'g')} {self.unit}".strip())

    def describe(self) -> str:
        return "\n".join([self.question, *(f"○ {one}" for one in self.choices or ())])

    def data(self) -> dict[str, Any]:
        middle = self.low + round((self.high - self.low) / 2 / self.step) * self.step
        return {
            "key": self.key,
            "words": page_messages("bet"),
            "question": self.question,
            "low": self.low,
            "high": self.high,
            "step": self.step,
            "unit": self.unit,
            "choices": self.choices,
            "value": middle,
            "stored": self.value,
        }

    def pack_alone(self) -> dict[str, Any]:
        """Return the card as data, with the sentence for a number that is not allowed."""
        outside = _("The prediction must lie between {low} and {high}.").format(low=self.low, high=self.high)
        return {"kind": "bet", "data": {**self.data(), "outside": outside}}

    def receive(self, asked: str, message: Mapping[str, Any]) -> None:
        if asked != "store":
            raise OptionError(say_mismatch())
        self.store(message.get("value"))  # type: ignore[arg-type]


def check_prediction(told: Mapping[str, Any], value: Any) -> float:
    """Return `value` if the card with the data `told` allows it. Raises `OptionError` otherwise."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not -math.inf < value < math.inf:
        raise OptionError(_("A prediction must be a number."))
    if told["choices"] is not None and value not in range(len(told["choices"])):
        raise OptionError(_("Please choose one of the answers."))
    if told["choices"] is None and not told["low"] <= value <= told["high"]:
        raise OptionError(
            _("The prediction must lie between {low} and {high}.").format(low=told["low"], high=told["high"])
        )
    return value
