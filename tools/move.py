"""Move files and every mention of them: `python -m tools.move MOVES.txt` (deleted when the rooms are as planned).

A line is `OLD NEW`, paths from the folder of the sources, or `OLD => NEW`, a text that is replaced where it is whole.
Blank lines and lines with `#` in front are skipped. Files are moved by `git mv`; imports, dotted names and paths follow
in Python, notebooks, documentation, settings and scripts. Then every line in which an old name is left is printed, and
the exit status is 1 if there is any. Nothing is merged, and no function is renamed.
"""

from __future__ import annotations

import ast
import json
import os.path
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

READ: Final = {
    *(".py", ".ipynb", ".md", ".toml", ".json", ".html", ".j2", ".js", ".mjs", ".ts", ".css", ".po", ".pot"),
    *(".sh", ".yml", ".in", ""),
}
"""Endings of files that are text by hand."""
SKIPPED: Final = ("CHANGELOG.md", "package-lock.json", "tools/move.py", "gamekit/browser/built/", "gamekit/web/built/")
"""Files that tell history, or that are made from others."""
SCRIPTS: Final = {".js", ".mjs", ".ts", ".html", ".j2"}
RELATIVE: Final = re.compile(r"""(?<=["'])\.{1,2}/[\w./-]+(?=["'])""")


class Moves(NamedTuple):
    """Old and new names of files, of Python modules by their dotted names, and of texts."""

    files: dict[str, str]
    modules: dict[str, str]
    texts: dict[str, str]


class Edit(NamedTuple):
    """Text that takes the place of characters `start` to `end`."""

    start: int
    end: int
    text: str


def run(*command: str) -> str:
    """Return what a command prints. Raises `CalledProcessError` if it fails."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def dotted(path: str) -> str:
    """Return the name by which a Python file is imported."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def read_moves(path: Path) -> Moves:
    """Return the moves of a file; a folder stands for every file in it. Raises `SystemExit` for what is not there."""
    tracked, files, texts = run("git", "ls-files").splitlines(), dict[str, str](), dict[str, str]()
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if " => " in line:
            old, new = line.split(" => ")
            texts[old.strip()] = new.strip()
            continue
        old, new = line.split()
        found = {one: one.replace(old, new, 1) for one in tracked if one == old or one.startswith(f"{old}/")}
        if not found:
            raise SystemExit(f"There is no {old}.")
        files |= {one: other for one, other in found.items() if one not in files}
        if old not in found:
            texts[old] = new  # a folder is mentioned, too
    modules = {dotted(old): dotted(new) for old, new in files.items() if old.endswith(".py") and new.endswith(".py")}
    return Moves(files, modules, texts)


def compile_names(names: dict[str, str]) -> re.Pattern[str]:
    """Return a pattern that finds old names, longest first; shortened ones only where no other folder is in front."""

    def join(chosen: list[str]) -> str:
        return "|".join(map(re.escape, sorted(chosen, key=len, reverse=True))) or "(?!)"

    whole = [one for one in names if one.startswith(("gamekit", "tools", "tests", "benchmarks", "docs"))]
    short = [one for one in names if one not in whole]
    return re.compile(rf"(?:(?<![\w-])(?:{join(whole)})|(?<![\w./-])(?:{join(short)}))(?![\w-])")


def list_names(moves: Moves) -> dict[str, str]:
    """Return every old name of what moves with its new one: paths and dotted names, whole and shortened."""
    names = moves.modules | moves.files | moves.texts
    for old, new in list(names.items()):
        if old.startswith("gamekit") and re.search(r"[./].*[./]", old.removesuffix(".py")):
            names[old[8:]] = new.removeprefix("gamekit/").removeprefix("gamekit.")
    return {old: new for old, new in names.items() if old != new}


def make_replacer(moves: Moves) -> Callable[[str], str]:
    """Return a function that replaces dotted names, paths and texts in any text."""
    names = list_names(moves)
    pattern = compile_names(names)
    return lambda text: pattern.sub(lambda found: names[found[0]], text)


def resolve(path: str, node: ast.ImportFrom) -> str:
    """Return the dotted name of the module from which a file imports."""
    if not node.level:
        return node.module or ""
    package = path.split("/")[: -node.level]
    return ".".join([*package, *([node.module] if node.module else [])])


def find_edits(source: str, path: str, moves: Moves) -> Iterator[Edit]:
    """Yield what changes in Python: imports of modules from packages, relative imports, uses of renamed modules."""
    tree, lines = ast.parse(source), source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def span(node: ast.stmt | ast.expr) -> tuple[int, int]:
        def offset(line: int, column: int) -> int:
            return starts[line - 1] + len(lines[line - 1].encode()[:column].decode())

        return offset(node.lineno, node.col_offset), offset(node.end_lineno or 0, node.end_col_offset or 0)

    bound = {one.arg for one in ast.walk(tree) if isinstance(one, ast.arg)}
    bound |= {one.id for one in ast.walk(tree) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    renamed = dict[str, str]()
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom):
            continue
        module = resolve(path, node)
        own = path in moves.files or module in moves.modules
        chosen = [one for one in node.names if f"{module}.{one.name}" in moves.modules]
        if not chosen and not (node.level and own):
            continue
        parts = []
        for one in chosen:
            package, _dot, name = moves.modules[f"{module}.{one.name}"].rpartition(".")
            known = one.asname or one.name
            if not one.asname and name != one.name and not {name, one.name} & bound:
                renamed[one.name] = known = name
            parts.append(f"from {package} import {name}{f' as {known}' if known != name else ''}")
        kept = [f"{one.name} as {one.asname}" if one.asname else one.name for one in node.names if one not in chosen]
        if kept:
            parts.insert(0, f"from {moves.modules.get(module, module)} import {', '.join(kept)}")
        start, end = span(node)
        indent = source[starts[node.lineno - 1] : start]
        yield Edit(start, end, f"\n{indent}".join(parts))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in renamed:
            yield Edit(*span(node), renamed[node.id])


