"""Built files that ship with the package, and games packed for a page. Needs neither Numba nor a linker."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import sys
import zlib
from ast import literal_eval
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.core.errors import BuildError
from gamekit.core.game import Game, load
from gamekit.core.i18n.numbers import ENGLISH
from gamekit.core.i18n.translation import _, each_language, language, rules_language
from gamekit.core.options import tell_options
from gamekit.core.plain_box import parts_of
from gamekit.core.session import hash_box
from gamekit.core.strategy import tell_strategies
from gamekit.core.svg import rests_on_box
from gamekit.web.bundle import ENGINE, join_modules, write_engine

BUILT: Final = Path(__file__).parent / "built"
RULES: Final = "{}.wasm"
MACHINE: Final = "{}.python.wasm"
"""Rules with the additional entries that only Python calls (machine.py)."""
DATA: Final = "{}.json"
PICTURE: Final = "{}.js"
Cells = NDArray[np.int32]
Effect = dict[str, Any]
SENTENCE: Final = re.compile(r"""(?<!\w)_\(\s*("(?:[^"\\]|\\.)*"|'[^'\\]*')""")
"""Pattern of a translatable sentence in the JavaScript of a picture or of the engine."""


@each_language()
def pack_game(name: str) -> str:
    """Return a game as JSON for a page: {"name", "rules", "data", "picture"}, the last three compressed and in base64.

    In other languages than English, the rulebook is translated, and "language" and the translated "sentences" of
    picture and engine are added. Raises `BuildError` if the game has not been built.
    """
    paths = [BUILT / kind.format(name) for kind in (RULES, DATA, PICTURE)]
    missing = next((path for path in paths if not path.is_file()), None)
    if missing:
        raise BuildError(
            f"{missing.name} is missing: run python -m tools.wasm.build {name} in the folder of the sources."
        )
    rules, data, picture = (path.read_bytes() for path in paths)
    packed = (zlib.compress(one, 9) for one in (rules, _put_book(name, data), picture))
    parts = (base64.b64encode(one).decode("ascii") for one in packed)
    told = dict(zip(("name", "rules", "data", "picture"), (name, *parts), strict=True))
    return json.dumps({**told, **_put_sentences(picture.decode())}, ensure_ascii=False)


def game_script(name: str) -> str:
    """Return a script that adds a game to a page."""
    return f"gamekit.add({pack_game(name)});\n"


def _put_book(name: str, data: bytes) -> bytes:
    """Return a game's data with rulebook, options and strategies in the page's language; unchanged in English.

    `shipped` has the texts of its picture for each number of players, if there are any.
    """
    spoken = rules_language()
    if spoken == ENGLISH:
        return data
    game = load(name)
    told = json.loads(data) | {"book": {"language": spoken, **game.rulebook.export_data()}}
    told["strategies"] = tell_strategies(name)
    for option, said in tell_options(name, game.option_schema).items():
        told["options"][option]["description"] = said
        if "refused" in told["options"][option]:
            told["options"][option]["refused"] = tell_refusals(game, option, told["options"][option])
    least, most, _usual = told["players"]
    games = {n: load(name, n) for n in range(least, most + 1)}
    shipped = {n: words for n, one in games.items() if one.picture and (words := answer_for_box(one, in_words=True))}
    told |= {"shipped": shipped} if shipped else {}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


def _put_sentences(picture: str) -> dict[str, Any]:
    """Return the page's language and the translated sentences of picture and engine; empty in English."""
    if language() == ENGLISH:
        return {}
    sentences = map(literal_eval, SENTENCE.findall(picture + join_modules(ENGINE, "engine")))
    said = {sentence: _(sentence) for sentence in sentences}
    return {"language": language(), "sentences": {one: other for one, other in said.items() if one != other}}


@cache
def content_hash() -> str:
    """Hash of the engine and all built games, used as a cache key by pages."""
    summed = hashlib.sha256(write_engine().encode())
    for path in sorted(BUILT.iterdir()):
        summed.update(path.name.encode() + path.read_bytes())
    return summed.hexdigest()[:16]


