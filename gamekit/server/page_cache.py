"""Files of drawn lesson pages, and filling their gaps when a page is served or exported.

A file's name is a hash of the notebook, of all that the package could draw into the page, and of the language, so that
no file is ever out of date. If the disk cannot be used, nothing is stored.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import json
import logging
import re
import sys
import zlib
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic import TypeAdapter

from gamekit.core.files import OURS, NotTrustedError, cache_root, make_cache_folder, read_cached, write_whole
from gamekit.core.i18n.translation import language
from gamekit.lessons.catalog import PACKAGE, Lesson
from gamekit.server.document import LESSON_POLICY

log = logging.getLogger(__name__)
T = TypeVar("T")

DRAWN_BY: Final = ("numpy", "scipy", "matplotlib", "pandas", "networkx", "nbconvert")
SOURCES: Final = ("*.py", "*.toml", "*.js", "*.css", "*.j2", "*.json", "*.wasm", "*.po", "*.woff2", "*.svg")
MOST_KEPT: Final = 400
"""Files of pages that are kept; the oldest are deleted."""
SAID: Final[set[Path]] = set()
"""Folders about which a warning was logged."""
BET_WORDS: Final = ("choices", "low", "high", "step", "unit")
QUIZ_WORDS: Final = ("text", "choices", "unit", "answer", "tolerance")
"""Fields that an `AskedQuestion` takes from the data of a card."""
MOST_ORDERED: Final = 9999
GAP: Final = re.compile(r"%%(edition|policy|manifest|home|besides|parts)%%")
PLACE: Final = re.compile(r'<h2\b|data-part="(\d+)"')
"""Beginning of a step on a lesson's page, or a part of the page."""
SERVED_POLICY: Final = f"{LESSON_POLICY}; connect-src 'self' ws: wss:"
"""Content security policy of a served lesson: LESSON_POLICY and requests to the own server.

It allows WebSockets to every host; the server's own check the origin of a page.
"""


@functools.cache
def package_hash() -> str:
    """Return a hash of everything in the package and its environment that pages depend on; cached."""
    digest = hashlib.sha256(repr((sys.version, [version(name) for name in DRAWN_BY])).encode())
    for pattern in SOURCES:
        for path in sorted(PACKAGE.rglob(pattern)):
            digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def edition() -> str:
    """Return the edition of the files beside pages: a hash of the package and the language."""
    return hashlib.sha256(f"{package_hash()} {language()}".encode()).hexdigest()[:16]


def page_key(folder: Path, lesson: Lesson) -> str:
    """Return the key of a lesson's page: a hash of notebook, files beside it, package and language."""
    path = folder / lesson.path
    beside = [file for file in sorted(path.parent.iterdir()) if file.is_file() and file.suffix != ".ipynb"]
    known = (package_hash(), language(), lesson.path, [(file.name, file.stat().st_mtime_ns) for file in beside])
    return hashlib.sha256(repr(known).encode() + path.read_bytes()).hexdigest()[:32]


@dataclass(frozen=True)
class DrawnPage:
    """Page of a lesson with gaps in `text` for all that depends on where it is served."""

    root: str
    """Relative path from the page to the root of the site."""
    text: str
    parts: list[dict[str, Any]]
    words: list[dict[str, str]]
    failed: str = ""
    """Error of the cell that failed, for the lesson's author."""

    @cached_property
    def panels(self) -> dict[str, Mapping[str, Any]]:
        """Panels by their names on the page."""
        return {part["data"]["panel"]: part["data"] for part in self._list_parts("panel")}

    @cached_property
    def bets(self) -> dict[str, Mapping[str, Any]]:
        return {part["data"]["key"]: part["data"] for part in self._list_parts("bet")}

    @cached_property
    def boards(self) -> dict[int, Mapping[str, Any]]:
        return {part["data"]["number"]: part["data"] for part in self._list_parts("board")}

    @cached_property
    def questions(self) -> dict[str, dict[str, Any]]:
        """Questions by key, in the order of the page, as `AskedQuestion` has them."""
        found = {key: told for part in self.parts for key, told in list_questions(part)}
        return {key: {**told, "order": min(place, MOST_ORDERED)} for place, (key, told) in enumerate(found.items())}

    @cached_property
    def steps(self) -> dict[str, int]:
        """Step of each question, by key, from 1; 0 before the first step."""
        step, found = 0, {}
        for place in PLACE.finditer(self.text):
            if place[1] is None:
                step += 1
            else:
                found.update({key: step for key, _told in list_questions(self.parts[int(place[1])])})
        return found

    def _list_parts(self, kind: str) -> list[dict[str, Any]]:
        return [part for part in self.parts if part["kind"] == kind]

    def serve(self, lesson: str, edition: str, switch: str = "") -> str:
        """Return the page for a server, with the language switch and the scripts of a class."""
        besides = "".join(
            f'<script src="{self.root}web/class/{name}" data-base="{self.root}"></script>\n'
            for name in ("ask_class.js", "pupil.js")
        )
        server = {"root": self.root, "lesson": lesson, "language": language()}
        data = {"parts": self.parts, "words": self.words, "server": server}
        return self._fill(data, edition, SERVED_POLICY, "", "", str(switch) + besides)

    def export(self, recordings: Mapping[str, Any], edition: str) -> str:
        """Return the page for a site without a server; panels answer from recordings."""
        manifest = f'<link rel="manifest" href="{self.root}manifest.webmanifest">'
        offline = f'<script src="{self.root}shared/offline.js" data-root="{self.root}"></script>'
        return self._fill(self._record(recordings), edition, LESSON_POLICY, manifest, "index.html", offline)

    def export_into(self, recordings: Mapping[str, Any], edition: str, script: str) -> str:
        """Return the page for a package without a site, with `script` in its head."""
        return self._fill(self._record(recordings), edition, LESSON_POLICY, script, "index.html", "")

    def _record(self, recordings: Mapping[str, Any]) -> dict[str, Any]:
        """Return the page's data with recordings in place of panels."""
        words = [*self.words, *(one["words"] for one in list(recordings.values())[:1])]  # all have the same
        parts = [put_recording(part, recordings, len(self.words)) for part in self.parts]
        return {"parts": parts, "words": words, "server": None}

    def _fill(self, data: Any, edition: str, policy: str, manifest: str, home: str, besides: str) -> str:
        gaps = {"edition": edition, "policy": policy, "manifest": manifest, "home": home, "besides": besides}
        gaps["parts"] = pack_data(data)
        return GAP.sub(lambda gap: gaps[gap[1]], self.text)


