"""Errors in sentences for people, and what such sentences need. Each error says what is allowed."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from numbers import Integral, Real
from typing import Final

MOST_QUOTED: Final = 200
"""Characters of a value that a sentence repeats, at most."""


class GamekitError(Exception):
    """Base of every error that gamekit raises for a person to read."""


class UnknownGame(GamekitError, LookupError):
    """There is no game of this name."""


class OptionError(GamekitError, ValueError):
    """An option, a player count or a seed that a game cannot take."""


class BoxError(GamekitError, ValueError):
    """A box file that is incomplete or contradicts itself."""


class RulebookError(GamekitError, ValueError):
    """A rulebook that does not fit its game's kernels."""


class UnknownRule(GamekitError, KeyError):
    """A rulebook has no rule of this number."""

    __str__ = Exception.__str__  # that of a KeyError puts the sentence in quotes


class ReplayError(GamekitError, ValueError):
    """A replay file that cannot be opened."""


class SaveError(GamekitError, OSError):
    """A file that cannot be written; the file in its place is unchanged."""


class StrategyError(GamekitError, ValueError):
    """A strategy that chose an illegal action, failed or took too long."""


def quote(value: object) -> str:
    """Return a value as Python writes it, in one line of at most 200 characters.

    >>> quote("x" * 1_000_000)[:6], len(quote("x" * 1_000_000)), quote(10**9999)
    ("'xxxxx", 200, 'a value that cannot be shown')
    """
    try:
        text = repr(value)
        return shorten(" ".join(text.split()) if "\n" in text else text)
    except (ValueError, RecursionError):  # numbers of thousands of digits, tables a thousand deep
        return "a value that cannot be shown"


def shorten(text: str) -> str:
    """Return a name or message from outside in at most 200 characters, none of them unprintable.

    >>> shorten("game\\ud800.json")
    'game\\\\ud800.json'
    """
    sayable = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return sayable if len(sayable) <= MOST_QUOTED else sayable[: MOST_QUOTED - 2] + " …"


def suggest_word(word: object, known: Iterable[str]) -> str:
    """Return " Did you mean …?" with the known word most like an unknown one, or "" if none is like it.

    >>> suggest_word("plannner", ["random", "planner"]), suggest_word("chess", ["pig"])
    (" Did you mean 'planner'?", '')
    """
    return f" Did you mean {near!r}?" if (near := find_like(word, known)) else ""


def find_like(word: object, known: Iterable[str]) -> str | None:
    """Return the known word that is most like another one, or None if none is like it."""
    names = {one.casefold(): one for one in known}
    near = get_close_matches(word.casefold(), names, 1) if isinstance(word, str) and len(word) <= MOST_QUOTED else []
    return names[near[0]] if near else None


def is_whole(value: object, low: int, high: int) -> bool:
    """Return whether a value is a whole number from `low` to `high`; NumPy's count, True and False do not.

    >>> is_whole(3, 1, 5), is_whole(True, 0, 1), is_whole(2.0, 1, 5)
    (True, False, False)
    """
    if type(value) is int:  # to ask the abstract class takes twenty times as long
        return low <= value <= high
    return not isinstance(value, bool) and isinstance(value, Integral) and low <= int(value) <= high


def is_real(value: object, low: float, high: float) -> bool:
    """Return whether a value is a number from `low` to `high`; True and False are none.

    >>> is_real(0.5, 0, 1), is_real(True, 0, 1), is_real(float("nan"), 0, 1), is_real("1", 0, 1)
    (True, False, False, False)
    """
    return not isinstance(value, bool) and isinstance(value, Real) and low <= float(value) <= high


class IllegalAction(GamekitError, ValueError):
    """An action that the rules do not allow now; `rule` is the number of the rule against it, or ""."""

    def __init__(self, sentence: str, rule: str) -> None:
        super().__init__(f"{sentence} ({rule})" if rule else sentence)
        self.sentence, self.rule = sentence, rule


class BuildError(GamekitError, RuntimeError):
    """Built files of a game are missing or stale, or cannot be made from its sources."""


class ReportError(GamekitError):
    """Something sent to a class is not stored or carried out; the message says why."""