def export_if_needed(game: Game) -> dict[str, Any] | None:
    """Return `export_loaded(game)` if a browser cannot build the game itself, else None."""
    schema = game.option_schema["properties"]
    texts = any(describe_allowed(schema[name])["kind"] == "python" for name in game.changed_options)
    return export_loaded(game) if game.own_box or texts else None


def export_loaded(game: Game) -> dict[str, Any]:
    """Return a game as Python loaded it, for pages that cannot build it themselves.

    `{"players", "options", "changed", "tables"}`, the tables as 32-bit numbers. A game with its own box file also has
    `box` (its hash), `title`, `bounds` (numbers of players), `words` (of its sentences) and `shipped` (what its picture
    needs of the box).
    """
    tables = memoryview(game.tables.tobytes()).cast("i").tolist()
    made = {
        "players": game.players,
        "options": dict(game.options),
        "changed": dict(game.changed_options),
        "tables": tables,
    }
    if game.own_box:
        made |= {
            "box": hash_box(game.box_path),
            "title": game.title,
            "bounds": [game.min_players, game.max_players],
            "words": game.rulebook.export_data()["words"],
            "shipped": answer_for_box(game),
        }
    return made


def answer_for_box(game: Game, in_words: bool = False) -> dict[str, Any]:
    """Return the results of the game's functions that depend on its box, by name; `in_words`: of those with texts."""
    package, found = f"gamekit.games.{game.name}.", dict[str, Any]()
    assert game.picture
    for module in [module for name, module in sorted(sys.modules.items()) if name.startswith(package)]:
        for name, function in vars(module).items():
            if rests_on_box(function) and (not in_words or hasattr(function, "of_the_words")):
                numbers = function.numbers
                found[name] = {n: function(game, n) for n in numbers} if numbers else function(game)
    return found


def compute_tables(game: Game, players: int, options: Mapping[str, Any]) -> Cells:
    """Return the tables of a game with other options as int32 array. Raises `ValueError` for contradictions."""
    made = parts_of(game.rules)
    return np.frombuffer(made.tables(game.box, players, made.Options(**options)).tobytes(), np.int32)


def describe_allowed(schema: Mapping[str, Any]) -> Effect:
    """Return the values an option allows, from its JSON schema; kind `"python"` if a browser cannot build it."""
    parts = {key: value for part in (*schema.get("anyOf", ()), schema) for key, value in part.items()}
    kinds = [part.get("type") for part in schema.get("anyOf", (schema,))]
    effect: Effect = {"description": schema.get("description", ""), "default": schema.get("default")}
    effect |= {"none": True} if "null" in kinds else {}
    kind = next(kind for kind in kinds if kind != "null")
    if kind == "boolean":
        return {**effect, "kind": "yes"}
    bounds = {"low": parts.get("minimum"), "high": parts.get("maximum"), "step": parts.get("multipleOf", 1)}
    if kind == "integer" and None not in bounds.values():
        return {**effect, "kind": "whole", **bounds}
    items = schema.get("items", {})
    if kind == "array" and {"minimum", "maximum"} <= set(items) and "maxItems" in schema:
        return {**effect, "kind": "list", "low": items["minimum"], "high": items["maximum"], "most": schema["maxItems"]}
    return {**effect, "kind": "python"}


def whole_values(effect: Effect) -> range:
    step = effect["step"]
    return range(-(-effect["low"] // step) * step, effect["high"] + 1, step)


def tell_refusals(game: Game, name: str, effect: Effect) -> dict[str, Effect]:
    """Return an option's `refused` limits with their sentences in the reader's language."""
    greatest = whole_values(effect)[-1]
    return {
        players: {**limit, "sentence": tell_refusal(game, int(players), name, greatest)}
        for players, limit in effect["refused"].items()
    }


def tell_refusal(game: Game, players: int, name: str, value: int) -> str:
    """Return the sentence that refuses a value, with "{value}" in place of the value at its end."""
    try:
        compute_tables(game, players, {name: value})
    except ValueError as error:
        told = str(error)
        said = f"{told.removesuffix(str(value))}{{value}}" if told.endswith(f" {value}") else told
        return _("{title}: {error}.").format(title=game.title, error=said)
    raise BuildError(f"{game.name}: {name} may be {value} with {players} players.")