def move_python(source: str, path: str, moves: Moves) -> str:
    """Return Python source with its imports rewritten; what is no valid Python stays as it is."""
    try:
        edits = sorted(find_edits(source, path, moves), reverse=True)
    except SyntaxError:
        return source
    for start, end, text in edits:
        source = source[:start] + text + source[end:]
    return source


def move_notebook(text: str, path: str, moves: Moves, replace: Callable[[str], str]) -> str:
    """Return a notebook whose sources are rewritten; ids, metadata and layout stay."""
    notebook = json.loads(text)
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        source = replace(move_python(source, path, moves) if cell["cell_type"] == "code" else source)
        cell["source"] = source.splitlines(keepends=True)
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def move_script(text: str, path: str, moves: Moves) -> str:
    """Return a script or page whose relative paths lead to the same files from where it will be."""
    here, there = os.path.dirname(path), os.path.dirname(moves.files.get(path, path))

    def turn(found: re.Match[str]) -> str:
        target = os.path.normpath(os.path.join(here, found[0]))
        ending = next((end for end in ("", ".d.ts", ".ts", ".js") if os.path.isfile(target + end)), None)
        if ending is None:
            return found[0]
        new = moves.files.get(target + ending, target + ending).removesuffix(ending)
        if (new, here) == (target, there):
            return found[0]
        way = os.path.relpath(new, there or ".").replace(os.sep, "/")
        return way if way.startswith(".") else f"./{way}"

    return RELATIVE.sub(turn, text)


def rename_siblings(text: str, path: str, moves: Moves) -> str:
    """Return a text in which files that lie beside `path` have their new names where only the name is said."""
    beside = [Path(one).name for one in moves.files if Path(one).parent == Path(path).parent]
    new = {name: Path(moves.files[str(Path(path).parent / name)]).name for name in beside}
    pattern = compile_names({name: "" for name in new if new[name] != name})
    return pattern.sub(lambda found: new[found[0]], text)


def rewrite(path: str, moves: Moves, replace: Callable[[str], str]) -> None:
    """Rewrite one tracked file in place, before anything has moved."""
    file, kind = Path(path), PurePosixPath(path).suffix
    try:
        text = old = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return
    if kind == ".ipynb":
        text = move_notebook(text, path, moves, replace)
    else:
        if kind == ".py":
            text = move_python(text, path, moves)
        if kind in SCRIPTS:
            text = move_script(text, path, moves)
        text = rename_siblings(replace(text), path, moves)
    if text != old:
        file.write_text(text, encoding="utf-8")


def find_left(moves: Moves, files: list[str]) -> Iterator[str]:
    """Yield each line in which an old name is left: whole, without the package, or a file name that is nobody's now."""
    names = {PurePosixPath(one).name for one in run("git", "ls-files").splitlines()}
    gone = list_names(moves)
    gone |= {name: "" for one in moves.files if (name := PurePosixPath(one).name) not in names}
    pattern = compile_names(gone)
    for path in files:
        if not Path(path).is_file():
            continue
        try:
            lines = Path(path).read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(lines, 1):
            # References of catalogues are written anew by their own tool; an output of a notebook is no source.
            if line.startswith("#: ") or (path.endswith(".ipynb") and line.startswith(" " * 6)):
                continue
            if found := pattern.search(line):
                yield f"{path}:{number}: {found[0]}: {line.strip()[:140]}"


def main() -> None:
    """Move, rewrite, tidy imports, and list what is left."""
    moves = read_moves(Path(sys.argv[1]))
    tracked = [one for one in run("git", "ls-files").splitlines() if not one.startswith(SKIPPED)]
    read = [one for one in tracked if PurePosixPath(one).suffix in READ and Path(one).is_file()]
    replace = make_replacer(moves)
    for path in read:
        rewrite(path, moves, replace)
    for old, new in moves.files.items():
        if old != new:
            Path(new).parent.mkdir(parents=True, exist_ok=True)
            run("git", "mv", old, new)
    # Cells of notebooks stay as they are laid out.
    folders = sorted({one.split("/")[0] for one in tracked if one.endswith(".py")} - {"notebooks"})
    for command in (("check", "-q", "--select", "I", "--fix", *folders), ("format", "-q", *folders)):
        subprocess.run([sys.executable, "-m", "ruff", *command], check=False)
    left = list(find_left(moves, [moves.files.get(one, one) for one in read]))
    print(*left, f"{len(moves.files)} files moved; {len(left)} lines have an old name left.", sep="\n")
    sys.exit(1 if left else 0)


if __name__ == "__main__":
    main()
