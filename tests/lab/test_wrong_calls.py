"""Whatever is wrong with a call of the public face, a sentence says so: each argument is given each wrong value."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import networkx as nx
import numpy as np
import pytest

import gamekit as gk
from gamekit.lab.chains import chain_of
from tests.play import choose_first, dealt

QUIET: Final = {"progress": False}


class Nothing:
    """A value of no use anywhere."""

    def __repr__(self) -> str:
        return "<nothing of use>"


def wrong_values() -> dict[str, Any]:
    """What people hand over instead of what is wanted, by what it is."""
    pig, kuhn = gk.load("pig", players=2), gk.load("kuhn")
    return {
        "None": None, "text": "x", "empty text": "", "-1": -1, "0": 0, "1.5": 1.5, "nan": float("nan"),
        "inf": float("inf"), "huge": 10**40, "True": True, "list": [], "list of texts": ["x"], "dict": {},
        "dict of nothing": {"x": Nothing()}, "tuple": (1, "x"), "bytes": b"\x00\xff",
        "path": Path("/nowhere/at/all"), "object": Nothing(), "class": Nothing, "function": lambda: None,
        "array": np.zeros((2, 3)), "record of nothing": np.zeros(1, [("x", np.int32)])[0], "other game": pig,
        "other session": pig.session(1), "other position": pig.start(),
        "numbers of another game": np.zeros(3, kuhn.rules.State.dtype), "complex": 1j,
    }  # fmt: skip


INNER: Final = ("Simulation.add", "Distribution.of")
"""Methods that only the package itself calls."""
OF_SEQUENCES: Final = [
    f"{kind}.{name}"
    for kind in ("Tournament", "WhatIf", "Coaching", "Profile", "Estimate")
    for name in ("count", "index")
]
"""What Python's own sequences have; they raise what sequences raise."""
ANYTHING: Final = {("Session.unwatch", "told"), ("Chain.build", "start")}
"""Where whatever it is has its meaning: somebody who does not watch, a state."""


def _of(made: Callable[[], Any], method: str, /, **arguments: Any) -> Any:
    return getattr(made(), method)(**arguments)


def decided(seed: int = 3) -> gk.Session:
    """Kuhn poker, where a player decides."""
    return dealt(gk.load("kuhn"), seed)


def over() -> gk.Session:
    """Kuhn poker to its end."""
    session = decided()
    while not session.over:
        session.roll() if session.player < 0 else session.play(session.legal()[0])
    return session


def _rolled() -> gk.Session:
    """A session where chance decides, and a step can be taken back or played again."""
    session = gk.load("kuhn").session(1)
    session.roll()
    session.roll()
    session.undo()
    return session


def load(options: Any, **more: Any) -> gk.Game:
    """A game with an option; `options` is what is given for it, or all options by name."""
    return gk.load(more.pop("name"), **more, **(options if isinstance(options, dict) else {"bet": options}))


