"""Translate games' picture.py and its imports to one JavaScript file each: `python -m tools.js.pictures [GAME…]`.

Functions and small classes are translated, constants written as their values. Functions of the box (`@of_the_box`) are
evaluated here and shipped as data.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import dataclasses
import enum
import functools
import html
import importlib
import inspect
import itertools
import math
import sys
import textwrap
import types
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Final, cast

from gamekit.core.errors import BuildError, GamekitError
from gamekit.core.files import write_whole
from gamekit.core.game import FOLDER, Game, game_names, load
from gamekit.core.i18n.numbers import ENGLISH
from gamekit.core.i18n.translation import _, say_number, use_language
from gamekit.core.rule_sources import PACKAGE, hash_sources
from gamekit.core.svg import rests_on_box
from gamekit.web.game_bundle import BUILT, PICTURE, answer_for_box
from tools.js.expressions import split_words, write_literal
from tools.js.functions import Translator

FACE: Final = ("scene", "changes", "targets", "sources", "hints", "remark", "describe")
"""Functions of a picture; `sources`, `hints` and `remark` are optional."""
BUILTINS: Final = split_words(
    "abs all any bool dict divmod enumerate float frozenset int len list map max min next range reversed round set"
    " sorted str sum tuple zip"
)
CALLED: Final = {"bool": "truth", "tuple": "list", "frozenset": "set"}
KNOWN: Final[Mapping[Any, str]] = {
    _: "$._",
    say_number: "$.number",
    html.escape: "$.escape",
    itertools.pairwise: "$.pairwise",
    math.pi: "$.pi",
    **{
        getattr(math, one): f"$.{one}"
        for one in split_words("atan2 cos degrees dist floor hypot log radians sin sqrt tan")
    },
}
PLAIN: Final = (str, int, float, type(None), tuple, list, dict, frozenset, range)
OF_A_GAME: Final = split_words(
    "action_text legal name num_actions options player players rulebook tables title view weights"
)
"""Attributes of a game that a picture may use; others depend on the box."""
HEAD: Final = """// The picture of {game}, translated from gamekit/games/{game}/picture.py and what it imports by
// `python -m tools.js.pictures {game}`. Not written by hand: change the Python. Sources: {sources}

