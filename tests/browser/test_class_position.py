"""“What would you play?” on the projector: shares lie where the moves lead, and never on the number of a card."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gamekit.server.class_.moves import AskedPosition, open_from_start
from gamekit.server.class_.schemas import MoveAsked
from gamekit.web import bundle
from tests.serving import serve_files

Open = Callable[..., Any]

PAGE = """<!doctype html><link rel="icon" href="data:,"><div id="here" style="width: 900px"></div><script type="module">
import { ClassPosition } from "/web/class/position.js";
const position = new ClassPosition({ key: "move-1" }, "/", () => "board");
document.getElementById("here").append(position.node);
window.show = (counts) => position.show(counts.map((count, choice) => ({ choice, count })));
window.measure = () => [...position.root.querySelectorAll(".share")].map((share) => {
  const box = ({ left, top, width, height }) => [left, top, width, height];
  const place = position.root.getElementById(share.dataset.place);
  const texts = [...position.svg.querySelectorAll("text")].filter((text) => !text.closest(".shares"));
  const over = place.getBoundingClientRect();
  const own = texts.map((text) => [text.textContent, text.getBoundingClientRect()])
    .filter(([, at]) => at.width && at.left > over.left && at.right < over.right)
    .filter(([, at]) => at.top > over.top && at.bottom < over.bottom);
  return {
    place: share.dataset.place, box: box(over), disc: box(share.querySelector("circle").getBoundingClientRect()),
    said: share.textContent, own: own.map(([text, at]) => [text, box(at)]),
  };
});
</script>"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A folder and its address, with the scripts as far apart as the server has them."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(bundle.WEB, folder / "web")
    (folder / "class/move").mkdir(parents=True)
    (folder / "index.html").write_text(PAGE)
    with serve_files(folder) as address:
        yield folder, f"{address}/"


def measured(site: tuple[Path, str], open_page: Open, name: str, counts: list[int]) -> list[dict[str, Any]]:
    """A position of a game, its moves proposed so often: each disc, its place, and what is written there."""
    folder, address = site
    session = open_from_start(name, 3, 6, 3)
    asked = MoveAsked(
        number=1, game=name, players=3, options=dict(session.game.options), seed=3, history=list(session.history)
    )
    (folder / "class/move/1.json").write_text(json.dumps(AskedPosition(asked).picture()))
    page = open_page(address)
    page.wait_for_function("() => Boolean(window.show)")
    page.evaluate("counts => window.show(counts)", counts[: len(session.legal())])
    page.wait_for_function("() => window.measure().length > 0")
    found: list[dict[str, Any]] = page.evaluate("window.measure()")
    return found


@pytest.mark.parametrize("counts", [[5, 3, 1, 1, 2, 7, 1], [0, 1, 0, 0, 0, 0, 0]])
def test_a_share_lies_on_its_card_and_hides_nothing_that_stands_there(
    site: tuple[Path, str], open_page: Open, counts: list[int]
) -> None:
    found = measured(site, open_page, "kartenspiel", counts)
    assert len(found) == sum(count > 0 for count in counts)
    assert any(one["own"] for one in found)
    for one in found:
        (left, top, width, height), (x, y, size, _size) = one["box"], one["disc"]
        radius = size / 2
        assert left < x + radius < left + width, one
        assert top < y + radius < top + height, one
        for text, (at, above, wide, high) in one["own"]:
            beside = x + radius - min(max(x + radius, at), at + wide)
            below = y + radius - min(max(y + radius, above), above + high)
            assert beside**2 + below**2 > radius**2, f"{one['said']} hides {text}"


def test_a_share_lies_in_the_middle_of_a_space_and_of_no_other(site: tuple[Path, str], open_page: Open) -> None:
    for one in measured(site, open_page, "ausgebremst", [5, 3, 1, 0, 2, 7]):
        (left, top, width, height), (x, y, size, _size) = one["box"], one["disc"]
        assert (x + size / 2, y + size / 2) == pytest.approx((left + width / 2, top + height / 2), abs=1), one
