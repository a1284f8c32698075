"""What every address of the server shares: who may come, what a page is drawn with, what is said when something fails.

Templates have the looks; which addresses there are is in server.py.
"""

from __future__ import annotations

import asyncio
import functools
import gzip
import hashlib
import ipaddress
import json
import logging
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import jinja2
import tornado.web
from markupsafe import Markup
from tornado.httputil import url_concat

from gamekit.game import game_names
from gamekit.show import still
from gamekit.words import _, language, ngettext, pgettext, say_pair

from .drawing_queue import DrawingQueue
from .languages import draw_switch, settle_language
from .lessons import Lesson
from .nearly import nearest
from .standing import STATIC, mark_english
from .static import Sending

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
"""Pages fetch nothing from anywhere else."""
Method = TypeVar("Method", bound=Callable[..., Any])
Drawn = TypeVar("Drawn")


def allow_unauthenticated(method: Method) -> Method:
    """A method of an address that anybody may use, or that asks for itself; every other asks for the code."""
    method.for_anybody = True  # type: ignore[attr-defined]
    return method


@functools.cache
def environment() -> jinja2.Environment:
    """The templates of pages."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        undefined=jinja2.StrictUndefined,  # a name that a page lacks is found by whoever opens it first, in a test
    )
    made.install_gettext_callables(_, ngettext, newstyle=False, pgettext=pgettext)  # type: ignore[attr-defined]
    made.globals |= {"language": language, "english": mark_title, "pair": say_pair, "switch": ""}
    made.globals["tokens"] = Markup(still.COLOURS.read_text(encoding="utf-8"))
    return made


def mark_title(lesson: Lesson) -> Markup:
    """What tells a screen reader that what a lesson is called is English still."""
    return Markup(mark_english() if lesson.is_english else "")


@functools.cache
def version_of(path: Path) -> str:
    """By which a browser knows a file that it has from one that has changed."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


class Page(Sending):
    """An address of the server."""

    @property
    def base_url(self) -> str:
        """What stands in front of all addresses."""
        return str(self.settings["gamekit_base"])

    def set_default_headers(self) -> None:
        """The same for every answer."""
        self.set_header("Referrer-Policy", "same-origin")
        self.set_header("X-Content-Type-Options", "nosniff")
        self.allow(CONTENT_POLICY)

    def allow(self, policy: str) -> None:
        """What this page may do; and only pages of this server, or those it was told of, may show it in a frame."""
        framed = " ".join(["frame-ancestors 'self'", *self.settings["gamekit_frames"]])
        self.set_header("Content-Security-Policy", f"{policy}; {framed}")

    def set_cookie(self, name: str, value: str | bytes, *rest: Any, **options: Any) -> None:
        """In a frame of another site a browser sends only cookies that say so, over an encrypted line."""
        if self.settings["gamekit_frames"] and self.request.protocol == "https":
            options |= {"samesite": "None", "secure": True}
        super().set_cookie(name, value, *rest, **options)

    async def prepare(self) -> None:
        """Refuse other names of this machine, other pages' requests, endless addresses, and who has no code."""
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
        """Whether a request comes from a page of this server, or from none."""
        origin = self.request.headers.get("Origin")
        return origin is None or urlsplit(origin).netloc == self.request.host

    def ask_for_code(self) -> None:
        """Somebody who is not in the class: a page shows where its code is typed, a script is told."""
        if self.request.method != "GET":
            raise tornado.web.HTTPError(403)
        if self.settings["gamekit_desk"].info is None:
            raise tornado.web.HTTPError(403)
        self.redirect(url_concat(f"{self.base_url}class", {"next": str(self.request.uri)}))

    def get_current_user(self) -> str | None:
        """Return somebody for who may see the lessons: of a class its members and its teacher, known by cookies."""
        return "somebody" if self.settings["gamekit_admits"](self) else None

    def render_text(self, template: str, **names: Any) -> str:
        """A page from its template."""
        known = {
            "base_url": self.base_url,
            "include_url": self.static_address,
            "xsrf_form_html": self.xsrf_form_html,
            "xsrf_token": self.xsrf_token.decode(),  # every page brings the cookie by which its scripts are known
            "standing": None,
            "switch": draw_switch(self.settings["gamekit_languages"]),
        }
        return environment().get_template(template).render(**{**known, **names})

    def static_address(self, path: str) -> str:
        """The address of a file of the pages, with a sum of what is in it."""
        return f"{self.base_url}{path}?v={version_of(STATIC.parent / path)}"

    def show(self, template: str, **names: Any) -> None:
        """Write the page."""
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.write(self.render_text(template, **names))

    async def draw_aside(self, draw: Callable[..., Drawn], *given: Any) -> Drawn:
        """Return what `draw` makes of values of which there are few, while others are answered."""
        drawing: DrawingQueue = self.settings["gamekit_drawing"]
        return await drawing.page(draw, *given)

    async def give(self, text: str, policy: str, cache: str = "no-cache") -> None:
        """Write a page that stands alone; `policy` is what it may do, stricter than others."""
        text, policy = self.settings["gamekit_taking_part"](self, text, policy)
        if switch := draw_switch(self.settings["gamekit_languages"]):
            text = text.replace("</body>", f"{switch}</body>")
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.allow(policy)
        self.set_header("Cache-Control", cache)
        body = text.encode()
        if cache == "no-store":  # it is one visitor's own
            self.send("", await asyncio.to_thread(gzip.compress, body, 6), lambda: body)
        else:
            await self.send_same(body)

    def finish_json(self, value: object) -> None:
        """An answer for a script."""
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.finish(json.dumps(value, ensure_ascii=False, separators=(",", ":")))

    def guess_address(self) -> str | None:
        """The address that this one nearly is; None where there is none, or for who may not come in."""
        if self.request.path.endswith("/live") or self.get_current_user() is None:
            return None
        lessons = [lesson.name for lesson in self.settings["gamekit_gallery"].lessons()]
        found = nearest(self.request.path.removeprefix(self.base_url), game_names(), lessons)
        return None if found is None or self.base_url + found == self.request.path else self.base_url + found

    def log_exception(self, kind: Any, value: Any, trace: Any) -> None:
        """One line for whoever runs the server, without what somebody has typed; all of it where more is asked for."""
        if isinstance(value, tornado.web.HTTPError):
            return
        if self.settings["gamekit_verbose"]:
            log.error("An address failed.", exc_info=(kind, value, trace))
        elif value is not None:
            frame = traceback.extract_tb(trace)[-1]
            log.error("An address failed: %s in %s, line %s.", kind.__name__, Path(frame.filename).name, frame.lineno)

    def write_error(self, status_code: int, **_kwargs: Any) -> None:
        """Never a traceback: a sentence and a way back. What the address or an exception said is not repeated in it."""
        if not hasattr(self, "_current_user"):
            self.current_user = None  # it went wrong before that was known
        if status_code == 404 and self.request.method == "GET" and (meant := self.guess_address()):
            self.set_status(302)
            self.set_header("Location", meant)
            self.finish()
            return
        self.show("404.html" if status_code == 404 else "error.html", status_code=status_code)


class Missing(Page):
    """Any address nothing is at."""

    async def prepare(self) -> None:
        """Say so in a page, to everybody."""
        await settle_language(self)
        raise tornado.web.HTTPError(404)


def is_local(name: str) -> bool:
    """Whether a name or an address is this machine's alone, and no other page can make it so.

    >>> is_local("localhost"), is_local("127.0.0.1"), is_local("evil.example")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return name == "localhost"
