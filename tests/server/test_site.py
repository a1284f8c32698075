"""The site without a server: every file listed, every address found, a worker and a manifest that fit the files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
from gamekit.core.i18n.translation import use_language
from gamekit.lessons import catalog as lessons
from gamekit.server import page_cache, site_export, worker_pool
from gamekit.server.page_cache import DrawnPage
from gamekit.widgets import board_pictures
from tests.serving import lesson

FOLDER = lessons.own_folder()
LINKED = re.compile(r'(?:src|href)="([^"#?]+)[^"]*"')


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site whose lessons and games are told in a word: running, playing and drawing them takes long."""
    folder = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMEKIT_CACHE", str(tmp_path_factory.mktemp("cache")))  # what is told in a word is not kept
        told = [(DrawnPage("", f"<p>{one.title}</p>", [], []), {}) for one in lessons.find_lessons(FOLDER)]
        patch.setattr(site_export, "make_pages", lambda folder, lessons: iter(told))
        patch.setattr(board_pictures, "board", lambda *moment: "<svg/>")
        names = {"Play": "play/{}.html", "Rules": "{}-rules.html"}
        patch.setattr(
            site_export,
            "game_pages",
            lambda game: (site_export.SiteFile(name.format(game.name), title, "x") for title, name in names.items()),
        )
        site_export.export_site(folder, FOLDER)
    return folder


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_every_lesson_and_every_game_is_in_the_gallery_and_every_address_is_a_file(written: Path) -> None:
    page = unescape((written / "index.html").read_text(encoding="utf-8"))
    linked = set(LINKED.findall(page))
    assert {one for one in linked if not one.startswith("data:")} <= files(written)
    for one in lessons.find_lessons(FOLDER):
        assert f"lessons/{one.name}.html" in linked
        assert (written / "lessons" / f"{one.name}.html").is_file()
    assert {f"play/{name}.html" for name in ("kartenspiel", "route66", "ausgebremst", "auf_achse")} <= linked
    assert "default-src 'none'" in page
    assert "pupil.js" not in page


def listed(folder: Path) -> dict[str, Any]:
    head = (folder / "sw.js").read_text(encoding="utf-8").split(";\n", 1)[0]
    found: dict[str, Any] = json.loads(head.split(" = ", 1)[1])
    return found


def test_the_service_worker_keeps_exactly_the_files_of_the_site(written: Path) -> None:
    assert set(listed(written)["files"]) == files(written) - {"sw.js"}


def test_another_letter_makes_another_version() -> None:
    pages = {"index.html": "a", "b.html": "b"}
    assert site_export.worker(pages) == site_export.worker(dict(reversed(pages.items())))
    assert site_export.worker(pages) != site_export.worker(pages | {"b.html": "c"})
    assert site_export.worker(pages) != site_export.worker(pages | {"c.html": ""})


def test_the_manifest_names_files_that_are_there(written: Path) -> None:
    told = json.loads((written / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert told["name"]
    assert told["display"] == "standalone"
    assert {told["start_url"], *(icon["src"] for icon in told["icons"])} <= files(written)


def test_pages_are_told_one_by_one_and_only_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = {"shared/a.js": "", "1.html": "one", "2.html": "two"}
    pages = [site_export.SiteFile(name, title, "x") for name, title in named.items()]
    monkeypatch.setattr(site_export, "site", lambda folder: iter(pages))
    told: list[tuple[int, str, int]] = []
    number = site_export.export_site(
        tmp_path, FOLDER, lambda number, title: told.append((number, title, len(files(tmp_path))))
    )
    assert number == 2
    assert told == [(1, "one", 2), (2, "two", 3)]


def test_where_nothing_has_changed_nothing_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMEKIT_CACHE", str(tmp_path / "cache"))
    code = "from gamekit.lessons import kit\nkit.panel(lambda n=1: 'One.', n=(1, 2))"
    path = lesson(tmp_path / "coin.ipynb", "# Coin", code)
    found = lessons.find_lessons(tmp_path)
    ((drawn, recordings),) = site_export.make_pages(tmp_path, found)
    assert recordings["1"]["outcomes"]

    async def nobody(*_order: Any) -> Any:
        raise AssertionError("a worker was asked")

    monkeypatch.setattr(worker_pool.WorkerPool, "result", nobody)
    assert list(site_export.make_pages(tmp_path, found)) == [(drawn, recordings)]
    lesson(path, "# Another coin")
    with pytest.raises(AssertionError, match="was asked"):
        list(site_export.make_pages(tmp_path, found))


def test_pages_of_games_and_their_pictures_are_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMEKIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(site_export, "make_pages", lambda folder, lessons: iter([(DrawnPage("", "x", [], []), {})]))
    made: list[str] = []

    def pages(game: gk.Game) -> Iterator[site_export.SiteFile]:
        made.append(game.name)
        yield site_export.SiteFile(f"play/{game.name}.html", "Play", "x")

    def board(*moment: object) -> str:
        made.append(repr(moment))
        return f"<svg>{moment}</svg>"

    monkeypatch.setattr(site_export, "game_pages", pages)
    monkeypatch.setattr(board_pictures, "board", board)
    about = {"title": "Start here", "game": "route66", "picture": {"seed": 3, "step": 60}}
    lesson(tmp_path / "coin.ipynb", "# Coin", **about)
    first = list(site_export.site(tmp_path))
    assert sorted(made) == sorted(
        [*gk.game_names(), *(f"('{name}',)" for name in gk.game_names()), "('route66', 3, 60)"]
    )
    once = len(made)
    assert list(site_export.site(tmp_path)) == first
    assert len(made) == once
    for module in (site_export, page_cache):
        monkeypatch.setattr(module, "package_hash", lambda: "another package")
    anew = list(site_export.site(tmp_path))
    assert [page.name for page in anew] == [page.name for page in first]
    assert len(made) == 2 * once
    assert {page.text for page in anew} != {page.text for page in first}, "files beside pages are of another edition"
    with use_language("de"):
        assert lessons.say_title("Start here") in {page.title for page in site_export.site(tmp_path)} - {"Start here"}


def test_a_lesson_that_fails_ends_an_export_with_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMEKIT_CACHE", str(tmp_path / "cache"))
    lesson(tmp_path / "bad.ipynb", "# Bad", "1/0", title="A bad one")
    with pytest.raises(site_export.LessonFailed, match="The lesson A bad one could not be run: ZeroDivisionError"):
        list(site_export.make_pages(tmp_path, lessons.find_lessons(tmp_path)))
