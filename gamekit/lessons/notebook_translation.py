"""Translation of notebooks, message by message, from a lesson's catalogue.

A message is a block of Markdown between blank lines, a text in code (an f-string with its places, and each text that
fills one), or a comment. Cells without translated messages stay the same byte for byte.
"""

from __future__ import annotations

import ast
import io
import json
import logging
import re
import textwrap
import tokenize
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from gamekit.core.i18n.catalogs import LESSON, has_catalogue, open_catalogue
from gamekit.core.i18n.numbers import ENGLISH
from gamekit.core.i18n.translation import language
from gamekit.widgets.controls import GIVEN, title_of

WORD: Final = re.compile(r"[^\W\d_]{2}")
CODE_NAME: Final = re.compile(r"[\w./*+-]*[_./*+\d][\w./*+-]*")
"""Names for the program and files contain such characters; words do not."""
FIELD: Final = re.compile(r"^[a-z_]+\[")
"""Beginning of a field of a game's state, as in status[0]."""
DIRECTIVES: Final = ("noqa", "type:", "fmt:", "%%", "!")
SHOWING: Final = frozenset({"kit", "print", "sorted", "list", "zip", "max", "min", "dict", "set", "tuple", "str"})
"""Names whose functions show single words; those of others receive names."""
FILLING: Final = frozenset({"join", "replace"})
"""Methods of str that put their last argument into the shown text."""
FINDING: Final = "index"
"""Method that finds a text in a list of texts, which are translated alike."""
NAMING: Final = frozenset({"labels", "units", "rough"})
"""Arguments of a panel whose keys are names of parameters."""
TOLD: Final = {"labels": "label", "units": "unit"}
"""Arguments of a panel whose values are shown beside its controls, and the kinds of these texts."""
WRITTEN: Final = {"unit": "unit", "units": "unit", "xlabel": "label", "ylabel": "label"}
"""Arguments whose text is shown beside something, and its kind."""
PANEL: Final = "kit.panel"
COUNT: Final = "kit.count"
QUOTED: Final = re.compile(r"""(['"])([^'"\\]*)\1""")
"""Quoted name in a place of an f-string."""
FORMAT: Final = re.compile(r"[!:]")
"""Beginning of the conversion or format of a place."""
WIDTH: Final = 100
"""Length of a comment line."""
CELLS: Final = 64
"""Size of the cache of parsed cells: more than a lesson has, which is read twice."""


@dataclass(frozen=True)
class Text:
    """Text in a cell: start and end in characters, its message and kind."""

    start: int
    end: int
    message: str
    kind: str
    """`string`, `template` (an f-string), `label`, `unit`, `document` (a docstring), `comment` or `name`.

    A name is a single word that is not shown there. If it is a key of one of the lesson's own tables, which may be
    shown, it is translated everywhere, so that lookups still find it.
    """
    is_template: bool = False


def find_texts(source: str) -> list[Text]:
    """Return the texts and comments of a cell in order; empty if it is not valid Python."""
    tree = parse_code(source)
    if tree is None:
        return []
    return sorted([*_find_strings(source, tree), *_find_comments(source)], key=lambda text: text.start)


@lru_cache(CELLS)
def parse_code(source: str) -> ast.Module | None:
    """Parse a cell; None if it is not valid Python. Cached."""
    try:
        return ast.parse(source)
    except SyntaxError:
        return None


def _line_beginnings(source: str) -> list[int]:
    begins = [0]
    for line in source.splitlines(keepends=True):
        begins.append(begins[-1] + len(line))
    return begins


def _count_in_characters(source: str) -> Callable[[int | None, int | None], int]:
    """Return a function that converts an `ast` line (from 1) and column (in UTF-8 bytes) to an offset in characters."""
    lines, begins = source.splitlines(keepends=True), _line_beginnings(source)

    def place(line: int | None, column: int | None) -> int:
        assert line is not None
        assert column is not None
        return begins[line - 1] + len(lines[line - 1].encode()[:column].decode())

    return place


