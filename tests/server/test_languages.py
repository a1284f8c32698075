"""Every request is answered in its reader's language: `?lang=`, what was chosen before, what the browser prefers."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gamekit.core.i18n.catalogs import find_offered
from gamekit.core.i18n.translation import _, use_language
from gamekit.server.language_negotiation import COOKIE, name_language, offer_languages
from tests.server.test_class import Visitor
from tests.serving import Server, lesson, story


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A class on a server with two lessons, told nothing about languages."""
    root = tmp_path_factory.mktemp("languages") / "notebooks"
    panel = "from gamekit.lessons import kit\n\ndef show(n=3):\n    return f'{n} it is'\n\nkit.lab(show)"
    lesson(root / "start.ipynb", "# Start", panel, title="Find your way")
    lesson(root / "kartenspiel" / "rules.ipynb", "# Rules", "1", question="Where to?")
    with Server(root, "--class", "30") as running:
        yield running


def said(language: str, sentence: str) -> str:
    """A sentence in a language."""
    with use_language(language):
        return str(_(sentence))


def language_of(page: str) -> str:
    """What a page says of its language."""
    found = re.search(r'<html lang="([^"]*)"', page)
    assert found is not None
    return found[1]


def test_what_is_offered_begins_with_the_servers_own_language() -> None:
    assert offer_languages() == tuple(find_offered())
    with use_language("fr"):
        assert offer_languages() == ("fr", *(one for one in find_offered() if one != "fr"))


def test_a_folder_of_no_known_language_has_its_code_on_the_switch_and_breaks_no_page() -> None:
    assert [name_language(code) for code in ("xx", "pt-BR", "fr", "en")] == [
        "Xx", "Português (Brasil)", "Français", "English"
    ]  # fmt: skip


def test_the_address_comes_before_the_choice_and_the_choice_before_the_browser(teacher: Visitor) -> None:
    browser = {"Accept_Language": "fr-FR,fr;q=0.9,en;q=0.5"}
    assert language_of(teacher.ask("/").text) == "en"
    assert language_of(teacher.ask("/", **browser).text) == "fr"
    assert language_of(teacher.ask("/?lang=de", **browser).text) == "de"
    assert teacher.cookies[COOKIE] == "de"
    kept = teacher.ask("/", **browser)
    assert language_of(kept.text) == "de"
    assert said("de", "What do the rules of a game do to you?") in kept.text
    assert "Accept-Language" in kept.headers["Vary"]
    assert language_of(teacher.ask("/?lang=en", **browser).text) == "en"


@pytest.mark.parametrize("odd", ["tlh", "%22%3E%3Cscript%3E", "../../secret", "x" * 1500, ""])
def test_a_language_that_is_not_offered_is_not_kept_and_breaks_nothing(odd: str, teacher: Visitor) -> None:
    page = teacher.ask(f"/?lang={odd}", Accept_Language=";;q=,de;q=x" + "," * 3000)
    assert (page.status, language_of(page.text)) == (200, "en")
    assert COOKIE not in teacher.cookies
    teacher.cookies[COOKIE] = odd
    assert language_of(teacher.ask("/").text) == "en", "nor as what was chosen before"


@pytest.mark.parametrize(("code", "language"), [("DE", "de"), ("De-AT", "de"), ("FR-fr", "fr")])
def test_a_code_is_the_same_in_large_and_small_letters(code: str, language: str, teacher: Visitor) -> None:
    assert language_of(teacher.ask("/", Accept_Language=code).text) == language
    assert language_of(teacher.ask(f"/?lang={code}").text) == language
    assert teacher.cookies[COOKIE] == language


PAGES = [
    *("", "play/route66", "puzzles/kartenspiel", "rules/route66", "kind/route66", "lessons/start.html", "no/such"),
    *(f"class{page}" for page in ("", "/teacher", "/projector", "/summary", "/tables", "/tournament", "/privacy")),
]  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_in_the_language_and_can_be_switched(path: str, teacher: Visitor) -> None:
    page = teacher.ask(f"/{path}?lang=de&ready")
    assert page.status == (404 if path == "no/such" else 200)
    assert language_of(page.text) == "de"
    offered = () if path == "class/projector" else find_offered()  # the desk has the switch of the projector
    assert re.findall(r'<a href="\?lang=(\w+)"[^>]*?( aria-current="true")?>', page.text) == [
        (one, ' aria-current="true"' * (one == "de")) for one in offered
    ]
    assert page.text.count('class="gk-languages gk-look"') == bool(offered)
    assert language_of(teacher.ask(f"/{path}?lang=en&ready").text) == "en"


