"""Glossary of lessons: words with a sentence each; the first occurrence on a page opens the explanation.

Buttons work by touch, by keyboard and without scripts. A word in folded text
(`details`) does not count as read: it is marked there, and again at its first occurrence outside.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from typing import Final

from gamekit.core.i18n.translation import _


def terms() -> dict[str, str]:
    """Return the meaning of each word in the reader's language; a plural in s or es counts as the word.

    >>> terms()["median"]
    'The value in the middle: half of all values lie below it, half above.'
    """
    return {
        _("backward induction"): _(
            "Solve the last decision first, then the one before it, and so on, back to the beginning."
        ),
        _("best response"): _("The strategy that does best against what the others do, if they do not change it."),
        _("binomial"): _(
            "The distribution of the number of hits in n independent tries that all have the same chance."
        ),
        _("breadth-first"): _("Search all places one step away, then all places two steps away, and so on."),
        _("conditional probability"): _("The chance of something once you know that something else has happened."),
        _("confidence interval"): _(
            "Two limits around a measured figure. Of 100 such intervals of 95 % about 95 hold the true value."
        ),
        _("convolution"): _("From the distributions of two independent numbers: the distribution of their sum."),
        _("correlation"): _(
            "How closely two quantities lie along a rising or falling line: 1 or −1 on the line, 0 if no line fits."
        ),
        _("Dijkstra"): _("A way to find shortest ways: always go on from the nearest place that is not finished yet."),
        _("distribution"): _("A list of all possible values, each with its chance."),
        _("dynamic programming"): _(
            "Solve small questions once, keep their answers, and build larger answers from them."
        ),
        _("equilibrium"): _("Strategies for all players, such that nobody does better by changing only their own."),
        _("expected value"): _(
            "Each value times its chance, added up: what comes out on average if it is done very often."
        ),
        _("graph"): _("Points and lines between them. The points are called vertices, the lines edges."),
        _("heuristic"): _("A rule of thumb: quick, often good, sometimes wrong."),
        _("independent"): _("What happens in one does not change the chances of the other."),
        _("Markov chain"): _("Something that moves from state to state by chance, where only the state of now counts."),
        _("matrix"): _("A table of numbers with rows and columns, with which one can calculate."),
        _("median"): _("The value in the middle: half of all values lie below it, half above."),
        _("minimax"): _(
            "Choose the move whose worst outcome is best, for the other player chooses what is worst for you."
        ),
        _("mixed strategy"): _("A strategy that draws lots: it says how often to do what."),
        _("normal distribution"): _("The bell-shaped curve that sums of many small independent amounts come close to."),
        _("null hypothesis"): _(
            "The assumption that a rule does nothing: in such a world every difference comes from luck alone."
        ),
        _("permutation test"): _(
            "Shuffle the labels of the two groups many times, and see how often luck alone makes as great a difference."
        ),
        _("playout"): _("A game played on to its end by simple strategies."),
        _("quantile"): _("The value below which a given share of all values lies. Of one half it is the median."),
        _("recursion"): _("A function that calls itself with a smaller question, until the question is trivial."),
        _("relative frequency"): _("How often something happened, divided by how often it was tried."),
        _("seed"): _("The number from which a computer makes its random numbers: the same seed gives the same luck."),
        _("significance level"): _(
            "The limit that p has to stay below before one says that a rule works. It is chosen before anybody counts."
        ),
        _("simulation"): _("Play by computer, many times, and count."),
        _("standard deviation"): _(
            "How far values typically lie from their mean: the root of the mean of the squared distances."
        ),
        _("standard error"): _(
            "How far a mean of n values typically lies from the true mean: the standard deviation divided by √n."
        ),
        _("stationary distribution"): _("Shares of the states that a step of the chain does not change any more."),
        _("strategy"): _("A rule that says what to do in every position."),
        _("vertex"): _("A point of a graph, such as a city on a map. Several are called vertices."),
        _("Wilson’s interval"): _("A 95 % interval for a share that stays right for few tries and for rare events."),
        _("winner’s curse"): _("A figure that was chosen because it was the highest is too high, on average."),
    }


TAG: Final = re.compile(r"(<[^>]+>)")
NAME: Final = re.compile(r"<(/?)([\w-]+)")
LEFT_ALONE: Final = {"a", "button", "code", "em", "h1", "h2", "h3", "h4", "math", "pre", "summary", "svg", "style"}
"""Elements in which no word is marked; `em` encloses new words that the text itself explains."""


class Pointing:
    """Texts of one page, rendered by `draw`; a word is marked once, or once folded and once outside."""

    def __init__(self, draw: Callable[[str], str]) -> None:
        self._draw = draw
        self._left = terms()
        self._left_folded = terms()

    def render_html(self, source: str) -> str:
        """Return a text as HTML with the words marked that occur for the first time on this page."""
        inside: list[str] = []
        folds = 0
        pieces = []
        for piece in TAG.split(self._draw(source)):
            tag = NAME.match(piece)
            if tag is None:
                pieces.append(piece if inside else self._mark_words(piece, folded=folds > 0))
                continue
            pieces.append(piece)
            if tag[2].lower() == "details":
                folds += -1 if tag[1] else 1
            if tag[2].lower() not in LEFT_ALONE or piece.endswith("/>"):
                continue
            if tag[1]:
                inside.pop()
            else:
                inside.append(tag[2])
        return "".join(pieces)

    def _mark_words(self, text: str, folded: bool) -> str:
        left = self._left_folded if folded else self._left
        found = []
        for word in left:
            place = re.search(rf"(?<![\w-]){re.escape(word)}(?:s|es)?(?![\w-])", text, re.IGNORECASE)
            if place:
                found.append((place.start(), place.end(), word))
        end = 0
        pieces = []
        for first, last, word in sorted(found, key=lambda one: (one[0], -one[1])):
            if first < end:
                continue  # part of a longer word that is explained
            pieces += [text[end:first], key(text[first:last], word, left.pop(word), folded)]
            self._left_folded.pop(word, None)  # read outside, so known
            end = last
        return "".join([*pieces, text[end:]])


def key(shown: str, word: str, meaning: str, folded: bool = False) -> str:
    """Return a button that opens the meaning of a word, which is also its tooltip.

    >>> key("seeds", "seed", "A number.").count("A number.")
    2
    """
    name = ("gk-folded-" if folded else "gk-term-") + re.sub(r"\W+", "-", word)
    told = f'<span popover id="{name}" class="gk-meaning"><strong>{escape(word)}</strong> {escape(meaning)}</span>'
    pointed = f'popovertarget="{name}" title="{escape(meaning)}"'
    return f'<button type="button" class="gk-term" {pointed}>{shown}</button>{told}'