def _find_strings(source: str, tree: ast.Module) -> Iterator[Text]:
    place = _count_in_characters(source)
    documents = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    names, arguments, told = _find_names(tree), find_arguments(tree), _find_told(tree)
    found: dict[tuple[int, int], ast.expr] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            where = place(node.lineno, node.col_offset), place(node.end_lineno, node.end_col_offset)
            found.setdefault(where, node)
    done = -1
    for (start, end), node in sorted(found.items(), key=lambda one: (one[0][0], -one[0][1])):
        if start < done:
            continue  # inside an f-string, whose place it fills
        done = end
        pieces = _split_literals(source[start:end])
        if pieces is None:
            continue
        if isinstance(node, ast.JoinedStr):
            message = "".join(body if fancy else body.replace("{", "{{").replace("}", "}}") for body, fancy in pieces)
            words = "".join(split_places(message)[::2])
            if WORD.search(words) and not FIELD.search(words):
                yield Text(start, end, message, "template", is_template=True)
            elif QUOTED.search(message):
                yield Text(start, end, message, "name", is_template=True)
        elif isinstance(node, ast.Constant) and id(node) not in arguments and _is_said(text := str(node.value)):
            is_name = id(node) in names and " " not in text.strip()
            kind = "name" if is_name else "document" if id(node) in documents else told.get(id(node), "string")
            yield Text(start, end, text, kind)


def _is_said(text: str) -> bool:
    if not WORD.search(text) or (" " not in text.strip() and CODE_NAME.fullmatch(text.removesuffix("."))):
        return False
    return not ("\n" in text and "def " in text)  # a program in a text


def _find_names(tree: ast.Module) -> set[int]:
    """Return the ids of texts that may be names: subscripts, and arguments of functions that show nothing."""
    names: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript):
            names.update(map(id, ast.walk(node.slice)))
        elif not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        elif _root_of(node.func) not in SHOWING and node.func.attr != FINDING:
            names.update(id(one) for one in [*node.args, *(word.value for word in node.keywords)])
    return names


def find_arguments(tree: ast.Module) -> set[int]:
    """Return the ids of texts that name arguments of a panel or a function, or what is counted; none of them is shown.

    These are keys of a panel's tables, lists and keys that are all names of one function's parameters, and the
    arguments of `kit.count`, which has its own words.
    """
    tables = [
        node.value for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg in NAMING
    ]  # fmt: skip
    found = {id(key) for table in tables for part in ast.walk(table) if isinstance(part, ast.Dict) for key in part.keys}
    signatures = [frozenset(_parameters(node)) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for node in ast.walk(tree):
        texts = node.keys if isinstance(node, ast.Dict) else node.elts if isinstance(node, ast.Tuple | ast.List) else []
        named = {one.value for one in texts if isinstance(one, ast.Constant)}
        if len(named) == len(texts) > 1 and any(named <= signature for signature in signatures):
            found.update(map(id, texts))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == COUNT]
    return found | {id(one) for call in calls for one in call.args}


def _parameters(function: ast.FunctionDef) -> list[str]:
    return [one.arg for one in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]


