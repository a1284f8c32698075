"""The server: Voilà with our pages, our kernels and our limits. What a page looks like belongs to templates."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import logging
import os
import secrets
import signal
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tornado.ioloop
import tornado.web
from jupyter_server.utils import url_path_join
from markupsafe import Markup
from traitlets.config import Config
from voila.app import Voila
from voila.paths import collect_static_paths

from gamekit.lab.beside import Beside
from gamekit.show import assets, fonts, still
from gamekit.words import _

from . import channel, class_pages, contest_pages, fork, formulas, identity, move_pages, network, pages, table_pages
from .contest import Contest
from .desk import Desk
from .kernels import LessonKernels
from .lessons import HOME
from .ready import failed_cell
from .scratch import Scratch
from .static import KeptFile, resolved
from .tables import Tables
from .turns import Turns

HERE = Path(__file__).parent
CLASS_PAGES: tuple[Any, ...] = (class_pages, table_pages, move_pages, contest_pages)
JUPYTER_DATA = HERE / "share" / "jupyter"
PORT = 8866
PORTS_TRIED = 50
SPARE_SEATS = 12
SEATS_ALONE = 100
EVERYWHERE = ("0.0.0.0", "::", "")
"""To listen on these is to listen on every address of the machine."""
LEAST_EACH = 4
"""Seats beyond the size of a class: reloads, the teacher's own pages, a second tab."""
MEGABYTE = 1024 * 1024
LARGEST_MESSAGE = 8 * MEGABYTE
LARGEST_REQUEST = MEGABYTE
BACKLOG = 1024
"""Connections that may wait to be accepted: a class of browsers opens two hundred at the same moment."""
PING = 30_000
"""Milliseconds between two signs of life asked of a page; after three without an answer it counts as gone."""
KERNEL_ID = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"
LONGEST_SOCKET_FOLDER = 40
"""Beyond this many characters a temporary folder leaves no room for the names of sockets in it."""

ALLOWED_MESSAGES = [
    "comm_open",
    "comm_close",
    "comm_msg",
    "comm_info_request",
    "kernel_info_request",
    "shutdown_request",
]
"""What a page may ask of its kernel: to press its buttons. Running code is not among it."""

SAME_SITE = {"samesite": "Lax"}
"""Cookies are not sent along when another site makes a browser ask for something."""

FRONT_END = ["@jupyter-widgets/jupyterlab-manager", "@voila-dashboards/widgets-manager8", "anywidget"]
"""The parts of the page's own scripts that lessons need."""

CONTENT_POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self' ws: wss: data: blob:",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'self'",
    ]
)
"""Pages fetch nothing from anywhere else. Inline scripts stay allowed: Voilà writes them, and widgets bring modules."""


