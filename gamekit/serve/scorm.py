"""A lesson, a game's puzzles or a homework as a package for a learning platform (SCORM): a page, its files, a manifest.

What the page tells the platform is in show/web/scorm; the page itself is that of a site without a server (site.py,
puzzles.py, homework.py).
"""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import gamekit as gk
from gamekit.browser.scripts import inline_script
from gamekit.drawing import text
from gamekit.errors import OptionError, quote, suggest_word
from gamekit.files import write_whole
from gamekit.lab.puzzles import has_puzzles
from gamekit.show import assets
from gamekit.words import _

from .homework import collect_questions, make_platform_page, puzzle_file, question_file
from .homework_code import Homework, has_code, read_homework, sum_text
from .lessons import Lesson, find_lessons
from .page_store import DrawnPage
from .puzzles import puzzle_page
from .site import SitePlaces, edition, list_shared, make_pages

SCRIPT: Final = "shared/scorm.js"
MANIFEST: Final = "imsmanifest.xml"
SUFFIX: Final = ".zip"
PUZZLES: Final = "puzzles/"
"""The puzzles of a game stand among the lessons, as puzzles/GAME."""
HOMEWORK_FILES: Final = (".html", ".txt")
"""How a file ends that a homework was saved as."""
MIDNIGHT: Final = (1980, 1, 1, 0, 0, 0)
"""Of every file in a package, so that the same lesson makes the same package."""


@dataclass(frozen=True)
class Edition:
    """An edition of the standard: how its manifest is written."""

    version: str
    packaging: str
    extension: str
    kind: str
    """What its attribute for the kind of a resource is called."""


EDITIONS: Final = {
    "1.2": Edition(
        "1.2", "http://www.imsproject.org/xsd/imscp_rootv1p1p2", "http://www.adlnet.org/xsd/adlcp_rootv1p2", "scormtype"
    ),
    "2004": Edition(
        "2004 4th Edition",
        "http://www.imsglobal.org/xsd/imscp_v1p1",
        "http://www.adlnet.org/xsd/adlcp_v1p3",
        "scormType",
    ),
}
USUAL: Final = "1.2"


@dataclass(frozen=True)
class Package:
    """What is packed: its name and title, the page that it begins with, every file by its name."""

    name: str
    title: str
    page: str
    files: dict[str, str]


def export_scorm(target: Path, folder: Path, name: str, edition: str = USUAL) -> Path:
    """Write a lesson of the notebooks in `folder`, puzzles/GAME or a homework as a package; returns the path.

    A homework is named by its link, its code, or the file with either. Raises `OptionError` for what is not there and
    for a file of another kind, `LessonFailed` where a lesson does not run.
    """
    if target.suffix.lower() != SUFFIX:
        raise OptionError(
            _("A package for a learning platform is a ZIP file, not {name}.").format(name=quote(target.name))
        )
    package = make_package(folder, name)
    target.parent.mkdir(parents=True, exist_ok=True)
    return write_whole(target, pack_files(package, EDITIONS[edition]))


def make_package(folder: Path, name: str) -> Package:
    """What is packed under this name. Raises `OptionError` or `LessonFailed`."""
    lessons = {one.name: one.translate() for one in find_lessons(folder)}
    games = {f"{PUZZLES}{game}": game for game in gk.game_names() if has_puzzles(game)}
    if name in games:
        return puzzle_package(games[name])
    if name in lessons:
        return lesson_package(folder, lessons[name])
    if Path(name).suffix in HOMEWORK_FILES and Path(name).is_file():
        return homework_package(folder, read_homework(Path(name).read_text("utf-8", "replace")), lessons)
    if has_code(name):
        return homework_package(folder, read_homework(name), lessons)
    raise explain_missing(name, [*lessons, *games])


def explain_missing(name: str, names: list[str]) -> OptionError:
    """The error for a lesson that there is not."""
    return OptionError(
        _("There is no lesson {name}.{hint} There are: {names}.").format(
            name=quote(name), hint=suggest_word(name, names), names=", ".join(names)
        )
    )


def puzzle_package(game: str) -> Package:
    """The puzzles of a game: one page, with what it tells the platform in its head."""
    page = puzzle_page(game, "../index.html", f"../play/{game}.html")
    script = inline_script(platform_script())
    place = f"{PUZZLES}{game}.html"
    told = page.replace("</head>", f'<script data-puzzles="{text(game)}">{script}</script></head>', 1)
    title = _("Puzzles: {title}").format(title=gk.load(game).title)
    return Package(f"{PUZZLES}{game}", title, place, {place: told})


