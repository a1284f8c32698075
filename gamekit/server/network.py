"""Addresses at which other computers reach this machine, QR codes of them, and the sockets that listen there."""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import socket
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

import psutil
import segno
import tornado.httpserver
import tornado.ioloop
import tornado.iostream
import tornado.netutil

from gamekit.core.i18n.translation import _
from gamekit.server.rate_limit import rate_limit_key

INNER = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "vEthernet", "lxc", "podman", "cni", "utun", "awdl")
"""Name prefixes of networks that end inside this machine."""
QUIET_ZONE = 3
"""Width of the white border of a QR code, in modules; cameras need it."""


@dataclass(frozen=True)
class Reach:
    """Address of this machine, and the system's name of its network interface."""

    address: str
    network: str


def find_addresses() -> list[Reach]:
    """Return the IPv4 addresses of this machine, the one of the default route first; empty without a network."""
    usual = own_address()
    ready = {name for name, state in psutil.net_if_stats().items() if state.isup}
    found = [
        Reach(one.address, name)
        for name, ones in psutil.net_if_addrs().items()
        for one in ones
        if one.family == socket.AF_INET and name in ready and not name.startswith(INNER) and is_useful(one.address)
    ]
    return sorted(found, key=lambda one: one.address != usual)


def is_useful(address: str) -> bool:
    """Return whether other computers can connect to an address: not loopback, link-local, unspecified or multicast.

    >>> is_useful("192.168.1.7"), is_useful("127.0.0.1"), is_useful("169.254.3.4")
    (True, False, False)
    """
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified or parsed.is_multicast)


def own_address() -> str:
    """Return the address of the default route, or the host name without one; no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # TEST-NET-1; connecting a datagram socket sends nothing
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def draw_address(address: str) -> str:
    """Return a text as a QR code: SVG, black on white in every colour scheme."""
    code = segno.make(address, error="m", micro=False)
    return code.svg_inline(border=QUIET_ZONE, omitsize=True, dark="#000", light="#fff", svgclass="qr", lineclass=None)


BACKLOG: Final = 1024
"""Connections that may wait to be accepted: a class of browsers opens two hundred at once."""
DESCRIPTORS: Final = 8192
"""Open files and connections that this process asks the system for."""
PAUSE: Final = 1.0
"""Seconds without accepting after descriptors ran out."""
SAID_AGAIN: Final = 3600.0
"""Least seconds between two warnings."""

MOST_EACH: Final = 600
"""Connections that one visitor may have open: a class of a hundred browsers behind one address opens so many."""

log = logging.getLogger(__name__)


def raise_descriptor_limit() -> None:
    """Raise the limit of open files to `DESCRIPTORS`, as far as allowed; does nothing on Windows."""
    try:
        import resource
    except ImportError:  # Windows
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return
    with contextlib.suppress(ValueError, OSError):  # macOS allows less than it says
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


class PausingSocket(socket.socket):
    """PausingSocket socket that pauses for `PAUSE` seconds and logs once if a connection cannot be accepted.

    Tornado would try again at once, and log an error for each try.
    """

    server: tornado.httpserver.HTTPServer
    said: list[float]

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection. Raises `BlockingIOError` if none waits or it cannot be accepted."""
        try:
            return super().accept()
        except (BlockingIOError, ConnectionAbortedError):
            raise
        except OSError as error:
            self._pause(error)
            raise BlockingIOError from error

    def _pause(self, error: OSError) -> None:
        loop = tornado.ioloop.IOLoop.current()
        if not self.said or loop.time() - self.said[-1] > SAID_AGAIN:
            self.said[:] = [loop.time()]
            told = _("New visitors have to wait: {reason}. Too many connections are open at once.")
            log.warning(told.format(reason=error.strerror or error))
        loop.remove_handler(self)
        loop.call_later(PAUSE, self._resume)

    def _resume(self) -> None:
        if self.fileno() >= 0:  # not stopped meanwhile
            self.server.add_socket(self)


class LimitedServer(tornado.httpserver.HTTPServer):
    """HTTP server that limits the open connections of each visitor, so that no visitor takes everybody's room.

    WebSockets do not count; handlers limit them. Behind a proxy all visitors have its address, and nothing is limited.
    """

    def initialize(self, *arguments: Any, **settings: Any) -> None:
        super().initialize(*arguments, **settings)
        self._visitors: dict[tornado.iostream.IOStream, str] = {}
        self._open: Counter[str] = Counter()

    def handle_stream(self, stream: tornado.iostream.IOStream, address: tuple[Any, ...]) -> None:
        """Serve a new connection, or close it if its visitor has too many."""
        visitor = rate_limit_key(str(address[0]))
        if self._open[visitor] >= MOST_EACH and not self.xheaders:
            stream.close()
            return
        self._visitors[stream] = visitor
        self._open[visitor] += 1
        super().handle_stream(stream, address)

    def on_close(self, server_conn: Any) -> None:
        """Count a connection as closed, or as one of a WebSocket."""
        super().on_close(server_conn)
        self._open[self._visitors.pop(server_conn.stream)] -= 1
        self._open += Counter()  # visitors without a connection are forgotten


def listen_on(server: tornado.httpserver.HTTPServer, said: list[float], port: int, address: str) -> int:
    """Listen on an address and return the port; `said` (times of warnings) is shared by a server's sockets."""
    sockets = []
    for bound in tornado.netutil.bind_sockets(port, address, backlog=BACKLOG):
        one = PausingSocket(fileno=bound.detach())
        one.setblocking(False)
        one.server, one.said = server, said
        sockets.append(one)
    server.add_sockets(sockets)
    return int(sockets[0].getsockname()[1])
