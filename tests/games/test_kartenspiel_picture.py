"""The card game's picture: what of a run stands out, what fades. What every picture must obey is in tests/widgets."""

from __future__ import annotations

import pytest

from gamekit.core.i18n.translation import use_language
from gamekit.games.kartenspiel.scenery import COUNTER_ROAD, RUN_SLOTS
from gamekit.games.kartenspiel.state import DRAW, GATHER, KINDS, SCORE, TURN, Phase
from tests.games.test_kartenspiel_rules import Table, kind

RUNS = {
    "20 40 50": "counts counts counts",
    "30 50 40 60": "lost lost counts+breaks counts",
    "90 F 20": "lost lost+breaks counts",
    "90 100 F": "lost lost lost+breaks",
    "90 R R 20 R": "lost lost lost+breaks counts counts",
    "10 R 20": "counts counts counts",
    "F 20": "lost counts",
}


def looks(table: Table, run: str, viewer: int | None) -> list[str]:
    changes = table.game.picture.changes(table.game, table.s, viewer)
    return [changes[f"run-0-{place}"]["class"].partition(" ")[2] for place in range(len(run.split()))]


@pytest.mark.rule("KS-13")
@pytest.mark.parametrize(("run", "shown"), RUNS.items())
def test_the_part_of_a_run_before_its_last_break_fades_and_breaks_are_marked(run, shown):
    table = Table().run(0, run)
    expected = [look.replace("+", " ") for look in shown.split()]
    assert looks(table, run, None) == looks(table, run, 0) == expected
    assert set(looks(table, run, 1)) == {""}, "a run that lies face down neither fades nor stands out"
    told = [table.game.picture.changes(table.game, table.s, viewer) for viewer in (None, 0, 1)]
    assert (
        [one["worth-0"]["hidden"] for one in told]
        == [not one["worth-0-t"]["text"] for one in told]
        == [False, False, True]
    )


@pytest.mark.rule("KS-18")
@pytest.mark.parametrize(("tenths", "way"), {-1: 0.0, 0: 0.0, 2: 0.2, 5: 0.5, 10: 1.0, 12: 1.0}.items())
def test_the_truck_is_as_far_on_its_way_as_the_counter_says(tenths, way):
    table = Table()
    table.s.counter = tenths * table.game.tables.limit // 10
    start, end = COUNTER_ROAD
    changes = table.game.picture.changes(table.game, table.s, None)
    assert changes["truck"]["x"] == pytest.approx(start + way * (end - start), abs=0.06)
    assert changes["minus"]["hidden"] == (tenths >= 0)


def test_the_counter_card_that_is_turned_up_next_stands_out_and_is_clicked_and_before_that_the_own_one_stands_out():
    table = Table()
    table.s.start = 1
    picture, after = table.laid("B", "R").game.picture, [DRAW, TURN, SCORE, GATHER]
    for phase, shown in ((Phase.TURN_UP, "own next"), (Phase.COUNTER, "own ")):
        table.s.phase = phase
        changes = picture.changes(table.game, table.s, 0)
        assert [changes[f"laid-{p}"]["class"].split()[1:] for p in range(2)] == [
            one.split() for one in shown.split(" ")
        ]
    assert list(picture.targets(table.game, table.s, after).values()) == ["pile", "laid-1", "goal", "discards"]


def test_where_all_is_shown_the_open_hand_is_that_of_whoever_plays():
    table = Table().hand(0, "20").hand(1, "30")
    table.s.start = 1
    assert table.game.picture.changes(table.game, table.s, None)["hand-0-t"]["text"] == "30"


@pytest.mark.rule("KS-22")
def test_cards_that_a_barrier_took_lie_among_the_discards():
    table = Table().run(0, "50").run(1, "20").discarded("10").laid("B", "R")
    table.do(TURN)
    assert table.game.picture.changes(table.game, table.s, 0)["discards-n"] == {"text": "4"}


@pytest.mark.parametrize("more", [-1, 0, 1, 3])
def test_of_a_long_run_the_last_cards_are_shown_and_the_others_counted(more):
    size = RUN_SLOTS + more
    run = [str(10 * (1 + i % 12)) for i in range(size)]
    table = Table().run(0, " ".join(run))
    changes = table.game.picture.changes(table.game, table.s, 0)
    shown = [changes[f"run-0-{i}-t"]["text"] for i in range(RUN_SLOTS) if not changes[f"run-0-{i}"]["hidden"]]
    assert shown == run[-RUN_SLOTS:]
    cards = [changes[f"run-0-{i}"] for i in range(len(shown))]
    assert ["under" in card["class"] for card in cards] == [card["y"] < cards[-1]["y"] for card in cards]
    assert changes["more-0"] == {"text": f"+{more}" if more > 0 else "", "hidden": more <= 0}


@pytest.mark.rule("KS-12", "KS-15", "KS-16")
@pytest.mark.parametrize(("run", "breaking"), [("", ""), ("50", "20 50 F"), ("50 R", "20 50 R F")])
def test_a_card_that_would_break_the_own_run_says_so_and_is_torn_before_it_is_laid(run: str, breaking: str) -> None:
    cards = ["20", "50", "60", "R", "F"]
    table = Table().run(0, run).run(1, "50").hand(0, " ".join(cards)).hand(1, " ".join(cards))
    for phase, warned in ((Phase.RUN, breaking.split()), (Phase.COUNTER, [])):
        table.s.phase = phase
        hints = table.game.picture.hints(table.game, table.s, list(range(KINDS)))
        assert [card for card in cards if kind(card) in hints] == warned
        for viewer, torn in ((0, warned), (1, [])):
            shown = table.game.picture.changes(table.game, table.s, viewer)
            assert [card for i, card in enumerate(cards) if "breaks" in shown[f"hand-{i}"]["class"]] == torn


@pytest.mark.parametrize(
    ("language", "said"), {"en": "1,490", "de": "1.490", "fr": "1\N{NARROW NO-BREAK SPACE}490"}.items()
)
def test_thousands_of_kilometres_are_written_as_the_readers_language_does(language: str, said: str) -> None:
    table = Table().run(0, "50").run(1, "20")
    table.s.scores[0] = 1490
    with use_language(language):
        assert said in table.game.picture.describe(table.game, table.s, 0)
        assert table.game.picture.changes(table.game, table.s, 0)["score-0"] == {"text": said}
