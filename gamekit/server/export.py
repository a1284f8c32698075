"""Self-contained pages of a game (recordings, quiz, rulebook, profile), which load nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gamekit.core.files import write_whole
from gamekit.core.game import Game
from gamekit.core.i18n.translation import _
from gamekit.core.kernel import CHANCE, OVER
from gamekit.core.replay import open_session
from gamekit.core.session import Session
from gamekit.core.svg import text
from gamekit.lab.puzzles import has_puzzles
from gamekit.server.document import document, paragraph
from gamekit.server.page_cache import pack_data
from gamekit.server.play_pages import play_page
from gamekit.server.puzzle_pages import puzzle_page
from gamekit.web import bundle, game_bundle
from gamekit.web import bundle as rules
from gamekit.web.bundle import inline_script
from gamekit.widgets import game_profile, rule_questions
from gamekit.widgets.guide import draw_guide
from gamekit.widgets.narration import ALL
from gamekit.widgets.quiz import quiz_data
from gamekit.widgets.session_sync import Following

SEEDS = (1, 2)
"""Seeds of the recorded games."""


def export_replay(replay: Path, target: Path) -> Path:
    """Write a replay as a self-contained page and return its path. Raises `ReplayError` if it is none."""
    session = open_session(replay)
    text = document(session.game.title, _("A saved game"), player_part(session), home="")
    target.parent.mkdir(parents=True, exist_ok=True)
    return write_whole(target, text)


@dataclass(frozen=True)
class SiteFile:
    """File of the site; `title` is empty if it is not a page."""

    name: str
    title: str
    text: str


def game_pages(game: Game) -> Iterator[SiteFile]:
    """Yield the pages of a game, the Play page first."""
    title = _("Play {title}").format(title=game.title)
    asked = f"../puzzles/{game.name}.html" if has_puzzles(game.name) else ""
    yield SiteFile(f"play/{game.name}.html", title, play_page(game.name, "../index.html", puzzles=asked))
    if asked:
        page = puzzle_page(game.name, "../index.html", f"../play/{game.name}.html")
        yield SiteFile(f"puzzles/{game.name}.html", _("Puzzles: what would you play?"), page)
    for seed in SEEDS:
        session, players = record_game(game, seed)
        title = _("A recorded game: {strategies}").format(strategies=", ".join(players))
        yield SiteFile(f"{game.name}-{seed}.html", title, document(game.title, title, player_part(session)))
    questions = rule_questions.situations(game)
    if questions:
        title = _("Which move do the rules allow, and why not the others?")
        data = quiz_data(questions, key="quiz", title=title, game=game)
        quiz = mount("cards/quiz", "createQuiz", data)
        yield SiteFile(f"{game.name}-quiz.html", title, document(game.title, title, quiz))
    profile = game_profile.kind_part(game.name)
    if profile is not None:
        yield SiteFile(
            f"{game.name}-kind.html", game_profile.title(), document(game.title, game_profile.title(), profile)
        )
    title = _("The rules")
    yield SiteFile(f"{game.name}-rules.html", title, document(game.title, title, rules_part(game)))


# --- recorded games ------------------------------------------------------------------------------------------------
def record_game(game: Game, seed: int) -> tuple[Session, list[str]]:
    """Play a game of the strategies against each other; return it and the strategies' titles by seat."""
    own = [strategy for strategy in game.strategies.values() if strategy.name != "random"]
    seats = [own[(player + seed - 1) % len(own)] for player in range(game.players)]
    session, rng = game.session(seed=seed), np.random.default_rng(seed)
    while session.player != OVER:
        if session.player == CHANCE:
            session.roll()
            continue
        legal = np.array(session.legal(), np.int32)
        choose = seats[session.player].choose
        session.play(int(choose(session.position, game.tables, session.player, legal, len(legal), rng)))
    return session, [strategy.title for strategy in seats]


def player_part(session: Session) -> str:
    """Return a board with a whole game, to be stepped through and played on from any step, without a server."""
    name = session.game.name
    following = Following(session.branch(), viewer=ALL, key=f"{name}-{session.seed}", shown_step=0)
    engine = f"<script>{inline_script(rules.write_engine() + f'gamekit.add({game_bundle.pack_game(name)});')}</script>"
    return engine + mount("table/static_table", "createBoard", following.greeting())


def mount(module: str, create: str, data: Any) -> str:
    """Return HTML of a JavaScript widget: a place for it, its data (compressed) and the script that starts it."""
    return (
        '<section id="part"></section>'
        f'<script type="application/gzip" id="data">{pack_data(data)}</script>'
        f"<script>(async function () {{\n{bundle.script(module)}\n{UNPACK}"
        f"{create}(document.getElementById('part'), await unpack(document.getElementById('data').textContent), null);"
        "})();</script>"
    )


# --- rules ----------------------------------------------------------------------------------------------------------
def rules_part(game: Game) -> str:
    """Return the rulebook as HTML."""
    marks = {"settled": _("settled by us"), "reconstructed": _("reconstructed"), "option": _("can be changed")}
    parts = [paragraph(_("In our own words. Where the published rules are silent, a mark says how we settled it."))]
    parts.insert(0, draw_guide(game.name))
    for number, rule in game.rulebook.items():
        said = "".join(f' <span class="mark">{text(marks[mark])}</span>' for mark in rule.marks)
        parts.append(
            f'<section class="rule" id="{text(number)}"><h2><span class="number">{text(number)}</span> '
            f"{text(rule.title)}{said}</h2>{paragraph(rule.text)}</section>"
        )
    return "".join(parts)


# --- pages ----------------------------------------------------------------------------------------------------------
UNPACK = """
async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}
"""
