"""Babel extractors of sentences: of Python files, from syntax trees in order to find f-strings, and of data files."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from itertools import chain
from typing import Any, BinaryIO, Final

from gamekit.widgets.messages import INCLUDES

SENTENCES: Final = {"_": 1, "ngettext": 2, "pgettext": 2}
"""Translation functions, and how many of their arguments are sentences."""


def extract_python(file: BinaryIO, _keywords: Any, _comments: Any, options: Any) -> Iterator[tuple[Any, ...]]:
    """Yield every sentence of a Python file as Babel expects it: line, function, words, comments."""
    calls = [node for node in ast.walk(ast.parse(file.read())) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        if not isinstance(call.func, ast.Name) or call.func.id not in SENTENCES:
            continue
        words = tuple(one.value for one in call.args[: SENTENCES[call.func.id]] if isinstance(one, ast.Constant))
        if words and all(isinstance(one, str) for one in words):
            yield call.lineno, call.func.id, words if len(words) > 1 else words[0], []


def extract_guide(file: BinaryIO, _keywords: Any, _comments: Any, options: Any) -> Iterator[tuple[Any, ...]]:
    """Yield every sentence of a game's `guide.toml` as Babel expects it."""
    told = tomllib.load(file)
    for key in ("aim", "like", "suits"):
        yield 0, "_", told[key], []
    for one in (*told["pictures"], *told["stops"], *told["parts"]):
        yield 0, "_", one["text"], []


def extract_page_messages(file: BinaryIO, _keywords: Any, _comments: Any, options: Any) -> Iterator[tuple[Any, ...]]:
    """Yield every message of `web/messages.toml` as Babel expects it."""
    for section in tomllib.load(file).values():
        for key, entry in section.items():
            if isinstance(entry, str):
                yield 0, "_", entry, []
            elif key != INCLUDES:
                yield 0, "pgettext", (entry["context"], entry["text"]), []


def extract_glossary(file: BinaryIO, _keywords: Any, _comments: Any, options: Any) -> Iterator[tuple[Any, ...]]:
    """Yield every word of `glossary.toml` and its meaning as Babel expects them."""
    for entry in chain.from_iterable(tomllib.load(file).items()):
        yield 0, "_", entry, []


def extract_situations(file: BinaryIO, _keywords: Any, _comments: Any, options: Any) -> Iterator[tuple[Any, ...]]:
    """Yield every sentence of a lesson's `situations.toml` as Babel expects it."""
    for one in (one for group in tomllib.load(file).values() for one in (group, *group["situations"])):
        sentences = [one[key] for key in ("title", "question", "why") if key in one]
        sentences += one["choices"].values() if isinstance(one.get("choices"), dict) else []
        yield from ((0, "_", sentence, []) for sentence in sentences)
