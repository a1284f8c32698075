"""The documentation: its pages point to what is there, show what runs, and say what the package says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import gamekit as gk
from docs import generated, house_picture
from gamekit.lab.levels import levels

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
WRITTEN = sorted(
    path
    for path in DOCS.rglob("*.md")
    if "_build" not in path.relative_to(DOCS).parts
    and path.relative_to(DOCS).with_suffix("").as_posix() not in generated.INCLUDED
    and not path.read_text("utf-8").startswith(generated.MADE)
)
NOT_OURS = {"docs", "node_modules", "venv", ".venv", "built", ".pytest_cache"}
TEXTS = [*WRITTEN, *(path for path in sorted(ROOT.rglob("*.md")) if not NOT_OURS & {*path.relative_to(ROOT).parts})]
GAMES = gk.game_names(examples=True)
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    """Every generated page."""
    return generated.pages()


@pytest.mark.parametrize("path", [path for path in TEXTS if BLOCK.search(path.read_text("utf-8"))], ids=named)
def test_what_a_page_shows_in_python_runs_and_answers_as_it_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    blocks = BLOCK.findall(text)
    for block in blocks:
        if ">>>" not in block:
            compile(block, named(path), "exec")
    shown = "\n".join(block for block in blocks if ">>>" in block)
    examples = doctest.DocTestParser().get_doctest(shown, {}, named(path), str(path), 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    runner.run(examples, out=said.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(said)


@pytest.mark.parametrize("path", TEXTS, ids=named)
def test_a_page_can_be_read_where_the_code_is_as_it_stands_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"^(:::|```\{)", text, re.M), "a code host shows directives as code"
    links = [path.parent / link for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)]
    made = [link for link in links if link.suffix == ".md" and link.resolve() not in TEXTS]
    assert not made, "these are only in the built site, or nowhere"
    assert all(link.exists() for link in links)


@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_a_game_has_all_the_package_knows_of_it(name: str, made: dict[str, str]) -> None:
    game, page = gk.load(name), made[f"reference/games/{name}.md"]
    assert page.startswith(f"{generated.MADE}\n\n# {game.title}\n")
    for number, rule in game.rulebook.items():
        assert f"**{number} {generated.plain(rule.title)}.** {generated.plain(rule.text)}" in page
    for one in (*game.strategies, *levels(game)):
        assert f"| `{one}` |" in page
    assert f"environments/{name}.md" in page
    assert (DOCS / "environments" / f"{name}.md").exists()


def test_what_a_box_marks_as_reconstructed_stands_on_the_page(made: dict[str, str]) -> None:
    box = {
        "a": {"origin": "reconstructed", "rule": "X-1"},
        "b": [{"origin": "rules"}],
        "c": {"d": {"origin": "reconstructed"}},
    }
    assert list(generated.reconstructed_in(box)) == [("a", "X-1"), ("c.d", "")]
    assert "| `kilometre_cards` | KS-02 |" in made["reference/games/kartenspiel.md"]
    assert (
        "limit"
        not in made["reference/games/kartenspiel.md"].partition("## What is reconstructed")[2].partition("## Str")[0]
    )


@pytest.mark.parametrize("name", GAMES)
def test_the_graph_of_a_game_is_drawn_whole(name: str, made: dict[str, str]) -> None:
    game = gk.load(name)
    drawn = made.get(f"reference/games/{name}-graph.svg", "")
    assert bool(drawn) is generated.has_graph(game)
    if drawn:
        assert drawn.count("<circle") == game.graph.number_of_nodes()
        assert drawn.count('<path d="M') - 1 == game.graph.number_of_edges()  # and an arrow's head


def test_the_reference_has_the_whole_public_face_once(made: dict[str, str]) -> None:
    documented = re.findall(
        r"^\.\. (?:autoclass|autofunction|py:data):: gamekit\.(\w+)$", made["reference/face.md"], re.M
    )
    assert sorted(documented) == sorted(gk.__all__)


def test_the_picture_of_the_house_shows_the_imports_as_they_are() -> None:
    """Made anew by `python -m docs.house_picture`."""
    rooms = house_picture.read_rooms()
    drawn = house_picture.draw_house(rooms, house_picture.find_imports(rooms))
    assert house_picture.PICTURE.read_text(encoding="utf-8") == drawn
