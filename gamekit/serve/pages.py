"""The pages and files the server gives out, and what it refuses. Kernels belong to kernels.py, looks to templates."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import tornado.web
from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.auth.login import LoginFormHandler
from jupyter_server.services.contents.filemanager import AsyncFileContentsManager
from jupyter_server.services.kernels.handlers import KernelHandler
from voila.handler import BaseVoilaHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.utils import create_include_assets_functions

import gamekit as gk
from gamekit.lab.warm import how_far
from gamekit.words import _

from . import kind, lessons, pictures, play, standing
from .identity import PAUSE
from .kernels import NoSeatError
from .static import FRESH_FOR

TEMPLATE = "gamekit"
LONGEST_QUERY = 2000
NOTEBOOK_ONLY = "notebook-only"
"""The tag of cells that a page neither shows nor runs."""
DURATIONS = (15, 30, 45, 90)


class Page(BaseVoilaHandler):
    """A page of ours, drawn from a template with what all of them need."""

    def show(self, template: str, **names: Any) -> None:
        """Write the page."""
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.write(self.render_template(template, **names))

    def give(self, text: str, policy: str, cache: str = "no-cache") -> None:
        """Write a page that stands alone; `policy` is what it may do, stricter than a lesson."""
        text, policy = self.settings["gamekit_taking_part"](self, text, policy)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Content-Security-Policy", f"{policy}; frame-ancestors 'self'")
        self.set_header("Cache-Control", cache)
        self.write(text)

    def static_address(self, path: str) -> str:
        """The address of a file of the pages."""
        return str(create_include_assets_functions(TEMPLATE, self.base_url)["include_url"](path))

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Never a traceback: a sentence and a way back."""
        write_error(self, status_code, **kwargs)


def write_error(handler: Any, status_code: int, **_kwargs: Any) -> None:
    """The friendly page for what went wrong. What the address or an exception said is not repeated in it."""
    if not hasattr(handler, "_jupyter_current_user"):
        handler.current_user = None  # it went wrong before that was known, and the templates ask for it
    handler.set_header("Content-Type", "text/html; charset=utf-8")
    handler.set_header("Cache-Control", "no-store")
    if status_code == 429:
        handler.set_header("Retry-After", str(round(PAUSE)))
    template = "404.html" if status_code == 404 else "error.html"
    handler.write(handler.render_template(template, status_code=status_code))


class SignIn(LoginFormHandler):
    """The page that asks for the code."""

    @allow_unauthenticated
    def get(self) -> None:
        """Show it; where there is a class, its own page asks for the code."""
        if self.settings["gamekit_desk"].info is not None and self.current_user is None:
            self.redirect(self.base_url + "class")
            return
        super().get()

    @property
    def template_namespace(self) -> dict[str, Any]:
        """What our templates need beside Jupyter's names."""
        return {**super().template_namespace, **create_include_assets_functions(TEMPLATE, self.base_url)}

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Never a traceback: a sentence and a way back."""
        write_error(self, status_code, **kwargs)


class SignOut(Page):
    """Forget who somebody is."""

    @allow_unauthenticated
    def get(self) -> None:
        """Take the cookie away, and show what is left: the question for the code, or the lessons."""
        self.identity_provider.clear_login_cookie(self)
        self.redirect(self.base_url)


class Gallery:
    """The lessons and games as the landing page shows them; read anew when a notebook changes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._stamp: object = None
        self._lessons: list[lessons.Lesson] = []

    def lessons(self) -> list[lessons.Lesson]:
        """All lessons, in the order of teaching."""
        stamp = [(path, path.stat().st_mtime_ns) for path in lessons.notebooks(self.folder)]
        if stamp != self._stamp:
            self._lessons = lessons.find_lessons(self.folder)
            self._stamp = stamp
        return self._lessons

    def names(self) -> dict[str, Any]:
        """What the template of the landing page is given."""
        return gallery_names(self.lessons())


@dataclass(frozen=True)
class Places:
    """Where the landing page finds everything on the server; a site without one has its own (site.py)."""

    base_url: str

    def lesson(self, lesson: lessons.Lesson) -> str:
        """The page of a lesson."""
        return f"{self.base_url}voila/render/{quote(lesson.path)}"

    def thumb(self, lesson: lessons.Lesson) -> str:
        """The picture of a lesson that has one."""
        return f"{self.base_url}{lesson.picture_address}"

    def play(self, game: str) -> str:
        """The Play page of a game."""
        return f"{self.base_url}play/{game}"

    def board(self, game: str) -> str:
        """The picture of a game."""
        return f"{self.base_url}picture/{game}.svg"

    def kind(self, game: str) -> str:
        """The page that says what kind of game one is."""
        return f"{self.base_url}kind/{game}"


