"""What the lessons of Ausgebremst say alike: a share as so many of 100, the circuits to choose from."""

from __future__ import annotations

from gamekit.lab.estimate import Estimate
from gamekit.lessons.ausgebremst.lines import title


def hundred(estimate: Estimate) -> tuple[float, float, float]:
    """A share as so many of 100, with its interval."""
    return 100 * estimate.value, 100 * estimate.low, 100 * estimate.high


def spoken(estimate: Estimate) -> str:
    """A share as so many of 100, in words.

    >>> spoken(Estimate(0.5, 0.45, 0.55))
    '50.0 (45.0 to 55.0)'
    """
    value, low, high = hundred(estimate)
    return f"{value:.1f} ({low:.1f} to {high:.1f})"


def circuits() -> dict[str, str]:
    """All circuits to choose from."""
    return {str(number): f"{number}. {title(number)}" for number in range(1, 9)}
