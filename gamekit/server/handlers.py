"""Base class of the request handlers: access, headers, templates, errors, correction of mistyped URL paths."""

from __future__ import annotations

import asyncio
import functools
import gzip
import hashlib
import ipaddress
import json
import logging
import re
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, TypeVar, cast
from urllib.parse import unquote, urlsplit

import jinja2
import tornado.web
from markupsafe import Markup
from tornado.httputil import url_concat

from gamekit.core.game import game_names
from gamekit.core.i18n.translation import _, language, ngettext, pgettext, say_pair
from gamekit.lessons.catalog import Lesson
from gamekit.server.document import mark_english
from gamekit.server.drawing_queue import DrawingQueue
from gamekit.server.language_negotiation import draw_switch, settle_language
from gamekit.server.lesson_pages import Gallery
from gamekit.server.static_files import CachedHandler
from gamekit.web import bundle
from gamekit.widgets import still_picture

PLACES: Final = ("", "class", "class/tables", "class/teacher", "class/tournament", "class/privacy")
"""Paths that always exist, relative to the server's base."""


def normalise_path(path: str) -> str:
    """Normalise a URL path: no case, no surrounding punctuation, no file ending, no index.

    >>> normalise_path("/Play//Kartenspiel.html/."), normalise_path("index.html")
    ('play/kartenspiel', '')
    """
    text = re.sub(r"/{2,}", "/", unquote(path)).strip("/.,;:!?)>]\"'” \t").casefold()
    text = re.sub(r"\.(html?|ipynb)$", "", text)
    return re.sub(r"(^|/)(index|gallery)$", "", text)


def find_nearest_path(path: str, games: Iterable[str], lessons: Iterable[str]) -> str | None:
    """Return the existing path, relative to the server's base, that a mistyped one means, or None.

    `games` are names of games; `lessons` are names of lessons, as `folder/name`.
    """
    known = {normalise_path(place): place for place in PLACES}
    known |= {f"{page}/{game}": f"{page}/{game}" for game in games for page in ("play", "puzzles", "kind", "rules")}
    for name in lessons:
        for before in ("", "lessons/"):
            known.setdefault(normalise_path(before + name), f"lessons/{name}.html")
    return known.get(normalise_path(path))


log = logging.getLogger(__name__)

TEMPLATES: Final = Path(__file__).parent / "templates"
LONGEST_QUERY: Final = 2000
SAFE: Final = ("GET", "HEAD", "OPTIONS")
CONTENT_POLICY: Final = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self' data:",
        "connect-src 'self' ws: wss:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
    ]
)
"""Content security policy of templates: nothing is loaded from other hosts."""
Method = TypeVar("Method", bound=Callable[..., Any])
Drawn = TypeVar("Drawn")


def allow_unauthenticated(method: Method) -> Method:
    """Mark a method of a handler as open to everybody; all others ask for the class's code."""
    method.for_anybody = True  # type: ignore[attr-defined]
    return method


@functools.cache
def environment() -> jinja2.Environment:
    """Return the environment of the page templates; cached."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        undefined=jinja2.StrictUndefined,  # a missing name raises instead of showing nothing
    )
    made.install_gettext_callables(_, ngettext, newstyle=False, pgettext=pgettext)  # type: ignore[attr-defined]
    made.globals |= {"language": language, "english": mark_title, "pair": say_pair, "switch": ""}
    made.globals["tokens"] = Markup(still_picture.COLOURS.read_text(encoding="utf-8"))
    return made


def mark_title(lesson: Lesson) -> Markup:
    """Return the attribute that marks a lesson's title as English on a page in another language, or ""."""
    return Markup(mark_english() if lesson.is_english else "")


