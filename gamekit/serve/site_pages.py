"""The addresses of gallery, lessons, Play pages, pictures and shared files."""

from __future__ import annotations

import asyncio
import gzip
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

import tornado.web

from gamekit.classroom.buckets import TooManyError
from gamekit.game import game_names, load
from gamekit.lab.puzzles import has_puzzles
from gamekit.show import assets, fonts, kind
from gamekit.words import _, each_language, language, rules_language, speak, use_language

from . import lessons, play, site, standing
from .class_pages.common import name_visitor
from .export import rules_part
from .handlers import Page, allow_unauthenticated
from .lesson_pages import Gallery, LessonPages, NotDrawnError
from .page_store import SERVED_POLICY, edition
from .panel_workers import TooBusyError
from .puzzles import puzzle_page
from .static import FRESH_FOR, KeptFile, StaticFile, read_files

LONGEST_HOLD: Final = 20.0
"""Seconds a page that waits for its lesson is not answered; then it asks again."""
SHORT_HOLD: Final = 0.7
"""Seconds a lesson may take until its page says that it is being prepared."""


@dataclass(frozen=True)
class ServerPlaces:
    """Where the landing page finds everything on the server; a site without one has its own (site.py)."""

    base_url: str

    def lesson(self, lesson: lessons.Lesson) -> str:
        """The page of a lesson."""
        return f"{self.base_url}lessons/{quote(lesson.name)}.html"

    def thumb(self, lesson: lessons.Lesson) -> str:
        """The picture of a lesson that has one."""
        return f"{self.base_url}{lesson.picture_address}"

    def page(self, about: str, game: str) -> str:
        """A page of a game: to "play" it, its "puzzles", its "kind", its "rules"."""
        return f"{self.base_url}{about}/{game}"

    def board(self, game: str) -> str:
        """The picture of a game."""
        return f"{self.base_url}picture/{game}.svg"


class GalleryPage(Page):
    """The landing page."""

    async def get(self) -> None:
        """Show it."""
        names = await self.draw_aside(read_gallery, self.settings["gamekit_gallery"])
        teaching = self.settings["gamekit_teaching"](self)
        self.show("gallery.html", teaching=teaching, place=ServerPlaces(self.base_url), **names)


def read_gallery(gallery: Gallery) -> dict[str, Any]:
    """Return what the landing page shows: every lesson of a folder, by games."""
    return site.gallery_names(gallery.lessons())


class PictureAddress(Page):
    """An address of a picture."""

    async def draw(self, drawn: str | None) -> None:
        """Give the SVG, which loads nothing; a 404 where there is none."""
        if not drawn:
            raise tornado.web.HTTPError(404)
        self.set_header("Content-Type", "image/svg+xml; charset=utf-8")
        self.set_header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; font-src data:")
        await self.send_same(drawn.encode())


class PicturePage(PictureAddress):
    """A board as a picture: /picture/GAME.svg, with ?seed= and ?step= for another moment."""

    async def get(self, name: str) -> None:
        """Give the SVG; it stays the same as long as the rules do."""
        given = {key: value for key in ("seed", "step") if (value := self.get_query_argument(key, ""))}
        game, queue = name.removesuffix(".svg"), self.settings["gamekit_drawing"]
        if not name.endswith(".svg") or game not in game_names():
            raise tornado.web.HTTPError(404)
        try:
            moment = lessons.PictureMoment(**{key: int(value) for key, value in given.items()})
            drawn = await queue.draw(game, moment, self.is_shown(game, moment), name_visitor(self))
        except ValueError:
            drawn = None
        except (TooBusyError, TooManyError):
            raise tornado.web.HTTPError(503) from None
        self.set_header("Cache-Control", f"max-age={FRESH_FOR}")
        await self.draw(drawn)

    def is_shown(self, game: str, moment: lessons.PictureMoment) -> bool:
        """Return whether the gallery shows a picture: a game's usual one, or the one that a lesson names."""
        found = self.settings["gamekit_gallery"].lessons()
        return moment == lessons.PictureMoment() or any(one.game == game and one.picture == moment for one in found)


class LessonPicture(PictureAddress):
    """The picture file of a lesson, /thumb/LESSON: the one its notebook names, and no other file."""

    async def get(self, name: str) -> None:
        """Give the SVG."""
        lesson = self.settings["gamekit_gallery"].lesson(name)
        if lesson is None or not isinstance(lesson.picture, str):
            raise tornado.web.HTTPError(404)
        await self.draw(site.picture_file(self.settings["gamekit_gallery"].folder, lesson))


class PlayPage(Page):
    """A game to be played, /play/GAME: it plays by itself."""

    async def get(self, name: str) -> None:
        """Give the page."""
        if name not in game_names():
            raise tornado.web.HTTPError(404)
        asks = self.settings["gamekit_teaching"](self) == "board"
        asked = f"{self.base_url}puzzles/{name}" if has_puzzles(name) else ""
        page = await self.draw_aside(play.play_page, name, self.base_url, asks, asked)
        await self.give(page, play.ASKING if asks else standing.POLICY)


class PuzzlesPage(Page):
    """The puzzles of a game, /puzzles/GAME; where there are none, a page that says so."""

    async def get(self, name: str) -> None:
        """Give the page; the first time its puzzles are played through."""
        if name not in game_names():
            raise tornado.web.HTTPError(404)
        asks = self.settings["gamekit_teaching"](self) == "board"
        home = self.base_url
        page = await self.draw_aside(puzzle_page, name, home, f"{home}play/{name}", asks)
        await self.give(page, play.ASKING if asks else standing.POLICY)


