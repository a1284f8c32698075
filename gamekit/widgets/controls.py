"""Controls of a panel: number, choice, check box, list of numbers.

`check` returns the argument for a value that a page sent, or raises `OptionError` if it is not allowed; `tell_page`
returns the control as data for the page. Panels are in panel.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gamekit.core.errors import OptionError
from gamekit.core.i18n.translation import _

GIVEN: Final = frozenset({"progress", "cancel", "rng"})
"""Parameters of a panel's function that the panel fills; they have no controls."""


def title_of(name: str) -> str:
    """Return the title of a control without label, from its parameter's name.

    >>> title_of("most_cards")
    'Most cards'
    """
    return name.replace("_", " ").capitalize()


@dataclass(frozen=True)
class Number:
    """A number from `low` to `high`; an int if `low` and `step` are whole."""

    name: str
    title: str
    low: float
    high: float
    value: float
    step: float = 1
    unit: str = ""
    description: str = ""

    def check(self, value: Any) -> float:
        fits = isinstance(value, (int, float)) and not isinstance(value, bool)  # nan lies between no two numbers
        if not fits or not self.low <= value <= self.high:
            raise OptionError(
                _("{title}: allowed are {low} to {high}.").format(title=self.title, low=self.low, high=self.high)
            )
        whole = float(self.step).is_integer() and float(self.low).is_integer()
        if whole and not float(value).is_integer():
            raise OptionError(_("{title}: must be a whole number.").format(title=self.title))
        return int(value) if whole else float(value)

    def tell_page(self) -> dict[str, Any]:
        return {**vars(self), "kind": "number"}


@dataclass(frozen=True)
class Choice:
    """One of `choices`, names or a mapping of names to titles; `means` maps names to the values they represent."""

    name: str
    title: str
    choices: Sequence[str] | Mapping[str, str]
    value: str
    description: str = ""
    means: Mapping[str, Any] = field(default_factory=dict)

    def check(self, value: Any) -> Any:
        if not isinstance(value, str) or value not in self.choices:
            raise OptionError(
                _("{title}: allowed are {names}.").format(title=self.title, names=", ".join(self.choices))
            )
        return self.means.get(value, value)

    def tell_page(self) -> dict[str, Any]:
        names = self.choices if isinstance(self.choices, Mapping) else {one: one for one in self.choices}
        entries = [{"key": key, "name": called} for key, called in names.items()]
        shown = {key: value for key, value in vars(self).items() if key != "means"}
        return {**shown, "kind": "choice", "choices": entries}


@dataclass(frozen=True)
class YesNo:
    """A check box."""

    name: str
    title: str
    value: bool = False
    description: str = ""

    def check(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise OptionError(_("{title}: allowed are yes and no.").format(title=self.title))
        return value

    def tell_page(self) -> dict[str, Any]:
        return {**vars(self), "kind": "yes"}


@dataclass(frozen=True)
class Numbers:
    """A list of `fewest` to `most` whole numbers that a reader types, each from `low` to `high`."""

    name: str
    title: str
    low: int
    high: int
    value: tuple[int, ...]
    fewest: int = 1
    most: int = 100
    unit: str = ""
    description: str = ""

    def check(self, value: Any) -> list[int]:
        many = len(value) if isinstance(value, (list, tuple)) else 0
        if not self.fewest <= many <= self.most or not all(map(self._fits, value)):
            raise OptionError(
                _("{title}: allowed are {fewest} to {most} whole numbers from {low} to {high}.").format(
                    title=self.title, fewest=self.fewest, most=self.most, low=self.low, high=self.high
                )
            )
        return [int(one) for one in value]

    def _fits(self, one: Any) -> bool:
        counts = isinstance(one, (int, float)) and not isinstance(one, bool)
        return counts and self.low <= one <= self.high and float(one).is_integer()

    def tell_page(self) -> dict[str, Any]:
        return {**vars(self), "value": list(self.value), "kind": "list"}


Control = Number | Choice | YesNo | Numbers


def control_of(told: Mapping[str, Any]) -> Control:
    """Rebuild a control from `tell_page`, to check what the page sends back; a choice then has no `means`.

    >>> control_of(Number("n", "Games", 1, 9, 5).tell_page()).check(7)
    7
    """
    given = {key: value for key, value in told.items() if key != "kind"}
    if told["kind"] == "number":
        return Number(**given)
    if told["kind"] == "yes":
        return YesNo(**given)
    if told["kind"] == "list":
        return Numbers(**{**given, "value": tuple(told["value"])})
    return Choice(**{**given, "choices": {one["key"]: one["name"] for one in told["choices"]}})
