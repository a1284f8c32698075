"""What the pages of all Auf Achse lessons say alike: shares of 100, numbers below zero, the bet beside the result.

And the cities to choose from. What one lesson alone says stands in its page.
"""

from __future__ import annotations

from gamekit.lab.estimate import Estimate
from gamekit.lessons.auf_achse.travel import cities
from gamekit.show import Bet
from gamekit.words import _


def hundred(estimate: Estimate) -> tuple[float, float, float]:
    """A share as so many of 100, with its interval."""
    return 100 * estimate.value, 100 * estimate.low, 100 * estimate.high


def signed(value: float, form: str = ",.0f") -> str:
    """A number with a real minus sign.

    >>> signed(-1200), signed(0.25, ".1f")
    ('−1,200', '0.2')
    """
    return format(value, form).replace("-", "−")


def city_choices(without: str = "") -> dict[str, str]:
    """All cities to choose from, in the order of the alphabet; one may be left out."""
    return {name: name for name in sorted(cities()) if name != without}


def with_bet(said: str, bet: Bet) -> str:
    """A sentence, and behind it what was predicted, if anything was."""
    if bet.value is None:
        return said
    return said + " " + _("You predicted {bet}.").format(bet=signed(bet.value, "g"))