def lesson_package(folder: Path, lesson: Lesson) -> Package:
    """A lesson, its panels recorded. Raises `LessonFailed`."""
    ((drawn, recordings),) = make_pages(folder, [lesson])
    title = f"{gk.load(lesson.game).title}: {lesson.title}" if lesson.game in gk.game_names() else lesson.title
    return Package(lesson.name, title, SitePlaces.lesson(lesson), lesson_files(lesson, drawn, recordings))


def lesson_files(lesson: Lesson, drawn: DrawnPage, recordings: dict[str, Any]) -> dict[str, str]:
    """The lesson's page and what it loads, by name."""
    ticket = find_ticket(drawn)
    told = "" if ticket is None else f' data-ticket="{text(ticket[0])}" data-questions="{ticket[1]}"'
    page = drawn.export_into(recordings, edition(), f'<script src="{drawn.root}{SCRIPT}"{told}></script>')
    shared = take_shared(find_needed(page, drawn.root))
    return {SitePlaces.lesson(lesson): page, SCRIPT: platform_script(), **shared}


def find_needed(page: str, root: str) -> set[str]:
    """The names of what a page loads from beside it."""
    return set(re.findall(rf'(?:src|href)="{re.escape(root)}([^"?#]+)', page))


def take_shared(names: set[str]) -> dict[str, str]:
    """Those of the files beside lessons that have these names."""
    return {file.name: file.text for file in list_shared() if file.name in names}


def platform_script() -> str:
    """What tells a platform of a lesson or of puzzles."""
    return f"(() => {{\n{assets.module('scorm/page')}\ntellPlatform();\n}})();\n"


def homework_package(folder: Path, asked: Homework, lessons: dict[str, Lesson]) -> Package:
    """A homework: its page, its lessons, the games of its positions. Raises `OptionError`, `LessonFailed`."""
    for name in asked.lessons:
        if name not in lessons:
            raise explain_missing(name, list(lessons))
    for game in asked.games:
        gk.load(game)
    those = [lessons[name] for name in asked.lessons]
    needed = {f"shared/{game}.js" for game in asked.games}
    files = {SitePlaces.homework(): make_platform_page(folder, those, asked.code, edition())}
    for lesson, (drawn, recordings) in zip(those, make_pages(folder, those), strict=True):
        page = drawn.export_into(recordings, edition(), "")
        needed |= find_needed(page, drawn.root)
        files[SitePlaces.lesson(lesson)] = page
        files[f"asked/{lesson.name}.js"] = question_file(lesson.name, collect_questions(drawn, recordings))
    files |= take_shared(needed)
    files |= {f"shared/puzzles-{game}.js": puzzle_file(game) for game in asked.puzzles}
    return Package(f"homework-{sum_text(asked.code)}", asked.title, SitePlaces.homework(), files)


def find_ticket(drawn: DrawnPage) -> tuple[str, int] | None:
    """The key of a lesson's exit ticket and how many questions it has; None where there is none."""
    title = _("Exit ticket")
    for part in drawn.parts:
        if part["kind"] == "quiz" and part["data"]["title"] == title:
            return part["data"]["key"], len(part["data"]["questions"])
    return None


def pack_files(package: Package, edition: Edition = EDITIONS[USUAL]) -> bytes:
    """A ZIP file of it, with the manifest first."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, contents in {MANIFEST: write_manifest(package, edition), **package.files}.items():
            archive.writestr(zipfile.ZipInfo(name, MIDNIGHT), contents, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def write_manifest(package: Package, edition: Edition = EDITIONS[USUAL]) -> str:
    """What a platform reads first: one item, the page it begins with, and every file."""
    ElementTree.register_namespace("", edition.packaging)
    ElementTree.register_namespace("adlcp", edition.extension)

    def add(parent: ElementTree.Element, tag: str, words: str | None = None, **attributes: str) -> ElementTree.Element:
        node = ElementTree.SubElement(parent, f"{{{edition.packaging}}}{tag}", attributes)
        node.text = words
        return node

    own = re.sub(r"[^A-Za-z0-9]+", "-", package.name)
    about = {"identifier": f"gamekit-{own}", "version": gk.__version__}
    root = ElementTree.Element(f"{{{edition.packaging}}}manifest", about)
    standard = add(root, "metadata")
    add(standard, "schema", "ADL SCORM")
    add(standard, "schemaversion", edition.version)
    plans = add(root, "organizations", default="gamekit")
    plan = add(plans, "organization", identifier="gamekit")
    add(plan, "title", package.title)
    item = add(plan, "item", identifier="lesson", identifierref="page")
    add(item, "title", package.title)
    resource = add(add(root, "resources"), "resource", identifier="page", type="webcontent", href=package.page)
    resource.set(f"{{{edition.extension}}}{edition.kind}", "sco")
    for name in package.files:
        add(resource, "file", href=name)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"
