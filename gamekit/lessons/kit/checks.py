"""Test a student's function case by case and show a table of right and wrong answers with reasons."""

from __future__ import annotations

import copy
import inspect
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from numbers import Number, Rational, Real
from typing import Any, Final

from gamekit.core.errors import GamekitError
from gamekit.core.i18n.translation import _, alphabetical, say_number, say_pair
from gamekit.core.svg import join_clauses
from gamekit.core.time_limit import SECONDS, TooLong, call_within
from gamekit.lessons.kit.output import Tabled, right, say, wrong
from gamekit.widgets.error_guard import is_on_web_page

NAMELESS: Final = "<lambda>"
FEW: Final = 12
"""Cases up to which all are shown; of more, only the wrong ones."""
LONGEST: Final = 300
"""Characters of an answer that are shown."""
TOLERANCE: Final = 1e-9
"""Relative and absolute tolerance of numbers, for rounding errors."""


@dataclass(frozen=True)
class Case:
    """One test case of a function.

    Attributes
    ----------
    given : tuple
        Positional arguments.
    wanted : object
        The right return value.
    why : str
        Reason, shown in the table.
    """

    given: tuple[Any, ...]
    wanted: Any
    why: str = ""


@dataclass(frozen=True)
class Verdict:
    """Result of all cases, shown as a table by a notebook; true if every case is right.

    The text begins with the function's name, except for a lambda and on web pages, where its code is not shown.

    Attributes
    ----------
    name : str
        Name of the function.
    passed : tuple of bool
        Whether each case was answered rightly, in the order of the cases.
    table : Tabled
        The rows that are shown; it may be empty.
    source : str
        Words in place of "cases right" in the sentence, such as "as the rules say".
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
        return said if self.name == NAMELESS or is_on_web_page() else say_pair(self.name, said)

    def __repr__(self) -> str:
        return f"{self}\n{self.table!r}" if self.table.rows else str(self)

    def __iter__(self) -> Any:
        return iter([right(str(self)) if self else wrong(str(self)), *([self.table] if self.table.rows else [])])

    def _repr_html_(self) -> str:
        kind, sign = ("gk-good", "✓") if self else ("gk-bad", "✗")
        said = say(str(self))._repr_html_().replace("<p>", f'<p class="{kind}">{sign} ')
        return said + (self.table._repr_html_() if self.table.rows else "")


def check(
    function: Callable[..., Any],
    cases: Iterable[Case | tuple[Any, ...]],
    *,
    source: str = "",
    most: int = FEW,
    seconds: float = SECONDS,
) -> Verdict:
    """Test a function on cases and return a table with reasons; whatever the function raises, it is caught.

    Each case works on a deep copy of its arguments, so that a function may change them. If a case takes longer than
    `seconds`, it is stopped and the cases after it are not tried.

    Parameters
    ----------
    function : callable
        The student's function.
    cases : iterable of Case or tuple
        Cases ``(given, wanted)`` or ``(given, wanted, why)``; `given` is a tuple if the function takes several
        arguments.
    source : str
        Words in place of "cases right" in the sentence above the table, such as "as the rules say".
    most : int
        Number of rows shown if there are more than 12 cases; then only wrong ones are shown.
    seconds : float
        Seconds allowed for one case.

    Returns
    -------
    Verdict
        True if every case is right. Numbers may differ by rounding, and a row may be a list, tuple, range or array.

    Examples
    --------
    >>> print(check(lambda a, b: a + b, [((1, 2), 3), ((2, 2), 5, "so it was wished")]))
    1 of 2 cases right.
    """
    name = getattr(function, "__name__", "function")
    tries = [one if isinstance(one, Case) else case(*one) for one in cases]
    rows, passed, stopped = [], [], False
    for one in tries:
        if stopped:
            good, told, wanted = False, _("not tried any more"), show_value(one.wanted)
        else:
            good, told, wanted, stopped = try_case(function, one, seconds)
        passed.append(good)
        rows.append([*map(show_value, one.given), (right if good else wrong)(told), wanted, one.why])
    kept = rows if len(rows) <= FEW else [row for row, good in zip(rows, passed, strict=True) if not good][:most]
    head = [
        *name_arguments(function, max((len(one.given) for one in tries), default=0)),
        _("your answer"),
        _("right answer"),
    ]
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
    seconds: float = SECONDS,
) -> Verdict:
    """Compare a function with a right one, such as one that asks the rules, on every input.

    Parameters
    ----------
    function : callable
        The student's function.
    truth : callable
        The right function; an error of its own is raised.
    inputs : iterable of object
        Arguments, a tuple each if the functions take several.
    source : str
        Words behind "3 of 4" in the sentence above the table. Default: "as the rules say" in the reader's language.
    why : callable
        Called with the arguments of a case; returns its reason, or an empty text.
    seconds : float
        Seconds allowed for one case.

    Returns
    -------
    Verdict
        True if both functions agree on every input.

    Examples
    --------
    >>> check_against(abs, lambda n: max(n, -n), [-1, 0], source="as it should be")
    abs: 2 of 2 as it should be.
    x | your answer | right answer
    −1 | ✓ 1 | 1
    0 | ✓ 0 | 0
    """
    given = [make_tuple(one) for one in inputs]
    cases = [Case(one, truth(*copy_case(one)), why(*copy_case(one))) for one in given]
    return check(function, cases, source=source or _("as the rules say"), seconds=seconds)


def case(given: Any, wanted: Any, why: str = "") -> Case:
    """Return the case that a lesson writes as a tuple."""
    return Case(make_tuple(given), wanted, why)


def make_tuple(given: Any) -> tuple[Any, ...]:
    """Return the arguments as a tuple; a single one need not be given as a tuple."""
    return given if isinstance(given, tuple) else (given,)


def copy_case(given: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a deep copy of the arguments, or the arguments themselves if one of them cannot be copied."""
    try:
        return copy.deepcopy(given)
    except Exception:  # noqa: BLE001  a lock, a module, a compiled kernel: whatever refuses, nobody changes it either
        return given


