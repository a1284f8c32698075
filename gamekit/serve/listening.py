"""Sockets that this server listens on: how many connections it may have, and what happens where there is no room.

Which address and which port are the server's business.
"""

from __future__ import annotations

import contextlib
import logging
import socket
from typing import Any, Final

import tornado.httpserver
import tornado.ioloop
import tornado.netutil

from gamekit.words import _

BACKLOG: Final = 1024
"""Connections that may wait to be accepted: a class of browsers opens two hundred at the same moment."""
DESCRIPTORS: Final = 8192
"""Files and connections that this process may have open, where the system lets it."""
PAUSE: Final = 1.0
"""Seconds for which nobody is let in after the system had no room for one more."""
SAID_AGAIN: Final = 3600.0
"""Seconds after which it is said again that there is no room."""

log = logging.getLogger(__name__)


def raise_descriptor_limit() -> None:
    """Raise the number of open files and connections as far as is useful and allowed; other systems have none."""
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


class Listening(socket.socket):
    """A socket that is listened on. Where a connection cannot be accepted, all wait a moment, and it is said once.

    Tornado would try again at once, and write an error for each try.
    """

    server: tornado.httpserver.HTTPServer
    said: list[float]

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection; `BlockingIOError` if none waits, or if there is no room for it."""
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
        loop.call_later(PAUSE, self._go_on)

    def _go_on(self) -> None:
        if self.fileno() >= 0:  # not stopped meanwhile
            self.server.add_socket(self)


def listen_on(server: tornado.httpserver.HTTPServer, said: list[float], port: int, address: str) -> int:
    """Let a server listen on an address and answer with the port; `said` is one list for all sockets of a server."""
    sockets = []
    for bound in tornado.netutil.bind_sockets(port, address, backlog=BACKLOG):
        one = Listening(fileno=bound.detach())
        one.setblocking(False)
        one.server, one.said = server, said
        sockets.append(one)
    server.add_sockets(sockets)
    return int(sockets[0].getsockname()[1])
