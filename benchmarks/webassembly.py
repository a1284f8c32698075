"""Compare the rules in a browser with the rules as machine code: decisions per second of random games on one core.

    python -m benchmarks.webassembly [GAME...]

Node runs the engine in turns with Python, in CPU time, so that other work slows both; the best of each counts. With a
Chromium (GAMEKIT_BROWSER) and Playwright, Chromium is measured too, in elapsed time.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import gamekit as gk
from benchmarks.measure import job, one_core
from gamekit.lab.engine.batches import CHUNK
from gamekit.web.bundle import ENGINE, inline_script, write_engine
from gamekit.web.game_bundle import pack_game

CHUNKS = 4
"""Number of chunks of a round; rounds are short, so that some are undisturbed, and the best one counts."""
PAIRS = 3
SECONDS = 2.0
BROWSER = os.environ.get("GAMEKIT_BROWSER", "/usr/bin/chromium")

PLAY = """
const measure = (game, run, batches, seconds, clock) => {
  const seats = Array(game.players).fill(0), position = game.machine.start().slice();
  const task = { kind: "position", seats, seed: 1, position, size: 256 };
  const round = () => {
    let decisions = 0;
    for (let batch = 0; batch < batches; batch++)
      run(game, { ...task, batch }).counts.forEach((n, i) => (decisions += i % 2 ? n : 0));
    return decisions;
  };
  round();
  let best = 0;
  for (let spent = 0; spent < seconds; ) {
    const began = clock(), decisions = round(), took = clock() - began;
    best = Math.max(best, decisions / took);
    spent += took;
  }
  return best;
};
"""
IN_NODE = f"""
const given = JSON.parse((await import("node:fs")).readFileSync(0, "utf8"));
const take = (name) => import(`${{given.web}}/${{name}}.js`);
const [{{ gamekit }}, {{ runTask }}] = [await take("engine"), await take("worker_tasks")];
gamekit.add(given.pack);
{PLAY}
const clock = () => {{ const used = process.cpuUsage(); return (used.user + used.system) / 1e6; }};
console.log(measure(await gamekit.load(given.pack.name), runTask, given.batches, given.seconds, clock));
"""


class Found(NamedTuple):
    """Decisions per second: machine code, Node, Chromium (0 if there is none)."""

    native: float
    node: float
    chromium: float


def in_node(name: str) -> float:
    """Return the decisions per second in Node, which must be installed."""
    given = {"web": ENGINE.as_uri(), "pack": json.loads(pack_game(name)), "batches": CHUNKS, "seconds": SECONDS}
    command = [str(shutil.which("node")), "--input-type=module", "-e", IN_NODE]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=True)
    return float(done.stdout)


def in_chromium(name: str) -> float:
    """Return the decisions per second on a page in Chromium; 0 if there is none."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return 0.0
    if not Path(BROWSER).exists():
        return 0.0
    bare = write_engine().replace(
        "globalThis.gamekit = gamekit;", "globalThis.gamekit = gamekit; globalThis.runTask = runTask;"
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox", "--disable-gpu"])
        page: Any = browser.new_page()
        page.set_content(f"<!doctype html><script>{inline_script(bare)}</script>")
        found = page.evaluate(
            f"""async (pack) => {{
              {PLAY}
              gamekit.add(pack);
              return measure(await gamekit.load(pack.name), runTask, {CHUNKS}, {SECONDS}, () => Date.now() / 1e3);
            }}""",
            json.loads(pack_game(name)),
        )
        browser.close()
    return float(found)


def compared(name: str) -> Found:
    """Return the speeds of one game, with machine code and Node measured in turns."""
    rounds = [(one_core(job(name, games=CHUNKS * CHUNK)).decisions, in_node(name)) for _ in range(PAIRS)]
    return Found(max(native for native, _ in rounds), max(node for _, node in rounds), in_chromium(name))


def main(names: list[str]) -> None:
    """Print a line for each game."""
    for name in names or gk.game_names():
        found = compared(name)
        parts = [f"{name}: {found.native / 1e6:.2f} million decisions a second as machine code"]
        for where, speed in (("node", found.node), ("Chromium", found.chromium)):
            parts.append(f"{speed / 1e6:.2f} in {where} ({speed / found.native:.0%})")
        print(", ".join(parts), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
