"""A lesson as a page without a server, opened as a file: it plays, asks, opens and answers, and asks nobody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import nbformat
import pytest

from gamekit.lessons import catalog
from gamekit.lessons.catalog import read_lesson
from gamekit.server import site_export
from tests.browser.axe import serious
from tests.browser.playing import outside, watched
from tests.serving import serve_files

Open = Callable[..., Any]
ABOUT = {
    "title": "A coin",
    "question": "How often heads?",
    "game": "topics",
    "subject": "probability",
    "level": "from 14",
    "minutes": 10,
}
CELLS: list[tuple[str, list[str]]] = [
    ("# A coin\n\nSee [the next one](other.ipynb).", []),
    ("## Play", []),
    ("import gamekit as gk\nfrom gamekit.lessons import kit", []),
    ("""gk.play(gk.load("pig", players=2), seats=[None, None], seed=4, name="coin")""", []),
    ("## Predict", []),
    ("""bet = kit.bet("Of 100 throws, how many heads?", unit="of 100")\nbet""", []),
    ("## Run", ["after-bet"]),
    (
        """
def heads(rng, n=100):
    "Heads by lot"
    return kit.compare(rng.random(n) < 0.5, 0.5)
kit.panel(heads, n=[10, 100], button="Throw", after=bet)
""",
        ["panel", "after-bet"],
    ),
    (
        """
def chance(n=3):
    "All heads"
    return kit.say(f"{n} heads in a row: *1 of {2 ** n}*.")
kit.panel(chance, n=(1, 6))
""",
        ["panel", "fixed"],
    ),
    ("## Exit ticket", []),
    ("""kit.exit_ticket(kit.question("1 + 1?", [2, 3], answer=2, why="Counted."))""", []),
    ("""print("never seen")""", ["notebook-only"]),
    ("## Where next\n\nHome.", []),
]


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a small lesson, exported with all that lies beside it."""
    folder = tmp_path_factory.mktemp("lesson")
    cells = [
        (nbformat.v4.new_markdown_cell if text.startswith("#") else nbformat.v4.new_code_cell)(
            text, metadata={"tags": tags} if tags else {}
        )
        for text, tags in CELLS
    ]
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={"gamekit": ABOUT})
    nbformat.write(notebook, folder / "coin.ipynb")
    about = read_lesson(folder, folder / "coin.ipynb")
    target = folder / "site"
    ((drawn, recordings),) = site_export.make_pages(folder, catalog.find_lessons(folder))
    page = site_export.SiteFile(
        site_export.SitePlaces.lesson(about), about.title, drawn.export(recordings, site_export.edition())
    )
    pages = [*site_export.list_shared(), page]
    pages += [site_export.SiteFile("manifest.webmanifest", "", site_export.manifest())]
    pages += [
        site_export.SiteFile(site_export.WORKER, "", site_export.worker({page.name: page.text for page in pages}))
    ]
    for page in pages:
        (target / page.name).parent.mkdir(parents=True, exist_ok=True)
        (target / page.name).write_text(page.text, encoding="utf-8")
    return (target / "lessons" / "coin.html").as_uri()


def opened(open_page: Open, lesson: str, **how: Any) -> tuple[Any, list[str]]:
    page = open_page("about:blank", **how)
    asked = watched(page)
    page.goto(lesson)
    page.wait_for_selector(".gk-scene")
    page.wait_for_selector(".gk-answer", state="attached")  # on a phone it stands on another screen
    return page, asked


def test_on_a_phone_it_fits_step_by_step_and_keeps_nobody_out(lesson: str, open_page: Open) -> None:
    page, _asked = opened(open_page, lesson, width=375)
    seen = {page.locator(".gk-answer").first.is_visible()}
    on = page.get_by_role("button", name="Next: ").filter(visible=True)
    while on.count():  # each step is a screen
        assert page.evaluate("document.documentElement.scrollWidth") <= 375
        on.first.click()
        seen.add(page.locator(".gk-answer").first.is_visible())
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert seen == {False, True}
    assert serious(page) == []


