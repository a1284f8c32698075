"""Pictures and words in Python and in the browser are one: scene, changes, description, places to click, hints,
question, result and what is told of a step, for everybody.

Games of every variant of the conformance suite, played by lot and by strategies in turn: a few hundred steps a game,
more when the suite is thorough, and as many as `GAMEKIT_STEPS` says.
"""

from __future__ import annotations

import json
import os
import re
import zlib
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
from gamekit.core.game import FOLDER
from gamekit.core.i18n.catalogs import find_offered
from gamekit.core.i18n.translation import use_language
from gamekit.web.bundle import WEB
from gamekit.web.game_bundle import export_loaded
from gamekit.widgets.messages import page_messages
from gamekit.widgets.narration import make_plain, prompt, result, tell_step
from tests.play import SEED, enough, load, profile
from tests.web.node import ask, needs_node
from tests.web.test_same_game import ONLY_PYTHON

STEPS = int(os.environ.get("GAMEKIT_STEPS", enough(240, 600)))
"""Of each game; 10,000 take about two minutes of one core."""
ASKED = 6
"""Actions beside the legal ones whose place is compared at each step, any of the game's."""
VIEWERS = enough(1, 4)
"""Viewers at each step besides the one who sees everything, in turn."""
SKIPPED = enough(60, 200)
"""Each game is looked at from some step before this one on, so that short walks see late positions too."""
WHOLE = re.compile(r"(?<=\d)\.0(?!\d)")
"""Python writes a whole number that was computed as 12.0, JavaScript as 12."""
WHO = ((True, True), (True, False), (False, False))
"""Who is asked: a person, and here."""

DRAW = """
const { prompt, result, tellStep } = await import(`${given.show}/table/frame_builder.js`);
const { speaker } = await import(`${given.show}/shared/dom.js`);
const say = speaker(given.words), games = [];
let state = given.dice, number = 0;
const below = (n) => ((state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) >>> 8) % n;
const text = (changes) => JSON.stringify(changes).replace(/(?<=\\d)\\.0(?!\\d)/g, "");
const chosen = (session, strategies) =>
  below(3) ? session.choose(strategies[below(strategies.length)]) : session.legal()[below(session.legal().length)];

/** What is drawn and said of the position a session shows. */
function looked(session) {
  const { game, position } = session, { picture } = game;
  const asked = [...session.legal(), ...Array.from({ length: given.asked }, () => below(game.numActions))];
  const first = below(game.players), many = Math.min(given.viewers, game.players);
  const viewers = [null, ...Array.from({ length: many }, (_, i) => (first + i) % game.players)];
  const changes = viewers.map((viewer) => text(picture.changes(position, viewer)));
  number += 1;
  return {
    asked,
    viewers,
    changes: given.whole === number - 1 ? changes : changes.map((one) => crc(new TextEncoder().encode(one))),
    words: viewers.map((viewer) => picture.describe(position, viewer)),
    targets: picture.targets(position, asked),
    hints: picture.hints(position, asked),
    remarks: [session.legal(), ...asked.map((action) => [action])].map((actions) => picture.remark(position, actions)),
    prompts: given.who.map((who) => prompt(session, ...who, say)),
    result: result(session, say),
    told: viewers.map((viewer) => session.step
      ? tellStep(game, session.log.at(-1), session.positionAt(session.step - 1), position, viewer, say) : null),
  };
}

for (const { options, made } of given.variants) {
  const game = await gamekit.load(given.name, options, made), strategies = Object.keys(game.strategies);
  for (let left = given.share, scene = game.picture.scene(); left > 0; scene = null) {
    const session = game.session(below(2 ** 22)), skipped = below(given.skipped), lines = [];
    while (left > 0) {
      const looking = session.step >= skipped || session.over;
      if (looking) left -= 1;
      lines.push(looking ? looked(session) : null);
      if (session.over) break;
      session.play(session.player < 0 ? session.drawn() : chosen(session, strategies));
    }
    games.push({ options, seed: session.seed, history: session.history, lines, scene });
  }
}
tell(games);
"""


def canonical(table: dict[str, dict[str, Any]]) -> str:
    """Changes as a text that is the same in both languages."""
    written = json.dumps(table, separators=(",", ":"), ensure_ascii=False, default=make_plain)
    return WHOLE.sub("", written)


def told_of(session: gk.Session, viewer: int | None) -> dict[str, Any] | None:
    """What a viewer is told of the last step."""
    if not session.step:
        return None
    before = session.position_at(session.step - 1)
    return tell_step(session.game, session.log[-1], before, session.position, viewer)


def remark(picture: Any, game: gk.Game, s: Any, actions: list[int]) -> str:
    """What a picture says of the open question or of a refused action; most say nothing."""
    return str(picture.remark(game, s, actions)) if hasattr(picture, "remark") else ""


