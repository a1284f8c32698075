"""What a notebook says, message by message, and the notebook with other words in their place. The code itself stays.

A message is a block of Markdown between blank lines, a text in the code (an f-string with its places as they are), or a
comment. Where nothing is said in other words, not a byte changes. The words come from a lesson's own catalogue
(gamekit/catalogues.py); how catalogues are brought up to date is in gamekit/locale.
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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gamekit.catalogues import DISGUISE, LESSON, LONGER, PSEUDO, has_catalogue, open_catalogue
from gamekit.figures import ENGLISH
from gamekit.words import language

log = logging.getLogger(__name__)

Say = Callable[[str, str], str]
"""What a message of a kind is in the reader's language."""
FENCE: Final = re.compile(r"(?ms)^(```+)python\n(.*?)^\1[ \t]*$")
"""Python among Markdown: a solution."""
ANY_FENCE: Final = re.compile(r"(?ms)^(```+)[^\n]*\n.*?^\1[ \t]*$")
BLANK: Final = re.compile(r"(\n[ \t]*\n+)")
WORD: Final = re.compile(r"[^\W\d_]{2}")
NAME: Final = re.compile(r"[\w./*+-]*[_./*+\d][\w./*+-]*")
"""What is a name for the program, or a file: no word has such signs."""
FIELD: Final = re.compile(r"^[a-z_]+\[")
"""How a field of a game's state begins, as in status[0]."""
DIRECTIVES: Final = ("noqa", "type:", "fmt:", "%%", "!")
SHOWING: Final = frozenset({"kit", "print", "sorted", "list", "zip", "max", "min", "dict", "set", "tuple", "str"})
"""Whose functions are given single words to be shown; those of others are given names."""
NAMING: Final = frozenset({"labels", "units", "rough"})
"""Arguments of a panel whose keys are names of arguments."""
WIDTH: Final = 100
"""How long a line of a comment is."""
KEPT: Final = re.compile(r"\]\([^)]*\)|</?[a-zA-Z][^<>]*>|`[^`]*`|^#+ |\*\*", re.MULTILINE)
"""What a block of Markdown has in every language: where links lead, marks of the page, code, headings, what is bold."""
QUOTED: Final = re.compile(r"""(['"])([^'"\\]*)\1""")
FORMULA: Final = re.compile(r"(?<!\\)\$[^$]+\$")
LINE_MARKS: Final = re.compile(r"^ *(?:[-*]|\d+\.) ", re.MULTILINE)
"""How a line of a list begins."""
PLACES_AND_ESCAPES: Final = re.compile(r"\{[^{}]*\}|\\.")


@dataclass(frozen=True)
class Text:
    """A text in a cell of code: from where to where, in characters, what it says, and of which kind it is."""

    start: int
    end: int
    message: str
    kind: str
    """`string`, `template` (an f-string), `document` (a docstring), `comment`; or `name`.

    A name is a single word that nobody is shown there. Where the same word is shown elsewhere in the lesson, it is said
    in other words everywhere, so that a table of the program still has what is looked up in it.
    """
    is_template: bool = False


# --- a notebook -----------------------------------------------------------------------------------------------------
def translate_notebook(notebook: dict[str, Any], name: str) -> dict[str, Any]:
    """The notebook, as JSON has it, in the reader's language; a message that has no words there stays English."""
    spoken = language()
    domain = LESSON.format(name=name)
    if spoken == ENGLISH or not has_catalogue(spoken, domain):
        return notebook
    catalogue = open_catalogue(spoken, domain)

    def say(message: str, kind: str) -> str:
        if spoken == PSEUDO:
            return message if " " not in message and kind in ("name", "string") else disguise_message(message, kind)
        said = catalogue.gettext(message)
        if said != message and any(find_differences(message, said, kind)):
            log.warning("%s (%s): said in English, for its places differ: %r", name, spoken, said)
            return message
        return said

    return {**notebook, "cells": [_translate_cell(cell, say, name) for cell in notebook["cells"]]}


def is_translated(before: Sequence[Any], after: Sequence[Any]) -> bool:
    """Whether most of a notebook's cells of text are in other words than they were: then its page is no English one."""
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
    """Each message of a cell in its order, with its kind.

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
    """A cell in other words. Raises `SyntaxError` where with these words it would be no Python.

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
            said = _name_in_places(said, say)
        before = source[source.rfind("\n", 0, text.start) + 1 : text.start]
        out += [
            source[end : text.start],
            source[text.start : text.end] if said == text.message else _write(text, said, before),
        ]
        end = text.end
    written = "".join([*out, source[end:]])
    if written != source:
        ast.parse(written)
    return written


