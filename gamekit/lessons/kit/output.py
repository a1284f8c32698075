"""Sentences and tables with computed figures, shown below a cell or in a panel, on light and dark pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Final

from gamekit.core.game import Game
from gamekit.core.i18n.numbers import ENGLISH
from gamekit.core.i18n.translation import language, ngettext, say_number, typeset
from gamekit.core.strategy import call_strategy
from gamekit.core.svg import join_clauses
from gamekit.widgets import Judged, Table

STYLE: Final = (
    ".gk-said{--gk-l:initial;--gk-d:;--gk-line:var(--gk-l,#dcd9cd) var(--gk-d,#36434c);"
    "--gk-good:var(--gk-l,#00704f) var(--gk-d,#4fd1a5);--gk-wrong:var(--gk-l,#b03a00) var(--gk-d,#ff9a66);"
    "font:max(1rem,14px)/1.55 var(--jp-content-font-family,sans-serif);max-width:46rem;overflow-x:auto}"
    ".gk-said p{margin:.3rem 0}.gk-said table{border-collapse:collapse;margin:.4rem 0}"
    ".gk-said caption{text-align:left;font-weight:700;padding:.2rem 0}"
    ".gk-said :is(th,td){padding:.3rem .8rem .3rem 0;text-align:left;border-bottom:1px solid var(--gk-line);"
    "vertical-align:top}.gk-said .gk-number{text-align:right;font-variant-numeric:tabular-nums}"
    ".gk-said .gk-good{color:var(--gk-good);font-weight:700}.gk-said .gk-bad{color:var(--gk-wrong);font-weight:700}"
    "@media screen and (prefers-color-scheme:dark){.gk-said{--gk-l:;--gk-d:initial}"
    'body[data-jp-theme-light="true"]:not([data-voila]) .gk-said{--gk-l:initial;--gk-d:}}'
    'body[data-jp-theme-light="false"] .gk-said{--gk-l:;--gk-d:initial}'
)


class Sentences(str):
    """Text that notebooks and panels show as paragraphs, one per line."""

    __slots__ = ()
    marks = True

    def __repr__(self) -> str:
        return self.replace("*", "")

    def _repr_html_(self) -> str:
        return frame("".join(f"<p>{mark(line)}</p>" for line in self.split("\n")))


class Folded(Sentences):
    """Text whose first line is a title; notebooks and pages show the other lines once a reader unfolds them."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        title, *lines = map(mark, self.split("\n"))
        return frame(f"<details><summary>{title}</summary>{''.join(f'<p>{line}</p>' for line in lines)}</details>")