@functools.cache
def version_of(path: Path) -> str:
    """Return a hash of a file's content, for its URL; cached."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


class Page(CachedHandler):
    """Base class of the request handlers."""

    @property
    def base_url(self) -> str:
        """URL path before all addresses, with a slash at the end."""
        return str(self.settings["gamekit_base"])

    @property
    def gallery(self) -> Gallery:
        return cast(Gallery, self.settings["gamekit_gallery"])

    def set_default_headers(self) -> None:
        self.set_header("Referrer-Policy", "same-origin")
        self.set_header("X-Content-Type-Options", "nosniff")
        self.allow(CONTENT_POLICY)

    def allow(self, policy: str) -> None:
        """Set the page's content security policy; only this server and configured sites may frame it."""
        framed = " ".join(["frame-ancestors 'self'", *self.settings["gamekit_frames"]])
        self.set_header("Content-Security-Policy", f"{policy}; {framed}")

    def set_cookie(self, name: str, value: str | bytes, *rest: Any, **options: Any) -> None:
        """Set a cookie; if other sites may frame pages and the connection is HTTPS, one that works in such a frame."""
        if self.settings["gamekit_frames"] and self.request.protocol == "https":
            options |= {"samesite": "None", "secure": True}
        super().set_cookie(name, value, *rest, **options)

    async def prepare(self) -> None:
        """Reject foreign host names and origins, long queries, and visitors without the code; set the language."""
        await settle_language(self)
        if len(self.request.query) > LONGEST_QUERY:
            raise tornado.web.HTTPError(414)
        if not self.settings["gamekit_remote"]() and not is_local(self.request.host_name):
            raise tornado.web.HTTPError(403)
        if self.request.method not in SAFE and not self.is_own_page():
            raise tornado.web.HTTPError(403)
        method = getattr(self, str(self.request.method).lower(), None)
        if not getattr(method, "for_anybody", False) and self.current_user is None:
            self.ask_for_code()

    def is_own_page(self) -> bool:
        """Return whether a request comes from a page of this server, or names no origin."""
        origin = self.request.headers.get("Origin")
        return origin is None or urlsplit(origin).netloc == self.request.host

    def ask_for_code(self) -> None:
        """Redirect a visitor to the form for the class's code; 403 unless it is a GET and a class is open."""
        if self.request.method != "GET":
            raise tornado.web.HTTPError(403)
        if self.settings["gamekit_desk"].info is None:
            raise tornado.web.HTTPError(403)
        self.redirect(url_concat(f"{self.base_url}class", {"next": str(self.request.uri)}))

    def get_current_user(self) -> str | None:
        """Return "somebody" for a visitor who may see the lessons, or None."""
        return "somebody" if self.settings["gamekit_admits"](self) else None

    def render_text(self, template: str, **names: Any) -> str:
        """Return a page drawn from a template."""
        known = {
            "base_url": self.base_url,
            "include_url": self.static_address,
            "xsrf_form_html": self.xsrf_form_html,
            "xsrf_token": self.xsrf_token.decode(),  # reading it sets the cookie, which the page's scripts need
            "standing": None,
            "switch": draw_switch(self.settings["gamekit_languages"]),
        }
        return environment().get_template(template).render(**{**known, **names})

    def static_address(self, path: str) -> str:
        """Return the URL of a file of the web, such as "site/gallery.js", with a hash of its content."""
        return f"{self.base_url}web/{path}?v={version_of(bundle.WEB / path)}"

    def send_page(self, template: str, **names: Any) -> None:
        """Write a page drawn from a template; it is not cached."""
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.write(self.render_text(template, **names))

    async def draw_in_thread(self, draw: Callable[..., Drawn], *given: Any) -> Drawn:
        """Return `draw(*given)`, drawn in a thread; `given` must have few values."""
        drawing: DrawingQueue = self.settings["gamekit_drawing"]
        return await drawing.page(draw, *given)

    async def send_standalone(self, text: str, policy: str, cache: str = "no-cache") -> None:
        """Write a self-contained page with its content security policy."""
        text, policy = self.settings["gamekit_taking_part"](self, text, policy)
        if switch := draw_switch(self.settings["gamekit_languages"]):
            text = text.replace("</body>", f"{switch}</body>")
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.allow(policy)
        self.set_header("Cache-Control", cache)
        body = text.encode()
        if cache == "no-store":  # one visitor's own page has no entity tag
            self.send("", await asyncio.to_thread(gzip.compress, body, 6), lambda: body)
        else:
            await self.send_shared(body)

    def finish_json(self, value: object) -> None:
        """Write JSON for a script; it is not cached."""
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.finish(json.dumps(value, ensure_ascii=False, separators=(",", ":")))

    def correct_url(self) -> str | None:
        """Return the corrected URL of a mistyped one; None if there is none, or the visitor is not admitted."""
        if self.request.path.endswith("/live") or self.get_current_user() is None:
            return None
        lessons = [lesson.name for lesson in self.gallery.lessons()]
        found = find_nearest_path(self.request.path.removeprefix(self.base_url), game_names(), lessons)
        return None if found is None or self.base_url + found == self.request.path else self.base_url + found

    def log_exception(self, kind: Any, value: Any, trace: Any) -> None:
        """Log an exception as one line without what a visitor typed; in full if the server is verbose."""
        if isinstance(value, tornado.web.HTTPError):
            return
        if self.settings["gamekit_verbose"]:
            log.error("An address failed.", exc_info=(kind, value, trace))
        elif value is not None:
            frame = traceback.extract_tb(trace)[-1]
            log.error("An address failed: %s in %s, line %s.", kind.__name__, Path(frame.filename).name, frame.lineno)

    def write_error(self, status_code: int, **_kwargs: Any) -> None:
        """Show an error page without traceback or message; a mistyped URL is redirected."""
        if not hasattr(self, "_current_user"):
            self.current_user = None  # the error came before the visitor was known
        if status_code == 404 and self.request.method == "GET" and (meant := self.correct_url()):
            self.set_status(302)
            self.set_header("Location", meant)
            self.finish()
            return
        self.send_page("404.html" if status_code == 404 else "error.html", status_code=status_code)


class Missing(Page):
    """Handler of unknown addresses."""

    async def prepare(self) -> None:
        """Raise 404, for visitors outside a class too."""
        await settle_language(self)
        raise tornado.web.HTTPError(404)


def is_local(name: str) -> bool:
    """Return whether a host name or address is loopback; other names could be made to resolve to it.

    >>> is_local("localhost"), is_local("127.0.0.1"), is_local("evil.example")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return name == "localhost"
