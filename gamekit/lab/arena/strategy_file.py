"""A strategy in a file: read, checked and made a function – a small, harmless part of Python and nothing else.

A checked file cannot open files, import modules or reach anything beyond numbers, lists and what its player sees.
How long it may think and how much memory it may take, reading it included, is limited in apart.py.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any, Final

import numpy as np

from gamekit.errors import StrategyError
from gamekit.files import decode, keep_visible
from gamekit.game import Game
from gamekit.strategy import Strategy
from gamekit.words import _

LARGEST: Final = 50_000
"""Characters in a file; a strategy of thirty lines has a thousand."""
MOST_FILES: Final = 40
PARAMETERS: Final = ("s", "t", "player", "actions", "n", "rng")
FUNCTION: Final = "choose"

BUILTINS: Final = (
    "abs", "all", "any", "bool", "dict", "divmod", "enumerate", "filter", "float", "int", "len", "list", "map",
    "max", "min", "range", "reversed", "round", "set", "sorted", "sum", "tuple", "zip",
)  # fmt: skip
METHODS: Final = frozenset((
    "append", "extend", "insert", "remove", "pop", "index", "count", "sort", "reverse", "copy", "clear", "get",
    "items", "keys", "values", "add", "discard", "union", "random", "integers", "choice", "sum", "min", "max",
    "argmax", "argmin", "any", "all", "nonzero", "tolist",
))  # fmt: skip
"""What may follow a dot, besides the fields of positions and tables and the names of math."""
MATHS: Final = frozenset(name for name in dir(math) if not name.startswith("_"))

STATEMENTS: Final = (
    ast.Module, ast.FunctionDef, ast.arguments, ast.arg, ast.Return, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For,
    ast.While, ast.If, ast.Pass, ast.Break, ast.Continue, ast.Expr, ast.Import, ast.ImportFrom, ast.alias,
)  # fmt: skip
EXPRESSIONS: Final = (
    ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.IfExp, ast.Compare, ast.Call, ast.keyword, ast.Constant, ast.Name,
    ast.Attribute, ast.Subscript, ast.Slice, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.ListComp, ast.SetComp,
    ast.DictComp, ast.GeneratorExp, ast.comprehension, ast.Lambda, ast.NamedExpr, ast.expr_context, ast.boolop,
    ast.operator, ast.unaryop, ast.cmpop,
)  # fmt: skip
REFUSED: Final = {
    ast.ClassDef: "classes",
    ast.Try: "try",
    ast.With: "with",
    ast.Raise: "raise",
    ast.Global: "global",
    ast.Nonlocal: "nonlocal",
    ast.Delete: "del",
    ast.Yield: "yield",
    ast.YieldFrom: "yield",
    ast.Await: "await",
    ast.AsyncFunctionDef: "async",
    ast.JoinedStr: "f-strings",
    ast.Starred: "*",
    ast.Assert: "assert",
    ast.Match: "match",
}


@dataclass(frozen=True)
class StrategyFile:
    """A file as it was found: its name and its text, not yet looked at."""

    name: str
    source: str


def read_folder(folder: str | Path) -> tuple[list[StrategyFile], dict[str, str]]:
    """Every strategy file of a folder, and for each that is no file of text the reason why it cannot play.

    Raises `StrategyError` if there is no such folder.
    """
    root = Path(folder)
    if not root.is_dir():
        raise StrategyError(
            _("There is no folder {root!r:.200}. Make it and put each student’s file there.").format(root=str(root))
        )
    paths = sorted(path for path in root.glob("*.py") if not path.name.startswith(("_", ".")))
    found: list[StrategyFile] = []
    problems: dict[str, str] = {}
    for path in paths[:MOST_FILES]:
        try:
            found.append(read_file(path))
        except StrategyError as error:
            problems[path.stem] = str(error)
    for path in paths[MOST_FILES:]:
        problems[path.stem] = _("Only the first {most_files} files of a folder play.").format(most_files=MOST_FILES)
    return found, problems


def read_file(path: Path) -> StrategyFile:
    """The text of one file. Raises `StrategyError`."""
    name = path.stem
    if path.is_symlink() or not path.is_file():
        raise StrategyError(_("{name}: this is not an ordinary file.").format(name=name))
    if path.stat().st_size > LARGEST:
        raise StrategyError(
            _("{name}: longer than {largest:,} characters; no strategy needs that.").format(name=name, largest=LARGEST)
        )
    try:
        source = decode(path.read_bytes())
    except (OSError, ValueError):
        raise StrategyError(_("{name}: cannot be read as text. Save it as UTF-8.").format(name=name)) from None
    return StrategyFile(name, source)


def read_first_line(source: str) -> str:
    """The first line of the file's docstring."""
    lines = (ast.get_docstring(ast.parse(source)) or "").splitlines()
    return keep_visible(lines[0])[:120] if lines else ""


