"""What can go wrong, in sentences for people. No rules, no figures; each error says what is allowed."""

from __future__ import annotations

from numbers import Integral


class GamekitError(Exception):
    """Base of every error gamekit raises for a person to read."""


class UnknownGame(GamekitError, LookupError):
    """There is no game of this name."""


class OptionError(GamekitError, ValueError):
    """An option, a player count or a seed that a game cannot take."""


class BoxError(GamekitError, ValueError):
    """A box file that is incomplete or contradicts itself."""


class RulebookError(GamekitError, ValueError):
    """A rulebook that does not fit its game's kernels."""


class ReplayError(GamekitError, ValueError):
    """A replay file that cannot be opened."""


class SaveError(GamekitError, OSError):
    """A file that cannot be written; what stood in its place stands there still."""


class StrategyError(GamekitError, ValueError):
    """A strategy that chose an illegal action, failed or took too long."""


def is_whole(value: object, low: int, high: int) -> bool:
    """Whether a value a person gave is a whole number in `low`…`high`; NumPy's count, True and False do not.

    >>> is_whole(3, 1, 5), is_whole(True, 0, 1), is_whole(2.0, 1, 5)
    (True, False, False)
    """
    return not isinstance(value, bool) and isinstance(value, Integral) and low <= int(value) <= high


class IllegalAction(GamekitError, ValueError):
    """An action the rules do not allow now. `rule` is the number of the rule it would break."""

    def __init__(self, sentence: str, rule: str) -> None:
        super().__init__(f"{sentence} ({rule})" if rule else sentence)
        self.sentence, self.rule = sentence, rule
