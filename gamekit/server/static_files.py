"""Static files served from memory, with entity tags and compression."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import mimetypes
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import tornado.web

from gamekit.web.bundle import read_script

FRESH_FOR = 3600
"""Seconds without a request by the browser: a lesson hour, and no longer than an update may take to show."""
WORTH_COMPRESSING = ("text/", "application/javascript", "image/svg+xml")
LEAST_COMPRESSED = 1000
MOST_COMPRESSED = 100
"""Compressed responses in the cache, whoever asks for them."""


@dataclass(frozen=True)
class StaticFile:
    """Static file in memory."""

    body: bytes
    kind: str

    @cached_property
    def tag(self) -> str:
        """Entity tag, a hash of the content."""
        return make_tag(self.body)

    @cached_property
    def compressed(self) -> bytes | None:
        """Content compressed by gzip; None if that is not worthwhile."""
        if len(self.body) < LEAST_COMPRESSED or not self.kind.startswith(WORTH_COMPRESSING):
            return None
        return gzip.compress(self.body, 6)


def make_tag(body: bytes) -> str:
    """Return an entity tag, a hash of the content."""
    return f'"{hashlib.sha256(body).hexdigest()[:20]}"'


class CachedHandler(tornado.web.RequestHandler):
    """Base class of handlers that answer 304 if the browser has the content."""

    compressed: Final[OrderedDict[str, bytes]] = OrderedDict()
    """Compressed responses by entity tag, least recently used first."""

    async def send_shared(self, body: bytes) -> None:
        """Send a response that is the same for many visitors, compressed once."""
        tag = make_tag(body)
        if tag not in self.compressed:
            self.compressed[tag] = await asyncio.to_thread(gzip.compress, body, 6)
        self.compressed.move_to_end(tag)
        while len(self.compressed) > MOST_COMPRESSED:
            self.compressed.popitem(last=False)
        self.send(tag, self.compressed[tag], lambda: body)

    def send(self, tag: str, compressed: bytes | None, plain: Callable[[], bytes]) -> None:
        """Send a response, compressed if the browser accepts that, or 304 if it has this entity tag ("": none)."""
        if tag:
            self.set_header("Etag", tag)
        if self.check_etag_header():
            self.set_status(304)
        elif compressed is not None and "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            self.finish(compressed)
        else:
            self.finish(plain())

    def compute_etag(self) -> str | None:
        """Return the tag that was set, which is of the uncompressed content."""
        return self._headers.get("Etag")


class FileHandler(CachedHandler):
    """Handler of a table of files that was read at the start; no other file can be requested."""

    def initialize(self, files: Mapping[str, StaticFile], fresh_for: int = FRESH_FOR) -> None:
        """Take from the route the files by name, and the seconds for which browsers may cache them."""
        self.files, self.fresh_for = files, fresh_for

    def get(self, name: str) -> None:
        file = self.files.get(name)
        if file is None:
            raise tornado.web.HTTPError(404)
        self.set_header("Content-Type", file.kind)
        self.set_header("Cache-Control", f"max-age={self.fresh_for}" if self.fresh_for else "no-cache")
        self.set_header("X-Content-Type-Options", "nosniff")
        self.send(file.tag, file.compressed, lambda: file.body)

    head = get

    def write_error(self, status_code: int, **_kwargs: Any) -> None:
        """Send the status alone: people do not read a script's response."""
        self.set_header("Content-Type", "text/plain")
        self.finish(str(status_code))


def read_files(folder: Path, names: Iterable[str]) -> dict[str, StaticFile]:
    """Read files into a table for `FileHandler`.

    Parameters
    ----------
    folder : Path
        Folder in which the files lie.
    names : iterable of str
        Paths below `folder`, with ``/`` between their parts: the names under which the files are asked for.

    Returns
    -------
    dict of str to StaticFile
        Files by name, their types guessed from the endings.

    Raises
    ------
    OSError
        If a file cannot be read.
    """
    files = {}
    for name in names:
        path = folder / name
        body = read_script(path).encode() if name.endswith(".js") else path.read_bytes()
        files[name] = StaticFile(body, guess_kind(name))
    for file in files.values():
        _ = file.tag, file.compressed  # computed at the start, not while a class waits
    return files


def guess_kind(name: str) -> str:
    """Return the media type of a file by its ending; Windows may have another one for scripts.

    >>> guess_kind("pupil.js"), guess_kind("gamekit-sans-bold.woff2")
    ('application/javascript', 'font/woff2')
    """
    known = "application/javascript" if name.endswith(".js") else mimetypes.guess_type(name)[0]
    return known or "application/octet-stream"
