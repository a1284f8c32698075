"""What the core alone can do: run in an environment in which a wheel was installed without any extra (.ci/wheel)."""

import importlib.util
import subprocess
import sys

import gamekit as gk
from gamekit import bridges
from gamekit.core.extras import EXTRA_OF, EXTRAS, MissingExtra

there = [package for package in EXTRA_OF if importlib.util.find_spec(package)]
assert not there, f"the core brings {there}"

for name in gk.game_names(examples=True):
    session = gk.load(name).session(seed=1)
    while session.player < 0:
        session.roll()
    session.play(session.legal()[0])
game = gk.load("pig", players=2, goal=20)
session = game.session(seed=1)
found = gk.simulate(game, "random", games=500, progress=False)
print(found)
print(gk.coach(session, playouts=50))
print(gk.tournament(game, ["random", *list(game.strategies)[1:2]], games=100, progress=False))
print(gk.outcomes(session, 2), gk.tree(session, 1), gk.chain([[0.5, 0.5], [1, 0]]).stationary(), sep="\n")
print(gk.profile("route66")["luck"])
print(gk.open_session(session.save("game.json")))
assert found._repr_html_() is None  # a notebook without pandas shows the text
assert dir(gk) and gk.__doc__


def lessons() -> None:
    """A lesson's first line."""
    importlib.import_module("gamekit.lessons.kit")


lacking = {
    found.to_frame: "lessons",
    found.plot: "lessons",
    lambda: gk.play(game): "lessons",
    lambda: bridges.load_pyspiel: "openspiel",
    lambda: bridges.pettingzoo_env: "pettingzoo",
    lambda: bridges.vector_env: "gymnasium",
    lessons: "lessons",
}
for wanted, extra in lacking.items():
    try:
        wanted()
    except MissingExtra as error:
        assert f"roadgames[{extra}]" in str(error), error
        print(error)
    else:
        raise AssertionError(f"{extra} is not needed after all")
for command in ("serve", "export", "lab", "voila"):
    done = subprocess.run(
        [sys.executable, "-m", "gamekit", command, *(["site"] if command == "export" else ["--no-browser"])],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 1 and "which is not installed" in done.stderr and "Traceback" not in done.stderr, done
    print(done.stderr, end="")
print(f"The core alone plays, simulates, coaches, solves, and says what {', '.join(EXTRAS)} would bring.")
