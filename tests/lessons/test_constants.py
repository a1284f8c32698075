"""Change the named constants and the players of a lesson: nothing that it says may contradict what it computes then."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from textwrap import dedent
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from gamekit.lessons.kit import Verdict
from gamekit.widgets import Bet, Lab, Quiz
from tests.lessons.constants import CHANGES, CLAIMS, COINCIDENCES
from tests.lessons.notebooks import cells, executed, markdown, run, said
from tests.play import take_share

pytestmark = pytest.mark.filterwarnings("ignore:Glyph")
QUICK = {"topics/how_far_from_the_mean": 3}
"""Lessons of which the quick suite makes so many changes."""
EVERY = [(name, change) for name, changes in CHANGES.items() for change in changes]
SOME = [
    pytest.param(
        name,
        change,
        marks=() if change in CHANGES[name][: QUICK.get(name, 0)] else pytest.mark.thorough,
        id=f"{name}-{change[1][-24:]}",
    )
    for name, change in take_share(EVERY)
]
FIGURE = re.compile(r"(?<![\w.,·/-])[−-]?[0-9][0-9,]*(?:\.[0-9]+)?(?![\w-])")
INTERVAL = re.compile(r"(?<!of )(?<![\d.,])([−-]?[\d,.]+) \(([−-]?[\d,.]+) to ([−-]?[\d,.]+)\)")
BROKEN = re.compile(r"\bnan\b|\binf\b|(?<![\d.])[-−]0(?:\.0+)?(?![\d.])|\{\w+")
NO_TEXT = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)|<[^>]*>|<svg.*?</svg>", re.S)
WIDE = str.maketrans("0123456789", "０１２３４５６７８９")
NARROW = str.maketrans("０１２３４５６７８９", "0123456789")
LONG = 25
"""Letters from which on a text in code is a sentence."""


class Told(NamedTuple):
    """Everything that a lesson says, cell by cell, its computed figures, and the names that it has in the end."""

    texts: list[str]
    figures: set[str]
    space: dict[str, Any]


class Typed(ast.NodeTransformer):
    """Writes every digit that is typed into a sentence in full width, so that it is told from a computed one."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.JoinedStr:
        for part in node.values:
            if isinstance(part, ast.Constant):
                part.value = str(part.value).translate(WIDE)
            else:
                self.generic_visit(part.value)  # type: ignore[attr-defined]
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        if is_sentence(node.value):
            node.value = str(node.value).translate(WIDE)
        return node


def is_sentence(value: object) -> bool:
    """Whether a value in code is a text for people, and no text that is itself a program."""
    if not isinstance(value, str) or len(value) < LONG:
        return False
    try:
        ast.parse(dedent(value))
    except SyntaxError:
        return True
    return False


@cache
def told(name: str, change: tuple[str, str] | None = None) -> Told:
    """What all code cells of a lesson say after a change; functions to be written are those of the solutions."""
    solutions = [block for cell in markdown(name) for block in re.findall(r"```python\n(def .*?)```", cell, re.S)]
    texts: list[str] = []
    space: dict[str, Any] = {}
    changed = change is None
    for cell, shown, space in run(name, change, lambda source: ast.unparse(Typed().visit(ast.parse(source)))):
        changed |= change is not None and change[0] in cell.source
        written = next((one for one in solutions if f"\n{one.split('(')[0]}(" in f"\n{cell.source}"), None)
        if isinstance(shown, Verdict) and written is not None:
            executed(replace(cell, source=written), space)
        if "fixed" not in cell.tags:
            texts.append(re.sub(r"<svg.*?</svg>", "", " ".join(words(shown)), flags=re.S))
    assert changed, f"there is no {change} any more"
    figures = {one for text in texts for one in FIGURE.findall(text)}
    return Told([text.translate(NARROW) for text in texts], figures, space)


def words(shown: Any) -> Iterator[str]:
    """What is written on a card or in a result."""
    if isinstance(shown, Bet):
        yield from (shown.question, *(shown.choices or ()))
    elif isinstance(shown, Quiz):
        for one in shown.questions:
            yield from (one.text, *(one.choices or ()), one.why, *one.reasons.values(), f"({one.answer})")
        yield from (text for _title, text in shown.folds)
    elif isinstance(shown, Lab):
        yield from (shown.title, *(control.title for control in shown.controls), said(shown, seed=5))
    elif shown is not None:
        yield said(shown)


def typed_figures(name: str) -> set[str]:
    """Figures that stand as they are in the lesson's Markdown, or in sentences of its code; digits alone are words."""
    whole = [NO_TEXT.sub(" ", text) for text in markdown(name)]
    for cell in cells(name):
        if not cell.tags & {"fixed", "notebook-only"}:
            for node in ast.walk(ast.parse(cell.source)):
                if isinstance(node, ast.Constant) and is_sentence(node.value):
                    whole.append(str(node.value))
    return {one for text in whole for one in FIGURE.findall(text) if len(one.strip("-−")) > 1}


def number(text: str) -> float:
    return float(text.replace(",", "").replace("−", "-").rstrip("."))


@pytest.mark.parametrize(("name", "change"), SOME)
def test_what_is_said_follows_a_constant(name: str, change: tuple[str, str]) -> None:
    """No figure is broken, each interval holds its value, no typed figure is one that has moved, each claim is true."""
    after = told(name, change)
    for text in after.texts:
        assert not BROKEN.search(text), BROKEN.search(text)
        for value, low, high in INTERVAL.findall(text):
            assert number(low) <= number(value) <= number(high), text
    moved = told(name).figures - after.figures - COINCIDENCES.get(name, set())
    if name in CLAIMS:
        assert typed_figures(name) & moved == set(), "typed figures which the lesson computes otherwise now"
    assert false_claims(name, after) == []


def false_claims(name: str, lesson: Told) -> list[str]:
    """Sentences that the lesson says though its own figures do not bear them out."""
    whole, model = " ".join(lesson.texts), SimpleNamespace(**lesson.space)
    return [
        hit[0]
        for pattern, holds in CLAIMS.get(name, {}).items()
        for hit in re.finditer(pattern, whole)
        if not holds(model, *map(number, hit.groups()))
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("name", CLAIMS)
def test_every_claim_is_said_with_some_constants(name: str) -> None:
    """Otherwise a pattern that fits nowhere would prove nothing."""
    whole = " ".join(text for change in (None, *CHANGES[name]) for text in told(name, change).texts)
    assert [pattern for pattern in CLAIMS[name] if not re.search(pattern, whole)] == []


@pytest.mark.parametrize("name", CLAIMS)
def test_no_named_constant_is_forgotten(name: str) -> None:
    """Every number or strategy that a model cell gives a name of capitals is changed."""
    olds = " ".join(old for old, _new in CHANGES[name])
    named = [
        one.id
        for cell in cells(name)
        for node in (ast.parse(cell.source).body if "model" in cell.tags else ())
        if isinstance(node, ast.Assign) and all(isinstance(one, ast.Constant) for one in parts(node.value))
        for target in node.targets
        for one in parts(target)
        if isinstance(one, ast.Name)
    ]
    assert [one for one in named if one.isupper() and not re.search(rf"\b{one}\b", olds)] == []


def parts(node: ast.expr) -> list[ast.expr]:
    """The entries of a tuple, or the expression itself."""
    return node.elts if isinstance(node, ast.Tuple) else [node]
