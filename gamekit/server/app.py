"""The server: routes, settings, start and stop."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import tornado.web

from gamekit.core.i18n.translation import _
from gamekit.lessons.catalog import HOME
from gamekit.server import (
    class_activity_handlers,
    class_desk_handlers,
    class_handlers,
    network,
    panel_handlers,
    site_handlers,
)
from gamekit.server.class_.contest import Contest
from gamekit.server.class_.desk import Desk
from gamekit.server.class_.tables import ClassTables
from gamekit.server.drawing_queue import DrawingQueue
from gamekit.server.handlers import Missing, is_local
from gamekit.server.lesson_pages import Gallery, LessonPages
from gamekit.server.network import LimitedServer, listen_on, raise_descriptor_limit
from gamekit.server.page_cache import PageStore
from gamekit.server.rate_limit import CodeGuessLimiter, RateLimiter
from gamekit.server.worker_pool import WorkerPool

PORT: Final = 8866
PORTS_TRIED: Final = 50
SPARE_SEATS: Final = 12
"""Seats beyond the size of a class, for pupils with a second browser."""
SEATS_ALONE: Final = 100
EVERYWHERE: Final = ("0.0.0.0", "::", "")
"""Addresses that stand for all addresses of the machine."""
LARGEST_REQUEST: Final = 1024 * 1024
IDLE: Final = 30
"""Seconds after which a connection without a request is closed; browsers open several and use one."""
SENDING: Final = 60
"""Seconds in which the body of a request must arrive."""
ADDRESSES: Final = tuple(
    address
    for part in (site_handlers, panel_handlers, class_handlers, class_desk_handlers, class_activity_handlers)
    for address in part.ADDRESSES
)
LINES: Final = (
    ("/class/live/(pupil|board|projector)", class_handlers.LiveLine),
    (class_activity_handlers.LIVE, class_activity_handlers.TableLine),
)


@dataclass(frozen=True)
class ServerSettings:
    """Settings of a server, as given on the command line."""

    folder: Path
    address: str = "127.0.0.1"
    port: int = PORT
    base_url: str = "/"
    class_size: int = 0
    lesson: str = HOME
    proxied: bool = False
    verbose: bool = False
    classes: str = ""
    class_name: str = "class"
    frames: tuple[str, ...] = ()
    """Sites that may show pages in a frame, such as a learning platform."""
    languages: tuple[str, ...] = ()
    """Languages of pages, the default first; empty if readers have no choice."""
    workers: int = 0
    """Number of worker processes; 0 for as many as suit the machine."""

    @property
    def seats(self) -> int:
        """Most members of a class."""
        return self.class_size + SPARE_SEATS if self.class_size else SEATS_ALONE

    @property
    def loopback(self) -> bool:
        return is_local(self.address)


class PortError(OSError):
    """There is no port to listen on; the message says why."""


class LessonServer:
    """Server of lessons, Play pages and a class; it reads no configuration of the machine."""

    def __init__(self, choices: ServerSettings) -> None:
        self.choices = choices
        self.when_ready: Callable[[LessonServer], None] | None = None
        self.port = 0
        self.store, self.drawing = PageStore(), DrawingQueue()
        begins = choices.lesson.removesuffix(".ipynb") if choices.class_size else ""
        self.desk = Desk(choices.classes, choices.class_name, choices.seats, begins)
        self.tables = ClassTables(self.desk)
        self.contest = Contest(self.desk)
        self.polled = class_handlers.PolledLines()
        self.guesses = CodeGuessLimiter()
        self.remote = choices.proxied or not choices.loopback
        self.reached: dict[str, network.Reach] = {}
        self.said_full: list[float] = []

    # --- starting ---------------------------------------------------------------------------------------------------
    def prepare(self) -> None:
        """Create everything that is needed before listening."""
        self.gallery = Gallery(self.choices.folder)
        self.workers = WorkerPool(self.choices.workers or None, loud=self.choices.verbose)
        self.pages = LessonPages(self.gallery, self.workers, self.store, self.choices.languages)
        self.desk.find_question, self.desk.find_steps = self.pages.find_question, self.pages.find_steps
        self.desk.find_ready, self.pages.tell_drawn = self.pages.is_drawn, self.desk.schedule_update
        if self.choices.class_size:
            self.desk.begin()
        self.app = tornado.web.Application(self.addresses(), **self.settings())
        # No access log, for privacy; handlers log failures.
        logging.getLogger("tornado.access").setLevel(logging.CRITICAL)

    def addresses(self) -> list[tuple[Any, ...]]:
        """Return all routes."""
        base = self.choices.base_url.rstrip("/")
        plain = [(base + path, handler) for path, handler in (*ADDRESSES, *LINES)]
        return [*plain, *((base + path, handler, given) for path, handler, given in site_handlers.list_files())]

    def settings(self) -> dict[str, Any]:
        """Return Tornado's settings, and what handlers need as gamekit_…."""
        return {
            "compress_response": True,
            "xsrf_cookies": True,
            "xsrf_cookie_kwargs": {"samesite": "Lax", "path": self.choices.base_url},
            "websocket_max_message_size": LARGEST_REQUEST,
            "default_handler_class": Missing,
            "gamekit_base": self.choices.base_url,
            "gamekit_frames": self.choices.frames,
            "gamekit_languages": self.choices.languages,
            "gamekit_verbose": self.choices.verbose,
            "gamekit_remote": lambda: self.remote,
            "gamekit_guesses": self.guesses,
            "gamekit_gallery": self.gallery,
            "gamekit_pages": self.pages,
            "gamekit_asking": RateLimiter(panel_handlers.QUESTIONS_A_SECOND, panel_handlers.QUESTIONS_AT_ONCE),
            "gamekit_desk": self.desk,
            "gamekit_tables": self.tables,
            "gamekit_contest": self.contest,
            "gamekit_polled": self.polled,
            "gamekit_drawing": self.drawing,
            "gamekit_admits": self.may_see_lessons,
            "gamekit_taking_part": class_handlers.open_part,
            "gamekit_teaching": class_desk_handlers.offer_class,
            "gamekit_let_in": self.open_to_network,
            "gamekit_reach": self.reach,
            "gamekit_proxied": self.choices.proxied,
            "gamekit_port": lambda: self.port,
        }

    def may_see_lessons(self, handler: Any) -> bool:
        """Return whether a visitor may see the lessons.

        Without a class everybody may, with one its members and teacher. When it has ended, its former members may, and
        whoever could start another one.
        """
        if self.desk.info is not None:
            return class_handlers.member_of(handler) is not None or class_handlers.is_teacher(handler)
        return self.desk.ended is None or class_handlers.was_member(handler) or class_desk_handlers.may_start(handler)

    def listen(self) -> None:
        """Listen on the port asked for, or the next free one. Raises `PortError`."""
        self.http_server = LimitedServer(
            self.app,
            max_body_size=LARGEST_REQUEST,
            idle_connection_timeout=IDLE,
            body_timeout=SENDING,
            xheaders=self.choices.proxied,
        )
        first = self.choices.port
        for port in range(first, first + PORTS_TRIED) if first else [0]:
            try:
                self.port = listen_on(self.http_server, self.said_full, port, self.choices.address)
            except OSError as error:
                if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                    told = _("Cannot listen on {address}: {reason}.")
                    said = told.format(address=self.choices.address, reason=error.strerror or error)
                    raise PortError(said) from error
                continue
            return
        told = _("No free port from {first} to {last}. Choose another with --port.")
        raise PortError(told.format(first=first, last=first + PORTS_TRIED - 1))

    def open_to_network(self) -> None:
        """Begin a class from the gallery: from now on pages ask for its code and the network may connect."""
        self.desk.begin()
        self.remote = True
        self.reached.setdefault(self.choices.address, network.Reach(self.choices.address, ""))
        self.reach()

    def reach(self) -> list[network.Reach]:
        """Listen on addresses of the machine that appeared since `open_to_network`; return all that others can reach.

        Only a server started on loopback listens on more, and only after `open_to_network`; before, the list is empty.
        """
        if self.choices.address in EVERYWHERE:
            return network.find_addresses()
        if not self.choices.loopback or not self.reached:
            return [] if self.choices.loopback else [network.Reach(self.choices.address, "")]
        for one in network.find_addresses():
            if one.address not in self.reached:
                listen_on(self.http_server, self.said_full, self.port, one.address)
                self.reached[one.address] = one
        return [one for one in network.find_addresses() if one.address in self.reached]

    @property
    def teachers_address(self) -> str:
        """URL with the key for the teacher's browser on this machine; "" without a class."""
        if self.desk.info is None:
            return ""
        host = "127.0.0.1" if self.choices.address in EVERYWHERE else self.choices.address
        return f"http://{host}:{self.port}{self.choices.base_url}class/teacher?key={self.desk.info.teacher_key}"

    @property
    def address_to_open(self) -> str:
        """URL to type into a browser."""
        host = self.choices.address
        if host in EVERYWHERE:
            host = network.own_address()
        host = f"[{host}]" if ":" in host else host
        return f"http://{host}:{self.port}{self.choices.base_url}"

    def start(self) -> None:
        """Serve until Ctrl-C or SIGTERM; then end all workers."""
        raise_descriptor_limit()
        self.prepare()
        try:
            asyncio.run(self._serve())
        except KeyboardInterrupt:  # where a loop knows no signals
            pass
        finally:
            self.workers.close()

    async def _serve(self) -> None:
        stopped = asyncio.Event()
        stop_on_signals(stopped)
        self.listen()
        try:
            first = self.gallery.lesson(self.choices.lesson)
            if first is not None:
                self.pages.now = first.path
                if self.choices.class_size:
                    self.pages.open(first)
            self.pages.make_ahead()
            if self.when_ready and not stopped.is_set():
                self.when_ready(self)
            await stopped.wait()
        finally:
            self.http_server.stop()
            self.pages.close()
            self.drawing.close()
            self.workers.close()
            self.polled.close()
            self.tables.close()
            self.contest.close()
            self.desk.close()


def stop_on_signals(stopped: asyncio.Event) -> None:
    """Set an event on SIGINT and SIGTERM."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(stopped.set))