def load(file: StrategyFile, game: Game) -> Strategy:
    """The strategy in a file, checked. It gets tables of its own, so that it cannot change those of the game.

    Raises `StrategyError` naming the line and what is allowed there, and whatever the file raises when it is read.
    """
    code, names = check_code(file.name, file.source, game)
    allowed: dict[str, Any] = {name: getattr(builtins, name) for name in BUILTINS}
    names["__builtins__"] = allowed | {"__import__": numpys_own}
    exec(code, names)
    choose = names[FUNCTION]
    title = read_first_line(file.source) or file.name
    return Strategy(file.name, title, title, give_own_tables(choose, game))


def numpys_own(name: str, *_rest: Any, **_more: Any) -> Any:
    """What NumPy loads when one of its methods is first called. It asks the file that calls it, whose author cannot."""
    if name.partition(".")[0] != "numpy":
        raise ImportError(name)
    return importlib.import_module(name)


def give_own_tables(choose: Callable[..., Any], game: Game) -> Callable[..., Any]:
    """The function, shown a read-only copy of the tables instead of the tables."""
    own = read_only(game.tables)

    def ask(s: Any, t: Any, player: int, actions: Any, n: int, rng: np.random.Generator) -> Any:
        """Ask the file's function, with tables of its own."""
        return choose(s, own, player, actions, n, rng)

    return ask


def read_only(tables: Any) -> Any:
    """A copy of a game's tables, record or tuple, that cannot be written to."""
    if isinstance(tables, tuple):
        return type(tables)(*(_freeze(value) for value in tables))
    return _freeze(np.array([tables], tables.dtype).view(np.recarray))[0]


def _freeze(value: Any) -> Any:
    if not isinstance(value, np.ndarray):
        return value
    copy = value.copy()
    copy.flags.writeable = False
    return copy


def list_table_names(game: Game) -> set[str]:
    """The fields of a game's tables."""
    tables: Any = game.tables
    return set(tables._fields if hasattr(tables, "_fields") else tables.dtype.names)


def list_constants(game: Game) -> dict[str, int]:
    """The names a file may use without importing them: the game's numbers for cards, phases and actions."""
    return {
        name: value
        for name, value in vars(game.rules).items()
        if name.isupper() and isinstance(value, int) and not isinstance(value, bool)
    }


def check_code(name: str, source: str, game: Game) -> tuple[CodeType, dict[str, Any]]:
    """The code of a file and the names it starts with. Raises `StrategyError`."""
    try:
        module = ast.parse(source, filename=f"{name}.py")
    except SyntaxError as error:
        raise StrategyError(
            _("{name}, line {line}: Python cannot read this ({msg}).").format(
                name=name, line=error.lineno or 1, msg=error.msg
            )
        ) from None
    except (ValueError, RecursionError, MemoryError):
        raise StrategyError(_("{name}: Python cannot read this file.").format(name=name)) from None
    names: dict[str, Any] = dict(list_constants(game))
    Checker(name, game).visit(module)
    body: list[ast.stmt] = []
    for statement in module.body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            names |= resolve_import(name, statement, game)
        elif isinstance(statement, ast.FunctionDef | ast.Assign | ast.AnnAssign) or is_text(statement):
            body.append(statement)
        else:
            raise explain_refusal(
                name, statement, _("outside of functions only numbers with a name, and functions, may stand")
            )
    _find_function(name, module)
    module.body = body
    try:
        return compile(module, f"{name}.py", "exec"), names
    except (ValueError, RecursionError, SyntaxError) as error:
        raise StrategyError(
            _("{name}: Python cannot read this file ({error}).").format(name=name, error=error)
        ) from None