def try_case(function: Callable[..., Any], one: Case, seconds: float) -> tuple[bool, str, str, bool]:
    """Run one case; return whether it is right, its answer and the right one in words, and whether it was stopped."""
    wanted = show_value(one.wanted)
    try:
        answer = call_within(seconds, function, *copy_case(one.given))
        if is_right(answer, one.wanted):
            return True, show_value(answer), wanted, False
        return False, *tell_apart(answer, one.wanted), False
    except TooLong:
        return False, _("stopped after {seconds:g} seconds: does it ever end?").format(seconds=seconds), wanted, True
    except (Exception, SystemExit) as error:  # noqa: BLE001  a student's function may fail in any way, and is told which
        return False, _("stopped with {error}").format(error=say_error(error)), wanted, False


def say_error(error: BaseException) -> str:
    """Return an error as a sentence: that of gamekit alone, any other behind the name of its class."""
    try:
        said = str(error)
    except Exception:  # noqa: BLE001  an error of somebody's own may not even tell what it is
        said = ""
    kind = type(error).__name__
    return said if isinstance(error, GamekitError) else say_pair(kind, said) if said else kind


def name_arguments(function: Callable[..., Any], count: int) -> Sequence[str]:
    """Return `count` column heads: the names of the parameters, or empty texts."""
    try:
        names = [name.replace("_", " ") for name in inspect.signature(function).parameters]
    except (TypeError, ValueError):
        names = []
    return [*names, *[""] * count][:count]


def is_right(answer: Any, wanted: Any) -> bool:
    """Return whether an answer is right; numbers may differ by `TOLERANCE`, and a row may be a list, tuple or array.

    >>> is_right(float("inf"), float("inf")), is_right((0.1 + 0.2, "R"), [0.3, "R"]), is_right("1", 1)
    (True, True, False)
    """
    try:
        if is_row(answer) or is_row(wanted):
            if not (is_row(answer) and is_row(wanted)) or len(answer) != len(wanted):
                return False
            return all(is_right(one, other) for one, other in zip(answer, wanted, strict=True))
        if isinstance(wanted, Mapping) and isinstance(answer, Mapping):
            return set(answer) == set(wanted) and all(is_right(answer[key], wanted[key]) for key in wanted)
        if is_number(answer) and is_number(wanted) and answer != wanted:
            return math.isclose(answer, wanted, rel_tol=TOLERANCE, abs_tol=TOLERANCE)  # nothing is close to infinity
        return bool(answer == wanted)
    except Exception:  # noqa: BLE001  what cannot even be compared is not right
        return False