export default ($, given = null) => {{
"""


def translate_picture(name: str) -> str:
    """Return the JavaScript of a game's picture. Raises `BuildError` if something cannot be translated."""
    module = importlib.import_module(f"gamekit.games.{name}.picture")
    parts = Parts(load(name))
    face = [one for one in FACE if hasattr(module, one)]
    called = [f"{one}: {parts.name_value(getattr(module, one), one, None)}" for one in face]
    fields = {name: [dtype.fields[name][1] // 4, *field.shape] for name, dtype, field in _list_fields(parts.game)}
    text = HEAD.format(game=name, sources=hash_picture(name)) + "\n".join(parts.all_texts())
    return f"{text}\nreturn {{ {', '.join(called)}, tables: {_write_object(fields)} }};\n}};\n"


def hash_picture(name: str) -> str:
    """Return a hash of the sources of a game's translated picture: its folder, core/svg.py and the translator."""
    own = [*sorted((FOLDER / name).glob("*.py")), FOLDER / name / "box.toml", PACKAGE / "core" / "svg.py"]
    return hash_sources([*own, *sorted(Path(__file__).parent.glob("*.py"))])


def find_hash(picture: str) -> str:
    """Return the hash written in a translated picture; empty if there is none."""
    return picture.partition("Sources: ")[2].partition("\n")[0]


def _list_fields(game: Game) -> list[tuple[str, Any, Any]]:
    tables = game.rules.Tables
    return [(name, tables.dtype, field) for name, field in tables.fields.items()]


def _write_object(data: Mapping[str, Any]) -> str:
    return "{ " + ", ".join(f"{name}: {write_literal(value)}" for name, value in data.items()) + " }"


class Parts:
    """Translated functions, classes and constants of a picture, each under a unique name, in an order that runs."""

    ours: ClassVar = "gamekit."
    """Prefix of the modules that may be translated."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.texts: dict[str, str] = {}
        self._names: dict[Any, str] = {}
        self._parameters: dict[str, list[str]] = {}
        self._classes: dict[str, Class] = {}
        self.attributes: set[str] = set()
        """Names of all attributes used anywhere; only methods with these names are translated."""

    def all_texts(self) -> list[str]:
        """Return all translated texts; methods are translated until none asks for more."""
        while any(one.translate() for one in list(self._classes.values())):
            pass
        return [*self.texts.values(), *(one.text() for one in self._classes.values())]

    def name_value(self, value: Any, name: str, around: Around | None, node: ast.AST | None = None) -> str:
        """Return the JavaScript name of a global value, which is translated or written as data if it is new."""
        if isinstance(value, PLAIN) and not hasattr(value, "_fields"):
            return self._constant(value, name, around, node)
        if value in KNOWN:
            return KNOWN[value]
        if value in self._names:
            return self._names[value]
        own = inspect.unwrap(value) if callable(value) else value
        if not getattr(own, "__module__", "").startswith(self.ours):
            raise _make_error(around, node, f"{name} is not known in the browser")
        called = f"{own.__module__.rpartition('.')[2]}${own.__name__}"
        if called in self._names.values():
            called = f"{own.__module__.replace('.', '_')}${own.__name__}"
        self._names[value] = called
        if rests_on_box(value):
            self.texts[called] = self._translate_answers(value, called)
        elif isinstance(own, types.FunctionType):
            text = Around(self, own).function(called)
            remembers = own is not value and hasattr(value, "cache_info")
            self.texts[called] = text + (f"{called} = $.remember({called});\n" if remembers else "")
        elif inspect.isclass(own):
            self._names[value] = f"{called}.make"
            self._classes[called] = one = Class(self, own, called)
            self._parameters[f"{called}.make"] = one.parameters
            return f"{called}.make"
        else:
            raise _make_error(around, node, f"{name} is neither a function nor plain data")
        return called

    def _constant(self, value: Any, name: str, around: Around | None, node: ast.AST | None) -> str:
        """Return a number or short text as a literal, larger data as the name of a shared constant."""
        try:
            text = write_literal(value)
        except TypeError:
            raise _make_error(around, node, f"{name} is neither a function nor plain data") from None
        if len(text) < 24:
            return text if not text.startswith("-") else f"({text})"
        known = next((key for key, one in self.texts.items() if one == f"const {key} = {text};\n"), None)
        if known:
            return known
        called = f"$${name}"
        while called in self.texts:
            called += "_"
        self.texts[called] = f"const {called} = {text};\n"
        return called

    def _translate_answers(self, function: Any, called: str) -> str:
        """Return a function of the box as data, by number of players if that matters."""
        name = function.__name__
        every = ", ".join(
            f"[{players}, {write_literal(answer)}]" for players, answer in ship_answers(self.game)[name].items()
        )
        answer = f"given?.{name} ?? {called}$.get(game.players) ?? {called}$.get(0)"
        if function.numbers:
            return (
                f"const {called}$ = new Map([{every}]);\nconst {called} = (game, number) => $.at({answer}, number);\n"
            )
        return f"const {called}$ = new Map([{every}]);\nconst {called} = (game) => {answer};\n"

    def parameters(self, text: str) -> list[str] | None:
        """Return the parameters of a translated function by its JavaScript name; None if it is unknown."""
        return self._parameters.get(text)

    def takes(self, called: str, parameters: list[str]) -> None:
        """Store the parameters of a translated function."""
        self._parameters[called] = parameters


class Class:
    """Translator of a small class: a NamedTuple (an array with named items), a dataclass, or a class with __init__."""

    def __init__(self, parts: Parts, own: type, called: str) -> None:
        self.parts, self.own, self.called = parts, own, called
        self.methods: dict[str, str] = {}
        self.parameters = list(inspect.signature(own).parameters)

    def translate(self) -> bool:
        """Translate the methods used so far; return False if there was no new one."""
        asked = self.parts.attributes | {"__init__"}
        new = [name for name in vars(self.own) if name in asked and name not in self.methods]
        for name in new:
            self.methods[name] = self._method(name, vars(self.own)[name])
        return bool(new)

    def _method(self, name: str, own: Any) -> str:
        if name == "__init__":
            by_hand = own.__code__.co_filename == inspect.getsourcefile(self.own)
            return Around(self.parts, own).function("constructor", "method") if by_hand else ""
        if isinstance(own, types.FunctionType):
            return Around(self.parts, own).function(name, "method")
        if isinstance(own, staticmethod):
            return Around(self.parts, cast("types.FunctionType", own.__func__)).function(name, "static")
        if isinstance(own, property):
            return Around(self.parts, own.fget).function(name, "get")  # type: ignore[arg-type]
        if isinstance(own, functools.cached_property):
            kept = f"Object.defineProperty(this, {write_literal(name)}, {{ value: this.{name}$() }})"
            worked_out = Around(self.parts, cast("types.FunctionType", own.func)).function(f"{name}$", "method")
            return f"get {name}() {{ return {kept}.{name}; }}\n{worked_out}"
        return ""  # a field's default

    def text(self) -> str:
        """Return the class as JavaScript."""
        methods = "".join(self.methods.values())
        if hasattr(self.own, "_fields"):
            places = "".join(f"get {name}() {{ return this[{i}]; }}\n" for i, name in enumerate(self.parameters))
            filled = f"const made = new this(); made.push({', '.join(self.parameters)}); return made;"
            made = f"static make({self._format_parameters()}) {{ {filled} }}\n"
            return f"class {self.called} extends Array {{\n{made}{places}{methods}}}\n"
        made = "static make(...given) { return new this(...given); }\n"
        if dataclasses.is_dataclass(self.own):
            set_up = " ".join(f"this.{name} = {name};" for name in self.parameters)
            made += f"constructor({self._format_parameters()}) {{ {set_up} }}\n"
        return f"class {self.called} {{\n{made}{methods}}}\n"

    def _format_parameters(self) -> str:
        parameters = inspect.signature(self.own).parameters.values()
        return ", ".join(
            one.name if one.default is inspect.Parameter.empty else f"{one.name} = {write_literal(one.default)}"
            for one in parameters
        )


class Around:
    """Global names of one function of the sources, those of its module."""

    def __init__(self, parts: Parts, function: types.FunctionType) -> None:
        self.parts = parts
        self.module = function.__globals__
        lines, self.first = inspect.getsourcelines(function)
        self.path = Path(inspect.getsourcefile(function) or "")
        (self.node,) = ast.parse(textwrap.dedent("".join(lines))).body
        if not isinstance(self.node, ast.FunctionDef):
            raise self.make_error(self.node, "only functions made with def are translated")

    def function(self, called: str, kind: str = "function") -> str:
        """Return the function as JavaScript."""
        assert isinstance(self.node, ast.FunctionDef)
        arguments = self.node.args
        self.parts.takes(called, [one.arg for one in (*arguments.args, *arguments.kwonlyargs)])
        self._check_asked()
        self.parts.attributes |= {one.attr for one in ast.walk(self.node) if isinstance(one, ast.Attribute)}
        return Translator(self).function(self.node, called, kind)

    def _check_asked(self) -> None:
        for node in ast.walk(self.node):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "game":
                if node.attr not in OF_A_GAME:
                    raise self.make_error(node, f"game.{node.attr} rests on the box: ask in a function @of_the_box")

    def translate_name(self, name: str, node: ast.AST) -> str:
        """Return the JavaScript of a global name. Raises `BuildError` if there is none."""
        if name in self.module:
            return self.parts.name_value(self.module[name], name, self, node)
        if name in BUILTINS and hasattr(builtins, name):
            return f"$.{CALLED.get(name, name)}"
        raise self.make_error(node, f"{name} is not known in the browser")

    def attribute(self, name: str, attribute: str, node: ast.AST) -> str | None:
        """Return the JavaScript of an attribute of a module, or the number of a code of an `IntEnum`."""
        value = self.module.get(name)
        if isinstance(value, enum.EnumMeta):
            return str(int(value[attribute]))
        if not isinstance(value, types.ModuleType):
            return None
        return self.parts.name_value(getattr(value, attribute), attribute, self, node)

    def parameters(self, text: str) -> list[str] | None:
        """Return the parameters of a translated function by its JavaScript name; None if it is unknown."""
        return self.parts.parameters(text)

    def make_error(self, node: ast.AST, why: str) -> BuildError:
        """Return the error that names the place in the sources and says why it is not allowed."""
        line = self.first + getattr(node, "lineno", 1) - 1
        return BuildError(f"{self.path.parent.name}/{self.path.name}, line {line}: {why}.")


def _make_error(around: Around | None, node: ast.AST | None, why: str) -> BuildError:
    return around.make_error(node, why) if around and node else BuildError(f"{why}.")


def ship_answers(game: Game) -> dict[str, dict[int, Any]]:
    """Return the results of a picture's functions of the box, by name and number of players (0: any)."""
    games = {n: load(game.name, n) for n in range(game.min_players, game.max_players + 1)}
    with use_language(ENGLISH):  # a page of another language brings what is different in it
        told = {n: answer_for_box(one) for n, one in games.items()}
    answers = {name: {n: one[name] for n, one in told.items()} for name in told[game.min_players]}
    return {
        name: one if len(set(map(write_literal, one.values()))) > 1 else {0: one[game.min_players]}
        for name, one in answers.items()
    }


def main() -> int:
    """Translate the pictures of the games given as arguments, or of all games; return the exit status."""
    known = game_names(examples=True)
    asked = argparse.ArgumentParser(prog="python -m tools.js.pictures", description="Translate pictures of games.")
    asked.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(known)}; none: all of them")
    names = asked.parse_args().games or known
    strange = next((name for name in names if name not in known), None)
    if strange:
        asked.error(f"There is no game {strange!r}. The games are: {', '.join(known)}.")
    try:
        for name in names:
            path = write_whole(BUILT / PICTURE.format(name), translate_picture(name))
            print(f"{path.name}: {path.stat().st_size:,} bytes")
    except GamekitError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
