"""Sources of a game's built rules, and their hash: a build runs only while the hash is the same.

Building is in tools/wasm, running in machine.py.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

PACKAGE: Final = Path(__file__).parents[1]
CORE: Final = (
    *("core/kernel.py", "core/default_kernels.py", "core/record.py", "core/strategy.py", "lab/engine/loops.py"),
    "lab/engine/tree_search.py",
)
"""Files of the package with kernels that every game's build contains, besides those in the game's own folder."""
ROOTS: Final = ("rules", "strategies", "beliefs")
"""Modules of a game in which the build looks for kernels; what they import from the game's folder counts, too."""
MARKS: Final = ("kernel", "note_only")
"""Decorators of kernels."""
IGNORED: Final = ("ctx", "kind", "type_comment", "type_params")
"""Fields of a syntax tree that follow from the rest, or change nothing that is built."""
DIGITS: Final = 16


def hash_rules(rules: ModuleType) -> str:
    """Return a hash, hexadecimal, of all that a game's built rules are made of; `rules` is its module of rules.

    A change of docstrings, comments or layout does not change it. Of the game's own modules the whole syntax tree
    counts, of the package's only kernels and constants; and where the fields of `State` and `Tables` lie.
    """
    digest = hashlib.sha256(f"{_describe_layout(rules.State.dtype)} {_describe_layout(rules.Tables.dtype)}".encode())
    for name in CORE:
        digest.update(_dump(one for one in _parse(PACKAGE / name).body if _is_built(one)))
    for path, tree in _find_own_modules(rules).items():
        digest.update(path.stem.encode() + _dump(tree.body))
    return digest.hexdigest()[:DIGITS]


def hash_files(rules: ModuleType) -> str:
    """Return a hash of the bytes of all files that `hash_rules` may read, a hundred times as fast.

    If it equals that of the build nothing has changed; if not, `hash_rules` decides.
    """
    digest = hashlib.sha256()
    for path in (*(PACKAGE / name for name in CORE), *sorted(_folder(rules).glob("*.py"))):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:DIGITS]


def hash_sources(paths: Iterable[Path]) -> str:
    """Return a hash of files: of Python's the syntax tree without docstrings, of all others the bytes."""
    digest = hashlib.sha256()
    for path in paths:
        content = _dump(_parse(path).body) if path.suffix == ".py" else path.read_bytes()
        digest.update(path.name.encode() + content)
    return digest.hexdigest()[:DIGITS]


def _folder(rules: ModuleType) -> Path:
    return Path(str(rules.__file__)).parent


def _describe_layout(dtype: Any) -> str:
    return str([(name, *map(str, dtype.fields[name])) for name in dtype.names])


def _find_own_modules(rules: ModuleType) -> dict[Path, ast.Module]:
    """Return the modules of the game's folder that its kernels may use, by path, in alphabetical order."""
    folder, found = _folder(rules), dict[Path, ast.Module]()
    wanted = [folder / f"{name}.py" for name in ROOTS]
    while wanted:
        path = wanted.pop()
        if path in found or not path.is_file():
            continue
        found[path] = _parse(path)
        wanted += [folder / f"{name}.py" for name in _list_imports(found[path], str(rules.__package__))]
    return dict(sorted(found.items()))


def _list_imports(tree: ast.Module, package: str) -> Iterator[str]:
    """Yield the names of modules of this package that a module imports; other modules are made nameless on the way.

    So a kernel of the package may move to another module without making a build stale.
    """
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom):
            continue
        module = f"{package}.{node.module or ''}".rstrip(".") if node.level else str(node.module)
        if module == package:
            yield from (one.name for one in node.names)
        elif module.startswith(f"{package}."):
            yield module.removeprefix(f"{package}.").partition(".")[0]
        else:
            node.module = ""


def _is_built(node: ast.stmt) -> bool:
    """Return whether a statement of a module of the package may change a build: a kernel or a constant."""
    if isinstance(node, ast.FunctionDef):
        return any(isinstance(one, ast.Name) and one.id in MARKS for one in node.decorator_list)
    return isinstance(node, ast.Assign | ast.AnnAssign)


def _parse(path: Path) -> ast.Module:
    """Return the syntax tree of a file without docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [one for one in node.body if not _is_text(one)]
    return tree


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _dump(statements: Iterable[ast.AST]) -> bytes:
    return "\n".join(map(_write_node, statements)).encode()


def _write_node(node: Any) -> str:
    """Return a syntax tree as text that is the same in every version of Python, unlike `ast.dump`."""
    if isinstance(node, list):
        return f"[{','.join(map(_write_node, node))}]"
    if not isinstance(node, ast.AST):
        return f"{type(node).__name__} {node!r}"
    fields = ((name, getattr(node, name, None)) for name in node._fields if name not in IGNORED)
    shown = [f"{name}={_write_node(value)}" for name, value in fields if value is not None and value != []]
    return f"{type(node).__name__}({','.join(shown)})"
