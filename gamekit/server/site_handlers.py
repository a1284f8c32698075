"""Handlers of the landing page, lessons, Play pages, pictures and shared files."""

from __future__ import annotations

import asyncio
import gzip
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

import tornado.web

from gamekit.core.game import game_names, load
from gamekit.core.i18n.translation import _, each_language, language, rules_language, speak, use_language
from gamekit.lab.puzzles import has_puzzles
from gamekit.lessons import catalog
from gamekit.server import document, play_pages, site_export
from gamekit.server.class_handlers import name_visitor
from gamekit.server.handlers import Page, allow_unauthenticated
from gamekit.server.lesson_pages import Gallery, LessonPages, NotDrawnError
from gamekit.server.page_cache import SERVED_POLICY, edition
from gamekit.server.play_pages import puzzle_page
from gamekit.server.rate_limit import TooManyError
from gamekit.server.site_export import rules_part
from gamekit.server.static_files import FRESH_FOR, FileHandler, StaticFile, read_files
from gamekit.server.worker_pool import TooBusyError
from gamekit.web import bundle, font_faces
from gamekit.widgets import game_profile

LONGEST_HOLD: Final = 20.0
"""Seconds for which the request of a waiting page is held; then the page asks again."""
SHORT_HOLD: Final = 0.7
"""Seconds that a lesson may take before its page says that it is being prepared."""


@dataclass(frozen=True)
class ServerPlaces:
    """URLs of the server, for the landing page."""

    base_url: str

    def lesson(self, lesson: catalog.Lesson) -> str:
        return f"{self.base_url}lessons/{quote(lesson.name)}.html"

    def thumb(self, lesson: catalog.Lesson) -> str:
        return f"{self.base_url}{lesson.picture_address}"

    def page(self, about: str, game: str) -> str:
        """Return the URL of a game's page: "play", "puzzles", "kind" or "rules"."""
        return f"{self.base_url}{about}/{game}"

    def board(self, game: str) -> str:
        return f"{self.base_url}picture/{game}.svg"


class GalleryPage(Page):
    async def get(self) -> None:
        names = await self.draw_in_thread(read_gallery, self.gallery)
        teaching = self.settings["gamekit_teaching"](self)
        self.send_page("gallery.html", teaching=teaching, place=ServerPlaces(self.base_url), **names)


def read_gallery(gallery: Gallery) -> dict[str, Any]:
    return site_export.gallery_names(gallery.lessons())


class PictureAddress(Page):
    """Base class of the handlers of pictures."""

    async def draw(self, drawn: str | None) -> None:
        """Send an SVG, which may load nothing; 404 if there is none."""
        if not drawn:
            raise tornado.web.HTTPError(404)
        self.set_header("Content-Type", "image/svg+xml; charset=utf-8")
        self.set_header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; font-src data:")
        await self.send_shared(drawn.encode())


class PicturePage(PictureAddress):
    """Handler of a board's picture, /picture/GAME.svg, with ?seed= and ?step= for another position."""

    async def get(self, name: str) -> None:
        """Send the SVG, to be cached; 503 if too many wait."""
        given = {key: value for key in ("seed", "step") if (value := self.get_query_argument(key, ""))}
        game, queue = name.removesuffix(".svg"), self.settings["gamekit_drawing"]
        if not name.endswith(".svg") or game not in game_names():
            raise tornado.web.HTTPError(404)
        try:
            moment = catalog.PictureMoment(**{key: int(value) for key, value in given.items()})
            drawn = await queue.draw(game, moment, self.is_shown(game, moment), name_visitor(self))
        except ValueError:
            drawn = None
        except (TooBusyError, TooManyError):
            raise tornado.web.HTTPError(503) from None
        self.set_header("Cache-Control", f"max-age={FRESH_FOR}")
        await self.draw(drawn)

    def is_shown(self, game: str, moment: catalog.PictureMoment) -> bool:
        """Return whether the gallery shows a picture: a game's default one, or one of a lesson."""
        found = self.gallery.lessons()
        return moment == catalog.PictureMoment() or any(one.game == game and one.picture == moment for one in found)


class LessonPicture(PictureAddress):
    """Handler of the picture file that a lesson's notebook names, /thumb/LESSON."""

    async def get(self, name: str) -> None:
        lesson = self.gallery.lesson(name)
        if lesson is None or not isinstance(lesson.picture, str):
            raise tornado.web.HTTPError(404)
        await self.draw(site_export.picture_file(self.gallery.folder, lesson))


class PlayPage(Page):
    """Handler of the Play page of a game, /play/GAME."""

    async def get(self, name: str) -> None:
        if name not in game_names():
            raise tornado.web.HTTPError(404)
        asks = self.settings["gamekit_teaching"](self) == "board"
        asked = f"{self.base_url}puzzles/{name}" if has_puzzles(name) else ""
        page = await self.draw_in_thread(play_pages.play_page, name, self.base_url, asks, asked)
        await self.send_standalone(page, play_pages.ASKING if asks else document.POLICY)


