"""Measure how often the coach's reasons are true: sign and size against independent continuations.

    python -m tools.measure.reasons kartenspiel --minutes 15 --keep
    python -m tools.measure.reasons                     # prints the stored table

Node plays games by the coach's playout strategy. At random decisions it asks the page's coach, and where the coach
gives a reason, both actions are continued many more times with other luck. For each kind of reason it prints how often
the difference has the sign told; how often its size lies within the 95 % interval of the size told (including the error
of the many continuations); and the ratio of the size told to the true size. `as chosen` are the figures of the
continuations by which a reason was chosen, `as told` those the coach tells. `--keep` writes the counts to the file that
the coach's page reads.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import platform
import shutil
import subprocess
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

import gamekit as gk
from gamekit.core.files import read_game_file, write_whole
from gamekit.lab.estimate import Z, share
from gamekit.lab.reasons import CONTINUATIONS
from gamekit.web.bundle import ENGINE
from gamekit.web.game_bundle import pack_game

FILE: Final = "reasons.toml"


class HitRate(NamedTuple):
    """Number of reasons of a kind, and of those with the right sign and with the size within its interval."""

    reasons: int
    signs: int
    sizes: int


class Measured(NamedTuple):
    """Date, machine and settings of a measurement of a game's reasons, and the result for each kind."""

    date: str
    machine: str
    players: int
    seed: int
    games: int
    positions: int
    continuations: int
    kinds: Mapping[str, HitRate]


@functools.cache
def load_reasons(name: str) -> Measured | None:
    """Return the stored measurement of a game; None if there is none.

    >>> load_reasons("kartenspiel").seed
    1
    """
    text = read_game_file(name, FILE)
    if text is None:
        return None
    kept = tomllib.loads(text)
    return Measured(**kept | {"kinds": {kind: HitRate(*counts) for kind, counts in kept["kinds"].items()}})


FIRST_SEED = 1
GAMES_FOLDER = Path(gk.__file__).parent / "games"

IN_NODE = """
import fs from "node:fs";
const given = JSON.parse(fs.readFileSync(0, "utf8"));
const load = (name) => import(`${given.web}/${name}.js`);
const [{ gamekit }, { findLineup }, { runTask }, { streamWords, Stream }, { reasonFrom, findWatched }] =
  await Promise.all(["engine", "coach", "worker_tasks", "random", "reasons"].map(load));
gamekit.add(given.pack);
const game = await gamekit.load(given.pack.name, { players: given.players });
const { seats } = findLineup(game), watched = findWatched(game), many = watched.length + 2;
const tell = (value) => console.log(JSON.stringify(value));

const gapOf = ({ kind, said }, pairs) => {
  const apart = [];
  const column = watched.findIndex((one) => one.said === said);
  for (const [one, other] of pairs)
    for (let row = 0; row < one.length; row += many) {
      const [phase, same] = [one, other].map((found) => found[row + many - 2]);
      if (["open", "moves"].includes(kind)) {
        if (phase === same && phase >= 0) apart.push(one[row + many - 1] - other[row + many - 1]);
      } else apart.push(one[row + column] - other[row + column]);
    }
  const n = apart.length, mean = apart.reduce((all, x) => all + x, 0) / n;
  const variance = apart.reduce((all, x) => all + (x - mean) ** 2, 0) / (n - 1);
  return [mean, Math.sqrt(Math.max(variance, 1 / n) / n)];
};

const ask = async (session, seed) => {
  const player = session.player, view = session.view(player);
  const table = await session.coach({ playouts: 100, seed });
  const playOn = (told) => table.slice(0, 2).map(({ action }) =>
    runTask(game, { kind: "happenings", seats, seed, view, player, action, told }).returns);
  const chosen = playOn(0);
  if (!reasonFrom(game, ...chosen)) return;
  const told = playOn(1), reason = reasonFrom(game, ...chosen, told);
  if (!reason) return;
  const truth = Array.from({ length: given.many }, (_, k) => playOn(2 + k));
  for (const part of reason.parts)
    tell({ kind: part.kind, gaps: [[chosen], [told], truth].map((pairs) => gapOf(part, pairs)) });
};

const end = Date.now() + 60_000 * given.minutes;
let seed = given.first - 1, positions = 0;
while (Date.now() < end) {
  seed += 1;
  const session = game.session(seed), lot = new Stream([seed, 1]);
  while (!session.over && Date.now() < end) {
    if (session.player < 0) session.roll();
    else {
      if (session.legal().length > 1 && lot.random() < 1 / 12) await ask(session, (positions += 1));
      const words = streamWords([seed], [session.step, 2]);
      session.play(game.machine.choose(seats[session.player], session.position, session.player, words));
    }
  }
}
tell({ positions, games: seed - given.first + 1 });
"""
"""Program for Node. Luck of its many continuations starts where that of coach and reasons ends."""


