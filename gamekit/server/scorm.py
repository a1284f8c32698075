"""Export of a lesson as a package for learning platforms (SCORM 1.2): page, files, manifest."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

from gamekit import __version__
from gamekit.core.errors import OptionError, quote
from gamekit.core.files import write_whole
from gamekit.core.game import game_names, load
from gamekit.core.i18n.translation import _, say_pair
from gamekit.core.svg import text
from gamekit.lessons.catalog import Lesson, find_lessons, refuse_lesson
from gamekit.server.page_cache import DrawnPage, edition
from gamekit.server.site_export import SitePlaces, list_shared, make_pages
from gamekit.web import bundle

SCRIPT: Final = "shared/scorm.js"
MANIFEST: Final = "imsmanifest.xml"
PACKAGING: Final = "http://www.imsproject.org/xsd/imscp_rootv1p1p2"
EXTENSION: Final = "http://www.adlnet.org/xsd/adlcp_rootv1p2"
SUFFIX: Final = ".zip"
MIDNIGHT: Final = (1980, 1, 1, 0, 0, 0)
"""Time stamp of all files, so that equal lessons give equal packages."""


@dataclass(frozen=True)
class Package:
    """Content of a package: name and title, the page it begins with, and files by name."""

    name: str
    title: str
    page: str
    files: dict[str, str]


def export_scorm(target: Path, folder: Path, name: str) -> Path:
    """Write a lesson as a package for a learning platform.

    Parameters
    ----------
    target : Path
        The ZIP file to write.
    folder : Path
        The folder of lessons.
    name : str
        The name of the lesson, such as ``kartenspiel/01-rules``.

    Returns
    -------
    Path
        The file that was written.

    Raises
    ------
    OptionError
        If there is no such lesson, or `target` is no ZIP file.
    LessonFailed
        If the lesson does not run to its end.
    """
    if target.suffix.lower() != SUFFIX:
        told = _("A package for a learning platform is a ZIP file, not {name}.")
        raise OptionError(told.format(name=quote(target.name)))
    package = lesson_package(folder, find_lesson(folder, name))
    target.parent.mkdir(parents=True, exist_ok=True)
    return write_whole(target, pack_files(package))


def find_lesson(folder: Path, name: str) -> Lesson:
    """Return the lesson of this name in the reader's language. Raises `OptionError` if there is none."""
    lessons = {one.name: one.translate() for one in find_lessons(folder)}
    if name not in lessons:
        raise refuse_lesson(name, lessons.values())
    return lessons[name]


def lesson_package(folder: Path, lesson: Lesson) -> Package:
    """Return the package of a lesson, its panels recorded. Raises `LessonFailed`."""
    ((drawn, recordings),) = make_pages(folder, [lesson])
    title = say_pair(load(lesson.game).title, lesson.title) if lesson.game in game_names() else lesson.title
    return Package(lesson.name, title, SitePlaces.lesson(lesson), lesson_files(lesson, drawn, recordings))


def lesson_files(lesson: Lesson, drawn: DrawnPage, recordings: dict[str, Any]) -> dict[str, str]:
    """Return the lesson's page and the files it loads, by name."""
    ticket = find_ticket(drawn)
    told = "" if ticket is None else f' data-ticket="{text(ticket[0])}" data-questions="{ticket[1]}"'
    lost = _("The learning platform has not taken what you did here. It is tried again; leave this page open.")
    told += f' data-lost="{text(lost)}"'
    page = drawn.export_into(recordings, edition(), f'<script src="{drawn.root}{SCRIPT}"{told}></script>')
    needed = set(re.findall(rf'(?:src|href)="{re.escape(drawn.root)}([^"?#]+)', page))
    shared = {file.name: file.text for file in list_shared() if file.name in needed}
    return {SitePlaces.lesson(lesson): page, SCRIPT: platform_script(), **shared}


def platform_script() -> str:
    return f"(() => {{\n{bundle.module('site/scorm')}\ntellPlatform();\n}})();\n"


def find_ticket(drawn: DrawnPage) -> tuple[str, int] | None:
    """Return the key of a lesson's exit ticket and its number of questions; None if it has none."""
    title = _("Exit ticket")
    for part in drawn.parts:
        if part["kind"] == "quiz" and part["data"]["title"] == title:
            return part["data"]["key"], len(part["data"]["questions"])
    return None


def pack_files(package: Package) -> bytes:
    """Return a package as ZIP, the manifest first."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, contents in {MANIFEST: write_manifest(package), **package.files}.items():
            archive.writestr(zipfile.ZipInfo(name, MIDNIGHT), contents, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def write_manifest(package: Package) -> str:
    """Return the manifest: one item, its page, and every file."""
    ElementTree.register_namespace("", PACKAGING)
    ElementTree.register_namespace("adlcp", EXTENSION)

    def add(parent: ElementTree.Element, tag: str, words: str | None = None, **attributes: str) -> ElementTree.Element:
        node = ElementTree.SubElement(parent, f"{{{PACKAGING}}}{tag}", attributes)
        node.text = words
        return node

    own = re.sub(r"[^A-Za-z0-9]+", "-", package.name)
    about = {"identifier": f"gamekit-{own}", "version": __version__}
    root = ElementTree.Element(f"{{{PACKAGING}}}manifest", about)
    standard = add(root, "metadata")
    add(standard, "schema", "ADL SCORM")
    add(standard, "schemaversion", "1.2")
    plans = add(root, "organizations", default="gamekit")
    plan = add(plans, "organization", identifier="gamekit")
    add(plan, "title", package.title)
    item = add(plan, "item", identifier="lesson", identifierref="page")
    add(item, "title", package.title)
    resource = add(add(root, "resources"), "resource", identifier="page", type="webcontent", href=package.page)
    resource.set(f"{{{EXTENSION}}}scormtype", "sco")
    for name in package.files:
        add(resource, "file", href=name)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"
