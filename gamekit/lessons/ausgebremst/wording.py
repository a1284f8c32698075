"""What the lessons of Ausgebremst say alike: the circuits to choose from."""

from __future__ import annotations

from gamekit.lessons.ausgebremst.lines import title


def circuits() -> dict[str, str]:
    """All circuits to choose from."""
    return {str(number): f"{number}. {title(number)}" for number in range(1, 9)}