def looked(session: gk.Session, asked: list[int], viewers: list[int | None]) -> tuple[dict[str, Any], list[str]]:
    """What Python draws and says of the position a session shows, and its changes in full."""
    game, picture, s = session.game, session.game.picture, session.position
    tables = [canonical(picture.changes(game, s, viewer)) for viewer in viewers]
    hints = picture.hints(game, s, asked) if hasattr(picture, "hints") else {}
    return {
        "asked": asked,
        "viewers": viewers,
        "changes": [zlib.crc32(table.encode()) for table in tables],
        "words": [picture.describe(game, s, viewer) for viewer in viewers],
        "targets": {str(action): place for action, place in picture.targets(game, s, asked).items()},
        "hints": {str(action): hint for action, hint in hints.items()},
        "remarks": [remark(picture, game, s, actions) for actions in (session.legal(), *([one] for one in asked))],
        "prompts": [prompt(session, *who) for who in WHO],
        "result": result(session),
        "told": [told_of(session, viewer) for viewer in viewers],
    }, tables


@needs_node
@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_python_and_the_browser_draw_and_describe_the_same(name: str) -> None:
    variants = [
        {"options": options, "made": export_loaded(load(name, options)) if set(options) & ONLY_PYTHON else None}
        for options in profile(name).VARIANTS
    ]
    given = {"name": name, "variants": variants, "share": -(-STEPS // len(variants)), "dice": 17 + SEED}
    given |= {"asked": ASKED, "viewers": VIEWERS, "skipped": SKIPPED, "who": WHO}
    given |= {"show": WEB.as_uri(), "words": page_messages("table")}
    number = 0
    for played in ask(DRAW, name, **given, whole=None):
        session = load(name, played["options"]).session(played["seed"])
        if played["scene"]:
            assert WHOLE.sub("", played["scene"]) == WHOLE.sub("", session.game.picture.scene(session.game))
        for step, there in enumerate(played["lines"]):
            if there:
                here, tables = looked(session, there["asked"], there["viewers"])
                if here["changes"] != there["changes"]:
                    everything = ask(DRAW, name, **given, whole=number)
                    full = [line for game in everything for line in game["lines"] if line][number]["changes"]
                    assert [json.loads(table) for table in tables] == [json.loads(table) for table in full]
                assert there == here, f"step {step}"
                number += 1
            if step < len(played["history"]):
                session.play(played["history"][step])
    assert number >= STEPS


@needs_node
@pytest.mark.parametrize("name", gk.game_names(examples=True))
@pytest.mark.parametrize("code", find_offered()[1:])
def test_they_draw_and_describe_the_same_in_another_language(code: str, name: str) -> None:
    script = """
    const game = await gamekit.load(given.name), session = game.session(4);
    while (session.step < 150 && !session.over) session.play(session.player < 0 ? session.drawn() : session.legal()[0]);
    const { picture } = game, { position } = session;
    tell([picture.scene(), picture.describe(position), JSON.stringify(picture.changes(position))]);
    """
    with use_language(code):
        scene, words, changes = ask(script, name, name=name)
        game = gk.load(name)
        session = game.session(4)
        while session.step < 150 and not session.over:
            session.play(session.drawn() if session.player < 0 else session.legal()[0])
        assert WHOLE.sub("", scene) == WHOLE.sub("", game.picture.scene(game))
        assert words == game.picture.describe(game, session.position, None)
        assert WHOLE.sub("", changes) == canonical(game.picture.changes(game, session.position, None))


@needs_node
@pytest.mark.parametrize(("name", "there", "instead"), [("auf_achse", "Hamburg", "Hammaburg"), ("route66", "TX", "TE")])
def test_a_box_of_ones_own_is_drawn_and_named_alike(name: str, there: str, instead: str, tmp_path: Path) -> None:
    box = tmp_path / "box.toml"
    text = (FOLDER / name / "box.toml").read_text(encoding="utf-8")
    assert there in text
    box.write_text(text.replace(there, instead), encoding="utf-8")
    game = gk.load(name, players=3, box=box)
    script = """
    const game = await gamekit.load(given.name, {}, given.made), session = game.session(4);
    for (let i = 0; i < 30; i++) session.play(session.player < 0 ? session.drawn() : session.legal()[0]);
    tell([game.picture.scene(), game.picture.describe(session.position), session.log.map((step) => step.text)]);
    """
    scene, words, log = ask(script, name, name=name, made=export_loaded(game))
    session = game.session(4)
    for _ in range(30):
        session.play(session.drawn() if session.player < 0 else session.legal()[0])
    assert WHOLE.sub("", scene) == WHOLE.sub("", game.picture.scene(game))
    assert f">{instead}<" in scene
    assert words == game.picture.describe(game, session.position, None)
    assert log == [step.text for step in session.log]
