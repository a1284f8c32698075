"""Export of the whole site without a server: lessons, and self-contained pages of each game.

Shared files are in `shared/` and loaded by relative URLs, so that the site also opens from a USB stick.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from posixpath import dirname, relpath
from typing import Annotated, Any, Final

import numpy as np
from jupyter_core.paths import jupyter_path
from pydantic import Field, TypeAdapter

from gamekit.core.errors import GamekitError
from gamekit.core.files import write_whole
from gamekit.core.game import Game, game_names, load
from gamekit.core.i18n.translation import _, each_language, language, use_language
from gamekit.core.kernel import CHANCE, OVER
from gamekit.core.replay import open_session
from gamekit.core.session import Session
from gamekit.core.svg import text
from gamekit.lab.puzzles import has_puzzles
from gamekit.lessons.catalog import HOME, Lesson, PictureMoment, choices, find_lessons, sort_levels
from gamekit.lessons.topics import find_path
from gamekit.server.document import LESSON_POLICY, SITE, document, paragraph, steps_script
from gamekit.server.handlers import environment
from gamekit.server.language_negotiation import draw_switch
from gamekit.server.page_cache import RECORDINGS_FORM, DrawnPage, PageStore, edition, pack_data, package_hash, page_key
from gamekit.server.play_pages import play_page, puzzle_page
from gamekit.server.worker_pool import WorkerPool
from gamekit.web import bundle, font_faces, game_bundle
from gamekit.web.bundle import inline_script, read_script, write_engine
from gamekit.web.game_bundle import game_script
from gamekit.widgets import board_pictures, game_profile, rule_questions
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
    engine = f"<script>{inline_script(write_engine() + f'gamekit.add({game_bundle.pack_game(name)});')}</script>"
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
    marks = {
        "settled": _("our reading of the rules"),
        "reconstructed": _("reconstructed"),
        "option": _("can be changed"),
    }
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


LONGEST_LESSON: Final = 900.0
"""Seconds for the cells of a lesson, or for recording its panels."""
DURATIONS: Final = (15, 30, 45, 90)
JUPYTER_STYLES: Final = ("index.css", "theme-light.css")
"""Style sheets of notebooks; a served page has the same."""
COPIED: Final = ("icon.svg", "lesson_steps.js", "gallery.js", "gallery.css", "offline.js")
COLOURS: Final = {"theme_color": "#00629b", "background_color": "#fdfcf8"}
WORKER: Final = "sw.js"
"""Address of the service worker; another one would leave visitors of an earlier edition with its files for ever."""
FILES_FORM: Final = TypeAdapter(Annotated[list[SiteFile], Field(min_length=1)])


class LessonFailed(GamekitError):
    """A lesson did not run to its end."""


def export_site(
    target: Path,
    folder: Path,
    tell: Callable[[int, str], object] = lambda number, title: None,
    languages: Sequence[str] = (),
) -> int:
    """Write the site of the lessons in `folder` and return the number of pages; each is written atomically.

    With several languages the first is written to `target`, each other to a folder of its code below; every page links
    to itself in the others. `tell(number, title)` is called after each page. Raises `LessonFailed` if a lesson fails.
    """
    number = 0
    for spoken in languages or (language(),):
        with use_language(spoken):
            number = _export_language(target, folder, tell, languages, number)
    return number


def _export_language(
    target: Path, folder: Path, tell: Callable[[int, str], object], languages: Sequence[str], number: int
) -> int:
    """Write the site in the current language after `number` pages; return the new number."""
    root = target / folder_of(language(), languages)
    written: dict[str, str] = {}
    for page in site(folder):
        text = page.text
        if page.title:
            number += 1
            up = "../" * page.name.count("/")
            switch = draw_switch(languages, partial(find_same_page, page.name, languages=languages), up)
            text = f"{switch}</body>".join(text.rsplit("</body>", 1))
        (root / page.name).parent.mkdir(parents=True, exist_ok=True)
        write_whole(root / page.name, text)
        written[page.name] = text
        if page.title:
            tell(number, page.title)
    write_whole(root / WORKER, worker(written))
    return number


def folder_of(spoken: str, languages: Sequence[str]) -> str:
    """Return the folder of a language's site, relative to the first one's."""
    return spoken if spoken in languages[1:] else "."


def find_same_page(name: str, spoken: str, *, languages: Sequence[str]) -> str:
    """Return the relative path from a page in the current language to the same page in another one.

    >>> find_same_page("play/route66", "de", languages=("en", "de"))
    '../de/play/route66'
    """
    here, there = (f"{folder_of(one, languages)}/{name}" for one in (language(), spoken))
    return relpath(there, dirname(here))


def site(folder: Path) -> Iterator[SiteFile]:
    """Yield every file of the site but the service worker; files that are not pages have no title."""
    lessons = [lesson.translate() for lesson in find_lessons(folder)]
    yield from list_shared()
    yield SiteFile("manifest.webmanifest", "", manifest())
    besides: dict[str, list[SiteFile]] = {}
    for name in game_names():
        besides[name] = load_files(name, partial(game_pages, load(name)))
        yield SiteFile(f"pictures/{name}.svg", "", load_board(name))
        yield from besides[name]
    for lesson in lessons:
        if lesson.picture:
            yield SiteFile(SitePlaces.thumb(lesson), "", thumb(folder, lesson))
    yield SiteFile("index.html", _("All lessons"), gallery(lessons, {name: made[1:] for name, made in besides.items()}))
    for lesson, (drawn, recordings) in zip(lessons, make_pages(folder, lessons), strict=True):
        yield SiteFile(SitePlaces.lesson(lesson), lesson.title, drawn.export(recordings, edition()))


def load_files(name: str, make: Callable[[], Iterable[SiteFile]]) -> list[SiteFile]:
    """Return files that depend on the package alone, from the page store or made by `make`."""
    store, key = PageStore(), f"{name}-{language()}-{package_hash()[:32]}"
    kept = store.find(key, FILES_FORM)
    if kept is None:
        kept = list(make())
        store.keep(key, [asdict(page) for page in kept])
    return kept


def load_board(game: str, *moment: int) -> str:
    """Return the picture of a game, perhaps at (seed, step), from the page store or drawn."""
    name = "-".join(map(str, ("board", game, *moment)))
    page, *_others = load_files(name, lambda: [SiteFile("", "", board_pictures.board(game, *moment) or "")])
    return page.text


def make_pages(folder: Path, lessons: list[Lesson]) -> Iterator[tuple[DrawnPage, dict[str, Any]]]:
    """Yield each lesson's page and its panels' recordings, stored or made by workers. Raises `LessonFailed`."""
    workers = WorkerPool(silent=LONGEST_LESSON)  # no visitor waits, so runs may be long
    store, at_a_time = PageStore(), asyncio.Semaphore(workers.count)

    async def make(lesson: Lesson) -> tuple[DrawnPage, dict[str, Any]]:
        async with at_a_time:  # so that a lesson's panels are recorded by the worker that has just drawn it
            return await make_lesson_page(folder, lesson, workers, store)

    async def begin() -> list[asyncio.Task[tuple[DrawnPage, dict[str, Any]]]]:
        return [asyncio.create_task(make(lesson)) for lesson in lessons]

    with asyncio.Runner() as runner:
        try:
            for task in runner.run(begin()):
                yield runner.run(asyncio.wait_for(task, None))
        finally:
            workers.close()


async def make_lesson_page(
    folder: Path, lesson: Lesson, workers: WorkerPool, store: PageStore
) -> tuple[DrawnPage, dict[str, Any]]:
    """Return a lesson's page and recordings. Raises `LessonFailed`."""
    key = page_key(folder, lesson)
    order = {"language": language(), "key": key, "folder": str(folder.resolve()), "lesson": lesson.model_dump()}

    async def make(do: str, name: str, what: str) -> Any:
        said = await workers.result({**order, "do": do})
        if said["type"] == "error":
            raise explain_failure(lesson, said["text"])
        if what == "page" and said[what]["failed"]:
            raise explain_failure(lesson, said[what]["failed"])
        store.keep(name, said[what])
        return said[what]

    page = store.find_page(key)
    if page is None:
        page = DrawnPage(**await make("draw", key, "page"))
    recordings = store.find(f"{key}-recorded", RECORDINGS_FORM)
    if recordings is None or not {str(one["number"]) for one in page.panels.values()} <= recordings.keys():
        recordings = await make("record", f"{key}-recorded", "recordings")
    return page, recordings