def gallery_names(found: list[lessons.Lesson]) -> dict[str, Any]:
    """What the template of the landing page is given of the lessons, wherever it stands."""
    games = pictures.games()
    others = [lesson for lesson in found if lesson.path != lessons.HOME]
    shelves = [(game, [lesson for lesson in others if lesson.game == game.name]) for game in games]
    return {
        "start": next((lesson for lesson in found if lesson.path == lessons.HOME), None),
        "shelves": shelves,
        "topics": [lesson for lesson in others if lesson.game not in {game.name for game in games}],
        "count": len(others),
        "subjects": lessons.choices(others, "subject"),
        "levels": lessons.choices(others, "level"),
        "durations": [minutes for minutes in DURATIONS if any(lesson.minutes <= minutes for lesson in others)],
    }


class GalleryPage(Page):
    """The landing page."""

    @tornado.web.authenticated
    def get(self) -> None:
        """Show it; it needs no kernel."""
        names = self.settings["gamekit_gallery"].names() | {"place": Places(self.base_url)}
        teaching = self.settings["gamekit_teaching"](self)
        self.show("gallery.html", compiling=compiling(self.settings["gamekit_compiling"]()), teaching=teaching, **names)


class Compiling(Page):
    """How far compiling beside the pages is; the gallery asks every few seconds while it goes on."""

    @tornado.web.authenticated
    def get(self) -> None:
        """A sentence for people, empty once there is nothing to wait for."""
        self.set_header("Cache-Control", "no-store")
        self.write(compiling(self.settings["gamekit_compiling"]()))


def compiling(working: bool) -> dict[str, Any]:
    """How many games are ready, of how many, and what people are told of it."""
    ready, total = how_far()
    said = _(
        "The boards can be played at once. What simulates, and the coach, are being made ready, once on this "
        "computer: {ready} of {total} games."
    )
    return {"ready": ready, "total": total, "said": said.format(ready=ready, total=total) if working else ""}


class Missing(Page):
    """Any address nothing is at."""

    async def prepare(self) -> None:
        """Say so in a page, to everybody."""
        await super().prepare()
        raise tornado.web.HTTPError(404)


class Picture(Page):
    """A board as a picture: /picture/GAME.svg, with ?seed= and ?step= for another moment."""

    @tornado.web.authenticated
    def get(self, name: str) -> None:
        """Give the SVG; it stays the same as long as the rules do."""
        seed, step = (self.get_query_argument(key, "") for key in ("seed", "step"))
        try:
            moment = lessons.Picture(**{key: int(value) for key, value in (("seed", seed), ("step", step)) if value})
            drawn = pictures.board(name.removesuffix(".svg"), moment.seed, moment.step)
        except ValueError:
            drawn = None
        if drawn is None or not name.endswith(".svg"):
            raise tornado.web.HTTPError(404)
        self.set_header("Content-Type", "image/svg+xml; charset=utf-8")
        self.set_header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; font-src data:")
        self.set_header("Cache-Control", f"max-age={FRESH_FOR}")
        self.write(drawn)


class PlayPage(Page):
    """A game to be played, /play/GAME: plays by itself, so no kernel is started and no seat is taken."""

    @tornado.web.authenticated
    def get(self, name: str) -> None:
        """Give the page."""
        if name not in gk.game_names():
            raise tornado.web.HTTPError(404)
        asks = self.settings["gamekit_teaching"](self) == "board"
        self.give(play.play_page(name, self.base_url, asks), play.ASKING if asks else standing.POLICY)


class KindPage(Page):
    """What kind of game one is, /kind/GAME: figures that were measured before; nothing runs on it."""

    @tornado.web.authenticated
    def get(self, name: str) -> None:
        """Give the page."""
        profile = kind.kind_part(name) if name in gk.game_names() else None
        if profile is None:
            raise tornado.web.HTTPError(404)
        self.give(standing.document(gk.load(name).title, kind.title(), profile, self.base_url), standing.POLICY)


