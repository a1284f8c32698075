"""A student's function tried case by case: right and wrong in colour and with a sign, each with its reason."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gamekit.errors import GamekitError
from gamekit.lessons.kit.saying import Said, Tabled, right, wrong
from gamekit.show.guard import on_web_page
from gamekit.words import _

NAMELESS: Final = "<lambda>"
FEW: Final = 12
"""Up to so many cases are all shown; of more, only those that are wrong."""


@dataclass(frozen=True)
class Case:
    """One try: what the function is given, what must come out, and why."""

    given: tuple[Any, ...]
    wanted: Any
    why: str = ""


@dataclass(frozen=True)
class Verdict:
    """What became of the cases; true if all of them are right. A notebook shows it as a table.

    It begins with the function's name where its code is to be seen: not on a page.
    """

    name: str
    passed: tuple[bool, ...]
    table: Tabled
    source: str = ""

    def __bool__(self) -> bool:
        return all(self.passed)

    def __str__(self) -> str:
        good, whole = sum(self.passed), len(self.passed)
        if self.source:
            said = _("{right} of {all} {source}.").format(right=good, all=whole, source=self.source)
        else:
            said = _("{right} of {all} cases right.").format(right=good, all=whole)
        return said if self.name == NAMELESS or on_web_page() else f"{self.name}: {said}"

    def __repr__(self) -> str:
        return f"{self}\n{self.table!r}" if self.table.rows else str(self)

    def __iter__(self) -> Any:
        return iter([right(str(self)) if self else wrong(str(self)), *([self.table] if self.table.rows else [])])

    def _repr_html_(self) -> str:
        kind, sign = ("gk-good", "✓") if self else ("gk-bad", "✗")
        said = Said(str(self))._repr_html_().replace("<p>", f'<p class="{kind}">{sign} ')
        return said + (self.table._repr_html_() if self.table.rows else "")


def check(
    function: Callable[..., Any], cases: Iterable[Case | tuple[Any, ...]], *, source: str = "", most: int = FEW
) -> Verdict:
    """Try a function on cases; whatever it does, a table with reasons comes back, never an error.

    A case is (what it is given, what must come out) or that and why; what it is given is a tuple if the function takes
    several arguments. Of more than 12 cases only the wrong ones are shown, at most `most`.

    >>> print(check(lambda a, b: a + b, [((1, 2), 3), ((2, 2), 5, "so it was wished")]))
    1 of 2 cases right.
    """
    name = getattr(function, "__name__", "function")
    tries = [one if isinstance(one, Case) else case(*one) for one in cases]
    rows, passed = [], []
    for one in tries:
        try:
            answer = function(*one.given)
        except Exception as error:  # noqa: BLE001  a student's function may fail in any way, and is told which
            spoken = str(error) if isinstance(error, GamekitError) else f"{type(error).__name__}: {error}"
            answered, good = _("stopped with {error}").format(error=spoken), False
        else:
            answered, good = shown(answer), close(answer, one.wanted)
        passed.append(good)
        rows.append([*map(shown, one.given), (right if good else wrong)(answered), shown(one.wanted), one.why])
    kept = rows if len(rows) <= FEW else [row for row, good in zip(rows, passed, strict=True) if not good][:most]
    head = [*named(function, max((len(one.given) for one in tries), default=0)), _("your answer"), _("right answer")]
    if any(row[-1] for row in kept):
        head.append(_("why"))
    else:
        kept = [row[:-1] for row in kept]
    return Verdict(name, tuple(passed), Tabled(head, kept, ""), source)


def check_against(
    function: Callable[..., Any],
    truth: Callable[..., Any],
    inputs: Iterable[Any],
    *,
    source: str = "",
    why: Callable[..., str] = lambda *given: "",
) -> Verdict:
    """Hold a function against another one that is right, such as one that asks the rules, for every input.

    >>> check_against(abs, lambda n: max(n, -n), [-1, 0], source="as it should be")
    abs: 2 of 2 as it should be.
    x | your answer | right answer
    −1 | ✓ 1 | 1
    0 | ✓ 0 | 0
    """
    cases = [Case(given, truth(*given), why(*given)) for given in map(as_tuple, inputs)]
    return check(function, cases, source=source or _("as the rules say"))


def case(given: Any, wanted: Any, why: str = "") -> Case:
    """A case as it is written in a lesson."""
    return Case(as_tuple(given), wanted, why)


def as_tuple(given: Any) -> tuple[Any, ...]:
    """What a function is given, also if it is only one thing."""
    return given if isinstance(given, tuple) else (given,)


def named(function: Callable[..., Any], count: int) -> Sequence[str]:
    """What the function calls what it is given."""
    try:
        names = [name.replace("_", " ") for name in inspect.signature(function).parameters]
    except (TypeError, ValueError):
        names = []
    return [*names, *[""] * count][:count]


def close(answer: Any, wanted: Any) -> bool:
    """Whether an answer is right; numbers may differ by rounding.

    >>> close(float("inf"), float("inf")), close(0.1 + 0.2, 0.3), close(1, 2)
    (True, True, False)
    """
    if isinstance(wanted, (bool, str, list, dict, set)) or isinstance(answer, (bool, str, list, dict, set)):
        return bool(answer == wanted)
    try:
        if answer == wanted:  # infinite, too
            return True
        return abs(float(answer) - float(wanted)) <= 1e-9 * max(1.0, abs(float(wanted)))
    except (TypeError, ValueError):
        return bool(answer == wanted)


def shown(value: Any) -> str:
    """A value as people write it.

    >>> from fractions import Fraction
    >>> shown(Fraction(1, 3)), shown("R"), shown(True), shown(["a", 2])
    ('1/3', 'R', 'yes', 'a, 2')
    """
    if value is None:
        return _("nothing")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict):
        return ", ".join(f"{shown(key)}: {shown(one)}" for key, one in value.items()) or "–"
    if isinstance(value, (list, tuple, set)):
        return ", ".join(map(shown, value)) or "–"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"{value:g}".replace("-", "−")
    return str(value) or "–"
