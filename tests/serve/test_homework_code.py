"""The code of a homework as whoever packs it reads it: what is in it, and a sentence for each that is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gamekit.errors import OptionError
from gamekit.serve.homework_code import read_homework
from gamekit.serve.scorm import make_package
from tests.homework import seal

ITEMS = [["l", "topics/ä"], ["t", "topics/ä"], ["p", "route66", "0123456789ab"], ["m", "auf_achse", "g1.a.b"]]


def plan(**other: Any) -> dict[str, Any]:
    """A homework as data."""
    return {"t": " Bets &\ncoins ", "s": "", "d": "", "i": ITEMS, **other}


def test_a_homework_says_what_it_needs_each_once() -> None:
    code = seal(plan())
    found = read_homework(f"Dear all, https://school.example/homework.html#{code} – see you")
    assert (found.code, found.title, found.lessons) == (code, "Bets & coins", ("topics/ä",))
    assert (found.games, found.puzzles) == (("route66", "auf_achse"), ("route66",))


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("hello", "No code of this page"),
        (seal(plan(), "r1"), "the code of a result, not of a homework"),
        (seal(plan(), "h2"), "of another version"),
        (seal(plan())[:40], "letters of this code are here"),
        (seal(plan())[:-8], "letters of this code are here"),
        (seal(plan()).replace(".", ".a", 2).replace(".a", ".", 1)[:-1], "letters of this code are here"),
        (seal(plan())[:-1] + "?", "letters of this code are here"),
        (seal(plan(t=" ")), "no title"),
        (seal(plan(i=[])), "Nothing is in this homework yet"),
        (seal(plan(i=[["l", "../etc"]])), "No code of this page"),
        (seal(plan(i=[["p", "../route66", "x"]])), "No code of this page"),
        (seal(plan(i=ITEMS * 51)), "No code of this page"),
        (seal(plan(x=1)), "No code of this page"),
        (seal([]), "No code of this page"),
        (seal("x" * 5_000_000), "not the one it was made with"),
    ],
)
def test_what_is_wrong_with_a_code_is_said_as_on_the_page(code: str, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        read_homework(code)


def test_a_letter_that_is_another_one_is_noticed() -> None:
    code = seal(plan())
    other = code[:20] + ("a" if code[20] != "a" else "b") + code[21:]
    with pytest.raises(OptionError, match="not the one it was made with"):
        read_homework(other)


def test_a_homework_of_a_lesson_or_a_game_that_is_not_here_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="There is no lesson 'topics/ä'"):
        make_package(tmp_path, seal(plan()))
    file = tmp_path / "homework.html"
    file.write_text("nothing", encoding="utf-8")
    with pytest.raises(OptionError, match="No code of this page"):
        make_package(tmp_path, str(file))
