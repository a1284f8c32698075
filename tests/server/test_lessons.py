"""What the gallery knows of the notebooks, and which addresses are lessons."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from gamekit.lessons import catalog
from gamekit.server import lesson_pages, notebook_runner
from gamekit.server.app import LessonServer, ServerSettings
from gamekit.server.page_cache import PAGE_FORM, PageStore
from tests.serving import PATIENCE, lesson, story

BLANK = '{"cells": [], "nbformat": 4'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "notebooks"
    lesson(root / "topics" / "chance.ipynb", "# Chance", game="topics", order=3)
    lesson(root / "start.ipynb", "# Start", title="Start", order=90)
    lesson(root / "kartenspiel" / "counting.ipynb", "# Count", order=2, minutes=45)
    lesson(root / "kartenspiel" / "rules.ipynb", "# Rules", order=1)
    (root / "kartenspiel" / "secret.toml").write_text("answer = 42")
    (tmp_path / "outside.ipynb").write_text("{}")
    return root


def test_start_comes_first_then_the_order_of_teaching(folder: Path) -> None:
    found = [lesson.path for lesson in catalog.find_lessons(folder)]
    assert found == ["start.ipynb", "kartenspiel/rules.ipynb", "kartenspiel/counting.ipynb", "topics/chance.ipynb"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "cannot be read"),
        ("{", "cannot be read"),
        pytest.param("[" * 200_000, "cannot be read", id="brackets"),
        ("[]", "it has no cells"),
        ('{"cells": [], "nbformat": 5}', "of format 5; this gamekit reads format 4"),
        ('{"cells": [7], "nbformat": 4}', "no type or no source"),
        (BLANK + "}", "no “gamekit” entry"),
        (BLANK + ', "metadata": {}}', "no “gamekit” entry"),
        (BLANK + ', "metadata": {"gamekit": 7}}', "not a table"),
        (BLANK + ', "metadata": {"gamekit": {"title": "x"}}}', "question"),
        (BLANK + ', "metadata": {"gamekit": {"path": "/etc/passwd"}}}', "path"),
    ],
)
def test_a_notebook_that_is_no_lesson_is_left_out_with_its_reason(
    folder: Path, content: str, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    (folder / "broken.ipynb").write_text(content)
    assert len(catalog.find_lessons(folder)) == 4
    assert reason in caplog.text
    assert "broken.ipynb" in caplog.text


@pytest.mark.parametrize("made", ["dangling link", "conflicted copy"])
def test_a_file_that_cannot_be_a_lesson_of_its_own_is_left_out_and_the_gallery_goes_on(
    folder: Path, made: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = folder / "kartenspiel" / ("gone.ipynb" if made == "dangling link" else "rules (conflicted copy 1).ipynb")
    if made == "dangling link":
        path.symlink_to("nowhere.ipynb")
    else:
        path.write_bytes((folder / "kartenspiel" / "rules.ipynb").read_bytes())
    gallery = lesson_pages.Gallery(folder)
    for _again in range(2):
        assert len(gallery.lessons()) == 4
    assert path.name in caplog.text


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_notebook_saved_by_another_editor_is_listed_and_runs(folder: Path, encoding: str) -> None:
    path = folder / "kartenspiel" / "rules.ipynb"
    path.write_text(path.read_text(encoding="utf-8"), encoding=encoding)
    assert lesson_pages.Gallery(folder).lesson("kartenspiel/rules") is not None
    assert notebook_runner.run_cells(folder, "kartenspiel/rules").failed == ""


def test_hidden_folders_and_checkpoints_are_no_lessons(folder: Path) -> None:
    lesson(folder / ".ipynb_checkpoints" / "start-checkpoint.ipynb", "# Old")
    lesson(folder / "_drafts" / "new.ipynb", "# Draft")
    assert len(catalog.find_lessons(folder)) == 4


@pytest.mark.parametrize(
    "name",
    [
        "", "nothing", "/etc/passwd", "../outside", "kartenspiel/../../outside", "kartenspiel//rules",
        "kartenspiel\\rules", "./start", "kartenspiel/secret.toml", "start\x00", "kartenspiel", "x" * 301,
    ],
)  # fmt: skip
def test_a_lesson_is_found_with_and_without_its_ending_and_at_no_other_address(folder: Path, name: str) -> None:
    found = {catalog.lesson_path(folder, f"kartenspiel/rules{ending}") for ending in ("", ".ipynb")}
    assert (found, catalog.lesson_path(folder, name)) == ({"kartenspiel/rules.ipynb"}, None)


def test_a_link_that_leads_outside_is_no_lesson(folder: Path) -> None:
    (folder / "link.ipynb").symlink_to(folder.parent / "outside.ipynb")
    assert catalog.lesson_path(folder, "link") is None


def test_a_picture_is_a_moment_of_the_game_or_a_file_beside_the_notebook(folder: Path) -> None:
    moment = lesson(folder / "kartenspiel" / "a.ipynb", "# A", picture={"seed": 4, "step": 30})
    image = lesson(folder / "kartenspiel" / "b.ipynb", "# B", picture="b.svg")
    assert catalog.read_lesson(folder, moment).picture_address == "picture/kartenspiel.svg?seed=4&step=30"
    assert catalog.read_lesson(folder, image).picture_address == "thumb/kartenspiel/b"
    assert catalog.find_lessons(folder)[0].picture_address is None


def test_an_installed_package_has_its_lessons_inside_and_a_checkout_beside(tmp_path, monkeypatch):
    package = tmp_path / "site" / "gamekit"
    monkeypatch.setattr(catalog, "PACKAGE", package)
    (tmp_path / "site" / "notebooks").mkdir(parents=True)  # somebody else's
    assert catalog.own_folder() == package / "notebooks"
    (tmp_path / "site" / "notebooks" / catalog.HOME).touch()
    assert catalog.own_folder() == tmp_path / "site" / "notebooks"


def test_a_disk_that_keeps_no_pages_is_told_of_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("")
    store = PageStore(tmp_path / "file")
    for name in ("one", "two"):
        store.keep(name, {})
        assert store.find(name, PAGE_FORM) is None
    assert [record.message.startswith("Pages of lessons cannot be kept") for record in caplog.records] == [True]


class Drawing:
    """Workers that answer every order alike; they are free when they have been looked at three times."""

    def __init__(self, **said: object) -> None:
        self.said = said or {"type": "page", "page": {"root": "", "text": "", "parts": [], "words": []}}
        self.orders: list[str] = []
        self.looks = 0

    @property
    def idle(self) -> bool:
        self.looks += 1
        return self.looks > 3

    async def result(self, order: dict[str, Any], visitor: str) -> dict[str, object]:
        self.orders.append(order["lesson"]["path"])
        return self.said


def pages_of(folder: Path, workers: Any) -> lesson_pages.LessonPages:
    return lesson_pages.LessonPages(lesson_pages.Gallery(folder), workers, PageStore(folder / "cache"))


@story
async def test_a_page_that_could_not_be_drawn_says_so_to_whoever_looks_again_at_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the page that waits for it, and loads itself anew when there is news, would wait for ever."""
    workers = Drawing(type="error", text="The calculation ended unexpectedly.")
    pages = pages_of(folder, workers)
    for seconds in (60.0, 60.0, -1.0):
        monkeypatch.setattr(lesson_pages, "FAILED_FOR", seconds)
        with pytest.raises(lesson_pages.NotDrawnError, match="ended unexpectedly"):
            await pages.page(pages.gallery.lessons()[0])
    assert len(workers.orders) == 2


