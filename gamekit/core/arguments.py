"""Checks of call arguments: a kind of value for each argument's name, the same wherever an argument is called so.

`check(cancel=cancel, raw=raw)` as the first line of a public function refuses what it could not use, in a sentence.
Games, positions, players and actions are checked by the game they belong to.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Hashable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from gamekit.core.errors import OptionError, find_like, is_real, is_whole, quote
from gamekit.core.i18n.translation import _

LARGEST_SEED: Final = 2**63 - 1
LARGEST: Final = 10**10
"""Greatest count that a call accepts."""


class Kind(NamedTuple):
    """Values that an argument takes: a description, and a test."""

    wanted: str
    fits: Callable[[Any], bool]


def takes(function: object, count: int) -> bool:
    """Return whether something can be called with `count` arguments.

    >>> takes(lambda a: a, 1), takes(lambda: 0, 1), takes(max, 2), takes(7, 1)
    (True, False, True, False)
    """
    from inspect import signature

    if not callable(function):
        return False
    try:
        signature(function).bind(*range(count))
    except TypeError:
        return False
    except ValueError:  # some built-in functions do not say what they take
        return True
    return True


def _is_flag(value: object) -> bool:
    return isinstance(value, bool) or type(value).__name__ in ("bool_", "bool")  # NumPy's too


def _has(*methods: str) -> Callable[[object], bool]:
    """Return a test for None, or for an object (not a class) that has these methods."""

    def fits(value: object) -> bool:
        return value is None or (
            not isinstance(value, type) and all(callable(getattr(value, m, None)) for m in methods)
        )

    return fits


def _count(least: int) -> Kind:
    return Kind(f"a whole number from {least} to {LARGEST:,}", lambda value: is_whole(value, least, LARGEST))


FLAG: Final = Kind("True or False", _is_flag)
NAME: Final = Kind("a text", lambda value: isinstance(value, str))
NUMBER: Final = Kind("a number", lambda value: is_real(value, -float("inf"), float("inf")))
OF_POSITION: Final = Kind("a function of a position", lambda value: takes(value, 1))

KINDS: Final[Mapping[str, Kind]] = {
    "even": FLAG,
    "together": FLAG,
    "examples": FLAG,
    "opponents": FLAG,
    "chance_acts": FLAG,
    "raw": Kind("True, False or None", lambda value: value is None or _is_flag(value)),
    "progress": Kind(
        "True, False or a function that is told the share that is done",
        lambda value: value is None or _is_flag(value) or takes(value, 1),
    ),
    "cancel": Kind("a threading.Event or None", _has("is_set")),
    "executor": Kind("an executor of concurrent.futures or None", _has("submit", "map")),
    "ax": Kind("axes of matplotlib or None", _has("plot", "set_title")),
    "rng": Kind("a generator made with numpy.random.default_rng()", _has("integers", "random")),
    "policy": Kind(
        "a function of a position and its legal actions that gives {action: probability}", lambda value: takes(value, 2)
    ),
    "until": Kind("a function of a position, or None", lambda value: value is None or takes(value, 1)),
    "of": OF_POSITION,
    "that": OF_POSITION,
    "key": OF_POSITION,
    "reward": Kind("a function of a state", lambda value: takes(value, 1)),
    "told": Kind("a function of no value", lambda value: takes(value, 0)),
    "most": _count(1),
    "steps": _count(0),
    "name": NAME,
    "weight": Kind("the name of an attribute of edges", lambda value: isinstance(value, str)),
    "truth": NUMBER,
    "value": NUMBER,
    "part": Kind("a number from 0 to 1", lambda value: is_real(value, 0, 1)),
    "bounds": Kind(
        "a pair of numbers, the least and the greatest, or None",
        lambda value: (
            value is None
            or (isinstance(value, tuple) and len(value) == 2 and all(is_real(one, -1e300, 1e300) for one in value))
        ),
    ),
    "state": Kind("a value that can be a key of a dictionary", lambda value: is_hashable(value)),
}


def is_hashable(value: object) -> bool:
    """Return whether a value can be a key; a tuple of lists only claims it."""
    try:
        return isinstance(value, Hashable) and hash(value) is not None
    except TypeError:
        return False


def check(**given: Any) -> None:
    """Raise `OptionError` for the first argument whose value is not of the kind its name stands for.

    >>> check(together=True, cancel=None)
    >>> check(together="yes")
    Traceback (most recent call last):
    gamekit.core.errors.OptionError: `together` must be True or False, not 'yes'.
    """
    for name, value in given.items():
        kind = KINDS[name]
        if not kind.fits(value):
            raise OptionError(f"`{name}` must be {kind.wanted}, not {quote(value)}.")


def check_list(name: str, value: Any, what: str) -> list[Any]:
    """Return the values of an iterable as a list. Raises `OptionError` for a text, a mapping or unhashable values."""
    if isinstance(value, str | bytes | Mapping) or not (hasattr(value, "__iter__") and not isinstance(value, type)):
        raise OptionError(f"`{name}` must be a list of {what}, not {quote(value)}.")
    found = list(value)
    if not all(map(is_hashable, found)):
        raise OptionError(f"`{name}` must be a list of {what}, not {quote(value)}.")
    return found


def check_seed(seed: int | None) -> int:
    """Return a seed; for None a random one. Raises `OptionError` unless it is a whole number from 0 to 2**63 - 1.

    A random seed is one of 2**63. Whoever knows ten cards of a game could try all seeds of 31 bits in a minute or two,
    and would then know all hidden cards and all luck to come.
    """
    if seed is None:
        return secrets.randbelow(LARGEST_SEED + 1)
    if not is_whole(seed, 0, LARGEST_SEED):
        sentence = _("The seed must be a whole number from 0 to {most}, not {given}.")
        raise OptionError(sentence.format(most=LARGEST_SEED, given=quote(seed)))
    return int(seed)


def check_path(path: str | os.PathLike[str]) -> Path:
    """Return the path of a file. Raises `OptionError` for anything but a text or path."""
    if not isinstance(path, str | os.PathLike) or not isinstance(os.fspath(path), str):
        raise OptionError(f"A file is named by its path, a text or a pathlib.Path, not by {quote(path)}.")
    return Path(path)


def guess_name(name: object, known: Iterable[str]) -> str:
    """Return " Did you mean …?" with the known name most like an unknown one, or "" if none is like it."""
    return " " + _("Did you mean {name}?").format(name=quote(near)) if (near := find_like(name, known)) else ""