PAGE_FORM: Final = TypeAdapter(DrawnPage)
RECORDINGS_FORM: Final = TypeAdapter(dict[str, dict[str, Any]])


def list_questions(part: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the key and the `AskedQuestion` fields of each question in a part of a page."""
    data = part["data"]
    if part["kind"] == "bet":
        yield data["key"], {"kind": "bet", "text": data["question"]} | pick(data, BET_WORDS)
    for quiz in [data] if part["kind"] == "quiz" else [moment["quiz"] for moment in data.get("moments", ())]:
        practised = part["kind"] != "quiz" or quiz["endless"]
        about = {"kind": "answer", "title": quiz["title"], "is_exit": quiz["exit"], "is_practice": practised}
        for number, one in enumerate(quiz["questions"]):
            yield f"{quiz['key']}/{number}", about | pick(one, QUIZ_WORDS)


def pick(data: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Return the fields of these names that are not None, without the range if there are choices."""
    ranged = ("low", "high", "step") if data.get("choices") else ()
    return {name: data[name] for name in names if data[name] is not None and name not in ranged}


def put_recording(part: dict[str, Any], recordings: Mapping[str, Any], words: int) -> dict[str, Any]:
    """Return a part with a panel's recording in its place; `words` is the number of the recordings' texts."""
    if part["kind"] != "panel":
        return part
    number = part["data"]["number"]
    return {"kind": "lab", "data": {**recordings[str(number)], "number": number, "words": words}}


def panel_name(told: Mapping[str, Any]) -> str:
    """Return a panel's name on the page: its number, and a hash of its controls.

    A page opened before the lesson changed can so never run another panel than it shows.
    """
    offers = json.dumps([told["title"], told["controls"], told["luck"], told["bet"]], sort_keys=True)
    return f"{told['number']}-{hashlib.sha256(offers.encode()).hexdigest()[:8]}"


def pack_data(data: Any) -> str:
    """Return data as compressed JSON in base64, which may stand in a script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return b64encode(gzip.compress(text.encode(), mtime=0)).decode()


class PageStore:
    """Files of lesson pages and of recordings of their panels."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or cache_root()

    def find(self, name: str, form: TypeAdapter[T]) -> T | None:
        """Return stored data; None if there is none, it is malformed or another user could have written it."""
        try:
            return form.validate_json(gzip.decompress(read_cached(self._file(name))), strict=True)
        except NotTrustedError as error:
            self._say(f"Pages of lessons that are kept are not used, and drawn anew by each server: {error}")
        except (OSError, EOFError, ValueError, RecursionError, zlib.error):  # a wrong form is a ValueError
            pass
        return None

    def find_page(self, name: str) -> DrawnPage | None:
        """Return the stored page of this name; None if there is none or a part is damaged."""
        page = self.find(name, PAGE_FORM)
        try:
            return page if page is not None and (page.panels, page.bets, page.boards, page.steps) else None
        except (LookupError, TypeError, AttributeError):
            return None

    def keep(self, name: str, data: Any) -> None:
        """Store data; failures are logged once per folder."""
        try:
            make_cache_folder(self.folder)
            write_whole(self._file(name), gzip.compress(json.dumps(data).encode(), 5, mtime=0), OURS)
            self._tidy()
        except OSError as error:
            self._say(f"Pages of lessons cannot be kept, and are drawn anew by each server: {error}")

    def _say(self, sentence: str) -> None:
        """Log a warning, once per folder."""
        if self.folder not in SAID:
            SAID.add(self.folder)
            log.warning("%s", sentence)

    def _file(self, name: str) -> Path:
        return self.folder / f"page-{name}.json.gz"

    def _tidy(self) -> None:
        files = sorted(self.folder.glob("page-*.json.gz"), key=lambda file: file.stat().st_mtime)
        for old in files[:-MOST_KEPT]:
            old.unlink(missing_ok=True)