def is_row(value: Any) -> bool:
    """Return whether a value is a sequence: a list, tuple, range or array of at least one dimension."""
    return isinstance(value, (list, tuple, range)) or (hasattr(value, "tolist") and bool(getattr(value, "ndim", 0)))


def is_number(value: Any) -> bool:
    """Return whether a value is a number, of Python or NumPy."""
    return (isinstance(value, Number) or hasattr(value, "tolist")) and not is_row(value)


def kind_of(value: Any) -> str:
    """Return the kind of a value in words.

    >>> kind_of("30"), kind_of(30), kind_of({30}), kind_of((30,))
    ('a text', 'a number', 'a set', 'a tuple')
    """
    kinds = [
        (bool, _("yes or no")),
        (str, _("a text")),
        (Mapping, _("a dictionary")),
        (AbstractSet, _("a set")),
        (tuple, _("a tuple")),
        (list, _("a list")),
    ]
    found = next((name for kind, name in kinds if isinstance(value, kind)), "")
    return found or (_("a number") if is_number(value) else _("an array") if is_row(value) else type(value).__name__)


def tell_apart(answer: Any, wanted: Any) -> tuple[str, str]:
    """Return a wrong answer and the right one in words that differ: with their kinds, or as `repr` writes them.

    >>> tell_apart("30", 30), tell_apart([1, "2"], [1, 2]), tell_apart(3, 4)
    (('30 (a text)', '30 (a number)'), ("[1, '2']", '[1, 2]'), ('3', '4'))
    """
    found, right_one = show_value(answer), show_value(wanted)
    if answer is None:
        return _("nothing: is there a return?"), right_one
    if isinstance(answer, Iterator):
        return _("a generator: list(…) makes a list of it"), right_one
    if callable(answer):
        return _("a function: it was not called"), right_one
    if wanted is not None and kind_of(answer) != kind_of(wanted) and not (is_row(answer) and is_row(wanted)):
        return f"{found} ({kind_of(answer)})", f"{right_one} ({kind_of(wanted)})"
    return (write_value(answer), write_value(wanted)) if found == right_one else (found, right_one)


def write_value(value: Any) -> str:
    """Return a value as `repr` writes it, shortened."""
    return shorten_text(repr(value))


def show_value(value: Any) -> str:
    """Return a value as people write it, shortened; the name of its class if it cannot be written.

    >>> from fractions import Fraction
    >>> show_value(Fraction(1, 3)), show_value("R"), show_value(True), show_value(["a", 2])
    ('1/3', 'R', 'yes', 'a, 2')
    """
    try:
        return shorten_text(spell_out(value))
    except Exception:  # noqa: BLE001  a thing that cannot be written down at least has a kind
        return type(value).__name__


def spell_out(value: Any) -> str:
    """Return a value as people write it, however long."""
    if value is None:
        return _("nothing")
    if not is_row(value) and hasattr(value, "tolist"):
        value = value.tolist()  # a number of NumPy
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, Mapping):
        return ", ".join(say_pair(spell_out(key), spell_out(one)) for key, one in value.items()) or "–"
    if isinstance(value, AbstractSet):
        return ", ".join(alphabetical(map(spell_out, value))) or "–"
    if is_row(value):
        said = [spell_out(one) for one in value]
        decimals = any(isinstance(one, Real) and "," in text for one, text in zip(value, said, strict=True))
        return (join_clauses(said) if decimals else ", ".join(said)) or "–"
    if isinstance(value, Real):
        return str(value).replace("-", "−") if isinstance(value, Rational) else say_number(value, "g").replace("-", "−")
    return str(value) or "–"


def shorten_text(text: str) -> str:
    """Return a text, cut after `LONGEST` characters."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} …"
