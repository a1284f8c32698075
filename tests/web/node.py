"""Node runs the engine as a browser would: `ask` hands a script what it needs as JSON and gets JSON back."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from gamekit.web.bundle import ENGINE
from gamekit.web.game_bundle import pack_game

PICTURE: Final = re.compile(r"data:text/javascript[^\s:]*")
"""A picture as node names it: by its whole text."""
NODE: Final = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="there is no node on this machine")

HEAD: Final = """
import fs from "node:fs";
const given = JSON.parse(fs.readFileSync(0, "utf8"));
const { gamekit } = await import(given.web + "/engine.js");
for (const pack of given.packs) gamekit.add(pack);
const tell = (value) => fs.writeFileSync(1, JSON.stringify(value));
const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});
const crc = (bytes) => {
  let c = 0xffffffff;
  for (const byte of bytes) c = crcTable[(c ^ byte) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
};
const refusal = async (act) => {
  try { await act(); return null; } catch (error) { return [error.name, error.message]; }
};
"""


def ask(script: str, *games: str, **given: Any) -> Any:
    """What the script tells; it knows `given`, `gamekit`, `tell` and `refusal`."""
    everything = {**given, "web": ENGINE.as_uri(), "packs": [json.loads(pack_game(game)) for game in games]}
    done = subprocess.run(
        [str(NODE), "--input-type=module", "-e", HEAD + script],
        input=json.dumps(everything),
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parent,
    )
    assert done.returncode == 0, PICTURE.sub("picture", done.stderr)[-3000:]
    return json.loads(done.stdout)
