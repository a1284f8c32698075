"""Translation of Python expressions to JavaScript, for the subset that pictures and sentences use.

The meaning stays Python's: where JavaScript differs, the result calls web/engine/python_semantics.js as `$`. Anything
outside the subset raises `BuildError` with file, line and reason.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from typing import Any, Final, Protocol

from gamekit.core.errors import BuildError


def split_words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


RESERVED: Final = split_words(
    "arguments await case catch class const debugger default delete do enum eval export extends false finally function"
    " if implements import in instanceof interface let new null package private protected public return static super"
    " switch this throw true try typeof undefined var void while with yield NaN Infinity"
)
METHODS: Final = split_words(
    "append count extend format get index items join keys lower replace setdefault split startswith strip sum update"
    " upper values"
)
"""Methods of Python's types and of NumPy arrays that web/engine/python_semantics.js has."""
COMPARED: Final = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
FIGURE: Final = re.compile(r"\(?-?\d+(\.\d+)?\)?")
"""JavaScript text that is certainly a number."""
FORMAT: Final = re.compile(r"\+?0?\d*,?(\.\d+)?[dfg]?")
"""Format of a number (sign, zeros, width, thousands, places, kind) as web/engine/python_semantics.js accepts it."""
TRUTHS: Final = frozenset({"$.any", "$.all", "$.truth", "$.has", "$.eq"})


class Names(Protocol):
    """Global names of a function and their JavaScript."""

    def translate_name(self, name: str, node: ast.AST) -> str:
        """Return the JavaScript of a global name. Raises `BuildError` through `make_error` if there is none."""

    def attribute(self, name: str, attribute: str, node: ast.AST) -> str | None:
        """Return the JavaScript of `name.attribute` if the name is a module; None if it is a value."""

    def parameters(self, text: str) -> list[str] | None:
        """Return the names of the parameters of a translated function; None if it is unknown."""

    def make_error(self, node: ast.AST, why: str) -> BuildError:
        """Return the error that names the place in the sources and says why it is not allowed."""