class PuzzlesPage(Page):
    """Handler of the puzzles of a game, /puzzles/GAME."""

    async def get(self, name: str) -> None:
        if name not in game_names():
            raise tornado.web.HTTPError(404)
        asks = self.settings["gamekit_teaching"](self) == "board"
        home = self.base_url
        page = await self.draw_in_thread(puzzle_page, name, home, f"{home}play/{name}", asks)
        await self.send_standalone(page, play_pages.ASKING if asks else document.POLICY)


class ReadPage(Page):
    """Handler of a game's rulebook, /rules/GAME, and measured profile, /kind/GAME."""

    async def get(self, about: str, name: str) -> None:
        if name not in game_names():
            raise tornado.web.HTTPError(404)
        page = await self.draw_in_thread(read_page, about, name, self.base_url)
        if page is None:
            raise tornado.web.HTTPError(404)
        await self.send_standalone(page, document.POLICY)


@each_language()
def read_page(about: str, name: str, home: str) -> str | None:
    """Return the "rules" of a game or its profile ("kind") as a page; None if there is no profile; cached."""
    game = load(name)
    title, part = (
        (_("The rules"), mark_rules(rules_part(game)))
        if about == "rules"
        else (game_profile.title(), game_profile.kind_part(name))
    )
    return None if part is None else document.document(game.title, title, part, home)


def mark_rules(part: str) -> str:
    """Mark rules as English where the page is in another language."""
    return part if rules_language() == language() else f"<div{document.mark_english()}>{part}</div>"


class LessonPage(Page):
    """Handler of lessons, /lessons/…: the page, or one that waits while it is drawn."""

    async def get(self, name: str) -> None:
        """Send the page, 202 while it is drawn, or 503 if it cannot be drawn."""
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
                self.send_page("preparing.html", title=lesson.title)
                return
            try:
                page = drawing.result()
            except NotDrawnError as error:
                self.set_status(503)
                self.send_page("not_drawn.html", reason=str(error))
                return
        pages.open(lesson)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.allow(SERVED_POLICY)
        self.set_header("Cache-Control", "no-store" if page.failed else "no-cache")
        self.send("" if page.failed else f'"{page.key}"', page.compressed, lambda: gzip.decompress(page.compressed))


class SharedFile(Page):
    """Handler of the files beside lessons, /shared/FILE."""

    @allow_unauthenticated
    async def get(self, name: str) -> None:
        """Send the file; one of the current edition may be cached for good."""
        this = self.speak_as(self.request.query)
        found = (await self.draw_in_thread(list_shared)).get(name)
        if found is None:
            raise tornado.web.HTTPError(404)
        self.set_header("Content-Type", found.kind)
        self.set_header("Cache-Control", "max-age=31536000, immutable" if this else "no-cache")
        self.send(found.tag, found.compressed, lambda: found.body)

    def speak_as(self, asked: str) -> bool:
        """If a query is an edition of now, switch to its language and return True."""
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
    """Return the files beside lessons, by name; cached per language."""
    kinds = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
    return {
        file.name.removeprefix("shared/"): StaticFile(
            file.text.encode(), f"{kinds[file.name.rpartition('.')[2]]}; charset=utf-8"
        )
        for file in site_export.list_shared()
    }


class Alive(Page):
    """Handler of /alive, which open pages ask to see whether the server runs."""

    @allow_unauthenticated
    def get(self) -> None:
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
SHARED_SCRIPTS: Final = [f"shared/{name}.js" for name in ("dom", "files", "storage", "numbers", "typed")]
"""Scripts of pages without a server that pages of a class load, too."""
JOINED: Final = {"class/class_table.js", "class/move_proposal.js"}
"""Scripts that are set into a page with all that they import."""


def list_files() -> list[tuple[str, type[Any], dict[str, Any]]]:
    """Return the routes of scripts, styles and fonts, all of which are read at once."""
    folders = (bundle.WEB / room for room in ("class", "site"))
    own = sorted(f"{path.parent.name}/{path.name}" for folder in folders for path in folder.iterdir())
    typefaces = sorted(path.name for path in font_faces.FOLDER.glob("*.woff2"))
    return [
        ("/web/((?:class|site)/.*)", FileHandler, {"files": read_files(bundle.WEB, {*own} - JOINED), "fresh_for": 0}),
        ("/web/(.*)", FileHandler, {"files": read_files(bundle.WEB, SHARED_SCRIPTS)}),
        ("/font/(.*)", FileHandler, {"files": read_files(font_faces.FOLDER, typefaces)}),
    ]