def _name_in_places(template: str, say: Say) -> str:
    """A template in whose places the names, as in {wins['your rules']}, are the same as elsewhere in the lesson."""
    parts = split_places(template)
    named = [QUOTED.sub(lambda name: f"{name[1]}{say(name[2], 'name')}{name[1]}", place) for place in parts[1::2]]
    return "".join(word for pair in zip(parts[::2], [*named, ""], strict=True) for word in pair)


def _write(text: Text, said: str, before: str) -> str:
    """A text as source; `before` is what stands before it in its line."""
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


# --- what may differ ------------------------------------------------------------------------------------------------
def find_differences(english: str, said: str, kind: str) -> tuple[list[str], list[str]]:
    """The places, marks and links that a translation of a message lacks, and those that it has besides.

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
    if kind == "markdown":
        return [*KEPT.findall(FORMULA.sub("", words)), *["$…$"] * len(FORMULA.findall(words))]
    return []


def disguise_message(message: str, kind: str) -> str:
    """A message accented and longer; what must stay as it is stays.

    >>> disguise_message("# See [rules](start.ipynb)", "markdown"), disguise_message("{n['a']} games", "template")
    ('# Séé [ŕúlés](start.ipynb) ···', "{n['a']} ğámés")
    """
    kept = re.compile("|".join(one.pattern for one in (KEPT, FORMULA, LINE_MARKS, PLACES_AND_ESCAPES)), re.MULTILINE)
    parts = split_places(message) if kind == "template" else [message]
    said, letters = [], 0
    for place, part in enumerate(parts):
        end = 0
        for mark in [] if place % 2 else kept.finditer(part):
            said += [part[end : mark.start()].translate(DISGUISE), mark[0]]
            letters += mark.start() - end
            end = mark.end()
        said.append(part[end:] if place % 2 else part[end:].translate(DISGUISE))
        letters += 0 if place % 2 else len(part) - end
    words = "".join(said)
    body = words.rstrip()
    longer = "" if "|" in message or kind != "markdown" else f" {'·' * max(1, letters // LONGER)}"
    return body + longer + words[len(body) :]


# --- texts in code --------------------------------------------------------------------------------------------------
def find_texts(source: str) -> list[Text]:
    """Texts and comments of code in their order; nothing of what is no Python."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return []
    return sorted([*_find_strings(source, tree), *_find_comments(source)], key=lambda text: text.start)


def _line_beginnings(source: str) -> list[int]:
    begins = [0]
    for line in source.splitlines(keepends=True):
        begins.append(begins[-1] + len(line))
    return begins


def _find_strings(source: str, tree: ast.Module) -> Iterator[Text]:
    lines, begins = source.splitlines(keepends=True), _line_beginnings(source)

    def place(line: int | None, column: int | None) -> int:
        """Python counts columns in bytes."""
        assert line is not None
        assert column is not None
        return begins[line - 1] + len(lines[line - 1].encode()[:column].decode())

    documents = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    names, arguments = _find_names(tree), _find_arguments(tree)
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
            yield Text(start, end, text, "name" if is_name else "document" if id(node) in documents else "string")


def _is_said(text: str) -> bool:
    if not WORD.search(text) or (" " not in text.strip() and NAME.fullmatch(text)):
        return False
    return not ("\n" in text and "def " in text)  # a program in a text


def _find_names(tree: ast.Module) -> set[int]:
    """Texts that are, as single words, names for the program: of a field, or given to a function that shows nothing."""
    names: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript):
            names.update(map(id, ast.walk(node.slice)))
        elif isinstance(node, ast.Call) and _root_of(node.func) not in SHOWING and isinstance(node.func, ast.Attribute):
            names.update(id(one) for one in [*node.args, *(word.value for word in node.keywords)])
    return names


def _find_arguments(tree: ast.Module) -> set[int]:
    """Texts that name a panel's arguments."""
    tables = [
        node.value for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg in NAMING
    ]  # fmt: skip
    return {id(key) for table in tables if isinstance(table, ast.Dict) for key in table.keys}


def _root_of(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def _split_literals(text: str) -> list[tuple[str, bool]] | None:
    """The bodies of literals that adjoin one another, and which are f-strings; None for raw ones and bytes."""
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
    """A template in parts: words, place, words …; a place may have braces inside.

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


def _find_comments(source: str) -> Iterator[Text]:
    """Comments; whole lines of them that follow one another are one message."""
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
