"""What people read, in each language: whole, the same figures, and whoever has read it before."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, is_dataclass
from html import unescape
from importlib.resources import files
from typing import Any, Final

import networkx as nx
import numpy as np
import pytest

import gamekit as gk
import gamekit.widgets as w
from gamekit.core.errors import GamekitError
from gamekit.core.i18n.catalogs import find_offered
from gamekit.core.i18n.translation import _, use_language
from gamekit.core.replay import from_dict
from gamekit.core.session import to_dict
from gamekit.lab.levels import describe_levels
from gamekit.lab.puzzles import FILE, read_puzzles
from gamekit.lab.reasons import Part
from gamekit.lessons import kit
from gamekit.widgets import (
    board_pictures,
    charts,
    game_profile,
    guide,
    messages,
    narration,
    recorded_panel,
    rule_questions,
    term_tooltips,
)
from gamekit.widgets.panel import parts_of

LANGUAGES: Final = find_offered()[1:]
POINTS: Final = {"en": (",", "."), "de": (".", ","), "fr": ("\u202f", ",")}
"""What stands between thousands, and before decimals."""
PAIR: Final = re.compile(r"(?=(?<![\w-])([a-z]{2,} [a-z]{2,})(?![\w-]))")
"""Two words in small letters: hardly a pair of one language is said in another."""
ENGLISH: Final = re.compile(r"(?<![\w{-])(to|of|and|the|with|is)(?![\w-])")
"""Words that no other language has, for texts of one word between figures."""
SENTENCE: Final = re.compile(r"(?<!{)\b[a-z]{2,}\b.*(?<!{)\b[a-z]{2,}\b")
SHOWN_TEXT: Final = re.compile(r'(?:aria-label|alt|title|placeholder)="([^"]*)"')
UNREAD: Final = ("bet", "class", "key")
"""Names of what is data of a page, and no text."""
PICTURE: Final = re.compile(r"data:image/svg\+xml;base64,([^\"]+)")


def session_of(name: str, steps: int, seed: int = 3, **options: Any) -> gk.Session:
    """A game that was played by its first legal moves until somebody decides."""
    session = gk.load(name, **options).session(seed)
    while not session.over and (session.step < steps or session.player < 0):
        session.roll() if session.player < 0 else session.play(session.legal()[0])
    return session


def refusals(*calls: Callable[[], Any]) -> list[str]:
    """The sentences that calls raise."""
    said = []
    for call in calls:
        with pytest.raises(GamekitError) as raised:
            call()
        said.append(str(raised.value))
    return said


def every_chart() -> list[Any]:
    triple, places = (1234.5, -1000.25, 2000.75), {i: (i, i % 2) for i in range(3)}
    return [
        kit.compare([0.25, 0.5], 0.5).chart,
        charts.bars({"A": triple, "B": 0.5}, exact={"A": 1500.5}, bet=0.25),
        charts.distribution({0.5: (0.25, 0.125, 0.375), 1.5: 0.75}, exact={0.5: 0.3}, bet=1.5),
        charts.lines([1, 2], {"A": [triple, 2.5]}, exact=2.25, bet=-1.5),
        charts.heat([[0.25, 1.5], [-2.5, 0.75]], ["A", "B"]),
        charts.network(nx.path_graph(3), places),
    ]


def kit_of_a_lesson() -> list[Any]:
    bet = kit.bet("?", low=-1.5, high=1000.5)
    bet.store(-0.5)
    check = kit.check(lambda n: 2.5 if n == 0 else {}[n], [(0, 2.25), (1, 3), (0, [1, 2])])
    *_, (chart, said) = kit.closing_in(lambda k: [True, False] * k, 2_000, 0.5, bet=40)
    compared = kit.compare([0.25, 0.5, 0.75], 5, bet=0.5)
    asked = kit.question("?", [0.25, 1000.5], answer=0.25)
    return [
        bet.said, bet.data(), bet.pack_alone(), check, kit.check_against(abs, lambda n: -n, [1.5]), said,
        chart.alt, compared.chart.alt, compared.sentence, str(kit.of_hundred(1, 3)), kit.join_numbers([0.5, 1000.25]),
        kit.exercise(1, asked, hint="?", solution="?").data(), kit.exercise(2).data(), kit.exit_ticket(asked).data(),
        kit.ask(asked).data(), kit.quiz(asked).data(), kit.puzzles("pig"),
        [kit.count(n, noun) for noun in kit.output.COUNTED for n in (1, 1.5, 2000)],
        kit.table(["A"], [[0.25], [-1.5]]),
    ]  # fmt: skip


def panels() -> list[Any]:
    def thrown(rng: np.random.Generator, n: int = 1000) -> str:
        return kit.compare(rng.random(n) < 0.25, 0.25, bet=40).sentence

    made = [kit.panel(thrown, n=(100, 100_000)), kit.panel(thrown, n=[1000], luck=True, after=kit.bet("?"))]
    slider = w.Number("n", "N", 0.5, 10_000.5, 500.25, 0.25, "km").tell_page()
    _values, offered = recorded_panel.offer(slider, recorded_panel.list_values(slider), 3)
    return [
        [[one.data(), one.pack_alone(), one.describe(), one.run_as_parts()] for one in made],
        [one["name"] for one in offered["choices"]],
    ]


def refused() -> list[str]:
    page, number = w.Bet("?", low=-1.5, high=2.5), w.Number("n", "N", -0.5, 1000.5, 0.5, 0.25)
    return refusals(
        *(lambda value=value: page.store(value) for value in (9, None)),
        lambda: w.Bet("?", choices=["a"]).store(3),
        *(lambda value=value: number.check(value) for value in (None, 2000)),
        lambda: w.Number("n", "N", 1, 5, 3).check(1.5),
        lambda: w.Choice("n", "N", ["a"], "a").check(3),
        lambda: w.YesNo("n", "N").check(3),
        lambda: w.Numbers("n", "N", -1, 5000, (3,)).check([]),
        lambda: parts_of(3),
        lambda: gk.review(session_of("pig", 0)),
        lambda: gk.review(session_of("pig", 3)),
        lambda: gk.profile("pig"),
        lambda: gk.play(gk.load("pig"), seats=[None]),
        lambda: gk.play(gk.load("pig"), seats=[None, "x"]),
        lambda: gk.play(gk.load("pig"), viewer="x"),
        lambda: list(kit.closing_in(lambda k: [], 50)),
        lambda: from_dict({**to_dict(session_of("pig", 3)), "steps": [1]}, "?"),
        lambda: w.TextField("?").receive("x", {}),
    )


def puzzle_words() -> list[Any]:
    kept = json.loads(files("gamekit.games.kartenspiel").joinpath(FILE).read_text(encoding="utf-8"))
    found, _left_out = read_puzzles(json.dumps({**kept, "puzzles": kept["puzzles"][:3]}))
    return [[one.theme, one.explain(), one.describe_lead(), kit.questions.question_of(one, 1)] for one in found]


def reasons() -> list[Any]:
    parts = Part("share", "", 0.125, 0.5), Part("amount", "{times}", 1.25, -2.5), Part("moves", "", 4.5, 0.25)
    return [one.describe("A", "B") for one in parts]


def turns() -> list[Any]:
    session = session_of("route66", 60)
    steps = [(one, session.position_at(n), session.position_at(n + 1)) for n, one in enumerate(session.log)]
    return [
        [narration.tell_step(session.game, *step, 0) for step in steps],
        [narration.prompt(session, *sees) for sees in ((True, True), (True, False), (False, False))],
        narration.draw_table(session, "all", 0),
        narration.result(session_of("kartenspiel", 9_999, players=2)),
    ]


SHOWN: Final[dict[str, Callable[[], Any]]] = {
    "charts": every_chart,
    "kit": kit_of_a_lesson,
    "panels": panels,
    "refusals": refused,
    "words of pages": lambda: [messages.page_messages(section) for section in messages.read_sections()],
    "terms": lambda: [*term_tooltips.terms().items()],
    "levels": lambda: [[one["title"], one["description"]] for one in describe_levels(gk.load("kartenspiel"))],
    "rule questions": lambda: rule_questions.situations(gk.load("pig")),
    "reasons": reasons,
    "turns": turns,
    "profile": lambda: [game_profile.kind_part("route66"), repr(gk.profile("route66"))],
    "guide": lambda: guide.draw_guide("kartenspiel"),
    "board": lambda: board_pictures.board("kartenspiel"),
    "puzzles": puzzle_words,
}  # fmt: skip


def pieces(thing: Any) -> Iterator[str]:
    """Every text that something shows."""
    if isinstance(thing, str):
        bare = re.sub(r"<(style|script|code)\b.*?</\1>", "", thing, flags=re.DOTALL)
        yield from map(unescape, SHOWN_TEXT.findall(bare))
        for drawn in PICTURE.findall(bare):
            yield from pieces(b64decode(drawn).decode())
        yield from (one for part in re.split(r"<[^>]*>", bare) if (one := unescape(part).strip()))
    elif isinstance(thing, Mapping):
        yield from pieces([one for key, one in thing.items() if key not in UNREAD])
    elif hasattr(thing, "svg"):
        yield from pieces([thing.alt, thing.svg])
    elif hasattr(thing, "_repr_html_"):
        yield from pieces([repr(thing), thing._repr_html_()])
    elif is_dataclass(thing) and not isinstance(thing, type):
        yield from pieces(asdict(thing))
    elif isinstance(thing, list | tuple):
        for one in thing:
            yield from pieces(one)


def numbers(texts: list[str], code: str) -> Counter[str]:
    """How often each number is said, as English writes it."""
    thousands, mark = map(re.escape, POINTS[code])
    form = re.compile(rf"(?<![\w.,])\d{{1,3}}(?:{thousands}\d{{3}})+(?:{mark}\d+)?|\d+(?:{mark}\d+)?")
    found = [
        one.replace(POINTS[code][0], "").replace(POINTS[code][1], ".") for text in texts for one in form.findall(text)
    ]
    return Counter(found)


def read(name: str, code: str) -> list[str]:
    with use_language(code):
        return list(pieces(SHOWN[name]()))


@pytest.mark.parametrize("name", SHOWN)
def test_each_reader_reads_the_same_in_the_own_language_whoever_was_there_before(name: str) -> None:
    english, *others = (read(name, code) for code in ("en", *LANGUAGES))
    known = {pair for text in english for pair in PAIR.findall(text)} - {"gamekit voila"}  # a command
    for code, texts in zip(LANGUAGES, others, strict=True):
        assert {pair for text in texts for pair in PAIR.findall(text)} & known == set(), f"English in {code}"
        with use_language(code):
            assert [text for text in {*texts} & {*english} if _(text) != text or SENTENCE.search(text)] == []
        assert [text for text in texts if ENGLISH.search(text)] == []
        assert [text for text in texts if re.search(r"(?<![\d.])\d+\.\d(?!\d\d\b)", text)] == []
        assert numbers(texts, code) == numbers(english, "en")
