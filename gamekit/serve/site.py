"""The whole site without a server: the gallery, every lesson, the Play pages, recorded games, quizzes and rulebooks.

What a lesson's page is like is in lesson_document.py, what the other pages are like in export.py. Whatever pages share
lies beside them in `shared/` and is loaded by relative addresses, so the site opens from a stick and from any web
space.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from posixpath import dirname, relpath
from typing import Annotated, Any, Final

from jupyter_core.paths import jupyter_path
from pydantic import Field, TypeAdapter

from gamekit.browser.built import game_script
from gamekit.browser.scripts import read_script, write_engine
from gamekit.errors import GamekitError
from gamekit.files import write_whole
from gamekit.game import game_names, load
from gamekit.show import assets, fonts, pictures
from gamekit.words import _, each_language, language, use_language

from . import export
from .export import SiteFile
from .handlers import environment
from .languages import draw_switch
from .lessons import HOME, Lesson, PictureMoment, choices, find_lessons, sort_levels
from .page_store import RECORDINGS_FORM, DrawnPage, PageStore, edition, package_hash, page_key
from .panel_workers import Workers
from .standing import LESSON_POLICY, STATIC

LONGEST_LESSON: Final = 900.0
"""Seconds for the cells of one lesson, or for the recordings of its panels."""
DURATIONS: Final = (15, 30, 45, 90)
JUPYTER_STYLES: Final = ("index.css", "theme-light.css")
"""What makes a notebook's text look as it does; a served page has the same."""
COPIED: Final = ("icon.svg", "predict.js", "steps.js", "gallery.js", "gallery.css", "offline.js")
COLOURS: Final = {"theme_color": "#00629b", "background_color": "#fdfcf8"}
WORKER: Final = "sw.js"
FILES_FORM: Final = TypeAdapter(Annotated[list[SiteFile], Field(min_length=1)])


class LessonFailed(GamekitError):
    """A lesson that did not run to its end."""


def export_site(
    target: Path,
    folder: Path,
    tell: Callable[[int, str], object] = lambda number, title: None,
    languages: Sequence[str] = (),
) -> int:
    """Write the site of the lessons in `folder`; returns how many pages. Each is written whole or not at all.

    With several languages the first one lies in `target`, each other in a folder of its code below it, whole, and every
    page leads to itself in the others: whoever reads one loads nothing of the others.
    `tell(number, title)` is called after each page. Raises `LessonFailed` where a lesson does not run to its end.
    """
    number = 0
    for spoken in languages or (language(),):
        with use_language(spoken):
            number = _export_language(target, folder, tell, languages, number)
    return number


def _export_language(
    target: Path, folder: Path, tell: Callable[[int, str], object], languages: Sequence[str], number: int
) -> int:
    """The site in the language that is spoken; `number` pages were written before."""
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
    """Where a language's site lies, below the first one's."""
    return spoken if spoken in languages[1:] else "."


def find_same_page(name: str, spoken: str, *, languages: Sequence[str]) -> str:
    """The way from a page in the language that is spoken to the same page in another one.

    >>> find_same_page("play/route66", "de", languages=("en", "de"))
    '../de/play/route66'
    """
    here, there = (f"{folder_of(one, languages)}/{name}" for one in (language(), spoken))
    return relpath(there, dirname(here))


def site(folder: Path) -> Iterator[SiteFile]:
    """Every file of the site but the one that lists them; those that are no pages have no title."""
    lessons = [lesson.translate() for lesson in find_lessons(folder)]
    yield from list_shared()
    yield SiteFile("manifest.webmanifest", "", manifest())
    besides: dict[str, list[SiteFile]] = {}
    for name in game_names():
        besides[name] = load_files(name, partial(export.game_pages, load(name)))
        yield SiteFile(f"pictures/{name}.svg", "", load_board(name))
        yield from besides[name]
    for lesson in lessons:
        if lesson.picture:
            yield SiteFile(SitePlaces.thumb(lesson), "", thumb(folder, lesson))
    yield SiteFile("index.html", _("All lessons"), gallery(lessons, {name: made[1:] for name, made in besides.items()}))
    for lesson, (drawn, recordings) in zip(lessons, make_pages(folder, lessons), strict=True):
        yield SiteFile(SitePlaces.lesson(lesson), lesson.title, drawn.export(recordings, edition()))


def load_files(name: str, make: Callable[[], Iterable[SiteFile]]) -> list[SiteFile]:
    """Files in which only the package has a say, as they are kept under this name, or made."""
    store, key = PageStore(), f"{name}-{language()}-{package_hash()[:32]}"
    kept = store.find(key, FILES_FORM)
    if kept is None:
        kept = list(make())
        store.keep(key, [asdict(page) for page in kept])
    return kept


def load_board(game: str, *moment: int) -> str:
    """The picture of a game, at a moment of it; kept likewise."""
    name = "-".join(map(str, ("board", game, *moment)))
    page, *_others = load_files(name, lambda: [SiteFile("", "", pictures.board(game, *moment) or "")])
    return page.text


def make_pages(folder: Path, lessons: list[Lesson]) -> Iterator[tuple[DrawnPage, dict[str, Any]]]:
    """Each lesson's page with recordings of its panels: as they are kept, or made by workers side by side.

    Raises `LessonFailed`.
    """
    workers = Workers(silent=LONGEST_LESSON)  # nobody waits at a page
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
    folder: Path, lesson: Lesson, workers: Workers, store: PageStore
) -> tuple[DrawnPage, dict[str, Any]]:
    """One lesson's page and recordings. Raises `LessonFailed`."""
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
    """The lesson has failed."""
    return LessonFailed(_("The lesson {title} could not be run: {error}").format(title=lesson.title, error=error))