def is_text(statement: ast.stmt) -> bool:
    """Whether a statement is a docstring."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _find_function(name: str, module: ast.Module) -> None:
    wanted = f"def {FUNCTION}({', '.join(PARAMETERS)})"
    found = [part for part in module.body if isinstance(part, ast.FunctionDef) and part.name == FUNCTION]
    if not found:
        raise StrategyError(_("{name}: there is no function “{wanted}” in this file.").format(name=name, wanted=wanted))
    if len(found[-1].args.args) != len(PARAMETERS) or found[-1].args.vararg or found[-1].args.kwonlyargs:
        raise explain_refusal(name, found[-1], _("the function must be written “{wanted}”").format(wanted=wanted))


def resolve_import(name: str, statement: ast.Import | ast.ImportFrom, game: Game) -> dict[str, Any]:
    """What an import gives: math, or numbers of the game; nothing is really imported."""
    allowed = _("allowed are “import math” and “from {rules} import” with names in capitals").format(
        rules=game.rules.__name__
    )
    if isinstance(statement, ast.Import):
        if [alias.name for alias in statement.names] != ["math"] or statement.names[0].asname not in (None, "math"):
            raise explain_refusal(name, statement, allowed)
        return {"math": math}
    source = {"math": {k: getattr(math, k) for k in MATHS}}
    own = list_constants(game)
    known: dict[str, Any] = own if (statement.module or "").startswith(f"gamekit.games.{game.name}") else {}
    known = source.get(statement.module or "", known)
    found = {}
    for alias in statement.names:
        if statement.level or alias.name not in known:
            raise explain_refusal(name, statement, allowed)
        found[alias.asname or alias.name] = known[alias.name]
    return found


def explain_refusal(name: str, node: ast.AST, reason: str) -> StrategyError:
    """The sentence against a place in a file."""
    return StrategyError(
        _("{name}, line {line}: {reason}.").format(name=name, line=getattr(node, "lineno", 1), reason=reason)
    )


class Checker(ast.NodeVisitor):
    """Walks over a file and refuses everything that is not expressly allowed."""

    def __init__(self, name: str, game: Game) -> None:
        self.name = name
        self.dots = METHODS | MATHS | set(game.rules.State.fields) | list_table_names(game)

    def generic_visit(self, node: ast.AST) -> None:
        """Every kind of node must be on the list."""
        if not isinstance(node, STATEMENTS + EXPRESSIONS):
            what = REFUSED.get(type(node), type(node).__name__)
            raise explain_refusal(self.name, node, _("“{what}” is not allowed in a strategy file").format(what=what))
        super().generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Plain functions only."""
        if node.decorator_list:
            raise explain_refusal(self.name, node.decorator_list[0], _("decorators are not allowed in a strategy file"))
        self._check_word(node, node.name)
        for part in ast.walk(node):
            if isinstance(part, ast.Import | ast.ImportFrom):
                raise explain_refusal(self.name, part, _("import stands at the top of the file, not inside a function"))
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """After a dot only fields of positions and tables and harmless methods; nothing is written there."""
        if node.attr not in self.dots:
            raise explain_refusal(
                self.name,
                node,
                _("“.{attr}” is neither a field of the game nor an allowed method").format(attr=node.attr),
            )
        if not isinstance(node.ctx, ast.Load):
            raise explain_refusal(
                self.name, node, _("a strategy may look at “.{attr}” but not change it").format(attr=node.attr)
            )
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        """No names with two underscores."""
        self._check_word(node, node.id)

    def visit_arg(self, node: ast.arg) -> None:
        """The same for parameters; annotations are left out of account."""
        self._check_word(node, node.arg)
        node.annotation = None

    def _check_word(self, node: ast.AST, word: str) -> None:
        if word.startswith("__"):
            raise explain_refusal(
                self.name, node, _("names like “{word}” are not allowed in a strategy file").format(word=word)
            )
