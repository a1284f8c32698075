"""Every argument of the public face changes what comes of it: one that does nothing is found here."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
from gamekit.words import _
from tests.play import choose_first

Change = tuple[Any, Any]
"""An argument's value, and another one with which something else must come out."""


class Hands(ThreadPoolExecutor):
    """An executor that knows whether it was asked."""

    asked = 0

    def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
        type(self).asked += 1
        return super().submit(*args, **kwargs)


def stopped() -> threading.Event:
    """Somebody has asked it to end before it began."""
    event = threading.Event()
    event.set()
    return event


def cards(**more: Any) -> gk.Game:
    """The card game, one stage of it, for two."""
    return gk.load("kartenspiel", players=2, stages=1, **more)


def own_box(folder: Path) -> Path:
    """A card game with many more of the highest cards."""
    source = (Path(gk.__file__).parent / "games/kartenspiel/box.toml").read_text(encoding="utf-8")
    changed = source.replace("110 = 6, 120 = 6", "110 = 0, 120 = 12")
    assert changed != source
    box = folder / "box.toml"
    box.write_text(changed, encoding="utf-8")
    return box


def dealt(game: gk.Game | None = None, seed: int = 3, moves: int = 0) -> gk.Session:
    """The card game up to a player's decision, and so many more."""
    session = (game or cards()).session(seed)
    while session.player < 0 or moves > 0:
        moves -= session.player >= 0
        session.roll() if session.player < 0 else session.play(session.legal()[0])
    return session


def over(seed: int = 3) -> gk.Session:
    """A short game of Pig from beginning to end: whoever has points keeps them."""
    session = gk.load("pig", players=2, goal=10).session(seed)
    while not session.over:
        session.roll() if session.player < 0 else session.play(session.legal()[-1])
    return session