def gallery_names(found: list[Lesson]) -> dict[str, Any]:
    """What the template of the landing page is given of the lessons, wherever it stands."""
    games = pictures.games()
    others = [lesson for lesson in found if lesson.path != HOME]
    shelves = [(game, [lesson for lesson in others if lesson.game == game.name]) for game in games]
    return {
        "start": next((lesson for lesson in found if lesson.path == HOME), None),
        "shelves": shelves,
        "topics": [lesson for lesson in others if lesson.game not in {game.name for game in games}],
        "count": len(others),
        "subjects": choices(others, "subject"),
        "levels": sort_levels(choices(others, "level")),
        "durations": [minutes for minutes in DURATIONS if any(lesson.minutes <= minutes for lesson in others)],
    }


class SitePlaces:
    """Where the landing page finds everything on a site without a server."""

    @staticmethod
    def lesson(lesson: Lesson) -> str:
        """The page of a lesson."""
        return f"lessons/{lesson.name}.html"

    @staticmethod
    def thumb(lesson: Lesson) -> str:
        """The picture of a lesson that has one."""
        return f"pictures/{lesson.name.replace('/', '-')}.svg"

    @staticmethod
    def page(about: str, game: str) -> str:
        """A page of a game: the one to "play" it on."""
        return f"{about}/{game}.html"

    @staticmethod
    def board(game: str) -> str:
        """The picture of a game."""
        return f"pictures/{game}.svg"


def thumb(folder: Path, lesson: Lesson) -> str:
    """The picture of a lesson: a moment of its game, or the file beside its notebook."""
    if isinstance(lesson.picture, PictureMoment):
        return load_board(lesson.game, lesson.picture.seed, lesson.picture.step)
    return picture_file(folder, lesson)


def picture_file(folder: Path, lesson: Lesson) -> str:
    """The file beside a notebook that is its picture; empty where there is none, or it lies elsewhere."""
    file = ((folder / lesson.path).parent / str(lesson.picture)).resolve()
    inside = file.is_relative_to(folder.resolve()) and file.suffix == ".svg" and file.is_file()
    return file.read_text(encoding="utf-8") if inside else ""


def gallery(lessons: list[Lesson], besides: dict[str, list[SiteFile]]) -> str:
    """The landing page, by the template of the served one."""
    page = environment().get_template("gallery.html")
    return page.render(
        **gallery_names(lessons),
        include_url=lambda path: f"{path.replace('static/', 'shared/')}?{edition()}",
        place=SitePlaces,
        teaching="",
        base_url="",
        standing={"policy": LESSON_POLICY, "besides": besides},
    )


def list_shared() -> Iterator[SiteFile]:
    """What lies beside the pages and is loaded by them; each script says of which edition it is."""
    scripts = list_stamped()
    for page in list_beside():
        stamp = f"(globalThis.gamekitFiles ??= {{}})[{page.name!r}] = {edition()!r};\n"
        yield replace(page, text=page.text + stamp) if page.name in scripts else page


@each_language()
def list_beside() -> tuple[SiteFile, ...]:
    """The same without the edition."""
    games = {f"{name}.js": game_script(name) for name in game_names(examples=True)}
    files = {name: read_script(STATIC / name) for name in COPIED}
    files |= {
        "font.css": fonts.faces(),
        "lesson.css": lesson_style(),
        "engine.js": write_engine(),
        "lesson.js": page_script(),
    }
    return tuple(SiteFile(f"shared/{name}", "", text) for name, text in (files | games).items())


def list_stamped() -> set[str]:
    """The scripts without which a lesson's page does nothing: it looks whether they fit."""
    return {page.name for page in list_beside() if page.name.endswith(".js")} - {f"shared/{name}" for name in COPIED}


def page_script() -> str:
    """The parts of lessons as one script; it leaves `globalThis.gamekitLesson`."""
    inner = f"{assets.module('cards/lesson')}\n{export.UNPACK}"
    return f"globalThis.gamekitLesson = (() => {{\n{inner}\nreturn {{ createPage, unpack }};\n}})();\n"


def lesson_style() -> str:
    """Everything that makes a lesson look as it does on a server."""
    folders = [Path(path) / "nbconvert" / "templates" / "lab" / "static" for path in jupyter_path()]
    found = next(folder for folder in folders if (folder / JUPYTER_STYLES[0]).is_file())
    jupyter = "\n".join((found / name).read_text(encoding="utf-8") for name in JUPYTER_STYLES)
    own = (STATIC / "lesson.css").read_text(encoding="utf-8")
    return "\n".join([jupyter, assets.style(), own])


def manifest() -> str:
    """What a browser must know to install the site."""
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
    """The service worker of a site with these files; another one wherever a letter of them is another."""
    summed = hashlib.sha256()
    for name in sorted(files):
        summed.update(f"{name}\0{files[name]}\0".encode())
    known = json.dumps({"version": summed.hexdigest()[:16], "files": sorted(files)}, indent=0)
    return f"const {{ version, files }} = {known};\n" + read_script(STATIC / WORKER)
