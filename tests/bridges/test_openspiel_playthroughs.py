"""OpenSpiel's playthroughs: a game told move by move in its own form, kept as a file, and told the same again.

After a change of what they tell: `python -m tests.bridges.test_openspiel_playthroughs` writes the files anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import gamekit.bridges.openspiel_game  # noqa: F401  registers the games

FOLDER = Path(__file__).with_name("playthroughs")
KEPT = {"kuhn": "gamekit_kuhn(players=2)", "pig": "gamekit_pig(goal=30,players=2)"}
SHORT = [
    "gamekit_kartenspiel(action=0,copies=1,hand=2,players=2,stages=1,values=4)",
    "gamekit_route66(players=2,rounds=1)",
    "gamekit_auf_achse(players=2,rounds=1)",
    "gamekit_ausgebremst(draw_grid=False,players=3)",
]
SEED = 1

if not flags.FLAGS.is_parsed():
    flags.FLAGS.mark_as_parsed()  # replaying asks for a flag of their command line


@pytest.mark.parametrize("name", KEPT)
def test_a_kept_playthrough_is_told_the_same_again(name: str) -> None:
    kept, again = generate_playthrough.replay(FOLDER / f"{name}.txt")
    assert kept.splitlines() == again.splitlines()
    assert f"game: {KEPT[name]}" in kept
    assert "PublicObservationString" not in kept, "it would be the view of player 0"


@pytest.mark.parametrize("told", SHORT)
def test_a_playthrough_of_a_short_game_can_be_told_and_told_again(told: str) -> None:
    once = generate_playthrough.playthrough(told, [], seed=SEED)
    moves = [int(line.removeprefix("action: ")) for line in once.splitlines() if line.startswith("action: ")]
    assert f"# State {len(moves)}\n" in once
    assert once.rstrip().splitlines()[-1].startswith("Returns() = ")
    assert generate_playthrough.playthrough(told, moves) == once


if __name__ == "__main__":
    for name, told in KEPT.items():
        text = generate_playthrough.playthrough(told, [], seed=SEED)
        (FOLDER / f"{name}.txt").write_text(text, "utf-8", newline="\n")
