"""What the pages of all Auf Achse lessons say alike: numbers below zero, the bet beside the result, cities to choose.

What one lesson alone says stands in its page.
"""

from __future__ import annotations

from gamekit.lessons.auf_achse.travel import cities
from gamekit.show import Bet
from gamekit.words import _


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
