"""What the lessons' pages share: the look, sentences with computed figures, tables, exercises.

Controls, predictions and quizzes are those of gamekit.show; what a lesson says and computes is in its own room.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gamekit.drawing import text
from gamekit.lab.estimate import Estimate
from gamekit.lessons.plot import Drawing, percent, style
from gamekit.show import Bet
from gamekit.words import _


class Shown:
    """HTML with the same in plain words: what a cell shows, and what a test of the notebook compares."""

    def __init__(self, html: str, words: str) -> None:
        self.html, self.words = html, words

    def __repr__(self) -> str:
        return self.words

    def _repr_html_(self) -> str:
        return self.html


def look() -> Shown:
    """The colours and shapes of the page; every page needs them once."""
    return Shown(style(), _("The page is ready."))


def say(*sentences: str, kind: str = "") -> Shown:
    """Sentences with computed figures, each a paragraph; kind is "good", "bad" or nothing."""
    paragraphs = "".join(f'<p style="margin:.25rem 0">{marked(sentence)}</p>' for sentence in sentences)
    extra = f" gkt-{kind}" if kind else ""
    return Shown(f'<div class="gk-look gkt-say{extra}">{paragraphs}</div>', "\n".join(plain(s) for s in sentences))


def marked(sentence: str) -> str:
    """A sentence as HTML: *words* are emphasised, everything else is as it is written.

    >>> marked("<b> and *this*")
    '&lt;b&gt; and <strong>this</strong>'
    """
    parts = text(sentence).split("*")
    return "".join(f"<strong>{part}</strong>" if i % 2 else part for i, part in enumerate(parts))


def plain(sentence: str) -> str:
    """A sentence without its marks."""
    return sentence.replace("*", "")


def table(
    head: Sequence[str],
    rows: Sequence[Sequence[object]],
    caption: str,
    left: Sequence[int] = (),
    mine: int | None = None,
) -> Shown:
    """A table; the columns in `left` hold words, row `mine` stands out."""

    def cells(kind: str, values: Sequence[object]) -> str:
        sides = (' class="gkt-left"' if i in left else "" for i in range(len(values)))
        return "".join(f"<{kind}{side}>{text(value)}</{kind}>" for value, side in zip(values, sides, strict=True))

    body = "".join(
        f'<tr class="{"gkt-mine" if i == mine else ""}">{cells("td", row)}</tr>' for i, row in enumerate(rows)
    )
    named = text(caption)
    html = (
        f'<div class="gk-look gkt-wide" tabindex="0" role="group" aria-label="{named}"><table class="gkt-table">'
        f'<caption class="gkt-left">{named}</caption>'
        f"<thead><tr>{cells('th', head)}</tr></thead><tbody>{body}</tbody></table></div>"
    )
    return Shown(html, "\n".join(" | ".join(map(str, row)) for row in (head, *rows)))


def your_bet(bet: Bet) -> str:
    """A sentence about the bet that stands beside a result, or about its absence."""
    if bet.value is None:
        return _("Store a bet above to see it here.")
    return _("Your bet: {bet}.").format(bet=bet.said)


def side_by_side(drawings: Sequence[Drawing]) -> Shown:
    """Several drawings beside each other where there is room."""
    figures = "".join(drawing._repr_html_() for drawing in drawings)
    return Shown(f'<div class="gk-look gkt-boards">{figures}</div>', "\n".join(drawing.alt for drawing in drawings))


def exercise(number: int, question: str, hint: str, *solution: str) -> Shown:
    """An exercise with a folded hint and a folded solution; level and name follow from its number, 1 to 3."""
    levels = (_("to begin with"), _("for practice"), _("to think about"))
    level, name = levels[number - 1], _("Exercise {number}").format(number=number)
    answer = "".join(f"<p>{marked(sentence)}</p>" for sentence in solution)
    html = (
        f'<div class="gk-look gkt-exercise"><p><strong>{name}</strong> ({level}). {marked(question)}</p>'
        f"<details><summary>{_('Hint')}</summary><p>{marked(hint)}</p></details>"
        f"<details><summary>{_('Solution')}</summary>{answer}</details></div>"
    )
    return Shown(
        html,
        _("Exercise {number}. {question}\nSolution: {solution}").format(
            number=number, question=plain(question), solution=" ".join(map(plain, solution))
        ),
    )


def fraction(value: Fraction) -> str:
    """An exact probability with its size.

    >>> fraction(Fraction(1, 4))
    '1/4 (25.0\\xa0%)'
    """
    return f"{value} ({percent(float(value))})"


def hundred(share: Estimate) -> tuple[float, float, float]:
    """A share as so many of 100, with its interval."""
    return 100 * share.value, 100 * share.low, 100 * share.high


def of_hundred(share: Estimate) -> str:
    """A share, or a difference of shares, as so many of 100, in words.

    >>> of_hundred(Estimate(0.5, 0.45, 0.55)), of_hundred(Estimate(0.01, -0.02, 0.04))
    ('50.0 (45.0 to 55.0)', '1.0 (−2.0 to 4.0)')
    """
    value, low, high = hundred(share)
    return f"{value:.1f} ({low:.1f} to {high:.1f})".replace("-", "−")


def estimate(value: Estimate) -> str:
    """A simulated share with its interval.

    >>> estimate(Estimate(0.25, 0.2, 0.3))
    '25.0\\xa0% (20.0\\xa0% to 30.0\\xa0%)'
    """
    return _("{percent} ({low} to {high})").format(
        percent=percent(value.value), low=percent(value.low), high=percent(value.high)
    )
