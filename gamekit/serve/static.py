"""Scripts and styles from memory, compressed once: thirty browsers ask for the same eighty files at the same time."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import tornado.web

FRESH_FOR = 3600
"""Seconds a browser need not ask again: a lesson long, and no longer than one waits after an update."""
WORTH_COMPRESSING = ("text/", "application/javascript", "application/json", "image/svg+xml")
LEAST_COMPRESSED = 1000
LARGEST_KEPT = 4_000_000
LOOK_AGAIN = 5.0
"""Seconds until the disk is asked again whether a file has changed."""


@dataclass(frozen=True)
class StaticFile:
    """A file as it is sent."""

    body: bytes
    kind: str
    changed: int = 0

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
    """Files of some folders, the first folder that has one counts. Nothing outside of them, no listing, no writing."""

    kept: dict[tuple[Path, str], tuple[float, StaticFile]] = {}  # noqa: RUF012 - shared by all requests on purpose

    def initialize(self, folders: list[Path], fresh_for: int = FRESH_FOR) -> None:
        """The folders, resolved, from the route, and for how many seconds a browser need not ask again."""
        self.folders, self.fresh_for = folders, fresh_for

    def get(self, name: str) -> None:
        """Send the file, compressed for who takes it so, or say that nothing has changed."""
        file = self.find(name)
        self.set_header("Content-Type", file.kind)
        self.set_header("Cache-Control", f"max-age={self.fresh_for}" if self.fresh_for else "no-cache")
        self.set_header("X-Content-Type-Options", "nosniff")
        self.send(file.tag, file.compressed, lambda: file.body)

    head = get

    def find(self, name: str) -> StaticFile:
        """The file, from memory if it was looked for a moment ago or has not changed since."""
        key, now = (self.folders[0], name), time.monotonic()
        looked, kept = self.kept.get(key, (float("-inf"), None))
        if kept is None or now - looked > LOOK_AGAIN:
            path, changed = self.path(name)
            if kept is None or kept.changed != changed:
                kind = "application/javascript" if path.suffix == ".js" else mimetypes.guess_type(path.name)[0]
                kept = StaticFile(path.read_bytes(), kind or "application/octet-stream", changed)
            if len(kept.body) <= LARGEST_KEPT:
                self.kept[key] = (now, kept)
        return kept

    def path(self, name: str) -> tuple[Path, int]:
        """Where the file is, and when it was changed."""
        for folder in self.folders:
            try:
                path = (folder / name).resolve()
                if path.is_relative_to(folder) and path.is_file():
                    return path, path.stat().st_mtime_ns
            except (OSError, ValueError):
                continue
        raise tornado.web.HTTPError(404)

    def write_error(self, status_code: int, **_kwargs: Any) -> None:
        """A script that is missing is not read by people."""
        self.set_header("Content-Type", "text/plain")
        self.finish(str(status_code))