def test_what_is_english_on_a_german_page_says_so(teacher: Visitor) -> None:
    assert '<span class="lesson-question" lang="en">Where to?</span>' in teacher.ask("/?lang=de").text
    assert '<div lang="en">' not in (rules := teacher.ask("/rules/route66?lang=de").text)
    assert "Wer die meisten Staatenkarten eingesammelt hat, gewinnt" in rules
    assert '<div lang="en"' in teacher.ask("/lessons/start.html?lang=de&ready").text
    english = [teacher.ask(f"{path}?lang=en&ready").text for path in ("/", "/rules/route66", "/lessons/start.html")]
    assert [page.count(' lang="en"') for page in english] == [2, 2, 2]  # the page, and the switch


@pytest.mark.parametrize(("code", "lesson"), [("en", "lesson"), ("de", "Lektion"), ("fr", "leçon")])
def test_a_game_that_does_not_exist_is_not_called_a_lesson(code: str, lesson: str, teacher: Visitor) -> None:
    lost = teacher.ask(f"/play/nosuch?lang={code}")
    assert lost.status == 404
    paragraphs = re.findall(r"<p>(.*?)</p>", lost.text, re.DOTALL)
    assert paragraphs
    assert not [text for text in paragraphs if lesson in text]


def test_ways_to_play_stand_in_the_languages_quotation_marks(teacher: Visitor) -> None:
    assert "„Bummler“, „Sammler“, „Raser“" in (german := teacher.ask("/kind/route66?lang=de").text)
    assert "”" not in german
    assert "”" not in teacher.ask("/kind/route66?lang=fr").text


def test_files_beside_a_lesson_fit_its_page_whatever_the_browser_prefers(teacher: Visitor) -> None:
    page = teacher.ask("/lessons/start.html?lang=de&ready").text
    edition = re.search(r"shared/lesson.js\?(\w+)", page)
    assert edition is not None
    del teacher.cookies[COOKIE]
    file = teacher.ask(f"/shared/route66.js?{edition[1]}", Accept_Language="fr")
    assert '"language": "de"' in file.text
    assert "immutable" in file.headers["Cache-Control"]
    assert "Cookie" not in file.headers.get("Vary", "")


def test_a_panel_is_answered_in_the_language_of_its_page(teacher: Visitor) -> None:
    teacher.ask("/lessons/start.html?ready")
    for code in ("de", "tlh"):
        body: dict[str, Any] = {"lesson": "start", "language": code, "panel": "0-x"}
        answer = teacher.server.get("/panel", "POST", json.dumps(body).encode(), Cookie=teacher.cookie,
                                    Content_Type="application/json")  # fmt: skip
        told = json.loads(answer.text.splitlines()[-1])["text"]
        english = "This lesson has been changed. Reload the page; what you entered is kept."
        assert told == (said("de", english) if code == "de" else "There is no such language.")


@story
async def test_two_boards_of_one_class_are_told_each_in_its_language(server: Server, teacher: Visitor) -> None:
    pupil = Visitor(server)
    pupil.join()

    teacher.cookies.pop(COOKIE, None)
    line = await pupil.line("/class/live/pupil?at=play/route66", **{"Accept-Language": "fr"})
    await asyncio.to_thread(teacher.post, "/class/teacher", {"do": "choose", "lesson": "kartenspiel/rules"})
    found = {}
    for code in ("de", "en"):
        board = await teacher.listen("board", **{"Accept-Language": code})
        while code not in found:
            heard = json.loads(str(await asyncio.wait_for(board.read_message(), 20)))
            at = [one["elsewhere"] for one in heard["people"] if one["elsewhere"]]
            if at:
                found[code] = at[0]
    line.close()
    assert heard["ready"]["languages"]["fr"], "what comes next is drawn in the languages of the class"
    assert found["en"].startswith("plays ")
    assert found["de"] == said("de", "plays {title}").format(title=found["en"].removeprefix("plays "))


def test_a_server_for_english_alone_offers_nothing_else(tmp_path: Path) -> None:
    lesson(tmp_path / "start.ipynb", "# Start", "1", title="Find your way")
    with Server(tmp_path, "--languages", "en") as plain:
        page = plain.get("/?lang=de", Accept_Language="de")
        assert language_of(page.text) == "en"
        assert "gk-languages" not in page.text
        assert "Accept-Language" not in page.headers.get("Vary", "")
        assert not any(COOKIE in cookie for cookie in page.cookies)
