"""Format numbers in f-strings of lesson code in the reader's language; the code shown to the reader is unchanged.

`f"{games:,} games"` gives 5.000 in German. Formats are in core/i18n/numbers.py.
"""

from __future__ import annotations

import ast
import re
from numbers import Real
from typing import Any, Final

from gamekit.core.i18n.numbers import ENGLISH
from gamekit.core.i18n.translation import language, say_number

FORM: Final = re.compile(r"(?P<aligned>[<>^]?)(?P<width>[1-9]\d*)?(?P<form>\+?,?(?:\.\d+)?[fg%]?)")
"""Format specifications that are localised; all others are left to Python."""
SAY: Final = "_say_number"
"""Name of the function that transformed code calls, hidden in a notebook's namespace."""


class SpokenNumber:
    """A number that an f-string formats in the reader's language."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def __format__(self, form: str) -> str:
        found = FORM.fullmatch(form)
        if found is None:
            return format(self._value, form)
        places = str(self._value).partition(".")[2]
        said = say_number(self._value, found["form"] or (f".{len(places)}f" if places.isdecimal() else ""))
        return format(said, f"{found['aligned'] or '>'}{found['width'] or ''}")


def say_in_text(value: Any) -> Any:
    """Return a number as `SpokenNumber`, unless the reader's language is English; any other value unchanged.

    >>> f"{say_in_text(1234.5):,.1f} and {say_in_text('1234.5')}"
    '1,234.5 and 1234.5'
    """
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    return SpokenNumber(value) if is_number and language() != ENGLISH else value


class SayNumbers(ast.NodeTransformer):
    """Wrap each value of an f-string in a call of `SAY`, unless it has a conversion such as `!r`.

    >>> ast.unparse(SayNumbers().visit(ast.parse('f"{n:,} of {m!r}"')))
    "f'{_say_number(n):,} of {m!r}'"
    """

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        self.generic_visit(node)
        if node.conversion == -1:
            call = ast.Call(ast.Name(SAY, ast.Load()), [node.value], [])
            node.value = ast.copy_location(ast.fix_missing_locations(ast.copy_location(call, node.value)), node.value)
        return node


def say_numbers_in(shell: Any) -> None:
    """Install `SayNumbers` in an IPython shell, from the next cell on; in English, do nothing."""
    if language() == ENGLISH or any(isinstance(one, SayNumbers) for one in shell.ast_transformers):
        return
    shell.push({SAY: say_in_text}, interactive=False)
    shell.ast_transformers.append(SayNumbers())