def explain_failure(lesson: Lesson, error: str) -> LessonFailed:
    return LessonFailed(_("The lesson {title} could not be run: {error}").format(title=lesson.title, error=error))


def gallery_names(found: list[Lesson]) -> dict[str, Any]:
    """Return the names that the template of the landing page needs about lessons."""
    games = board_pictures.games()
    others = [lesson for lesson in found if lesson.path != HOME]
    shelves = [(game, [lesson for lesson in others if lesson.game == game.name]) for game in games]
    return {
        "start": next((lesson for lesson in found if lesson.path == HOME), None),
        "shelves": shelves,
        "path": find_path(others),
        "topics": [lesson for lesson in others if lesson.game not in {game.name for game in games}],
        "count": len(others),
        "subjects": choices(others, "subject"),
        "levels": sort_levels(choices(others, "level")),
        "durations": [minutes for minutes in DURATIONS if any(lesson.minutes <= minutes for lesson in others)],
    }


class SitePlaces:
    """Relative URLs of a site without a server, for the landing page."""

    @staticmethod
    def lesson(lesson: Lesson) -> str:
        return f"lessons/{lesson.name}.html"

    @staticmethod
    def thumb(lesson: Lesson) -> str:
        return f"pictures/{lesson.name.replace('/', '-')}.svg"

    @staticmethod
    def page(about: str, game: str) -> str:
        """Return the URL of a game's page: "play", "puzzles", "kind" or "rules"."""
        return f"{about}/{game}.html"

    @staticmethod
    def board(game: str) -> str:
        return f"pictures/{game}.svg"