class LessonPage(TornadoVoilaHandler):
    """A lesson: checks the address and the number of seats before any kernel is started."""

    @tornado.web.authenticated
    async def get(self, path: str = "") -> None:
        """Show the lesson, or say politely why not."""
        if len(self.request.query) > LONGEST_QUERY:
            raise tornado.web.HTTPError(414)
        known = lessons.lesson_path(self.settings["gamekit_folder"], path)
        if known is None:
            raise tornado.web.HTTPError(404)
        kernels = self.kernel_manager
        try:
            seat = await kernels.take_seat(str(self.request.remote_ip))
        except NoSeatError as full:
            self.set_status(503)
            self.set_header("Retry-After", "20")
            self.set_header("Content-Type", "text/html; charset=utf-8")
            self.finish(self.render_template("full.html", own=full.own, most=kernels.seats_each, seats=kernels.seats))
            return
        try:
            kernels.visited(known)
            self.set_header("Content-Type", "text/html; charset=utf-8")
            self.set_header("Cache-Control", "no-store")
            pieces = self.get_generator(path=known) if kernels.ready is None else kernels.open_page(known)
            async for html in pieces:
                self.write(html)
                await self.flush()
        finally:
            kernels.leave(seat)

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Never a traceback: a sentence and a way back."""
        write_error(self, status_code, **kwargs)


class KernelState(KernelHandler):
    """Whether a page's kernel is there: the page asks every few seconds."""

    SUPPORTED_METHODS = ("GET",)

    @tornado.web.authenticated
    async def get(self, kernel_id: str) -> None:
        """Jupyter's answer, which is for pages with a kernel; one that has none yet is well while it can get one."""
        page = self.kernel_manager.asleep(kernel_id)
        if page is not None and page.lesson.fresh:
            self.finish(page.model())
            return
        if page is not None:
            await self.kernel_manager.close_page(kernel_id)
        await super().get(kernel_id)


class ClosedPage(VoilaShutdownKernelHandler):
    """A page tells that it is being closed, so its kernel can go at once.

    The browser sends this while the page is leaving and without our cookie's secret, which Voilà refuses (its issue
    1458). The kernel's number is itself a secret only that page knows, and requests of other origins are refused.
    """

    def check_xsrf_cookie(self) -> None:
        """See above; the origin is checked in `prepare`."""

    @tornado.web.authenticated
    async def post(self, kernel_id: str) -> None:
        """Let the kernel go; one that is gone already is fine."""
        kernel_id = kernel_id.rstrip("/")
        await self.kernel_manager.close_page(kernel_id)
        self.set_status(204)
        self.finish()


class LessonContents(AsyncFileContentsManager):
    """The notebooks, for reading: only lessons below the folder, nothing hidden, nothing written."""

    async def get(self, path: str, content: bool = True, **kwargs: Any) -> dict[str, Any]:
        """A notebook (or a picture beside it); its page carries the lesson's title, and leaves out code to write."""
        resolved = Path(self.root_dir, path.strip("/")).resolve()
        if "\x00" in path or not resolved.is_relative_to(Path(self.root_dir).resolve()):
            raise tornado.web.HTTPError(404)
        model: dict[str, Any] = await super().get(path, content=content, **kwargs)
        if model["type"] == "notebook" and content:
            metadata = model["content"]["metadata"]
            title = (metadata.get("gamekit") or {}).get("title")
            metadata["title"] = title or os.path.basename(path).removesuffix(".ipynb")
            cells = model["content"]["cells"]
            model["content"]["cells"] = [one for one in cells if NOTEBOOK_ONLY not in one["metadata"].get("tags", [])]
        return model

    def mark_trusted_cells(self, nb: Any, path: str = "") -> None:
        """Nothing to do: a page shows what it has just computed, never what a file had stored."""

    async def save(self, model: dict[str, Any], path: str = "") -> dict[str, Any]:
        """Refused: pages are for reading."""
        raise tornado.web.HTTPError(405)

    async def delete_file(self, path: str) -> None:
        """Refused: pages are for reading."""
        raise tornado.web.HTTPError(405)

    async def rename_file(self, old_path: str, new_path: str) -> None:
        """Refused: pages are for reading."""
        raise tornado.web.HTTPError(405)


def page_config(current: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """The front end's settings: nothing from another network, and the page's own words."""
    current["fullMathjaxUrl"] = f"{current['baseUrl']}voila/templates/{TEMPLATE}/static/math.js"
    current["mathjaxConfig"] = "none"
    current["gamekitWords"] = lesson_words()
    return current


def lesson_words() -> dict[str, Any]:
    """What the page of a lesson says around it; its template is nbconvert's and knows no gettext."""
    return {
        "back": _("All lessons"),
        "lost": _("The connection to this lesson was lost."),
        "kept": _("Boards can be played on, and your game is kept in this browser; panels need a reload."),
        "continue": _("Continue"),
        "preparing": _("Preparing the lesson …"),
        "reload": _("Reload"),
        "closed": _("Predict first, in the card above. Then the explanation opens."),
        "open": _("Show me anyway"),
        "contents": _("Contents of this lesson"),
        "steps": {
            "again": _("Start again"),
            "done": _("✓ {step}"),
            "on": _("Next: {step} ▼"),
            "sure": _("Forget everything you did in this lesson, on this computer?"),
            "where": _("Step {number} of {all}: {step}"),
        },
    }