class Tabled(Table):
    """Table that a notebook shows too."""

    def __repr__(self) -> str:
        return "\n".join(" | ".join(map(typeset, row)) for row in (self.head, *self.rows))

    def _repr_html_(self) -> str:
        head = "".join(f'<th scope="col">{escape(str(cell))}</th>' for cell in self.head)
        body = "".join(f"<tr>{''.join(cell_html(cell) for cell in row)}</tr>" for row in self.rows)
        caption = f"<caption>{escape(self.caption)}</caption>" if self.caption else ""
        return frame(f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")


def say(*sentences: str) -> Sentences:
    """Show sentences, one below the other.

    Parameters
    ----------
    *sentences : str
        Paragraphs; *words* between asterisks are set in bold.

    Returns
    -------
    Sentences
        The text, a `str`, with a paragraph in each line.

    Examples
    --------
    >>> say("It is *7*.", "From -5 on.")
    It is 7.
    From −5 on.
    """
    return Sentences(typeset("\n".join(sentences)))


def fold(title: str, *sentences: str) -> Folded:
    """Show computed sentences that a reader unfolds, such as a reason or a solution.

    Parameters
    ----------
    title : str
        Title, which is shown and is pressed to unfold the rest.
    *sentences : str
        Paragraphs below it; *words* between asterisks are set in bold.

    Returns
    -------
    Folded
        The text, a `str`, with the title in its first line.

    Examples
    --------
    >>> fold("A solution", f"*{6 * 7}* of 100.")
    A solution
    42 of 100.
    """
    return Folded(typeset("\n".join([title, *sentences])))


def table(head: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> Tabled:
    """Show a table.

    Parameters
    ----------
    head : sequence of str
        Heads of the columns.
    rows : iterable of sequence of object
        Cells, row by row. Numbers are aligned right; cells made by `right`, `wrong` or `judged` have a sign.
    caption : str
        Caption above the table.

    Returns
    -------
    Tabled
        The table.

    Examples
    --------
    >>> table(["mph", "share"], [[0, 0.25], [5, 0.75]])
    mph | share
    0 | 0.25
    5 | 0.75
    """
    return Tabled(list(head), [list(row) for row in rows], caption)


def call(game: Game, name: str) -> str:
    """Return the title of a strategy in the reader's language.

    Parameters
    ----------
    game : Game
        Game of the strategy.
    name : str
        Name of the strategy in code.

    Returns
    -------
    str
        The title.

    Examples
    --------
    >>> from gamekit import load
    >>> call(load("kartenspiel"), "climber")
    'Safe climber'
    """
    return call_strategy(game.name, name)


COUNTED: Final[Mapping[str, Callable[[float], str]]] = {
    "card": lambda n: ngettext("{n} card", "{n} cards", n),
    "rest card": lambda n: ngettext("{n} rest card", "{n} rest cards", n),
    "place": lambda n: ngettext("{n} place", "{n} places", n),
    "space": lambda n: ngettext("{n} space", "{n} spaces", n),
    "chip": lambda n: ngettext("{n} chip", "{n} chips", n),
    "step": lambda n: ngettext("{n} step", "{n} steps", n),
    "round": lambda n: ngettext("{n} round", "{n} rounds", n),
    "stage": lambda n: ngettext("{n} stage", "{n} stages", n),
    "road": lambda n: ngettext("{n} road", "{n} roads", n),
    "pair": lambda n: ngettext("{n} pair", "{n} pairs", n),
    "lap": lambda n: ngettext("{n} lap", "{n} laps", n),
    "event space": lambda n: ngettext("{n} event space", "{n} event spaces", n),
    "test": lambda n: ngettext("{n} test", "{n} tests", n),
    "edge": lambda n: ngettext("{n} edge", "{n} edges", n),
    "result": lambda n: ngettext("{n} result", "{n} results", n),
    "turn": lambda n: ngettext("{n} turn", "{n} turns", n),
}
"""Translated plurals of what lessons count, by English singular; other languages do not just append an s."""


def count(n: float, one: str, more: str = "") -> str:
    """Return a number and its noun, in the plural unless the number is 1.

    Parameters
    ----------
    n : float
        Number, whole or with decimals.
    one : str
        English singular. Only nouns of `COUNTED` are translated; others stay English in every language.
    more : str
        English plural. Default: the singular with an s.

    Returns
    -------
    str
        Number, with thousands separators, and noun.

    Examples
    --------
    >>> count(1, "step"), count(1200, "step"), count(0, "city", "cities")
    ('1 step', '1,200 steps', '0 cities')
    """
    if language() == ENGLISH or one not in COUNTED:
        return f"{n:,.12g} {one if n == 1 else more or one + 's'}"
    whole = n == int(n)
    number = say_number(int(n), ",") if whole else say_number(n, f",.{len(f'{n:.12g}'.partition('.')[2])}f")
    return COUNTED[one](n).format(n=number)


def join_numbers(numbers: Iterable[float]) -> str:
    """Return numbers separated by commas, or by semicolons if one is written with a decimal comma.

    Parameters
    ----------
    numbers : iterable of float
        The numbers.

    Returns
    -------
    str
        The list, as the reader's language writes numbers.

    Examples
    --------
    >>> join_numbers([0.1, 0.25, 3])
    '0.1, 0.25, 3'
    """
    said = [say_number(number, "") for number in numbers]
    return join_clauses(said) if any("," in one for one in said) else ", ".join(said)


def right(sentence: str) -> Judged:
    """Show a sentence as right, in colour and with the sign ✓.

    Parameters
    ----------
    sentence : str
        The sentence.

    Returns
    -------
    Judged
        The sentence; it is true.

    Examples
    --------
    >>> print(right("Every run is valued as the rules say."))
    ✓ Every run is valued as the rules say.
    """
    return Judged(True, sentence)


def wrong(sentence: str) -> Judged:
    """Show a sentence as wrong, in colour and with the sign ✗.

    Parameters
    ----------
    sentence : str
        The sentence.

    Returns
    -------
    Judged
        The sentence; it is false.

    Examples
    --------
    >>> print(wrong("One run is too high."))
    ✗ One run is too high.
    """
    return Judged(False, sentence)


def judged(verdict: bool | None, sentence: str) -> Judged:
    """Show a sentence with the sign of a verdict: ✓ right, ✗ wrong, ? undecided.

    Parameters
    ----------
    verdict : bool or None
        True for right, False for wrong, None for undecided; a NumPy bool is accepted.
    sentence : str
        The sentence.

    Returns
    -------
    Judged
        The sentence; it is true only for a true verdict.

    Examples
    --------
    >>> print(judged(None, "Too few games to tell."))
    ? Too few games to tell.
    """
    return Judged(None if verdict is None else bool(verdict), sentence)  # of NumPy, too


def frame(html: str) -> str:
    """Return HTML wrapped in an element with the style of sentences and tables."""
    return f'<div class="gk-said"><style>{STYLE}</style>{html}</div>'


def mark(sentence: str) -> str:
    """Return a sentence as HTML, escaped; *words* between asterisks become bold.

    >>> mark("<b> and *this*")
    '&lt;b&gt; and <strong>this</strong>'
    """
    return "".join(f"<strong>{part}</strong>" if i % 2 else part for i, part in enumerate(escape(sentence).split("*")))


def cell_html(cell: object) -> str:
    """Return a table cell as HTML; numbers are aligned right, verdicts coloured."""
    if isinstance(cell, Judged):
        sort = "gk-number" if cell.right is None else "gk-good" if cell else "gk-bad"
        return f'<td class="{sort}">{escape(typeset(cell))}</td>'
    kind = ' class="gk-number"' if isinstance(cell, (int, float)) and not isinstance(cell, bool) else ""
    return f"<td{kind}>{escape(typeset(cell))}</td>"
