"""A game's options as controls: what kind each is, what it allows. Checking the answer is the game's business."""

from __future__ import annotations

import re
from typing import Any, Final

from gamekit.game import Game
from gamekit.rulebook import PLAYER_LETTERS
from gamekit.words import _

RULE_NUMBERS: Final = re.compile(r"^(?:[A-Z]+[0-9]*-[0-9]+(?:, | to | and )?)+: ")

ASIDE: Final = re.compile(r"(?: \(|; |, such as: ).*$")
"""What a title explains to whoever chooses: in brackets, behind a semicolon, by an example."""


def option_form(game: Game) -> list[dict[str, Any]]:
    """One entry for the number of players, and one for each option of the game."""
    players = {
        "name": "players",
        "title": _("Players"),
        "description": _("How many play"),
        "kind": "whole",
        "low": game.min_players,
        "high": game.max_players,
        "value": game.players,
    }
    schema = game.option_schema["properties"]
    return [players, *(_control(name, entry, game.options[name]) for name, entry in schema.items())]


def _title(name: str, entry: dict[str, Any]) -> str:
    """What an option is called: its description without the rule's number."""
    title = RULE_NUMBERS.sub("", entry.get("description", "")) or name
    return title[0].upper() + title[1:]


def _control(name: str, entry: dict[str, Any], value: Any) -> dict[str, Any]:
    bounds: dict[str, Any] = {}
    for part in (entry, *entry.get("anyOf", ())):
        bounds |= {key: part[key] for key in ("type", "minimum", "maximum", "enum", "const") if key in part}
        if part.get("type") == "null":
            bounds["type"] = next(p["type"] for p in entry["anyOf"] if p.get("type") != "null")
    control = {"name": name, "title": _title(name, entry), "description": entry.get("description", ""), "value": value}
    if "enum" in bounds:
        return {**control, "kind": "choice", "choices": bounds["enum"]}
    if bounds.get("type") == "boolean":
        return {**control, "kind": "yes"}
    if bounds.get("type") in ("integer", "number"):
        kind = "whole" if bounds["type"] == "integer" else "number"
        return {**control, "kind": kind, "low": bounds.get("minimum"), "high": bounds.get("maximum")}
    if bounds.get("type") == "array":
        return {**control, "kind": "list"}
    return {**control, "kind": "text"}


def subtitle(game: Game) -> str:
    """What is particular about this game: players, and the rules that differ from the usual."""
    parts = [_("{count} players").format(count=game.players)]
    schema = game.option_schema["properties"]
    for name, value in game.changed_options.items():
        if not schema[name].get("picture_only"):
            parts.append(_chosen(name, value, ASIDE.sub("", _title(name, schema[name]))))
    return " · ".join(parts)


def _chosen(name: str, value: Any, title: str) -> str:
    """An option as it was chosen."""
    if name == "start" and value >= 0:
        return _("{player} begins").format(player=PLAYER_LETTERS[value])
    if value is True:
        return title
    if value is False:
        return _("{option}: no").format(option=title)
    told = ", ".join(map(str, value)) if isinstance(value, list) else value
    return _("{option}: {value}").format(option=title, value=told)
