"""A homework as a package for a learning platform, in runtimes that others keep; manifests and published schemas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from gamekit.serve import scorm
from gamekit.serve.scorm import EDITIONS, MANIFEST, export_scorm
from gamekit.show.puzzling import homework_puzzles
from tests.browser.conftest import READY_MS
from tests.browser.test_scorm import KEPT, PLATFORM, SCHEMAS, begin, unpack, value, write_coin
from tests.homework import position_link, seal

LIBRARY: Final = {
    "1.2": ("scorm12edition", "imscp_rootv1p1p2.xsd", "adlcp_rootv1p2.xsd"),
    "2004": ("scorm20044thedition", "imscp_v1p1.xsd", "adlcp_v1p3.xsd"),
}
"""Of each edition the folder of its schemas, the one for manifests and the one for what platforms add."""
READ: Final = "(platform.LMSGetValue ?? platform.GetValue).bind(platform)"
HEARD: Final = {
    "1.2": ("Scorm12API", "cmi.core.lesson_status", "cmi.core.score.raw"),
    "2004": ("Scorm2004API", "cmi.completion_status", "cmi.score.raw"),
}
"""Of each edition the runtime, and where it keeps how far and how well."""
PUZZLE: Final = next(iter(homework_puzzles("route66")))


def items() -> list[list[Any]]:
    """A lesson, its exit ticket, a puzzle, a position."""
    return [
        ["l", "coin", [], [[2, {"n": [1, 2, 3, 4, 5, 6]}]]],
        ["t", "coin"],
        ["p", "route66", PUZZLE],
        ["m", "route66", position_link("route66")],
    ]


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, bytes]]:
    """The files of the package of a homework with all that there can be in one, in each edition of the standard."""
    folder = write_coin(tmp_path_factory.mktemp("homework"))
    code = seal({"t": "Coins & cars", "s": "Predict first.", "d": "2099-12-04", "i": items()})
    page = folder / "homework-coins.html"  # as a teacher saves it
    page.write_text(f'<p><a href="homework.html#{code}">Coins & cars</a></p>', encoding="utf-8")
    return {one: unpack(export_scorm(folder / "homework.zip", folder, str(page), one)) for one in EDITIONS}


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_a_manifest_is_as_the_published_schema_says(packages: dict[str, dict[str, bytes]], edition: str) -> None:
    if not SCHEMAS.is_dir():
        pytest.skip("npm ci has not brought the schemas")
    xmlschema = pytest.importorskip("xmlschema")
    place, own, extension = LIBRARY[edition]
    files = [SCHEMAS / place / name for name in (own, extension)]
    schema = xmlschema.XMLSchema(
        files[0],
        locations={EDITIONS[edition].extension: str(files[1])},
        uri_mapper=lambda uri: uri.replace("scorm12edition/ims_xml.xsd", "scorm20044thedition/xml.xsd"),  # a draft's
        allow="local",
    )
    schema.validate(packages[edition][MANIFEST].decode())
    package = scorm.Package("x/ä", "Übung & <mehr>", "lessons/ä b.html", {"lessons/ä b.html": "", "shared/x.js": ""})
    manifest = scorm.write_manifest(package, EDITIONS[edition])
    schema.validate(manifest)
    told = schema.to_dict(manifest)
    assert told["metadata"]["schemaversion"] == EDITIONS[edition].version
    for wrong in (
        manifest.replace("identifierref", "identifieref"),
        manifest.replace("<title>", "<name>").replace("</title>", "</name>"),
        manifest.replace('="sco"', '="page"'),
    ):
        assert wrong != manifest
        assert not schema.is_valid(wrong)


def choose_moves(room: Any) -> int:
    """Choose a move in the puzzle and in the position; how many of them are known to be best."""
    for one in room.locator(".gkh-ask").all():
        one.locator("summary").click()
        one.locator(".gk-scene").wait_for(timeout=READY_MS)
        one.locator(".gk-moves button").first.click()
        one.get_by_role("button", name="My choice: ").click()
        one.get_by_text("Noted: ").wait_for()
    return int(room.get_by_text("That is the best choice here.").count())


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_a_platform_hears_of_a_homework_and_it_goes_on_elsewhere(
    packages: dict[str, dict[str, bytes]], open_page: Callable[..., Any], edition: str
) -> None:
    package, (runtime, status, score) = packages[edition], HEARD[edition]
    assert next(iter(package)) == MANIFEST
    page = begin(open_page, package, "homework.html", runtime=runtime)
    room = page.frame_locator("iframe")
    room.get_by_role("heading", name="Coins & cars").wait_for()
    room.get_by_text("The learning platform hears by itself").wait_for()
    assert value(page, status) == "incomplete"
    room.get_by_label("Your name").fill("Ana")
    room.get_by_role("link", name="A coin (its panels are set)").click()
    lesson = room.frame_locator("iframe")
    lesson.get_by_text("Part of your homework “Coins & cars”").wait_for(timeout=READY_MS)
    lesson.locator("a[href$='.html']").first.wait_for(state="detached")  # no way leads out of the package
    lesson.get_by_role("spinbutton", name="Of 100 throws, how many heads?").fill("42")
    lesson.get_by_role("button", name="Store my prediction").click()
    lesson.get_by_role("button", name="2", exact=True).click()
    page.wait_for_function(f"{READ}('{score}') === '40'")  # of five the first, in the lesson and as its ticket
    lesson.get_by_role("button", name="Next question").click()
    lesson.get_by_role("button", name="5", exact=True).click()
    ways_on = lesson.get_by_role("button", name="Next: ")
    for step in range(ways_on.count()):
        ways_on.nth(step).click()
    assert lesson.locator("#gk-contents a[href^='#']").count() > 1
    room.get_by_role("button", name="Back to the homework").click()
    room.get_by_text("✓ done, 1 of 2 right").nth(1).wait_for()
    best = choose_moves(room)
    page.wait_for_function(f"{READ}('{status}') === 'completed'")
    page.wait_for_function(f"{READ}('{score}') === '{20 * (2 + best)}'")
    assert page.errors == []
    kept = page.evaluate(KEPT)

    other = begin(open_page, package, "homework.html", kept, runtime)  # another browser
    again = other.frame_locator("iframe")
    again.get_by_text("✓ done").nth(3).wait_for()
    assert again.get_by_label("Your name").input_value() == "Ana"
    again.get_by_role("link", name="A coin (its panels are set)").click()
    again.frame_locator("iframe").get_by_text("42").first.wait_for()
    again.frame_locator("iframe").locator("#gk-contents .gk-ready").first.wait_for(state="attached")
    assert value(other, status) == "completed"
    assert other.errors == []

    for whose, named, done in (("", "", 0), (kept, "Ana", 4)):  # somebody else at this machine, and Ana again
        other.goto("about:blank")
        other.goto(f"{PLATFORM}#{whose}")
        again.get_by_role("heading", name="Coins & cars").wait_for()
        other.wait_for_function("!!document.querySelector('iframe').contentDocument.querySelector('.gkh-state')")
        assert again.get_by_label("Your name").input_value() == named
        again.get_by_text(f"Done: {done} of 4.").wait_for()
        left = other.evaluate("Object.values(localStorage).filter((text) => text.includes('Ana')).length")
        assert left == (1 if named else 0), "what somebody else has left is put away"
    assert other.errors == []
