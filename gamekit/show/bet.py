"""Predictions: a number or a choice, stored before the result is seen. Nothing is revealed here."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from gamekit.errors import OptionError
from gamekit.show import assets
from gamekit.show.cards import Card
from gamekit.show.outcome import CAME_OUT, Figure
from gamekit.show.strings import bet_words
from gamekit.words import _

_numbers: Final = itertools.count(1)


class Bet(Card):
    """A prediction on the page. `value` is None until it is stored; charts draw it as `bet=bet.value`.

    Either a number from `low` to `high`, or one of `choices` (then `value` is its index).

    >>> bet = Bet("How many rounds does a stage last?", low=1, high=20)
    >>> bet.value is None
    True
    """

    _esm = assets.module("betwidget")

    def __init__(
        self,
        question: str,
        *,
        low: float = 0,
        high: float = 100,
        step: float = 1,
        unit: str = "",
        choices: Sequence[str] | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__()
        if not (choices or low < high):
            raise OptionError(f"A prediction needs choices, or a range from low to high, not {low} to {high}.")
        self.question, self.low, self.high, self.step, self.unit = question, low, high, step, unit
        self.choices = None if choices is None else list(choices)
        self.key = name or f"bet-{next(_numbers)}"
        self.value: float | None = None
        self._waiting: list[Callable[[], None]] = []

    def when_stored(self, call: Callable[[], None]) -> None:
        """Have something called whenever a prediction is stored."""
        self._waiting.append(call)

    def store(self, value: float) -> None:
        """Store a prediction. Raises `OptionError` if it is none of those allowed."""
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise OptionError(_("A prediction must be a number."))
        if self.choices is not None and value not in range(len(self.choices)):
            raise OptionError(_("Please choose one of the answers."))
        if self.choices is None and not self.low <= value <= self.high:
            raise OptionError(
                _("The prediction must lie between {low} and {high}.").format(low=self.low, high=self.high)
            )
        self.value = value
        self.send({"type": "stored", "value": value})
        for call in self._waiting:
            call()

    def came_out(self, figures: Sequence[Figure]) -> None:
        """Say what came out; a server with a class overhears it (gamekit.serve.channel), the page needs it not."""
        self.send({"type": CAME_OUT, "key": self.key, "figures": [one.for_page() for one in figures]})

    @property
    def said(self) -> str:
        """The prediction in words; empty until it is stored."""
        if self.value is None:
            return ""
        return self.choices[int(self.value)] if self.choices else f"{self.value:g} {self.unit}".strip()

    def in_words(self) -> str:
        """The question, and its choices."""
        return "\n".join([self.question, *(f"○ {one}" for one in self.choices or ())])

    def data(self) -> dict[str, Any]:
        """The question, what is allowed, and what is stored."""
        middle = self.low + round((self.high - self.low) / 2 / self.step) * self.step
        return {
            "key": self.key,
            "words": bet_words(),
            "question": self.question,
            "low": self.low,
            "high": self.high,
            "step": self.step,
            "unit": self.unit,
            "choices": self.choices,
            "value": middle,
            "stored": self.value,
        }

    def alone(self) -> dict[str, Any]:
        """The same, and what is said to a number that is not allowed."""
        outside = _("The prediction must lie between {low} and {high}.").format(low=self.low, high=self.high)
        return {"kind": "bet", "data": {**self.data(), "outside": outside}}

    def heard(self, asked: str, message: Mapping[str, Any]) -> None:
        """Store what the page sends."""
        if asked != "store":
            raise OptionError(_("The page asked for something this program does not know."))
        self.store(message.get("value"))  # type: ignore[arg-type]
