"""Translation of Python functions and statements to JavaScript, for the subset that pictures and sentences use."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

from tools.js.expressions import Expressions, escape_name


class Translator(Expressions):
    """Translator of one function or method; `names` resolves global names."""

    def function(self, node: ast.FunctionDef, name: str, kind: str = "function") -> str:
        """Return a function as JavaScript under a name.

        `kind` is "function", "method" (with `self` as the object it is called on), "get" for a property, or "static"
        for a method without `self`.
        """
        arguments = node.args
        if arguments.vararg or arguments.kwarg or arguments.posonlyargs:
            raise self.make_error(node, "*args and **kwargs have no place here; name the parameters")
        parameters = [one.arg for one in (*arguments.args, *arguments.kwonlyargs)]
        own = set(parameters) | _find_assigned(node.body)
        self.scopes.append(own | {one.name for one in _own_nodes(node.body) if isinstance(one, ast.FunctionDef)})
        defaults = [*arguments.defaults, *(d for d in arguments.kw_defaults if d)]
        first = len(parameters) - len(defaults)
        shown = [
            escape_name(one) + (f" = {self.value(defaults[i - first])}" if i >= first else "")
            for i, one in enumerate(parameters)
        ]
        body = self.body(node.body)
        self.scopes.pop()
        variables = sorted(own - set(parameters))
        opening = f"  let {', '.join(map(escape_name, variables))};\n" if variables else ""
        star = "*" if _yields(node.body) else ""
        head = {"function": f"function{star} {name}", "get": f"get {name}"}.get(kind, f"{star}{name}")
        if kind in ("method", "get"):
            shown, opening = shown[1:], f"  const self = this;\n{opening}"
        return f"{head}({', '.join(shown)}) {{\n{opening}{body}}}\n"

    def body(self, statements: Iterable[ast.stmt]) -> str:
        """Return the JavaScript of statements, one a line."""
        return "".join(_indent(self.statement(one)) for one in statements)

    def statement(self, node: ast.stmt) -> str:
        """Return the JavaScript of a statement with its end of line; empty for a docstring."""
        found: Callable[[Any], str] | None = getattr(self, f"_write_{type(node).__name__.lower()}", None)
        if found is None:
            raise self.make_error(node, f"{type(node).__name__.lower()} has no place in a picture")
        return found(node)

    def _write_expr(self, node: ast.Expr) -> str:
        if isinstance(node.value, ast.Constant):
            return ""
        if isinstance(node.value, ast.Yield):
            return f"yield {self.value(node.value.value) if node.value.value else 'null'};\n"
        if isinstance(node.value, ast.YieldFrom):
            return f"yield* $.arr({self.value(node.value.value)});\n"
        return f"{self.value(node.value)};\n"

    def _write_pass(self, _node: ast.Pass) -> str:
        return ""

    def _write_return(self, node: ast.Return) -> str:
        return f"return {self.value(node.value) if node.value else 'null'};\n"

    def _write_continue(self, _node: ast.Continue) -> str:
        return "continue;\n"

    def _write_break(self, _node: ast.Break) -> str:
        return "break;\n"

    def _write_raise(self, node: ast.Raise) -> str:
        if not isinstance(node.exc, ast.Call) or len(node.exc.args) != 1:
            raise self.make_error(node, "raise an error with one sentence")
        return f"throw new Error({self.value(node.exc.args[0])});\n"

    def _write_functiondef(self, node: ast.FunctionDef) -> str:
        if node.decorator_list:
            raise self.make_error(node, "a function within another has no decorator here")
        self.inner[escape_name(node.name)] = [one.arg for one in (*node.args.args, *node.args.kwonlyargs)]
        return self.function(node, escape_name(node.name))

    def _write_if(self, node: ast.If) -> str:
        text = f"if ({self.truth(node.test)}) {{\n{self.body(node.body)}}}"
        if not node.orelse:
            return f"{text}\n"
        if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
            return f"{text} else {self.statement(node.orelse[0])}"
        return f"{text} else {{\n{self.body(node.orelse)}}}\n"

    def _write_while(self, node: ast.While) -> str:
        if node.orelse:
            raise self.make_error(node, "a loop has no else here")
        return f"while ({self.truth(node.test)}) {{\n{self.body(node.body)}}}\n"

    def _write_for(self, node: ast.For) -> str:
        if node.orelse:
            raise self.make_error(node, "a loop has no else here")
        taken = f"  {self.target(node.target)} = one;\n"
        return f"for (const one of $.arr({self.value(node.iter)})) {{\n{taken}{self.body(node.body)}}}\n"

    def _write_assign(self, node: ast.Assign) -> str:
        value = self.value(node.value)
        if len(node.targets) == 1:
            return self.translate_assignment(node.targets[0], value)
        if not all(isinstance(one, ast.Name | ast.Subscript) for one in node.targets):
            raise self.make_error(node, "unpack in a line of its own")
        text = f"const shared = {value};\n"
        parts = "".join(self.translate_assignment(one, "shared") for one in node.targets)
        return "{ " + (text + parts).replace("\n", " ") + "}\n"

    def _write_annassign(self, node: ast.AnnAssign) -> str:
        return self.translate_assignment(node.target, self.value(node.value)) if node.value else ""

    def _write_augassign(self, node: ast.AugAssign) -> str:
        if not isinstance(node.target, ast.Name):
            raise self.make_error(node, "write the assignment out")
        name = escape_name(node.target.id)
        changed = {ast.BitOr: "$.or_in", ast.Add: "$.add_in"}.get(type(node.op))
        if changed:
            return f"{name} = {changed}({name}, {self.value(node.value)});\n"
        return f"{name} = {self.operation(node, node.op, node.target, node.value)};\n"

    def translate_assignment(self, target: ast.expr, value: str) -> str:
        """Return an assignment to a name, to a pattern of names, or to an item of a dictionary or list."""
        if isinstance(target, ast.Subscript):
            return f"$.put({self.value(target.value)}, {self.value(target.slice)}, {value});\n"
        return f"{self.target(target)} = {value};\n"


def _indent(text: str) -> str:
    return "".join(f"  {line}\n" for line in text.splitlines())


def _own_nodes(statements: Iterable[ast.AST]) -> Iterable[ast.AST]:
    """Yield all nodes of a function except those within inner functions and comprehensions."""
    for node in statements:
        yield node
        if not isinstance(
            node, ast.FunctionDef | ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
        ):
            yield from _own_nodes(ast.iter_child_nodes(node))


def _find_assigned(statements: list[ast.stmt]) -> set[str]:
    nodes = list(_own_nodes(statements))
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _yields(statements: list[ast.stmt]) -> bool:
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in _own_nodes(statements))