def lowest(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> int:
    """The first legal action."""
    return int(actions[0])


def frame(found: Any) -> str:
    """All figures of a simulation, a tournament, a profile …"""
    return str(found.to_frame().to_csv())


def framed(found: gk.Simulation) -> str:
    """The returns of all games, where they were kept."""
    try:
        return frame(found)
    except gk.OptionError as error:
        return str(error)


def greeted(board: Any) -> dict[str, Any]:
    """What a board tells its page."""
    return dict(board.following.greeting())


Faces = dict[str, tuple[dict[str, Change], Callable[..., object]]]


@pytest.fixture(scope="module")
def faces(tmp_path_factory: pytest.TempPathFactory) -> Faces:
    """For each function: its arguments with another value of each, and what is compared."""
    folder = tmp_path_factory.mktemp("arguments")
    game, other, box = cards(), cards(limit=90), own_box(folder)
    pig, farther = gk.load("pig", players=2, goal=10), gk.load("pig", players=2, goal=30)
    near = pig.start()
    near["scores"][0] = 8  # a throw or two, and one of the two games is over
    saved = dealt(cards(box=box)).save(folder / "game.json")
    dealt(cards(box=box), seed=5).save(folder / "other.json")
    stop: Change = (None, stopped())
    none = {"progress": (False, False)}
    return {
        "simulate": (
            {
                "game": (game, other), "strategies": ("random", "planner"), "games": (40, 41), "seed": (1, 2),
                "statistics": ((), ["num_notes"]), "raw": (None, False), "start": (None, dealt(moves=6).position),
                "cancel": stop, **none,
            },
            lambda *given, **more: framed(gk.simulate(*given, **more)),
        ),
        "what_if": (
            {
                "game": (game, cards(box=box)), "vary": ({"limit": [150]}, {"limit": [90]}),
                "strategies": ("random", "planner"), "games": (40, 80), "seed": (1, 2),
                "statistics": ((), ["num_notes"]), "cancel": stop, **none,
            },
            lambda *given, **more: [(frame(one), one.statistics) for one in gk.what_if(*given, **more)],
        ),
        "tournament": (
            {
                "game": (game, other), "strategies": (["random", "greedy"], ["random", "planner"]), "games": (40, 80),
                "seed": (1, 2), "together": (False, True), "cancel": stop, **none,
            },
            lambda *given, **more: repr(gk.tournament(*given, **more).matrix()) + frame(gk.tournament(*given, **more)),
        ),
        "profile": ({"name": ("route66", "kartenspiel")}, lambda *given, **more: frame(gk.profile(*given, **more))),
        "coach": (
            {
                "session": (dealt(), dealt(seed=4)), "playouts": (20, 40), "seed": (1, 2), "strategy": (None, "random"),
                "even": (False, True), "ahead": (0, 2), "seconds": (None, 1e-9), "cancel": stop,
                "progress": (None, None),
            },
            lambda *given, **more: (frame(gk.coach(*given, **more)), gk.coach(*given, **more).cancelled),
        ),
        "outcomes": (
            {
                "game": (pig, farther), "position": (near, pig.start()), "steps": (3, 4),
                "policy": (gk_uniform(), choose_first), "until": (None, lambda p: bool(p["pot"])),
                "most": (200_000, 1),
            },
            lambda *given, **more: said(lambda: [(bytes(p), c) for p, c in gk.outcomes(*given, **more)]),
        ),
        "tree": (
            {
                "game": (pig, farther), "position": (near, pig.start()), "depth": (4, 5),
                "policy": (gk_uniform(), choose_first), "most": (5_000, 1),
            },
            lambda *given, **more: said(
                lambda: [(n.probability, bytes(n.position)) for n in gk.tree(*given, **more).leaves()]
            ),
        ),
        "chain": (
            {"steps": ([[0.5, 0.5], [1, 0]], [[0.5, 0.5], [0, 1]]), "states": ("ab", "cd")},
            lambda *given, **more: gk.chain(*given, **more).stationary(),
        ),
        "levels": (
            {"game": (game, pig), "best": (None, 7)},
            lambda *given, **more: [one.description for one in gk.levels(*given, **more).values()],
        ),
        "load": (
            {"name": ("kartenspiel", "route66"), "players": (None, 2), "box": (None, box)},
            lambda name, players, box: repr(gk.load(name, players, box=box if name == "kartenspiel" else None).tables)
            + name,
        ),
        "set_language": ({"code": ("en", "de")}, in_language),
        "game_names": ({"examples": (False, True)}, gk.game_names),
        "open_session": (
            {"path": (saved, folder / "other.json"), "box": (box, None)},
            lambda path, box: said(lambda: bytes(gk.open_session(path, box).position)),
        ),
        "play": (
            {
                "game": (pig, gk.load("pig", players=3)), "seats": (None, [None, None]), "viewer": (None, 1),
                "seed": (1, 2), "opponents": (True, False), "chance_acts": (True, False), "name": ("a", "b"),
            },
            lambda *given, **more: greeted(gk.play(*given, **more)),
        ),
        "replay": (
            {"session": (over(), over(seed=4)), "viewer": (None, 1), "name": ("a", "b")},
            lambda *given, **more: greeted(gk.replay(*given, **more)),
        ),
        "review": (
            {"session": (over(), over(seed=4)), "name": ("a", "b")},
            lambda *given, **more: greeted(gk.review(*given, **more)),
        ),
    }  # fmt: skip


def in_language(code: str) -> str:
    """What is said in a language that was chosen; the suite goes on in English."""
    gk.set_language(code)
    try:
        return f"{gk.language()}: {_('All games')}"
    finally:
        gk.set_language("en")


def gk_uniform() -> Any:
    """The policy that is taken where none is given."""
    return inspect.signature(gk.outcomes).parameters["policy"].default


def said(call: Callable[[], object]) -> object:
    """What comes, or the error's sentence."""
    try:
        return call()
    except gk.GamekitError as error:
        return str(error)


ELSEWHERE = {"progress", "executor", "options", "function"}
"""Those that leave the answer as it is, or have any name; tests of their own follow."""


def pairs() -> Iterator[tuple[str, str]]:
    """Every function of the face, and every argument of it."""
    for name in gk.__all__:
        thing = getattr(gk, name)
        if callable(thing) and not inspect.isclass(thing):
            for argument in inspect.signature(thing).parameters:
                if argument not in ELSEWHERE:
                    yield name, argument


@pytest.mark.parametrize(("name", "argument"), list(pairs()))
def test_every_argument_of_the_public_face_changes_what_comes_out(name: str, argument: str, faces: Faces) -> None:
    arguments, answer = faces[name]
    first = {known: values[0] for known, values in arguments.items()}
    assert argument in arguments, "a new argument needs another value here, with which something else comes out"
    assert answer(**first) == answer(**first)
    assert answer(**first) != answer(**{**first, argument: arguments[argument][1]})


@pytest.mark.parametrize("name", ["simulate", "what_if", "tournament", "coach"])
def test_progress_is_told_to_its_end_and_changes_nothing(name: str, faces: Faces) -> None:
    arguments, answer = faces[name]
    first = {known: values[0] for known, values in arguments.items()}
    told: list[float] = []
    assert answer(**{**first, "progress": told.append}) == answer(**first)
    assert told[-1] == pytest.approx(1)
    assert all(0 <= share <= 1 for share in told)


@pytest.mark.parametrize("name", ["simulate", "what_if", "tournament"])
def test_an_executor_is_asked_and_changes_nothing(name: str, faces: Faces) -> None:
    arguments, answer = faces[name]
    first = {known: values[0] for known, values in arguments.items()}
    Hands.asked = 0
    with Hands(1) as hands:
        assert answer(**{**first, "executor": hands}) == answer(**first)
    assert Hands.asked > 0


def test_a_kernel_is_the_function_it_marks() -> None:
    marked = gk.kernel(lowest)
    assert marked(None, None, 0, [7, 8], 2, None) == 7
    assert repr(gk.simulate(cards(), marked, games=20, progress=False)).count("lowest") == 2
