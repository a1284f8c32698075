"""Names of kept pages and of panels: another one wherever a page would be another one, and only there."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from gamekit.core.i18n.translation import use_language
from gamekit.lessons.catalog import Lesson
from gamekit.server import page_cache
from gamekit.server.page_cache import DrawnPage, PageStore, page_key, panel_name
from tests.serving import lesson


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "other").mkdir()
    lesson(tmp_path / "one.ipynb", "# One", "1 + 1", title="One")
    lesson(tmp_path / "other" / "two.ipynb", "# Two", "1 + 1", title="Two")
    (tmp_path / "map.png").write_bytes(b"a picture")
    return tmp_path


def named(folder: Path, path: str = "one.ipynb", language: str = "en") -> str:
    with use_language(language):
        return page_key(folder, Lesson.model_construct(path=path))


def test_a_page_has_another_name_for_each_language_lesson_package_and_whatever_lies_beside_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = named(folder)
    seen = {usual, named(folder, "one.ipynb", "de"), named(folder, "other/two.ipynb")}
    assert usual == named(folder) == named(folder, "one.ipynb", "en")
    (folder / "other" / "more.txt").write_text("elsewhere")
    lesson(folder / "third.ipynb", "# Three", title="Three")
    assert named(folder) == usual, "another folder's files and other lessons change nothing"
    os.utime(folder / "map.png", ns=(1, 1))
    seen.add(named(folder))
    (folder / "table.csv").write_text("1,2")
    seen.add(named(folder))
    lesson(folder / "one.ipynb", "# One", "1 + 2", title="One")
    seen.add(named(folder))
    monkeypatch.setattr(page_cache, "package_hash", lambda: "another")
    seen.add(named(folder))
    assert len(seen) == 7


TOLD: dict[str, Any] = {"number": 3, "title": "Dials", "controls": [{"low": 1}], "luck": True, "bet": "bet-1", "x": 0}


def test_a_panel_has_another_name_wherever_it_offers_something_else() -> None:
    changes = [{}, {"number": 4}, {"title": "Dial"}, {"controls": [{"low": 2}]}, {"luck": False}, {"bet": ""}]
    names = [panel_name(TOLD | change) for change in changes]
    assert len(set(names)) == len(names)
    assert panel_name(TOLD | {"x": 1}) == panel_name(dict(reversed(TOLD.items()))) == names[0]
    assert [name.split("-")[0] for name in names] == ["3", "4", "3", "3", "3", "3"]


def test_each_question_of_a_page_has_the_step_that_it_stands_in() -> None:
    question = {"text": "1 + 1?", "answer": 1, "tolerance": 0, "choices": ["3", "2"], "unit": ""}
    quiz = {"key": "quiz-1", "title": "Exit ticket", "questions": [question, question], "endless": False, "exit": True}
    bet = {"key": "bet-1", "question": "How far?", "choices": None, "low": 0, "high": 9, "step": 1, "unit": ""}
    parts = [
        {"kind": "bet", "data": bet},
        {"kind": "quiz", "data": quiz},
        {"kind": "board", "data": {}},
        {"kind": "bet", "data": bet | {"key": "bet-0", "choices": ["heads", "tails"]}},
    ]
    text = '<i data-part="3"><h2 id="a">A</h2><i data-part="2"><i data-part="0"><h2>B</h2><i data-part="1">'
    page = DrawnPage("", text, parts, [])
    assert page.questions["bet-0"].keys().isdisjoint(("low", "high", "step")), "a choice has no range"
    assert page.steps == {"bet-0": 0, "bet-1": 1, "quiz-1/0": 2, "quiz-1/1": 2}


PAGE: dict[str, Any] = {"root": "../", "text": "<h2>A</h2>", "parts": [], "words": [], "failed": ""}


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners here")
def test_a_page_that_others_could_have_written_is_not_handed_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = PageStore(tmp_path / "cache")
    store.keep("one", PAGE)
    (file,) = store.folder.iterdir()
    assert store.find_page("one") == DrawnPage(**PAGE)
    for path, mode in ((file, 0o666), (store.folder, 0o777)):
        usual = path.stat().st_mode
        path.chmod(mode)
        assert store.find_page("one") is None
        path.chmod(usual)
    assert store.find_page("one") is not None
    if os.geteuid() == 0:
        for path in (file, store.folder):
            os.chown(path, 12345, 12345)
            assert store.find_page("one") is None
            os.chown(path, 0, 0)
    monkeypatch.setattr(os, "geteuid", lambda: 54321)
    assert (store.find_page("one") is None) == bool(file.stat().st_uid)


def test_what_is_kept_is_closed_to_others_whatever_the_system_allows_a_group(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        store = PageStore(tmp_path / "cache")
        store.keep("one", PAGE)
        assert store.find_page("one") is not None
    finally:
        os.umask(old)


@pytest.mark.parametrize(
    "kept",
    [
        [], {}, 7, None, "page", {**PAGE, "text": 5}, {**PAGE, "parts": {}}, {**PAGE, "parts": [5]},
        {**PAGE, "parts": [{"kind": "bet"}]}, {**PAGE, "parts": [{"kind": "board", "data": []}]},
        {**PAGE, "text": '<i data-part="3">'},
    ],
)  # fmt: skip
def test_a_page_of_a_wrong_form_is_as_if_it_were_not_there(tmp_path: Path, kept: object) -> None:
    store = PageStore(tmp_path / "cache")
    store.keep("one", kept)
    assert store.find_page("one") is None


def test_a_page_that_is_nested_too_deep_is_as_if_it_were_not_there(tmp_path: Path) -> None:
    store = PageStore(tmp_path / "cache")
    store.keep("one", PAGE)
    (file,) = store.folder.iterdir()
    deep = json.dumps(PAGE).replace('"parts": []', '"parts": ' + "[" * 100_000 + "]" * 100_000)
    file.write_bytes(gzip.compress(deep.encode()))
    assert store.find_page("one") is None


def test_of_too_many_kept_pages_the_oldest_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_cache, "MOST_KEPT", 2)
    store = PageStore(tmp_path)
    for when, name in enumerate(("first", "second", "third"), start=1):
        store.keep(name, {})
        os.utime(tmp_path / f"page-{name}.json.gz", (when, when))
    store.keep("second", {})
    assert sorted(file.name.split(".")[0] for file in tmp_path.iterdir()) == ["page-second", "page-third"]
