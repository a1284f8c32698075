"""Every text of every board stands in its frame, over no other text, and is large enough, at a desk and on a phone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.i18n.catalogs import find_offered
from gamekit.core.i18n.translation import each_language, use_language
from gamekit.server.site_export import record_game
from gamekit.web import bundle, font_faces
from gamekit.widgets.narration import tell_step
from tests.browser.conftest import settle
from tests.play import enough, load, profile, random_game, take_share

Open = Callable[..., Any]

MEASURE = (Path(__file__).parent / "texts.js").read_text(encoding="utf-8").rstrip().removesuffix(";")
SEED = 0
"""Always the same moments: a picture is mended where it was looked at."""
QUICK = [(name, 0, width) for name in gk.game_names() for width in (1280, 375)]
THOROUGH = [(name, 0, width) for name in gk.game_names() for width in (1280, 1366)] + [
    (name, variant, width)
    for name in gk.game_names()
    for variant in range(1, len(profile(name).VARIANTS))
    for width in (1280, 375)
]
"""Other numbers of players, other circuits, the children's game."""
CHOSEN = [*QUICK, *(pytest.param(*one, marks=pytest.mark.thorough) for one in take_share(THOROUGH, 6))]
BOARD = """
globalThis.board = new Board({ say: (name) => name, picked() {}, refused() {} });
document.querySelector(".gk-left").append(board.node);
"""
LOGGED = """
globalThis.log = new Log({ say: (name) => name, players: [], go() {}, preview() {} });
document.querySelector(".gk-right").append(make("div", { class: "gk-panel" }, log.node));
"""
PAGE = (
    '<!DOCTYPE html><meta charset="utf-8"><style>{style} body{{margin:8px}}</style><body class="gk-look">'
    '<div class="gk"><div class="gk-columns"><div class="gk-left"></div><div class="gk-right"></div></div></div>'
    "<script>{script}</script>"
)
SHOW = """([scene, changes]) => {
  if (globalThis.drawn !== scene) board.mount(globalThis.drawn = scene);
  board.show(new Map(Object.entries(changes)), { title: "", description: "", animate: false, targets: new Map() });
}"""
LOG = """(steps) => {
  log.fill(steps);
  const told = [...log.node.querySelectorAll("button > span, h3")];
  const edge = log.node.getBoundingClientRect().right;
  const wide = told.filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > edge);
  return [told.length, wide.map((one) => one.textContent), log.node.scrollWidth <= log.node.clientWidth];
}"""
MOST_TOLD = 300


@each_language()
def positions(name: str, variant: int) -> tuple[str, tuple[dict[str, Any], ...]]:
    """A scene and what it shows at a few moments of a random game, each through all eyes and through a player's."""
    game = load(name, profile(name).VARIANTS[variant])
    walk = [s for s, _action in random_game(game, SEED + variant, profile(name).MOST_STEPS)]
    chosen = np.random.default_rng(SEED).choice(
        len(walk), min(4 if variant else enough(4, 6), len(walk)), replace=False
    )
    shown = [
        game.picture.changes(game, walk[number], viewer)
        for number in {int(number) for number in chosen} | {0, len(walk) - 1}
        for viewer in (None, 0)
    ]
    return game.picture.scene(game), tuple(shown)


@pytest.fixture
def page(tmp_path: Path) -> str:
    file = tmp_path / "board.html"
    style = font_faces.faces() + bundle.style()
    file.write_text(PAGE.format(style=style, script=bundle.script("board/board") + BOARD), encoding="utf-8")
    return file.as_uri()


@pytest.mark.parametrize(("name", "variant", "width"), CHOSEN)
def test_every_text_stands_in_its_frame_and_over_no_other(
    name: str, variant: int, width: int, page: str, open_page: Open
) -> None:
    opened = open_page(page, width=width, still=True)
    for look in ("16px", "bold 16px"):
        opened.evaluate("font => document.fonts.load(font)", f'{look} "{font_faces.FAMILY}"')
    wrong, codes = {}, find_offered()
    for code in codes[: enough(len(codes) if width == 375 else 1, len(codes))]:
        with use_language(code):
            wrong[code] = measure(opened, *positions(name, variant))
    assert {code: found for code, found in wrong.items() if found} == {}


def measure(opened: Any, scene: str, moments: tuple[dict[str, Any], ...]) -> list[str]:
    """What is wrong with the texts of a scene at some moments."""
    wrong: set[str] = set()
    for changes in moments:
        opened.evaluate(SHOW, [scene, json.loads(json.dumps(changes))])
        if changes is moments[0]:
            settle(opened)  # a phone's arrangement follows the width
        count, found = opened.evaluate(f"({MEASURE})(board.svg)")
        assert count > 0
        wrong |= set(found)
    return sorted(wrong)


# --- what is told beside them ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", gk.game_names())
def test_every_line_of_what_happened_is_as_wide_as_a_phone(name: str, tmp_path: Path, open_page: Open) -> None:
    file = tmp_path / "log.html"
    script = f"{bundle.script('board/log')}{LOGGED}"
    file.write_text(PAGE.format(style=font_faces.faces() + bundle.style(), script=script), encoding="utf-8")
    opened = open_page(file.as_uri(), width=375, still=True)
    session, _players = record_game(gk.load(name), SEED)
    for code in find_offered():
        with use_language(code):
            steps = [
                tell_step(session.game, step, session.position_at(number), session.position_at(number + 1), None)
                for number, step in enumerate(session.log[:MOST_TOLD])
            ]
        assert len({step["text"] for step in steps}) > 20
        assert opened.evaluate(LOG, json.loads(json.dumps(steps)))[1:] == [[], True], code