def right_calls(folder: Path) -> dict[str, tuple[Callable[..., Any], dict[str, Any]]]:
    """Every public function and method, with arguments that are right."""
    game = gk.load("kuhn")
    games, few = {"games": 20, **QUIET}, {"playouts": 4}
    saved = decided().save(folder / "saved.json")
    functions: dict[str, dict[str, Any]] = {
        "simulate": {"game": game, "strategies": "random", "seed": 1, "executor": None, "statistics": (), "raw": None,
                     "start": None, "cancel": None, **games},
        "what_if": {"game": game, "vary": {"bet": [1]}, "strategies": "random", "seed": 1, "statistics": (),
                    "executor": None, "cancel": None, **games},
        "tournament": {"game": game, "strategies": ["random", "honest"], "seed": 1, "executor": None, "cancel": None,
                       "together": False, **games},
        "profile": {"name": "route66"},
        "coach": {"session": decided(), "seed": 1, "strategy": None, "even": False, "ahead": None, "seconds": None,
                  "progress": None, "cancel": None, **few},
        "outcomes": {"game": game, "position": game.start(), "steps": 1, "policy": choose_first,
                     "until": None, "most": 100},
        "tree": {"game": game, "position": game.start(), "depth": 1, "policy": choose_first,
                 "most": 100},
        "chain": {"steps": [[0.5, 0.5], [1, 0]], "states": "ab"},
        "levels": {"game": game, "best": 2},
        "load": {"name": "kuhn", "players": 2, "box": None, "options": {}},
        "set_language": {"code": "en"},
        "language": {},
        "game_names": {"examples": False},
        "open_session": {"path": saved, "box": None},
        "play": {"game": game, "seats": None, "viewer": None, "seed": 1, "opponents": True, "chance_acts": True,
                 "name": "a"},
        "replay": {"session": over(), "viewer": None, "name": "a"},
        "review": {"session": over(), "name": "a"},
    }  # fmt: skip
    found: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
        name: (load if name == "load" else getattr(gk, name), arguments) for name, arguments in functions.items()
    }
    found["Rulebook[…]"] = game.rulebook.__getitem__, {"number": "KUHN-01"}
    board = gk.play(game, name="wrong calls")
    found["Stepper.session"] = lambda session: setattr(board, "session", session), {"session": decided()}
    found["Stepper.save_picture"] = board.save_picture, {"path": folder / "board.svg"}
    found["chain_of"] = chain_of, {
        "game": game, "position": game.start(), "key": lambda s: s.tobytes(),
        "policy": choose_first, "until": lambda s: False, "most": 100,
    }  # fmt: skip
    simulation = gk.simulate(game, "random", games=20, progress=False)
    session = decided()
    chain = gk.chain([[0.5, 0.5], [0, 1]], ["a", "b"])
    things: dict[str, Callable[[], Any]] = {
        "Game": lambda: game,
        "Session": _rolled,
        "Simulation": lambda: simulation,
        "Distribution": lambda: simulation.distribution("steps"),
        "Estimate": lambda: simulation.win_rate(0),
        "Tournament": lambda: gk.tournament(game, ["random", "honest"], games=20, progress=False),
        "WhatIf": lambda: gk.what_if(game, {"bet": [1]}, games=20, progress=False),
        "Coaching": lambda: gk.coach(session, 4),
        "Outcomes": lambda: gk.outcomes(game, 1),
        "Node": lambda: gk.tree(game, 1),
        "Chain": lambda: chain,
        "Profile": lambda: gk.profile("route66"),
    }
    values: dict[str, Any] = {
        "s": session.position, "player": 0, "other": 1, "action": 6, "step": 0, "path": folder / "a.json",
        "told": lambda: None, "history": [], "rng": np.random.default_rng(1),
        "seed": 1, "name": "steps", "strategy": "random",
        "statistic": "steps", "count": 1, "of": lambda s: 0, "that": lambda s: True, "steps": 1, "start": "a",
        "until": ["b"], "reward": lambda state: 1, "truth": 0.5, "value": 1, "part": 0.5, "bounds": None, "ax": None,
        "title": "x", "index": 0,
    }  # fmt: skip
    other: dict[str, dict[str, Any]] = {
        "Coaching.of": {"action": 0},
        "Coaching.why_rather": {"action": 0, "other": 1},
        "Chain.build": {"start": "a", "steps": lambda state: {}, "most": 10},
        "Chain.walk": {"graph": nx.path_graph(3), "ends": [0], "weight": None},
    }  # fmt: skip
    for kind, made in things.items():
        for name in dir(made()):
            key = f"{kind}.{name}"
            member = inspect.getattr_static(made(), name)
            is_method = inspect.isfunction(member) or isinstance(member, classmethod)
            if name.startswith("_") or key in OF_SEQUENCES or key in INNER or not is_method:
                continue
            call = functools.partial(_of, made, name)
            asked = inspect.signature(getattr(made(), name)).parameters
            found[key] = call, dict(other.get(key, {})) or {argument: values[argument] for argument in asked}
    return found


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Callable[..., Any], dict[str, Any]]]:
    """The right calls."""
    return right_calls(tmp_path_factory.mktemp("calls"))


FUNCTIONS: Final = [name for name in gk.__all__ if inspect.isfunction(getattr(gk, name)) and name != "kernel"]


def tried(call: Callable[..., Any], arguments: dict[str, Any], name: str) -> list[str]:
    """What comes of one argument's wrong values, where it is neither an answer nor a sentence for people."""
    found = []
    for what, value in wrong_values().items():
        try:
            call(**{**arguments, name.rsplit(" ", 1)[1]: value})
        except gk.GamekitError as error:
            if not str(error).strip() or "\n" in str(error):
                found.append(f"{name} = {what}: {error!r}")
        except Exception as error:  # noqa: BLE001
            found.append(f"{name} = {what}: {error!r}")
        else:
            if what in ("object", "complex") and tuple(name.rsplit(" ", 1)) not in ANYTHING:
                found.append(f"{name} = {what}: taken, without a word")
    return found


def test_whatever_is_wrong_with_a_call_of_the_public_face_is_said_in_a_sentence(
    calls: dict[str, tuple[Callable[..., Any], dict[str, Any]]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)  # a file may be called “x”
    assert set(FUNCTIONS) <= set(calls), "a new function needs a right call here"
    found = []
    for name, (call, arguments) in calls.items():
        call(**arguments)
        for argument in arguments:
            found += tried(call, arguments, f"{name} {argument}")
    assert not found, "\n".join(found)