def thumb(folder: Path, lesson: Lesson) -> str:
    """Return the picture of a lesson as SVG: a moment of its game, or the file beside its notebook."""
    if isinstance(lesson.picture, PictureMoment):
        return load_board(lesson.game, lesson.picture.seed, lesson.picture.step)
    return picture_file(folder, lesson)


def picture_file(folder: Path, lesson: Lesson) -> str:
    """Return the SVG file beside a notebook that its lesson names; "" if there is none inside the folder."""
    file = ((folder / lesson.path).parent / str(lesson.picture)).resolve()
    inside = file.is_relative_to(folder.resolve()) and file.suffix == ".svg" and file.is_file()
    return file.read_text(encoding="utf-8") if inside else ""


def gallery(lessons: list[Lesson], besides: dict[str, list[SiteFile]]) -> str:
    """Return the landing page, from the template of the server's."""
    page = environment().get_template("gallery.html")
    return page.render(
        **gallery_names(lessons),
        include_url=lambda path: f"shared/{path.rpartition('/')[2]}?{edition()}",
        place=SitePlaces,
        teaching="",
        base_url="",
        standing={"policy": LESSON_POLICY, "besides": besides},
    )


def list_shared() -> Iterator[SiteFile]:
    """Yield the files in `shared/`; scripts carry the edition they belong to."""
    scripts = list_stamped()
    for page in list_beside():
        stamp = f"(globalThis.gamekitFiles ??= {{}})[{page.name!r}] = {edition()!r};\n"
        yield replace(page, text=page.text + stamp) if page.name in scripts else page


@each_language()
def list_beside() -> tuple[SiteFile, ...]:
    """Return the files in `shared/` without edition; cached per language."""
    games = {f"{name}.js": game_script(name) for name in game_names(examples=True)}
    files = {name: read_script(SITE / name) for name in COPIED}
    files |= {
        "font.css": font_faces.faces(),
        "lesson.css": lesson_style(),
        "engine.js": write_engine(),
        "lesson.js": page_script(),
        "lesson_steps.js": steps_script(),
    }
    return tuple(SiteFile(f"shared/{name}", "", text) for name, text in (files | games).items())


def list_stamped() -> set[str]:
    """Return the scripts that a lesson's page needs; it checks their edition."""
    return {page.name for page in list_beside() if page.name.endswith(".js")} - {f"shared/{name}" for name in COPIED}


def page_script() -> str:
    """Return the widgets of lessons as one script that sets `globalThis.gamekitLesson`."""
    inner = f"{bundle.module('cards/lesson_page')}\n{UNPACK}"
    return f"globalThis.gamekitLesson = (() => {{\n{inner}\nreturn {{ createPage, unpack }};\n}})();\n"


def lesson_style() -> str:
    """Return the style sheet of a lesson's page: Jupyter's and our own."""
    folders = [Path(path) / "nbconvert" / "templates" / "lab" / "static" for path in jupyter_path()]
    found = next(folder for folder in folders if (folder / JUPYTER_STYLES[0]).is_file())
    jupyter = "\n".join((found / name).read_text(encoding="utf-8") for name in JUPYTER_STYLES)
    own = (SITE / "lesson.css").read_text(encoding="utf-8")
    return "\n".join([jupyter, bundle.style(), own])


def manifest() -> str:
    """Return the web app manifest, with which browsers install the site."""
    said: dict[str, Any] = {
        "name": _("gamekit: four road games to take apart"),
        "short_name": "gamekit",
        "lang": language(),
        "start_url": "index.html",
        "scope": "./",
        "display": "standalone",
        **COLOURS,
        "icons": [{"src": "shared/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
    }
    return json.dumps(said, ensure_ascii=False, indent=1) + "\n"


def worker(files: dict[str, str]) -> str:
    """Return the service worker of a site; its version is a hash of the files."""
    summed = hashlib.sha256()
    for name in sorted(files):
        summed.update(f"{name}\0{files[name]}\0".encode())
    known = json.dumps({"version": summed.hexdigest()[:16], "files": sorted(files)}, indent=0)
    return f"const {{ version, files }} = {known};\n" + read_script(SITE / "service_worker.js")
