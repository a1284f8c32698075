# ruff: noqa: E501  unbroken lines of SVG read better
"""Parts of pictures in SVG that all games share: players' shapes, escaped text, numbers.

Colours are the custom properties of web/shared/tokens.css.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from html import escape
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from gamekit.core.i18n.translation import _, each_language
from gamekit.core.rulebook import PLAYER_LETTERS

if TYPE_CHECKING:
    from gamekit.core.game import Game

Answer = TypeVar("Answer")
F = TypeVar("F", bound=Callable[..., Any])

# One outline for each player, around the origin and about 40 units wide: colour is never the only sign.
SHAPES: Final = (
    "M0-20A20 20 0 1 1 0 20A20 20 0 1 1 0-20Z",
    "M-15-18H15Q18-18 18-15V15Q18 18 15 18H-15Q-18 18-18 15V-15Q-18-18-15-18Z",
    "M-3.5-20.5Q0-26 3.5-20.5L22.5 11.5Q25 17 19 17H-19Q-25 17-22.5 11.5Z",
    "M-3-23Q0-26 3-23L23-3Q26 0 23 3L3 23Q0 26-3 23L-23 3Q-26 0-23-3Z",
    "M-10-19H10Q12-19 13-17.5L22-2Q23 0 22 2L13 17.5Q12 19 10 19H-10Q-12 19-13 17.5L-22 2Q-23 0-22-2L-13-17.5Q-12-19-10-19Z",
    "M0-25L7-9L24-7.5L11 4L15 21L0 12L-15 21L-11 4L-24-7.5L-7-9Z",
)
MINUS: Final = "\N{MINUS SIGN}"


def text(value: object) -> str:
    """Return anything as text that may stand in SVG.

    >>> text("<A & B>")
    '&lt;A &amp; B&gt;'
    """
    return escape(str(value))


def number(value: float) -> str:
    """Return a number as people write it, with a real minus sign.

    >>> number(-50)
    '−50'
    """
    return str(value).replace("-", MINUS)


def badge(player: int, *, identity: str = "", x: float = 0, y: float = 0, scale: float = 1) -> str:
    """Return a player's letter on the player's shape and colour, at (x, y)."""
    name = f' id="{identity}"' if identity else ""
    drop = 3 if player == 2 else 0
    return (
        f'<g{name} class="gk-token gk-token-{player}" transform="translate({x} {y}) scale({scale})">'
        f'<path d="{SHAPES[player]}"/><text y="{7 + drop}">{PLAYER_LETTERS[player]}</text></g>'
    )


class Spot(NamedTuple):
    """Point on a picture, and the scale of a part drawn there."""

    x: float
    y: float
    scale: float = 1

    def css(self) -> str:
        """Return the point as a transform in CSS.

        >>> Spot(10, 20.5).css()
        'translate(10px,20.5px) scale(1)'
        """
        return f"translate({self.x:g}px,{self.y:g}px) scale({self.scale:g})"


def place(part: str, wide: Spot, narrow: Spot) -> str:
    """Return a part of a scene at one point of its wide arrangement and another of the narrow one for phones."""
    return f'<g class="gk-at" style="--wide:{wide.css()};--narrow:{narrow.css()}">{part}</g>'


def join_words(words: Iterable[str]) -> str:
    """Return words with commas between them."""
    return ", ".join(words)


def join_clauses(clauses: Iterable[str]) -> str:
    """Return clauses as one sentence part, with a semicolon between them as the language writes it."""
    joined = ""
    for clause in clauses:
        joined = _("{first}; {second}").format(first=joined, second=clause) if joined else clause
    return joined


def of_the_box(function: Callable[[Game], Answer]) -> Callable[[Game], Answer]:
    """Mark a part of a picture that depends on the game's box and number of players only: plain data or a text.

    It is computed once for each game; a browser, which cannot ask Python, gets the results as data.
    """
    return _mark_of_the_box(functools.lru_cache(maxsize=8)(function), None)


def each_of_the_box(numbers: range) -> Callable[[Callable[[Game, int], Answer]], Callable[[Game, int], Answer]]:
    """Mark a part of a picture like `of_the_box`, one for each of these numbers, such as the circuits of a game."""
    return lambda function: _mark_of_the_box(functools.lru_cache(maxsize=4 * len(numbers))(function), numbers)


def of_the_words(function: Callable[[Game], Answer]) -> Callable[[Game], Answer]:
    """Mark a part like `of_the_box` that also depends on what the box calls things; a page has it in its language."""
    marked: Any = _mark_of_the_box(each_language(8)(function), None)
    marked.of_the_words = True
    return marked  # type: ignore[no-any-return]


def _mark_of_the_box(function: F, numbers: range | None) -> F:
    marked: Any = function
    marked.of_the_box, marked.numbers = True, numbers
    return function


def rests_on_box(function: Any) -> bool:
    """Return whether a function is marked by `of_the_box` and the like; its `numbers` are the range, or None."""
    return getattr(function, "of_the_box", False) is True
