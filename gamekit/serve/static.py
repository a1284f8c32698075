"""Scripts, styles and fonts from a table in memory: thirty browsers ask for the same eighty files at the same time."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import tornado.web

FRESH_FOR = 3600
"""Seconds a browser need not ask again: a lesson long, and no longer than one waits after an update."""
WORTH_COMPRESSING = ("text/", "application/javascript", "application/json", "image/svg+xml")
LEAST_COMPRESSED = 1000


@dataclass(frozen=True)
class StaticFile:
    """A file as it is sent."""

    body: bytes
    kind: str

    @cached_property
    def tag(self) -> str:
        """Changes with the content."""
        return f'"{hashlib.sha256(self.body).hexdigest()[:20]}"'

    @cached_property
    def compressed(self) -> bytes | None:
        """The same in fewer bytes, if that is worth it."""
        if len(self.body) < LEAST_COMPRESSED or not self.kind.startswith(WORTH_COMPRESSING):
            return None
        return gzip.compress(self.body, 6)


class Sending(tornado.web.RequestHandler):
    """An address with something that is kept: nothing is sent to who has it already."""

    def send(self, tag: str, compressed: bytes | None, plain: Callable[[], bytes]) -> None:
        """Send it, compressed for who takes it so; an empty tag is for what nobody keeps."""
        self.add_header("Vary", "Accept-Encoding")
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
        """Set already, of the uncompressed content."""
        return self._headers.get("Etag")


class KeptFile(Sending):
    """Handler of the files in a table that was read when the server started; no other name is looked for anywhere."""

    def initialize(self, files: Mapping[str, StaticFile], fresh_for: int = FRESH_FOR) -> None:
        """Take the table, by name, and for how many seconds a browser need not ask again, from the route."""
        self.files, self.fresh_for = files, fresh_for

    def get(self, name: str) -> None:
        """Send the file, compressed for who takes it so, or say that nothing has changed."""
        file = self.files.get(name)
        if file is None:
            raise tornado.web.HTTPError(404)
        self.set_header("Content-Type", file.kind)
        self.set_header("Cache-Control", f"max-age={self.fresh_for}" if self.fresh_for else "no-cache")
        self.set_header("X-Content-Type-Options", "nosniff")
        self.send(file.tag, file.compressed, lambda: file.body)

    head = get

    def write_error(self, status_code: int, **_kwargs: Any) -> None:
        """A script that is missing is not read by people."""
        self.set_header("Content-Type", "text/plain")
        self.finish(str(status_code))


def read_files(folder: Path, names: Iterable[str]) -> dict[str, StaticFile]:
    """Read files into a table for `KeptFile`.

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
    return {name: StaticFile((folder / name).read_bytes(), guess_kind(name)) for name in names}


def guess_kind(name: str) -> str:
    """Return the media type of a file by its ending; Windows may know another one for scripts.

    >>> guess_kind("class.js"), guess_kind("gamekit-sans-bold.woff2")
    ('application/javascript', 'font/woff2')
    """
    known = "application/javascript" if name.endswith(".js") else mimetypes.guess_type(name)[0]
    return known or "application/octet-stream"
