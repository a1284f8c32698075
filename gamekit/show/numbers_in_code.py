"""Numbers in a lesson's f-strings as the reader's language writes them: the code is seen as it stands, and runs so.

`f"{games:,} games"` says 5.000 in German. Numbers: core/i18n/numbers.py; sentences of a lesson:
gamekit/serve/lesson_words.py.
"""

from __future__ import annotations

import ast
import re
from numbers import Real
from typing import Any, Final

from gamekit.core.i18n.numbers import ENGLISH
from gamekit.core.i18n.translation import language, say_number

FORM: Final = re.compile(r"(?P<aligned>[<>^]?)(?P<width>[1-9]\d*)?(?P<form>\+?,?(?:\.\d+)?[fg%]?)")
"""The forms of numbers that people read; any other is the program's own."""
SAY: Final = "_say_number"
"""What the code calls, hidden among the names of a notebook."""


class SpokenNumber:
    """A number that is about to be put into a text."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def __format__(self, form: str) -> str:
        """The number in this form."""
        found = FORM.fullmatch(form)
        if found is None:
            return format(self._value, form)
        places = str(self._value).partition(".")[2]
        said = say_number(self._value, found["form"] or (f".{len(places)}f" if places.isdecimal() else ""))
        return format(said, f"{found['aligned'] or '>'}{found['width'] or ''}")


def say_in_text(value: Any) -> Any:
    """A value that is put into a text, as it is; a number so that its reader's language writes it.

    >>> f"{say_in_text(1234.5):,.1f} and {say_in_text('1234.5')}"
    '1,234.5 and 1234.5'
    """
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    return SpokenNumber(value) if is_number and language() != ENGLISH else value


class SayNumbers(ast.NodeTransformer):
    """Lets every place of an f-string that has no conversion of its own (`!r`) say its number.

    >>> ast.unparse(SayNumbers().visit(ast.parse('f"{n:,} of {m!r}"')))
    "f'{_say_number(n):,} of {m!r}'"
    """

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        """A place."""
        self.generic_visit(node)
        if node.conversion == -1:
            call = ast.Call(ast.Name(SAY, ast.Load()), [node.value], [])
            node.value = ast.copy_location(ast.fix_missing_locations(ast.copy_location(call, node.value)), node.value)
        return node


def say_numbers_in(shell: Any) -> None:
    """From the next cell on, what an IPython shell runs says its numbers in the reader's language."""
    if language() == ENGLISH or any(isinstance(one, SayNumbers) for one in shell.ast_transformers):
        return
    shell.push({SAY: say_in_text}, interactive=False)
    shell.ast_transformers.append(SayNumbers())
