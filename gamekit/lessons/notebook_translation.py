"""Translation of notebooks, message by message, from a lesson's catalogue.

A message is a block of Markdown between blank lines, a text in code (an f-string with its places, and each text that
fills one), or a comment. Cells without translated messages stay the same byte for byte.
"""

from __future__ import annotations

import ast
import json
import logging
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Final

from gamekit.core.i18n.catalogs import LESSON, has_catalogue, open_catalogue
from gamekit.core.i18n.numbers import ENGLISH
from gamekit.core.i18n.translation import language
from gamekit.lessons.code_texts import (
    COUNT,
    QUOTED,
    WORD,
    find_arguments,
    find_texts,
    find_unlabelled,
    parse_code,
    split_fillings,
    split_places,
    write_text,
)
from gamekit.widgets.controls import title_of

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