@story
async def test_whoever_wants_to_know_is_told_that_a_page_was_drawn(folder: Path) -> None:
    """A desk in another language waits for it: before, it cannot say there what the class is asked."""
    told: list[object] = []
    pages = pages_of(folder, Drawing())
    lesson = pages.gallery.lessons()[0]
    pages.tell_drawn = lambda: told.append(pages.ready(lesson))
    drawn = await pages.page(lesson)
    assert await pages.page(lesson) is drawn
    assert told == [drawn]


@story
async def test_pages_that_nobody_has_asked_for_are_drawn_while_nobody_waits_those_of_the_game_first(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lesson_pages, "GLANCE", 0.0)
    workers = Drawing()
    pages, drawn = pages_of(folder, workers), asyncio.Event()
    pages.now = "kartenspiel/counting.ipynb"
    pages.tell_drawn = lambda: drawn.set() if all(map(pages.ready, pages.gallery.lessons())) else None
    pages.make_ahead()
    await asyncio.wait_for(drawn.wait(), PATIENCE)
    pages.close()
    assert workers.looks > 3
    assert workers.orders == [pages.now, "start.ipynb", "kartenspiel/rules.ipynb", "topics/chance.ipynb"]


def test_a_class_is_shown_anew_when_a_page_was_drawn(folder: Path) -> None:
    served = LessonServer(ServerSettings(folder=folder))
    served.prepare()
    assert served.pages.tell_drawn == served.desk.schedule_update


@story
async def test_a_question_in_the_last_section_stands_in_no_step(folder: Path) -> None:
    """That section says where to go next; what is asked there is still said in every class."""
    lesson(folder / "topics" / "asks.ipynb", "# Asks\n\n## Play\n\n## Where next", game="topics")
    question = {"text": "1 + 1?", "answer": 1, "tolerance": 0, "choices": ["3", "2"], "unit": ""}
    quizzes = [
        {"key": f"quiz-{n}", "title": "Sums", "questions": [question], "endless": False, "exit": False}
        for n in range(3)
    ]
    text = '<i data-part="0"><h2>Play</h2><i data-part="1"><h2>Where next</h2><i data-part="2">'
    parts = [{"kind": "quiz", "data": quiz} for quiz in quizzes]

    page = {"root": "", "text": text, "parts": parts, "words": []}
    pages = pages_of(folder, Drawing(type="page", page=page))
    asks = pages.gallery.lesson("topics/asks")
    assert asks is not None
    await pages.page(asks)
    said = [pages.find_question("topics/asks", f"quiz-{n}/0") for n in range(3)]
    assert [one.place for one in said if one is not None] == ["", "Play", ""]