class Expressions:
    """Translator of the expressions of one function; `names` resolves global names."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.scopes: list[set[str]] = []
        self.inner: dict[str, list[str]] = {}
        """Parameters of functions within the function, by name."""

    def value(self, node: ast.expr) -> str:
        """Return the JavaScript of an expression."""
        found: Callable[[Any], str] | None = getattr(self, f"_write_{type(node).__name__.lower()}", None)
        if found is None:
            raise self.make_error(node, f"{type(node).__name__} has no place in a picture")
        return found(node)

    def truth(self, node: ast.expr) -> str:
        """Return the JavaScript of an expression used as a condition."""
        if isinstance(node, ast.BoolOp):
            sign = " && " if isinstance(node.op, ast.And) else " || "
            return f"({sign.join(self.truth(one) for one in node.values)})"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"!{self.truth(node.operand)}"
        text = self.value(node)
        return text if self._is_truth(node, text) else f"$.truth({text})"

    def _is_truth(self, node: ast.expr, text: str) -> bool:
        if isinstance(node, ast.Compare):
            return True
        if isinstance(node, ast.BoolOp):
            return all(self._is_truth(one, "") for one in node.values)
        return (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)) or text.partition("(")[0] in TRUTHS

    def _write_constant(self, node: ast.Constant) -> str:
        if not isinstance(node.value, str | int | float | None):
            raise self.make_error(node, "only texts, numbers, True, False and None")
        return write_literal(node.value)

    def _write_name(self, node: ast.Name) -> str:
        if any(node.id in scope for scope in self.scopes):
            return escape_name(node.id)
        return self.names.translate_name(node.id, node)

    def _write_attribute(self, node: ast.Attribute) -> str:
        if isinstance(node.value, ast.Name) and not any(node.value.id in scope for scope in self.scopes):
            found = self.names.attribute(node.value.id, node.attr, node)
            if found is not None:
                return found
        return f"{self.value(node.value)}.{node.attr}"

    def _write_subscript(self, node: ast.Subscript) -> str:
        text = self.value(node.value)
        indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for number, index in enumerate(indices, start=1):
            if isinstance(index, ast.Slice):
                if number < len(indices):
                    raise self.make_error(node, "only the last index may be a slice")
                ends = (index.lower, index.upper, index.step)
                text = f"$.slice({text}, {', '.join(self.value(end) if end else 'null' for end in ends)})"
            else:
                text = f"$.at({text}, {self.value(index)})"
        return text

    def _write_binop(self, node: ast.BinOp) -> str:
        return self.operation(node, node.op, node.left, node.right)

    def operation(self, node: ast.AST, op: ast.operator, left: ast.expr, right: ast.expr) -> str:
        """Return the JavaScript of a binary operation, with JavaScript's operator if a value is certainly a number."""
        a, b = self.value(left), self.value(right)
        numbers = any(_is_number(side) for side in (left, right)) or any(FIGURE.fullmatch(text) for text in (a, b))
        if isinstance(op, ast.Add):
            return f"({a} + {b})" if numbers or (_is_text(left) and _is_text(right)) else f"$.add({a}, {b})"
        if isinstance(op, ast.Mult):
            lists = isinstance(left, ast.List | ast.Tuple) or isinstance(right, ast.List | ast.Tuple)
            several = lists or _is_text(left) or _is_text(right)
            return (
                f"({a} * {b})"
                if _is_float(left) or _is_float(right)
                else f"$.{'times' if several else 'mul'}({a}, {b})"
            )
        if isinstance(op, ast.Mod) and _is_text(left):
            raise self.make_error(node, "write an f-string")
        known = {
            ast.Sub: "({} - {})",
            ast.Div: "({} / {})",
            ast.FloorDiv: "Math.floor({} / {})",
            ast.Mod: "$.mod({}, {})",
            ast.Pow: "({} ** {})",
            ast.BitOr: "$.or({}, {})",
            ast.BitAnd: "({} & {})",
        }.get(type(op))
        if known is None:
            raise self.make_error(node, f"{type(op).__name__} has no place in a picture")
        return known.format(a, b)

    def _write_unaryop(self, node: ast.UnaryOp) -> str:
        if isinstance(node.op, ast.Not):
            return f"!{self.truth(node.operand)}"
        if isinstance(node.op, ast.USub):
            return f"(-{self.value(node.operand)})"
        raise self.make_error(node, f"{type(node.op).__name__} has no place in a picture")

    def _write_boolop(self, node: ast.BoolOp) -> str:
        """Return the last operand evaluated, as in Python."""
        *first, last = node.values
        if all(self._is_truth(one, "") for one in first):
            sign = " && " if isinstance(node.op, ast.And) else " || "
            return f"({sign.join(self.value(one) for one in node.values)})"
        text = self.value(last)
        for one in reversed(first):
            text = f"$.{'both' if isinstance(node.op, ast.And) else 'either'}({self.value(one)}, () => {text})"
        return text

    def _write_compare(self, node: ast.Compare) -> str:
        sides = [node.left, *node.comparators]
        parts = [self.comparison(op, sides[i], sides[i + 1]) for i, op in enumerate(node.ops)]
        return parts[0] if len(parts) == 1 else f"({' && '.join(parts)})"

    def comparison(self, op: ast.cmpop, left: ast.expr, right: ast.expr) -> str:
        a, b = self.value(left), self.value(right)
        if isinstance(op, ast.In):
            return f"$.has({b}, {a})"
        if isinstance(op, ast.NotIn):
            return f"!$.has({b}, {a})"
        if type(op) in COMPARED:
            if isinstance(left, ast.Tuple) or isinstance(right, ast.Tuple):
                raise self.make_error(left, "compare numbers, or sort with a key")
            return f"({a} {COMPARED[type(op)]} {b})"
        plain = any(isinstance(side, ast.Constant) for side in (left, right))
        same = f"({a} === {b})" if plain or isinstance(op, ast.Is | ast.IsNot) else f"$.eq({a}, {b})"
        return f"!{same}" if isinstance(op, ast.NotEq | ast.IsNot) else same

    def _write_ifexp(self, node: ast.IfExp) -> str:
        return f"({self.truth(node.test)} ? {self.value(node.body)} : {self.value(node.orelse)})"

    def _write_tuple(self, node: ast.Tuple | ast.List) -> str:
        return f"[{', '.join(self.value(one) for one in node.elts)}]"

    _write_list = _write_tuple

    def _write_starred(self, node: ast.Starred) -> str:
        return f"...$.arr({self.value(node.value)})"

    def _write_set(self, node: ast.Set) -> str:
        return f"$.set([{', '.join(self.value(one) for one in node.elts)}])"

    def _write_dict(self, node: ast.Dict) -> str:
        pairs = [
            f"[{self.value(key)}, {self.value(one)}]" if key else f"...$.items({self.value(one)})"
            for key, one in zip(node.keys, node.values, strict=True)
        ]
        return f"$.dict([{', '.join(pairs)}])"

    def _write_lambda(self, node: ast.Lambda) -> str:
        names = [one.arg for one in node.args.args]
        self.scopes.append(set(names))
        first = len(names) - len(node.args.defaults)
        shown = [
            escape_name(one) + (f" = {self.value(node.args.defaults[i - first])}" if i >= first else "")
            for i, one in enumerate(names)
        ]
        text = f"({', '.join(shown)}) => {self.value(node.body)}"
        self.scopes.pop()
        return f"({text})"

    def _write_listcomp(self, node: ast.ListComp | ast.GeneratorExp) -> str:
        return self.comprehension(node.generators, lambda: self.value(node.elt))

    _write_generatorexp = _write_listcomp

    def _write_setcomp(self, node: ast.SetComp) -> str:
        return f"$.set({self.comprehension(node.generators, lambda: self.value(node.elt))})"

    def _write_dictcomp(self, node: ast.DictComp) -> str:
        pair = self.comprehension(node.generators, lambda: f"[{self.value(node.key)}, {self.value(node.value)}]")
        return f"$.dict({pair})"

    def comprehension(self, loops: list[ast.comprehension], made: Callable[[], str]) -> str:
        """Return nested loops as `map`, `flatMap` and `filter`; `made` writes the innermost value."""
        loop, *inner = loops
        text = f"$.arr({self.value(loop.iter)})"
        self.scopes.append(_names_in(loop.target))
        target = f"({self.target(loop.target)})"
        for condition in loop.ifs:
            text += f".filter({target} => {self.truth(condition)})"
        made_of = self.comprehension(inner, made) if inner else made()
        text += f".{'flatMap' if inner else 'map'}({target} => {made_of})"
        self.scopes.pop()
        return text

    def _write_joinedstr(self, node: ast.JoinedStr) -> str:
        return "`" + "".join(self.piece(one) for one in node.values) + "`"

    def piece(self, node: ast.expr) -> str:
        """Return a piece of an f-string as text of a JavaScript template."""
        if isinstance(node, ast.Constant):
            return str(node.value).replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${").replace("\n", "\\n")
        assert isinstance(node, ast.FormattedValue)
        if node.conversion != -1:
            raise self.make_error(node, "no !r in a picture")
        text = self.value(node.value)
        if node.format_spec is None and FIGURE.fullmatch(text):
            return text.strip("()")
        if node.format_spec is None:
            return f"${{{text}}}" if _is_text(node.value) else f"${{$.str({text})}}"
        spec = node.format_spec
        if not isinstance(spec, ast.JoinedStr) or not all(isinstance(one, ast.Constant) for one in spec.values):
            raise self.make_error(node, "the format must be written out")
        written = "".join(one.value for one in spec.values)  # type: ignore[attr-defined]
        if not FORMAT.fullmatch(written):
            raise self.make_error(node, f"the format {written} is not known in the browser")
        return f"${{$.fmt({text}, {write_literal(written)})}}"

    def _write_call(self, node: ast.Call) -> str:
        if isinstance(node.func, ast.Attribute):
            module = node.func.value
            free = isinstance(module, ast.Name) and not any(module.id in scope for scope in self.scopes)
            function = self.names.attribute(module.id, node.func.attr, node) if free else None  # type: ignore[attr-defined]
            if function is None:
                return self.method(node, node.func)
        else:
            function = self.value(node.func)
        given = [self.value(one) for one in node.args]
        named = {one.arg: self.value(one.value) for one in node.keywords}
        if None in named:
            raise self.make_error(node, "** only in format and in dictionaries")
        if function.startswith("$."):
            keywords = ", ".join(f"{name}: {value}" for name, value in named.items() if name != "strict")
            return f"{function}({', '.join([*given, *([f'$.giveNamed({{ {keywords} }})'] if keywords else [])])})"
        return f"{function}({', '.join(self.order_arguments(node, function, given, named))})"

    def order_arguments(self, node: ast.AST, function: str, given: list[str], named: dict[Any, str]) -> list[str]:
        """Return the arguments by position, with those given by name moved to their places."""
        if not named:
            return given
        known = self.inner.get(function) or self.names.parameters(function)
        if known is None or not set(named) <= set(known):
            raise self.make_error(node, "give these arguments by place")
        last = max(known.index(name) for name in named)
        return given + [named.get(name, "undefined") for name in known[len(given) : last + 1]]

    def method(self, node: ast.Call, function: ast.Attribute) -> str:
        """Return a call of a method: of Python's types through python_semantics.js, else of a translated class."""
        on, name = self.value(function.value), function.attr
        given = [self.value(one) for one in node.args]
        if name == "format":
            pairs = [
                f"[{write_literal(one.arg)}, {self.value(one.value)}]"
                if one.arg
                else f"...$.items({self.value(one.value)})"
                for one in node.keywords
            ]
            return f"$.format({on}, $.dict([{', '.join(pairs)}]))"
        if node.keywords:
            raise self.make_error(node, "give the arguments of a method by place")
        if name in METHODS:
            return f"$.{name}({', '.join([on, *given])})"
        return f"{on}.{name}({', '.join(given)})"

    def target(self, node: ast.expr) -> str:
        """Return the target of an assignment: a name or a pattern of names."""
        if isinstance(node, ast.Name):
            return escape_name(node.id)
        if isinstance(node, ast.Tuple | ast.List):
            return f"[{', '.join(self.target(one) for one in node.elts)}]"
        if isinstance(node, ast.Starred):
            return f"...{self.target(node.value)}"
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
            return f"self.{node.attr}"
        raise self.make_error(node, "assign to names")

    def make_error(self, node: ast.AST, why: str) -> BuildError:
        """Return the error that names the place in the sources and says why it is not allowed."""
        return self.names.make_error(node, why)


def escape_name(name: str) -> str:
    """Return a local name, with "_" appended if JavaScript reserves it."""
    return f"{name}_" if name in RESERVED else name


def write_literal(value: Any) -> str:
    """Return plain data as JavaScript: tuples as arrays, dictionaries as maps. Raises `TypeError` for other types.

    >>> write_literal({"a": (1, 2.0, None, True)})
    'new Map([["a", [1, 2, null, true]]])'
    """
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(float(value))
    if isinstance(value, tuple | list | range):
        return f"[{', '.join(map(write_literal, value))}]"
    if isinstance(value, frozenset | set):
        return f"new Set([{', '.join(map(write_literal, sorted(value)))}])"
    if isinstance(value, dict):
        return f"new Map([{', '.join(f'[{write_literal(key)}, {write_literal(one)}]' for key, one in value.items())}])"
    raise TypeError(f"{type(value).__name__} is not plain data")


def _is_number(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp):
        return _is_number(node.operand)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return _is_float(node) or (_is_number(node.left) and _is_number(node.right))
    if isinstance(node, ast.BinOp):
        known = isinstance(node.op, ast.Sub | ast.Div | ast.FloorDiv)
        return known or (isinstance(node.op, ast.Add) and (_is_number(node.left) or _is_number(node.right)))
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def _is_float(node: ast.expr) -> bool:
    """Return whether an operand is a float, so that a product with it is a number; lists are repeated by integers."""
    if isinstance(node, ast.UnaryOp):
        return _is_float(node.operand)
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Div) or _is_float(node.left) or _is_float(node.right)
    return isinstance(node, ast.Constant) and isinstance(node.value, float)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _names_in(target: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}