class ReadPage(Page):
    """What there is to read about a game: its rulebook, /rules/GAME, and of what kind it is as measured, /kind/GAME."""

    async def get(self, about: str, name: str) -> None:
        """Give the page; nothing runs on it."""
        if name not in game_names():
            raise tornado.web.HTTPError(404)
        page = await self.draw_aside(read_page, about, name, self.base_url)
        if page is None:
            raise tornado.web.HTTPError(404)
        await self.give(page, standing.POLICY)


@each_language()
def read_page(about: str, name: str, home: str) -> str | None:
    """Return what there is to read about a game: its "rules", or of what "kind" it is; None if that is not known."""
    game = load(name)
    title, part = (
        (_("The rules"), mark_rules(rules_part(game))) if about == "rules" else (kind.title(), kind.kind_part(name))
    )
    return None if part is None else standing.document(game.title, title, part, home)


def mark_rules(part: str) -> str:
    """Rules on a page; a screen reader is told where they are English and the page is not."""
    return part if rules_language() == language() else f"<div{standing.mark_english()}>{part}</div>"


class LessonPage(Page):
    """A lesson, below /lessons: as it is kept, or a page that says that it is being made and comes by itself."""

    async def get(self, name: str) -> None:
        """Give the page, or say politely why not."""
        pages: LessonPages = self.settings["gamekit_pages"]
        lesson = await asyncio.to_thread(pages.gallery.lesson, name)
        if lesson is None:
            raise tornado.web.HTTPError(404)
        page = await asyncio.to_thread(pages.ready, lesson)
        if page is None:
            waits = "ready" in self.request.query_arguments
            drawing = asyncio.ensure_future(pages.page(lesson, str(self.request.remote_ip)))
            await asyncio.wait({drawing}, timeout=LONGEST_HOLD if waits else SHORT_HOLD)
            if not drawing.done():
                self.set_status(202)
                self.show("preparing.html", title=lesson.title)
                return
            try:
                page = drawing.result()
            except NotDrawnError as error:
                self.set_status(503)
                self.show("not_drawn.html", reason=str(error))
                return
        pages.open(lesson)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.allow(SERVED_POLICY)
        self.set_header("Cache-Control", "no-store" if page.failed else "no-cache")
        self.send("" if page.failed else f'"{page.key}"', page.compressed, lambda: gzip.decompress(page.compressed))


class SharedFile(Page):
    """What lies beside lessons, /shared/FILE: engine, games, scripts, styles, as on a site without a server."""

    @allow_unauthenticated
    async def get(self, name: str) -> None:
        """Give the file; a page asks for it by its edition, so it never changes under its address."""
        this = self.speak_as(self.request.query)
        found = (await self.draw_aside(list_shared)).get(name)
        if found is None:
            raise tornado.web.HTTPError(404)
        self.set_header("Content-Type", found.kind)
        self.set_header("Cache-Control", "max-age=31536000, immutable" if this else "no-cache")
        self.send(found.tag, found.compressed, lambda: found.body)

    def speak_as(self, asked: str) -> bool:
        """Whether a page asks for files as they are now; then they are in the language of the page."""
        for one in sorted(self.settings["gamekit_languages"] or [language()], key=lambda one: one != language()):
            with use_language(one):
                this = asked == edition()
            if this:
                speak(one)
                self.clear_header("Vary")
                return True
        return False


@each_language()
def list_shared() -> dict[str, StaticFile]:
    """The files beside lessons, by name, to be sent."""
    kinds = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
    return {
        file.name.removeprefix("shared/"): StaticFile(
            file.text.encode(), f"{kinds[file.name.rpartition('.')[2]]}; charset=utf-8"
        )
        for file in site.list_shared()
    }


class Alive(Page):
    """Whether somebody answers, /alive: every page asks while it is looked at."""

    @allow_unauthenticated
    def get(self) -> None:
        """Yes."""
        self.set_header("Cache-Control", "no-store")
        self.set_status(204)


ADDRESSES: Final[list[tuple[str, type[Any]]]] = [
    ("/", GalleryPage),
    ("/picture/(.*)", PicturePage),
    ("/thumb/(.*)", LessonPicture),
    ("/play/(.*)", PlayPage),
    ("/puzzles/(.*)", PuzzlesPage),
    ("/(kind|rules)/(.*)", ReadPage),
    ("/lessons/(.*)", LessonPage),
    ("/shared/(.*)", SharedFile),
    ("/alive", Alive),
]
SHARED_SCRIPTS: Final = (
    *(f"shared/{name}.js" for name in ("dom", "files", "memory", "numbers", "typed")),
    *("class/line.js", "class/queue.js"),
)
"""Scripts of pages without a server that pages of a class load, too."""


def list_files() -> list[tuple[str, type[Any], dict[str, Any]]]:
    """Return the addresses of scripts, styles and fonts, each with its table; all of it is read from the disk once."""
    own = sorted(path.name for path in standing.STATIC.iterdir() if path.is_file())
    typefaces = sorted(path.name for path in fonts.FOLDER.glob("*.woff2"))
    return [
        ("/static/(.*)", KeptFile, {"files": read_files(standing.STATIC, own), "fresh_for": 0}),
        ("/web/(.*)", KeptFile, {"files": read_files(assets.WEB, SHARED_SCRIPTS)}),
        ("/font/(.*)", KeptFile, {"files": read_files(fonts.FOLDER, typefaces)}),
    ]
