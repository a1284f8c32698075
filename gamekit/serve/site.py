"""The whole site without a server: the gallery, every lesson, the Play pages, recorded games, quizzes and rulebooks.

What a lesson's page is like is in alone.py, what the other pages are like in export.py. Whatever pages share lies
beside them in `shared/` and is loaded by relative addresses, so the site opens from a stick and from any web space.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

import jinja2
from jupyter_core.paths import jupyter_path
from markupsafe import Markup

import gamekit as gk
from gamekit.browser.built import packed
from gamekit.browser.scripts import engine
from gamekit.files import write_whole
from gamekit.show import assets, fonts, still
from gamekit.words import _

from . import alone, export, pictures
from .export import Page
from .lessons import Lesson, Picture, find_lessons
from .pages import gallery_names
from .standing import STATIC

AT_A_TIME: Final = 2
"""Lessons that are run side by side."""
JUPYTER_STYLES: Final = ("index.css", "theme-light.css")
"""What makes a notebook's text look as it does; a served page has the same from Voilà's front end."""
COPIED: Final = ("icon.svg", "predict.js", "steps.js", "gallery.js", "gallery.css", "offline.js")
COLOURS: Final = {"theme_color": "#00629b", "background_color": "#fdfcf8"}
WORKER: Final = "sw.js"


def export_site(target: Path, folder: Path, tell: Callable[[int, str], object] = lambda number, title: None) -> int:
    """Write the site of the lessons in `folder`; returns how many pages. Each is written whole or not at all.

    `tell(number, title)` is called after each. Raises `LessonFailed` where a lesson does not run to its end.
    """
    number = 0
    written: dict[str, str] = {}
    for page in site(folder):
        (target / page.name).parent.mkdir(parents=True, exist_ok=True)
        write_whole(target / page.name, page.text)
        written[page.name] = page.text
        if page.title:
            number += 1
            tell(number, page.title)
    write_whole(target / WORKER, worker(written))
    return number


def site(folder: Path) -> Iterator[Page]:
    """Every file of the site but the one that lists them; those that are no pages have no title."""
    lessons = find_lessons(folder)
    yield from shared_files()
    yield Page("manifest.webmanifest", "", manifest())
    besides: dict[str, list[Page]] = {}
    for name in gk.game_names():
        game = gk.load(name)
        yield Page(f"pictures/{name}.svg", "", pictures.board(name) or "")
        for page in export.game_pages(game):
            besides.setdefault(name, []).append(page)
            yield page
    for lesson in lessons:
        if lesson.picture:
            yield Page(Places.thumb(lesson), "", thumb(folder, lesson))
    yield Page("index.html", _("All lessons"), gallery(lessons, {name: made[1:] for name, made in besides.items()}))
    with ThreadPoolExecutor(AT_A_TIME) as kernels:
        for lesson, ran in zip(lessons, kernels.map(partial(alone.run, folder), lessons), strict=True):
            yield Page(Places.lesson(lesson), lesson.title, alone.document(lesson, ran, edition()))


class Places:
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
    def play(game: str) -> str:
        """The Play page of a game."""
        return f"play/{game}.html"

    @staticmethod
    def board(game: str) -> str:
        """The picture of a game."""
        return f"pictures/{game}.svg"


def thumb(folder: Path, lesson: Lesson) -> str:
    """The picture of a lesson: a moment of its game, or the file beside its notebook."""
    if isinstance(lesson.picture, Picture):
        return pictures.board(lesson.game, lesson.picture.seed, lesson.picture.step) or ""
    return (folder / lesson.path).with_name(str(lesson.picture)).read_text(encoding="utf-8")


def gallery(lessons: list[Lesson], besides: dict[str, list[Page]]) -> str:
    """The landing page, by the template of the served one."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(STATIC.parent), autoescape=True, extensions=["jinja2.ext.i18n"]
    )
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        _, lambda one, many, n: _(one if n == 1 else many), newstyle=False
    )
    return environment.get_template("gallery.html").render(
        **gallery_names(lessons),
        tokens=Markup(still.COLOURS.read_text(encoding="utf-8")),
        include_url=lambda path: f"{path.replace('static/', 'shared/')}?{edition()}",
        place=Places,
        compiling={"said": ""},
        teaching="",
        base_url="",
        standing={"policy": alone.POLICY, "besides": besides},
    )


def shared_files() -> Iterator[Page]:
    """What lies beside the pages and is loaded by them; each script says of which edition it is."""
    scripts = stamped()
    for page in beside():
        stamp = f"(globalThis.gamekitFiles ??= {{}})[{page.name!r}] = {edition()!r};\n"
        yield replace(page, text=page.text + stamp) if page.name in scripts else page


@cache
def beside() -> tuple[Page, ...]:
    """The same without the edition."""
    games = {f"{name}.js": f"gamekit.add({packed(name)});\n" for name in gk.game_names(examples=True)}
    files = {name: (STATIC / name).read_text(encoding="utf-8") for name in COPIED}
    files |= {"font.css": fonts.faces(), "lesson.css": lesson_style(), "engine.js": engine(), "alone.js": page_script()}
    return tuple(Page(f"shared/{name}", "", text) for name, text in (files | games).items())


def stamped() -> set[str]:
    """The scripts without which a lesson's page does nothing: it looks whether they fit."""
    return {page.name for page in beside() if page.name.endswith(".js")} - {f"shared/{name}" for name in COPIED}


@cache
def edition() -> str:
    """By which pages know the files beside them: another one for every change of any of these."""
    return hashlib.sha256("\0".join(page.name + page.text for page in beside()).encode()).hexdigest()[:16]


def page_script() -> str:
    """The parts of lessons as one script; it leaves `globalThis.gamekitAlone`."""
    inner = f"{assets.module('alone')}\n{export.UNPACK}"
    return f"globalThis.gamekitAlone = (() => {{\n{inner}\nreturn {{ createPage, unpack }};\n}})();\n"


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
        "lang": "en",
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
    return f"const {{ version, files }} = {known};\n" + (STATIC / WORKER).read_text(encoding="utf-8")