@dataclass(frozen=True)
class Settings:
    """What can be chosen when serving."""

    folder: Path
    address: str = "127.0.0.1"
    port: int = PORT
    base_url: str = "/"
    token: str | None = None
    class_size: int = 0
    lesson: str = HOME
    forked: bool = True
    proxied: bool = False
    pages_each: int = 0
    close_absent: int = 90
    close_idle: int = 3600
    show_tracebacks: bool = False
    classes: str = ""
    class_name: str = "class"

    @property
    def seats(self) -> int:
        """Pages open at once: a class and some to spare, otherwise as many as the machine bears."""
        return self.class_size + SPARE_SEATS if self.class_size else SEATS_ALONE

    @property
    def seats_each(self) -> int:
        """Pages open at once from one address. Behind a proxy a whole class may have one address."""
        if self.pages_each:
            return self.pages_each
        return self.class_size if self.proxied and self.class_size else max(LEAST_EACH, self.seats // 4)

    @property
    def asks(self) -> bool:
        """Whether pages ask for a code: always where others can come, unless a proxy decides about that."""
        return bool(self.token) or not (self.loopback or self.proxied)

    @property
    def loopback(self) -> bool:
        """Whether only this very machine can connect."""
        return is_loopback(self.address)


def is_loopback(address: str) -> bool:
    """Whether an address to listen on is reached from this machine alone."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


class PortError(OSError):
    """No port to listen on, with the reason in words."""


class LessonServer(Voila):
    """Voilà, set up by `Settings` alone: no configuration file of the machine or the folder has a say."""

    def __init__(self, choices: Settings, **kwargs: Any) -> None:
        self.choices = choices
        self.when_ready: Callable[[LessonServer], None] | None = None
        self.compiling: Beside | None = None
        begins = choices.lesson.removesuffix(".ipynb") if choices.class_size else ""
        self.desk = Desk(choices.classes, choices.class_name, choices.seats, begins)
        self.tables = Tables(self.desk)
        self.turns = Turns()
        self.contest = Contest(self.desk)
        self.reached: dict[str, network.Reach] = {}
        kwargs["config"] = configuration(choices)
        super().__init__(**kwargs)
        self.log_level = logging.WARNING
        logging.getLogger("tornado.general").addFilter(no_ping_advice)

    # --- starting ---------------------------------------------------------------------------------------------------
    def prepare(self) -> None:
        """Everything before listening: templates, settings, handlers."""
        os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(JUPYTER_DATA), os.environ.get("JUPYTER_PATH")]))
        os.environ[fonts.PAGE_HAS_IT] = "1"
        fork.register()
        if self.choices.class_size:
            self.desk.begin(self.choices.token)
        self.initialize([])
        self.scratch = Scratch(socket_folder())
        self.connection_dir = self.scratch.folder
        settings = self.init_settings()
        self.app = tornado.web.Application(**settings)
        self.app.add_handlers(".*$", self.init_handlers())

    def load_config_file(self, *_args: Any, **_kwargs: Any) -> None:
        """Voilà would run a `voila.py` found in the current folder."""

    def init_settings(self) -> dict[str, Any]:
        """Voilà's settings, with our kernels, contents, limits and pages."""
        settings: dict[str, Any] = super().init_settings()
        self.kernel_manager = LessonKernels(
            parent=self,
            connection_dir=self.connection_dir,
            kernel_spec_manager=self.kernel_spec_manager,
            allowed_message_types=ALLOWED_MESSAGES,
            allow_tracebacks=self.choices.show_tracebacks,
        )
        self.contents_manager = pages.LessonContents(parent=self)
        if self.desk.info is not None and self.choices.asks:
            self.identity_provider.token = self.desk.info.code
        environment = settings["voila_jinja2_env"]
        environment.install_gettext_callables(_, lambda one, many, n: _(one if n == 1 else many), newstyle=False)
        environment.globals["tokens"] = Markup(still.COLOURS.read_text(encoding="utf-8"))
        settings |= {
            "kernel_manager": self.kernel_manager,
            "contents_manager": self.contents_manager,
            # The page to sign in is ours too, so it is looked for where ours are.
            "jinja2_env": environment,
            "allow_remote_access": self.choices.proxied or not self.choices.loopback,
            "local_hostnames": ["localhost"],
            "headers": {
                "Content-Security-Policy": CONTENT_POLICY,
                "Referrer-Policy": "same-origin",
                "X-Content-Type-Options": "nosniff",
            },
            "websocket_max_message_size": LARGEST_MESSAGE,
            "ws_ping_interval": PING,
            "ws_ping_timeout": 3 * PING,
            "cookie_secret": secrets.token_bytes(32),
            "xsrf_cookie_kwargs": SAME_SITE,
            "kernel_websocket_connection_class": channel.PageLine,
            "default_handler_class": pages.Missing,
            "default_handler_args": {"voila_configuration": self.voila_configuration},
            "gamekit_folder": self.choices.folder,
            "gamekit_gallery": pages.Gallery(self.choices.folder),
            "gamekit_desk": self.desk,
            "gamekit_tables": self.tables,
            "gamekit_contest": self.contest,
            "gamekit_overhear": self.desk.overhear,
            "gamekit_admits": lambda handler: class_pages.member_of(handler) or class_pages.is_teacher(handler),
            "gamekit_taking_part": class_pages.taking_part,
            "gamekit_teaching": class_pages.teaching,
            "gamekit_let_in": self.let_in,
            "gamekit_reach": self.reach,
            "gamekit_proxied": self.choices.proxied,
            "gamekit_port": lambda: self.port,
            "gamekit_compiling": lambda: self.compiling is not None and self.compiling.working,
        }
        return settings

    def init_handlers(self) -> list[tuple[Any, ...]]:
        """Every address there is, and no other: what Voilà would add is not asked for."""

        def at(path: str) -> str:
            return str(url_path_join(self.server_url, path))

        kernel = "/api/kernels/" + KERNEL_ID
        page = {"voila_configuration": self.voila_configuration}
        lesson = {**page, "template_paths": self.template_paths, "config": self.config}
        # Ours may change while somebody works on them: the browser asks whether they did.
        ours = resolved(collect_static_paths(["voila", "nbconvert"], pages.TEMPLATE))
        return [
            (self.server_url, pages.GalleryPage, page),
            (at("/picture/(.*)"), pages.Picture, page),
            (at("/play/(.*)"), pages.PlayPage, page),
            (at("/kind/(.*)"), pages.KindPage, page),
            (at("/compiling"), pages.Compiling, page),
            (at("/voila/render/(.*)"), pages.LessonPage, lesson),
            (at(kernel), pages.KernelState),
            (at(kernel + "/channels"), channel.PageSocket),
            (at("/voila/api/shutdown/" + KERNEL_ID + "/?"), pages.ClosedPage),
            (at(f"/voila/templates/{pages.TEMPLATE}/static/(.*)"), KeptFile, {"folders": ours, "fresh_for": 0}),
            (at("/voila/static/(.*)"), KeptFile, {"folders": resolved(self.static_paths)}),
            (at(r"/web/(dom\.js)"), KeptFile, {"folders": [assets.WEB]}),
            (at(r"/font/(gamekit-sans-[a-z]+\.woff2)"), KeptFile, {"folders": [fonts.FOLDER]}),
            (at("/voila/labextensions/(.*)"), KeptFile, {"folders": resolved(self.labextensions_path)}),
            (at("/class/live/(pupil|board|projector)"), class_pages.LiveLine),
            *((at(path), handler, page) for part in CLASS_PAGES for path, handler in part.ADDRESSES),
            (at(table_pages.LIVE), table_pages.TableLine),
            (at("/login"), pages.SignIn),
            (at("/logout"), pages.SignOut, page),
        ]

    def listen(self) -> None:
        """Take the port asked for, or the next free one."""
        first = self.choices.port
        for port in range(first, first + PORTS_TRIED) if first else [0]:
            try:
                sockets = tornado.netutil.bind_sockets(port, self.choices.address, backlog=BACKLOG)
            except OSError as error:
                if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                    raise PortError(f"Cannot listen on {self.choices.address}: {error.strerror or error}.") from error
                continue
            self.http_server = tornado.httpserver.HTTPServer(
                self.app, max_body_size=LARGEST_REQUEST, xheaders=self.choices.proxied
            )
            self.http_server.add_sockets(sockets)
            self.port = sockets[0].getsockname()[1]
            return
        raise PortError(f"No free port from {first} to {first + PORTS_TRIED - 1}. Choose another with --port.")

    def let_in(self) -> None:
        """Begin a class from the gallery: from now on pages ask for its code, and others in the network may come."""
        code = self.desk.begin(self.choices.token).code
        self.identity_provider.token = code
        self.app.settings["allow_remote_access"] = True
        self.kernel_manager.to_come = self._to_come
        self.reached.setdefault(self.choices.address, network.Reach(self.choices.address, ""))
        self.reach()

    def reach(self) -> list[network.Reach]:
        """Under which addresses others reach this server; listens on those that are new since a class was let in."""
        if self.choices.address in EVERYWHERE:
            return network.addresses()
        if not self.choices.loopback or not self.reached:
            return [] if self.choices.loopback else [network.Reach(self.choices.address, "")]
        for one in network.addresses():
            if one.address not in self.reached:
                self.http_server.add_sockets(tornado.netutil.bind_sockets(self.port, one.address, backlog=BACKLOG))
                self.reached[one.address] = one
        return [one for one in network.addresses() if one.address in self.reached]

    @property
    def teachers_address(self) -> str:
        """What the teacher opens, on this machine; empty without a class."""
        if self.desk.info is None:
            return ""
        host = "127.0.0.1" if self.choices.address in EVERYWHERE else self.choices.address
        return f"http://{host}:{self.port}{self.base_url}class/teacher?key={self.desk.info.teacher_key}"

    @property
    def address_to_open(self) -> str:
        """What to type into a browser."""
        host = self.choices.address
        if host in EVERYWHERE:
            host = network.own_address()
        host = f"[{host}]" if ":" in host else host
        query = f"?token={self.identity_provider.token}" if self.identity_provider.token else ""
        return f"http://{host}:{self.port}{self.base_url}{query}"

    def start(self) -> None:
        """Serve until stopped by Ctrl-C or a polite kill; then take all kernels along."""
        self.prepare()
        try:
            asyncio.run(self._serve())
        finally:
            self.scratch.close()

    async def _serve(self) -> None:
        self.ioloop = tornado.ioloop.IOLoop.current()
        stopped = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: self.ioloop.add_callback_from_signal(stopped.set))
        if self.choices.forked and fork.can_fork():
            fork.Forks(self._warm_modules())
        self.listen()
        await self.turns.open(self.connection_dir)
        try:
            if fork.Forks.current is not None:
                parent = fork.Forks.current.parent()  # begins to import; the gallery needs no kernel, so nobody waits
                if self.choices.class_size:
                    await parent.ready()
            if self.choices.class_size:
                await self._make_ready(stopped)
            self.kernel_manager.start_watch()
            if self.when_ready and not stopped.is_set():
                self.when_ready(self)
            await stopped.wait()
        finally:
            await self.kernel_manager.close()
            self.turns.close()
            self.tables.close()
            self.contest.close()
            self.desk.close()

    def _warm_modules(self) -> tuple[str, ...]:
        """A class shares in memory what any lesson may need; a single person's pages load only what they use."""
        return (
            ("numba", "pandas", "matplotlib.figure", "matplotlib.backends.backend_agg")
            if self.choices.class_size
            else ()
        )

    async def _make_ready(self, stopped: asyncio.Event) -> None:
        """Before a class is let in, the lesson it begins with is ready; the others follow behind it."""
        kernels = self.kernel_manager
        kernels.lesson, kernels.to_come = self.choices.lesson, self._to_come
        if kernels.ready is not None:
            print(_("Preparing the lesson …"), flush=True)
            made = asyncio.create_task(kernels.ready.ahead([self.choices.lesson]))
            stop = asyncio.create_task(stopped.wait())
            await asyncio.wait({made, stop}, return_when=asyncio.FIRST_COMPLETED)
            stop.cancel()

    def _to_come(self) -> list[str]:
        """The lessons of the game the class is at, the next one first; then all others."""
        found = self.app.settings["gamekit_gallery"].lessons()
        paths = [lesson.path for lesson in found]
        games = {lesson.path: lesson.game for lesson in found}
        now = self.kernel_manager.lesson
        here = paths.index(now) if now in paths else 0
        after = [*paths[here:], *paths[:here]]
        return sorted(after, key=lambda path: path not in (now, HOME) and games[path] != games.get(now))

    def stop(self) -> None:
        """Nothing left to do: `start` cleans up behind itself."""