def test_it_asks_nobody_its_board_plays_and_its_panel_shows_after_its_prediction_what_was_recorded(
    lesson: str, open_page: Open
) -> None:
    page, asked = opened(open_page, lesson)
    assert page.get_by_role("link", name="the next one").get_attribute("href") == "other.html"
    assert page.locator("text=never seen").count() == 0
    where = page.locator(".gk-where")
    before = where.inner_text()
    page.locator(".gk-place").first.click()
    page.wait_for_function("before => document.querySelector('.gk-where').textContent !== before", arg=before)
    page.get_by_role("button", name="Next: Predict ▼").click()
    assert page.locator("#gk-contents .gk-ready").count() == 1
    assert page.evaluate("localStorage.getItem('gamekit:done:coin')") is not None

    panel = page.locator(".gk-lab").first
    assert page.locator(".gk-gate").first.is_visible()
    assert not panel.is_visible()
    page.get_by_role("spinbutton", name="Of 100 throws, how many heads?").fill("900")
    page.get_by_role("button", name="Save my prediction").click()
    page.wait_for_selector(".gk-bet [role=alert]")
    assert page.get_by_role("spinbutton", name="Of 100 throws, how many heads?").input_value() == "900"
    page.get_by_role("spinbutton", name="Of 100 throws, how many heads?").fill("42")
    page.get_by_role("button", name="Save my prediction").click()
    panel.get_by_role("button", name="Throw").click()
    panel.locator(".gk-chart").wait_for()
    assert "You predicted 42 of 100." in panel.inner_text()
    assert "no Python" in panel.inner_text()
    first = panel.locator(".gk-out").inner_text()
    panel.get_by_role("combobox").select_option("10")
    panel.get_by_role("button", name="Throw").click()
    page.wait_for_function("first => document.querySelector('.gk-lab .gk-out').innerText !== first", arg=first)
    page.reload()
    page.wait_for_selector(".gk-bet.gk-stored")
    page.wait_for_selector(".gk-lab .gk-form:visible")

    panel = page.locator(".gk-lab").nth(1)  # it follows its slider
    panel.locator("strong", has_text="1 of 8").wait_for()
    panel.get_by_role("slider", name="N").press("ArrowRight")
    panel.locator("strong", has_text="1 of 16").wait_for()
    assert outside(asked) == []


@pytest.fixture
def web_space(lesson: str) -> Iterator[str]:
    """The same lesson from a web server that knows nothing but files."""
    folder = Path(unquote(urlsplit(lesson).path)).parents[1]
    with serve_files(folder) as address:
        yield f"{address}/lessons/coin.html"


@pytest.mark.parametrize("file", ["lesson.js", pytest.param("pig.js", marks=pytest.mark.thorough)])
def test_files_of_another_edition_beside_a_page_get_a_sentence(
    file: str, web_space: str, tmp_path: Path, open_page: Open
) -> None:
    page = open_page("about:blank")
    other = site_export.edition()[::-1]
    page.route(f"**/shared/{file}*", lambda route: route.fulfill(body=old(route.fetch().text(), other)))
    page.goto(web_space)
    page.locator("#gk-mixed").wait_for()
    assert "do not belong together" in page.locator("#gk-mixed").inner_text()
    assert page.get_by_role("heading", name="Exit ticket").is_visible()
    page.unroute_all()
    page.get_by_role("link", name="Reload").click()
    page.wait_for_selector(".gk-scene")
    assert not page.locator("#gk-mixed").is_visible()


def old(text: str, edition: str) -> str:
    """A script as it was in another edition."""
    assert site_export.edition() in text
    return text.replace(site_export.edition(), edition)


def test_from_a_web_space_it_is_kept_and_opens_without_a_network(web_space: str, open_page: Open) -> None:
    page = open_page(web_space)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector(".gk-scene")
    page.wait_for_selector(".gk-answer")