def _find_told(tree: ast.Module) -> dict[int, str]:
    """Return the kinds of the texts that are labels or units, by the ids of their nodes."""
    found: dict[int, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg in WRITTEN and isinstance(node.value, ast.Constant):
            found[id(node.value)] = WRITTEN[node.arg]
        elif isinstance(node, ast.keyword) and node.arg in TOLD:
            for part in ast.walk(node.value):
                if isinstance(part, ast.Dict):
                    found |= {id(value): TOLD[node.arg] for value in part.values}
    return found


@dataclass(frozen=True)
class Unlabelled:
    """Panel in a cell some of whose controls have no label and so show their parameters' names."""

    place: int
    """Offset, in characters, at which a table of labels can be inserted."""
    form: str
    """Form of the inserted code, with `{}` for the table."""
    names: tuple[str, ...]


def find_unlabelled(source: str) -> list[Unlabelled]:
    """Return the panels of a cell with unlabelled controls, in order.

    Only panels of functions that the same cell defines are found. A panel whose labels come from a variable counts as
    labelled.

    >>> find_unlabelled("def f(n, *, rng): ...\\nkit.panel(f, n=(1, 9))")
    [Unlabelled(place=43, form=', labels={}', names=('n',))]
    """
    tree = parse_code(source)
    if tree is None:
        return []
    place = _count_in_characters(source)
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    found = []
    for call in ast.walk(tree):
        if not (isinstance(call, ast.Call) and ast.unparse(call.func) == PANEL and call.args):
            continue
        function, given = call.args[0], {one.arg: one.value for one in call.keywords}
        if not isinstance(function, ast.Name) or function.id not in functions:
            continue
        names = [one for one in _parameters(functions[function.id]) if one not in GIVEN]
        labels = given.get("labels")
        if labels is None:
            where = len(source[: place(call.end_lineno, call.end_col_offset) - 1].rstrip())
            form = " labels={}," if source[where - 1] == "," else ", labels={}"
        elif isinstance(labels, ast.Dict) and None not in labels.keys:
            where, form = place(labels.lineno, labels.col_offset), "{} | "
            labelled = {key.value for key in labels.keys if isinstance(key, ast.Constant)}
            names = [one for one in names if one not in labelled]
        else:
            continue
        if names:
            found.append(Unlabelled(where, form, tuple(names)))
    return sorted(found, key=lambda one: one.place)


def _root_of(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def _split_literals(text: str) -> list[tuple[str, bool]] | None:
    """Return the bodies of adjacent literals and whether each is an f-string; None for raw strings and bytes."""
    found: list[tuple[str, bool]] = []
    rest = text
    while rest.strip():
        rest = rest.lstrip()
        match = re.match(r"(?i)([rbfu]*)(\"\"\"|'''|\"|')", rest)
        if match is None or set(match[1].lower()) & {"r", "b"}:
            return None
        quote, at = match[2], match.end()
        while not rest.startswith(quote, at):
            at += 2 if rest[at] == "\\" else 1
        found.append((rest[match.end() : at], "f" in match[1].lower()))
        rest = rest[at + len(quote) :]
    return found


def split_places(message: str) -> list[str]:
    """Split a template into words, place, words …; a place may contain braces.

    >>> split_places("{n:,} of {len({1: 2})} games {{here}}")
    ['', '{n:,}', ' of ', '{len({1: 2})}', ' games {{here}}']
    """
    parts, depth, at = [""], 0, 0
    while at < len(message):
        letter = message[at]
        if depth == 0 and message[at : at + 2] in ("{{", "}}"):
            parts[-1] += message[at : at + 2]
            at += 2
            continue
        if letter == "{":
            if depth == 0:
                parts.append("")
            depth += 1
        parts[-1] += letter
        if letter == "}" and depth:
            depth -= 1
            if depth == 0:
                parts.append("")
        at += 1
    return parts


def split_fillings(place: str) -> list[str]:
    """Split a place of a template into code, text, code …, where each text fills the place as it is.

    Such are the branches of a conditional and parts of a concatenation; what is looked up, compared or passed to a
    function is not.

    >>> split_fillings("{' and '.join(named['few']) or 'none':>9}")
    ['{', "' and '", ".join(named['few']) or ", "'none'", ':>9}']
    """
    body, end = place[1:-1], len(place) - 1
    tree = parse_code(f"({body})")
    for end in [] if tree else (mark.start() for mark in reversed(list(FORMAT.finditer(body)))):
        tree = parse_code(f"({body[:end]})")
        if tree:
            break
    if tree is None or not isinstance(tree.body[0], ast.Expr):
        return [place]
    where, at = _count_in_characters(f"({body})"), 0
    parts = []
    for node in sorted(_find_fillings(tree.body[0].value), key=lambda one: (one.lineno, one.col_offset)):
        start, stop = where(node.lineno, node.col_offset), where(node.end_lineno, node.end_col_offset)
        if QUOTED.fullmatch(place[start:stop]) and WORD.search(place[start:stop]):
            parts += [place[at:start], place[start:stop]]
            at = stop
    return [*parts, place[at:]]


def _find_fillings(node: ast.expr) -> Iterator[ast.Constant]:
    """Yield the texts of which the value of an expression consists, or one of which it is."""
    inside: list[ast.expr] = []
    match node:
        case ast.Constant(value=str()):
            yield node
        case ast.IfExp(body=then, orelse=otherwise):
            inside = [then, otherwise]
        case ast.BoolOp(values=values):
            inside = values
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            inside = [left, right]
        case ast.Call(func=ast.Attribute(value=text, attr=method), args=args):
            inside = [text, *(args[-1:] if method in FILLING else [])]
    for one in inside:
        yield from _find_fillings(one)


def _find_comments(source: str) -> Iterator[Text]:
    """Yield comments as texts; adjacent lines of comment at the same column form one."""
    begins = _line_beginnings(source)
    group: list[tokenize.TokenInfo] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        if group and not (_is_alone(group[-1]) and _is_alone(token) and _follows(token, group[-1])):
            yield from _join_comments(group, begins)
            group = []
        group.append(token)
    yield from _join_comments(group, begins)


def _is_alone(token: tokenize.TokenInfo) -> bool:
    return not token.line[: token.start[1]].strip()


def _follows(token: tokenize.TokenInfo, before: tokenize.TokenInfo) -> bool:
    return token.start == (before.start[0] + 1, before.start[1])


def _join_comments(group: list[tokenize.TokenInfo], begins: list[int]) -> Iterator[Text]:
    message = " ".join(token.string.lstrip("#").strip() for token in group)
    if WORD.search(message) and not message.startswith(DIRECTIVES):
        (line, column), (last, end) = group[0].start, group[-1].end
        yield Text(begins[line - 1] + column, begins[last - 1] + end, message, "comment")


def write_text(text: Text, said: str, before: str) -> str:
    """Return a text as source code; `before` is what precedes it in its line."""
    if text.kind == "comment":
        lines = [said] if before.strip() else textwrap.wrap(said, WIDTH - len(before) - 2)
        return ("\n" + before).join("# " + line for line in lines)
    if text.is_template:
        quotes = ('"', "'", '"""', "'''")
        fitting = [one for one in quotes if one not in said and ("\n" not in said or len(one) == 3)]
        return f"f{fitting[0]}{said}{fitting[0]}" if fitting else f"f{said!r}"
    if text.kind == "document" and not {'"""', "\\"} & {said[-3:], *said}:
        return f'"""{said}"""' if not said.endswith('"') else json.dumps(said, ensure_ascii=False)
    return json.dumps(said, ensure_ascii=False)


log = logging.getLogger(__name__)

Say = Callable[[str, str], str]
"""Translator of a message of a kind."""
NAME: Final = "name in code"
CONTEXTS: Final = {
    "markdown": "text",
    "string": "words",
    "template": "words",
    "filling": "words",
    "name": NAME,
    "label": "label",
    "unit": "unit",
    "document": "description",
    "comment": "comment",
}
"""Context of each kind of message in catalogues: equal words of different kinds may be translated differently."""
FENCE: Final = re.compile(r"(?ms)^(```+)python\n(.*?)^\1[ \t]*$")
"""Python code in Markdown, such as a solution."""
ANY_FENCE: Final = re.compile(r"(?ms)^(```+)[^\n]*\n.*?^\1[ \t]*$")
BLANK: Final = re.compile(r"(\n[ \t]*\n+)")
KEPT: Final = re.compile(r"\]\([^)]*\)|</?[a-zA-Z][^<>]*>|`[^`]*`|^#+ |\*\*", re.MULTILINE)
"""Parts of Markdown that translations must keep: link targets, HTML tags, code, headings, bold marks."""
FORMULA: Final = re.compile(r"(?<!\\)\$[^$]+\$")
NO_FILLING: Final = re.compile(r"""['"\\{}\n]""")
"""Characters that Python 3.11 does not allow in a text within a place of an f-string."""


# --- a notebook -----------------------------------------------------------------------------------------------------
def translate_notebook(notebook: dict[str, Any], name: str) -> dict[str, Any]:
    """Return a notebook (as JSON) in the reader's language; untranslated messages stay English.

    Translations whose places differ are not used, and logged.
    """
    spoken = language()
    domain = LESSON.format(name=name)
    if spoken == ENGLISH or not has_catalogue(spoken, domain):
        return notebook
    catalogue, own = open_catalogue(spoken, domain), find_own_keys(notebook["cells"])

    def say(message: str, kind: str) -> str:
        context = context_of(message, kind, own)
        said = message if context is None else catalogue.pgettext(context, message)
        if said != message and any(find_differences(message, said, kind)):
            log.warning("%s (%s): said in English, for its places differ: %r", name, spoken, said)
            return message
        return said

    return {**notebook, "cells": [_translate_cell(cell, say, name) for cell in notebook["cells"]]}


def context_of(message: str, kind: str, own: Collection[str]) -> str | None:
    """Return the context of a message in a catalogue; None for a name that no catalogue has.

    Parameters
    ----------
    message : the message in English.
    kind : its kind, a key of `CONTEXTS`.
    own : the keys of the lesson's own tables (`find_own_keys`). Whatever reads like one of them in the code has to be
        translated as the key is, so that it is still found in its table.

    >>> context_of("wins", "string", {"wins"}), context_of("wins", "label", {"wins"}), context_of("km", "name", ())
    ('name in code', 'label', None)
    """
    if kind in ("string", "filling", "name") and message in own:
        return NAME
    return None if kind == "name" else CONTEXTS[kind]


def find_own_keys(cells: Sequence[Any]) -> set[str]:
    """Return the keys of all dicts in the lesson's code, without names of arguments."""
    own: set[str] = set()
    for cell in cells:
        tree = parse_code("".join(cell["source"])) if cell["cell_type"] == "code" else None
        if tree is None:
            continue
        arguments = find_arguments(tree)
        keys = [key for node in ast.walk(tree) if isinstance(node, ast.Dict) for key in node.keys]
        own |= {
            key.value
            for key in keys
            if isinstance(key, ast.Constant) and isinstance(key.value, str) and id(key) not in arguments
        }
    return own


def is_translated(before: Sequence[Any], after: Sequence[Any]) -> bool:
    """Return whether more than half of the Markdown cells differ from before."""
    texts = [(one, other) for one, other in zip(before, after, strict=True) if one["cell_type"] == "markdown"]
    changed = sum("".join(one["source"]) != "".join(other["source"]) for one, other in texts)
    return 2 * changed > len(texts)


def _translate_cell(cell: dict[str, Any], say: Say, name: str) -> dict[str, Any]:
    source = "".join(cell["source"])
    try:
        said = translate(cell["cell_type"], source, say)
    except SyntaxError as error:
        log.warning("%s: a cell is said in English, for with its words it is no Python: %s", name, error)
        return cell
    return cell if said == source else {**cell, "source": said}


def find_messages(cell_type: str, source: str) -> Iterator[tuple[str, str]]:
    """Yield each message of a cell, in order, with its kind.

    >>> list(find_messages("code", 'kit.say(f"{n} games.", "won")  # and lost'))
    [('{n} games.', 'template'), ('won', 'string'), ('and lost', 'comment')]
    >>> list(find_messages("markdown", "# Title\\n\\nA *bet*."))
    [('# Title', 'markdown'), ('A *bet*.', 'markdown')]
    """
    found: list[tuple[str, str]] = []

    def take_down(message: str, kind: str) -> str:
        if kind != "name":
            found.append((message, kind))
        return message

    translate(cell_type, source, take_down)
    yield from found


def translate(cell_type: str, source: str, say: Say) -> str:
    """Translate a cell. Raises `SyntaxError` if it is no valid Python afterwards.

    >>> translate("code", 'kit.say(f"{n} games.")', lambda message, _kind: message.replace("games", "Spiele"))
    'kit.say(f"{n} Spiele.")'
    """
    if cell_type == "code":
        return _translate_code(source, say)
    out, end = [], 0
    for fence in ANY_FENCE.finditer(source):
        out += [_translate_blocks(source[end : fence.start()], say), _translate_fence(fence[0], say)]
        end = fence.end()
    return "".join([*out, _translate_blocks(source[end:], say)])


def _translate_blocks(source: str, say: Say) -> str:
    pieces = BLANK.split(source)
    return "".join(
        say(one, "markdown") if place % 2 == 0 and WORD.search(one) else one for place, one in enumerate(pieces)
    )


def _translate_fence(source: str, say: Say) -> str:
    fence = FENCE.fullmatch(source)
    if fence is None:
        return source
    return source[: fence.start(2)] + _translate_code(fence[2], say) + source[fence.end(2) :]


def _translate_code(source: str, say: Say) -> str:
    out: list[str] = []
    end = 0
    for text in find_texts(source):
        said = say(text.message, text.kind)
        if text.is_template:
            said = _fill_places(said, say)
        before = source[source.rfind("\n", 0, text.start) + 1 : text.start]
        out += [
            source[end : text.start],
            source[text.start : text.end] if said == text.message else write_text(text, said, before),
        ]
        end = text.end
    written = _put_labels("".join([*out, source[end:]]), say)
    if written != source:
        ast.parse(written)
    return written


def _put_labels(source: str, say: Say) -> str:
    """Give panels translated labels for the controls that would show their parameters' names."""
    for panel in reversed(find_unlabelled(source)):
        said = {name: say(title_of(name), "label") for name in panel.names}
        table = {name: label for name, label in said.items() if label != title_of(name)}
        if table:
            put = panel.form.format(json.dumps(table, ensure_ascii=False))
            source = source[: panel.place] + put + source[panel.place :]
    return source


def _fill_places(template: str, say: Say) -> str:
    """Translate the texts in a template's places, and names as in {wins['your rules']} like the table's keys."""
    parts = split_places(template)
    filled = [_fill_place(place, say) for place in parts[1::2]]
    return "".join(word for pair in zip(parts[::2], [*filled, ""], strict=True) for word in pair)


def _fill_place(place: str, say: Say) -> str:
    parts = split_fillings(place)
    if COUNT not in place:
        parts[::2] = [QUOTED.sub(lambda name: _say_quoted(name, say, "name"), code) for code in parts[::2]]
    parts[1::2] = [QUOTED.sub(lambda text: _say_quoted(text, say, "filling"), text) for text in parts[1::2]]
    return "".join(parts)


def _say_quoted(text: re.Match[str], say: Say, kind: str) -> str:
    return f"{text[1]}{say(text[2], kind)}{text[1]}"


# --- what may differ ------------------------------------------------------------------------------------------------
def find_differences(english: str, said: str, kind: str) -> tuple[list[str], list[str]]:
    """Return the places, marks and links that a translation lacks, and those that it has in addition.

    >>> find_differences("{n:,} games", "{n} Spiele", "template")
    (['{n:,}'], ['{n}'])
    >>> find_differences("See [rules](01-rules.ipynb) of $1.5$", "[Regeln](start.ipynb) zu $1{,}5$", "markdown")
    (['](01-rules.ipynb)'], ['](start.ipynb)'])
    """
    before, after = (Counter(_find_kept(words, kind)) for words in (english, said))
    return sorted((before - after).elements()), sorted((after - before).elements())


def _find_kept(words: str, kind: str) -> list[str]:
    if kind == "template":
        return split_places(words)[1::2]
    if kind == "filling":
        return NO_FILLING.findall(words)
    if kind == "markdown":
        return [*KEPT.findall(FORMULA.sub("", words)), *["$…$"] * len(FORMULA.findall(words))]
    return []