def no_ping_advice(record: logging.LogRecord) -> bool:
    """Tornado takes Jupyter's milliseconds for seconds of its own and advises against them, once for every page."""
    return "websocket_ping" not in record.getMessage()


def configuration(choices: Settings) -> Config:
    """The settings Voilà and Jupyter read."""
    return Config(
        {
            "Voila": {
                "root_dir": str(choices.folder.resolve()),
                "base_url": choices.base_url,
                "ip": choices.address,
                "open_browser": False,
                "token": choices.token or "",
                "identity_provider_class": identity.ClassCode,
                "config_file_paths": [],
            },
            "VoilaConfiguration": {
                "template": pages.TEMPLATE,
                "theme": "light",
                "allow_template_override": "NO",
                "allow_theme_override": "NO",
                "show_tracebacks": choices.show_tracebacks,
                "kernel_spec_manager_class": fork.LessonKernelSpecs,
                "page_config_hook": pages.page_config,
                # Whatever else is installed for JupyterLab has no business in a lesson.
                "extension_allowlist": FRONT_END,
            },
            "VoilaExecutor": {"cell_error_instruction": failed_cell(), "timeout": 300},
            "VoilaExporter": {"markdown_renderer_class": formulas.MathRenderer},
            "IdentityProvider": {"cookie_options": SAME_SITE},
            "LessonKernels": {
                "seats_each": choices.seats_each,
                "seats": choices.seats,
                "lonely_after": float(choices.close_absent),
                "idle_after": float(choices.close_idle),
            },
            # A kernel that died is not started again behind the page's back: it would know nothing of the page.
            "KernelManager": {"transport": "tcp" if sys.platform == "win32" else "ipc", "autorestart": False},
            "MultiKernelManager": {"default_kernel_name": fork.KERNEL},
        }
    )


def socket_folder() -> str | None:
    """Where connection files and sockets go; None for the machine's usual folder."""
    usual = tempfile.gettempdir()
    if sys.platform != "win32" and len(usual) > LONGEST_SOCKET_FOLDER and os.access("/tmp", os.W_OK):
        return "/tmp"
    return None