class Gap(NamedTuple):
    """A difference and its standard error."""

    value: float
    error: float


class Statement(NamedTuple):
    """Differences of one reason in the continuations it was chosen by, in those told, and in very many."""

    chosen: Gap
    told: Gap
    truth: Gap

    def is_held(self, gap: Gap) -> bool:
        """Return whether a difference agrees with `truth` within the 95 % interval of their distance."""
        return abs(gap.value - self.truth.value) <= Z * float(np.hypot(gap.error, self.truth.error))


def measure(name: str, players: int, many: int, minutes: float) -> Iterator[dict[str, Any]]:
    """Run Node; yield each reason, and at last the numbers of positions and games."""
    pack = json.loads(pack_game(name))
    given = {"web": ENGINE.as_uri(), "pack": pack, "players": players, "many": many, "minutes": minutes}
    command = [str(shutil.which("node")), "--input-type=module", "-e", IN_NODE]
    text = json.dumps({**given, "first": FIRST_SEED})
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, check=True)
    yield from map(json.loads, done.stdout.splitlines())


def print_rows(name: str, found: dict[str, list[Statement]]) -> None:
    """Print a row of the table for each kind of reason."""
    for kind, all_of in sorted(found.items()):
        right = share(rate(all_of).signs, len(all_of))
        cells = []
        for which in ("chosen", "told"):
            gaps = [getattr(one, which) for one in all_of]
            held = share(sum(one.is_held(gap) for one, gap in zip(all_of, gaps, strict=True)), len(all_of))
            # A line through nothing: told sizes over true ones, each counting as it is certain.
            weighed = [
                (gap.value, one.truth.value, one.chosen.error**-2) for one, gap in zip(all_of, gaps, strict=True)
            ]
            ratio = sum(x * true * w for x, true, w in weighed) / sum(true * true * w for _x, true, w in weighed)
            cells += [f"{held}", f"{ratio:.3f}"]
        print(f"| {name} | {kind} | {len(all_of)} | {right} | {' | '.join(cells)} |", flush=True)


def rate(all_of: list[Statement]) -> HitRate:
    """Return the numbers of reasons told with the right sign and with the right size."""
    signs = sum(one.told.value * one.truth.value > 0 for one in all_of)
    return HitRate(len(all_of), signs, sum(one.is_held(one.told) for one in all_of))


def kept_rows() -> list[str]:
    """Return the rows of the table of all stored measurements."""
    heads = ("game, players", "kind of reason", "reasons", "sign right", "size within its interval", "positions")
    rows = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for name in gk.game_names():
        found = load_reasons(name)
        for kind, (reasons, signs, sizes) in found.kinds.items() if found else ():
            assert found is not None
            shares = f"{share(signs, reasons)} | {share(sizes, reasons)}"
            rows.append(f"| {name}, {found.players} | {kind} | {reasons} | {shares} | {found.positions} |")
    return rows


def write_toml(found: Measured) -> str:
    """Return a measurement as TOML, as `load_reasons` reads it."""
    lines = [
        "# Measured by `python -m tools.measure.reasons --keep`. Of each kind: reasons, signs that are right, and",
        "# sizes within the 95 % interval of the difference.",
    ]
    for key, value in found._asdict().items():
        if key != "kinds":
            lines.append(f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value}")
    lines += ["", "[kinds]", *(f"{kind} = {list(rate)}" for kind, rate in sorted(found.kinds.items()))]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure one game and print its rows, or print the stored table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="?")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--many", type=int, default=8, help="hundreds of continuations for the truth")
    parser.add_argument("--minutes", type=float, default=15.0, help="no new position after so long")
    parser.add_argument("--keep", action="store_true", help="write the counts into the game's folder")
    chosen = parser.parse_args()
    if chosen.game is None:
        print("\n".join(kept_rows()))
        return
    *told, last = measure(chosen.game, chosen.players, chosen.many, chosen.minutes)
    found: dict[str, list[Statement]] = defaultdict(list)
    for one in told:
        found[one["kind"]].append(Statement(*(Gap(*gap) for gap in one["gaps"])))
    print(f"{last['positions']} positions of {last['games']} games")
    print_rows(chosen.game, found)
    if chosen.keep:
        kinds = {kind: rate(all_of) for kind, all_of in found.items()}
        many, machine = chosen.many * CONTINUATIONS, f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
        now = date.today().isoformat()
        measured = Measured(now, machine, chosen.players, FIRST_SEED, last["games"], last["positions"], many, kinds)
        write_whole(GAMES_FOLDER / chosen.game / FILE, write_toml(measured))


if __name__ == "__main__":
    main()
