"""Auf Achse – Das Kartenspiel, rule by rule. Each test sets up a position and says what must follow."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gamekit as gk
from gamekit.core.record import UNKNOWN, notes_of
from gamekit.games.kartenspiel import rules as r
from gamekit.games.kartenspiel.rules import clear_freight
from gamekit.games.kartenspiel.runs import counts_from, marks_of, run_value
from tests.play import dealt
from tests.profiles.kartenspiel import conserved

KINDS = {"R": r.REST, "L": r.FREIGHT, "B": r.BARRIER, "F": r.FREE, "FF": r.REALLY_FREE, "A": r.BARRIER}


def kind(card: str | int) -> int:
    """A card as people write it: 10…120, R rest, L lost freight, B barrier, F free road, FF really free road."""
    return KINDS[card] if isinstance(card, str) and card in KINDS else int(card) // 10 - 1


def cards(text: str) -> list[int]:
    return [kind(word) for word in text.split()]


class Table:
    """A game at the point where a test wants it; cards are taken from the pile, so that none is made up."""

    def __init__(self, players: int = 2, **options: object) -> None:
        self.game = gk.load("kartenspiel", players=players, **options)
        self.s = self.game.start()
        self.s.round_number = 1
        self.s.phase = r.Phase.RUN

    def from_pile(self, kinds: list[int]) -> list[int]:
        for k in kinds:
            self.s.pile[k] -= 1
            self.s.pile_size -= 1
        return kinds

    def hand(self, p: int, text: str) -> Table:
        for k in self.from_pile(cards(text)):
            self.s.hand[p, k] += 1
            self.s.hand_size[p] += 1
        return self

    def run(self, p: int, text: str) -> Table:
        for k in self.from_pile(cards(text)):
            self.s.run[p, self.s.run_size[p]] = k
            self.s.run_size[p] += 1
        return self

    def lying(self, text: str) -> Table:
        for k in self.from_pile(cards(text)):
            self.s.lying[k] += 1
            self.s.counter += -50 if k == r.FREIGHT else int(self.game.tables.km[k])
        return self

    def discarded(self, text: str) -> Table:
        for k in self.from_pile(cards(text)):
            self.s.discard[k] += 1
        return self

    def laid(self, *texts: str) -> Table:
        """Counter cards lie face down; the first is turned up next."""
        for seat, text in enumerate(texts):
            self.s.laid[(self.s.start + seat) % self.game.players] = self.from_pile([kind(text)])[0]
        self.s.phase = r.Phase.TURN_UP
        return self

    def pile_gone(self) -> Table:
        """The draw pile is used up: its cards lie at the end of nobody's run, out of the way."""
        for k in range(r.KINDS):
            self.game.tables.deck[k] -= self.s.pile[k]
        self.s.pile[:] = 0
        self.s.pile_size = 0
        return self

    def do(self, action: int) -> list[int]:
        """Play an action and return the codes of the notes it leaves."""
        assert self.game.rules.reason(self.s, self.game.tables, action) == 0
        self.game.apply(self.s, action)
        conserved(self.game, self.s)
        return [note.code for note in notes_of(self.s)]

    def why_not(self, action: int) -> tuple[int, str]:
        """The code against an action and the rule it is told under."""
        code = int(self.game.rules.reason(self.s, self.game.tables, action))
        return code, self.game.rulebook.refusal(code, "that", self.game.player(self.s)).rule

    def said(self) -> list[tuple[str, str]]:
        """The sentences of the last step with their rules."""
        return [(said.text, said.rule) for note in notes_of(self.s) for said in [self.game.rulebook.note(note)]]

    def turn_all(self) -> list[int]:
        seen = []
        while self.s.phase == r.Phase.TURN_UP:
            seen += self.do(r.TURN)
        return seen


def value(text: str) -> int:
    run = np.array(cards(text) or [0], np.int32)
    return run_value(run, len(text.split()), gk.load("kartenspiel").tables.km)


# Cards and set-up
@pytest.mark.rule("KS-01", "KS-02", "KS-03")
def test_the_box_has_110_cards_seven_of_40_to_80_six_of_the_others_and_five_of_each_action():
    deck = gk.load("kartenspiel").tables.deck
    assert [int(deck[kind(v)]) for v in range(10, 130, 10)] == [6, 6, 6, 7, 7, 7, 7, 7, 6, 6, 6, 6]
    assert (deck[r.REST], list(deck[r.FREIGHT :])) == (12, [5, 5, 5, 5])
    assert 1 + deck.sum() == 110, "with the start card"


@pytest.mark.rule("KS-04")
@pytest.mark.parametrize("players", [1, 6, 0, -1, True, 2.0, "4"])
def test_other_player_counts_than_2_to_5_are_refused(players):
    with pytest.raises(gk.OptionError, match=r"2 to 5|whole number"):
        gk.load("kartenspiel", players=players)


@pytest.mark.rule("KS-05")
def test_the_start_player_is_an_option_and_acts_first():
    assert dealt(gk.load("kartenspiel", players=3, start=2)).player == 2
    assert gk.load("kartenspiel").tables.start == 0
    with pytest.raises(gk.OptionError, match="start must be 0 to 2"):
        gk.load("kartenspiel", players=3, start=3)


@pytest.mark.rule("KS-06")
def test_everybody_is_dealt_ten_cards_and_the_rest_is_the_pile():
    session = dealt(gk.load("kartenspiel", players=4))
    s = session.position
    assert list(s.hand_size[:4]) == [10] * 4
    assert s.pile_size == 109 - 40
    assert session.step == 40


# Course of play
@pytest.mark.rule("KS-07")
@pytest.mark.parametrize(("options", "stages"), [({}, 5), ({"stages": 2}, 2)])
def test_a_game_has_five_stages_unless_told_otherwise(options, stages):
    session = gk.load("kartenspiel", players=2, **options).session(seed=5)
    rng = np.random.default_rng(5)
    while not session.over:
        session.roll() if session.player == gk.CHANCE else session.play(int(rng.choice(session.legal())))
    assert session.position.stage == stages
    assert sum(note.text.endswith(" km in all.") for step in session.log for note in step.notes) == stages * 2


@pytest.mark.rule("KS-08")
def test_each_player_lays_one_card_at_the_right_end_of_the_own_run():
    t = Table().hand(0, "40 50").hand(1, "70 R").run(0, "20 30")
    assert t.game.legal(t.s) == [r.RUN + kind(40), r.RUN + kind(50)]
    assert t.game.rules.reason(t.s, t.game.tables, r.COUNTER + kind(40)) == r.No.RUN_NOW
    t.do(r.RUN + kind(50))
    assert list(t.s.run[0, :3]) == cards("20 30 50")
    assert t.game.player(t.s) == 1
    t.do(r.RUN + kind("R"))
    assert (t.s.phase, t.s.run_size[1]) == (r.Phase.COUNTER, 1)


@pytest.mark.rule("KS-08")
def test_nobody_sees_what_another_lays_on_the_run():
    t = Table().hand(0, "40 50").hand(1, "70 R")
    t.do(r.RUN + kind(50))
    view = t.game.view(t.s, 1)
    assert view.run[0, 0] == UNKNOWN
    assert [tuple(note) for note in notes_of(view)] == [(r.Note.ON_RUN, 0, UNKNOWN, 0)]


@pytest.mark.rule("KS-09")
def test_counter_cards_are_laid_and_turned_up_from_the_start_player_on():
    t = Table(players=3).hand(0, "10 20").hand(1, "30 40").hand(2, "50 60")
    t.s.start = 1
    for k in (30, 50, 10):
        t.do(r.RUN + kind(k))
    assert t.game.player(t.s) == 1
    for k in (40, 60, 20):
        t.do(r.COUNTER + kind(k))
    assert t.s.phase == r.Phase.TURN_UP
    turners = []
    for _ in range(3):
        t.do(r.TURN)
        turners.append(notes_of(t.s)[0].a)
    assert turners == [1, 2, 0]
    assert t.s.counter == 120


@pytest.mark.rule("KS-08", "KS-09", "KS-23", "KS-24")
def test_a_card_one_does_not_hold_is_refused_by_the_rule_that_asks_for_one():
    t = Table().hand(0, "10 20 30 40 50").hand(1, "30 40 50 60").run(0, "10").run(1, "20")
    assert t.why_not(r.RUN + kind(90)) == (r.No.SUCH_CARD, "KS-08")
    t.s.phase = r.Phase.COUNTER
    assert t.why_not(r.COUNTER + kind(90)) == (r.No.SUCH_COUNTER_CARD, "KS-09")
    t.laid("F", "FF")
    t.do(r.TURN)
    assert t.why_not(r.RUN + kind(90)) == (r.No.SUCH_ROAD_CARD, "KS-23")
    assert t.why_not(r.COUNTER + kind(10)) == (r.No.ROAD_NOW, "KS-23")
    assert t.game.rulebook.phase(t.s).rule == "KS-23"
    t.do(r.RUN + kind(10))
    t.do(r.RUN + kind(30))
    t.do(r.TURN)
    assert t.why_not(r.RUN + kind(90)) == (r.No.SUCH_REALLY_FREE_ROAD_CARD, "KS-24")
    assert t.why_not(r.COUNTER + kind(20)) == (r.No.REALLY_FREE_ROAD_NOW, "KS-24")
    assert t.game.rulebook.phase(t.s).rule == "KS-24"


@pytest.mark.rule("KS-10")
def test_everybody_draws_up_to_ten_and_the_start_card_passes():
    t = Table(players=2).hand(0, "10 10 10 10 10 10 20 20").hand(1, "30 30 30 30 30 30 40 40").laid("R", "R")
    t.turn_all()
    assert t.s.phase == r.Phase.DRAW
    drawn = []
    while t.s.phase == r.Phase.DRAW:
        t.do(t.game.legal(t.s)[0])
        drawn.append(notes_of(t.s)[0].a)
    assert drawn == [0, 0, 1, 1]
    assert list(t.s.hand_size[:2]) == [10, 10]
    assert (t.s.start, t.s.round_number, t.game.player(t.s)) == (1, 2, 1)


@pytest.mark.rule("KS-10")
def test_the_start_card_passes_after_the_last_round_of_a_stage_too():
    t = Table(players=2).run(0, "100").lying("100").laid("60", "R")
    t.turn_all()
    assert r.Note.START_PASSES in t.do(r.SCORE)
    assert t.s.start == 1


@pytest.mark.rule("KS-11")
def test_an_empty_pile_is_made_anew_from_all_discards():
    t = Table().hand(0, "10 10 10 10 10 10 20 20 20").hand(1, "30 30 30 30 30 30 40 40 40")
    t.discarded("50 60 70").pile_gone()
    t.s.taken[0, t.from_pile([kind(80)])[0]] += 1
    t.s.taken_size[0] = 1
    t.s.pile[:] = 0
    t.s.pile_size = 0
    t.game.tables.deck[kind(80)] += 1
    t.s.laid[0] = kind("R")
    t.game.tables.deck[r.REST] += 1
    t.s.phase = r.Phase.TURN_UP
    assert r.Note.RESHUFFLED in t.do(r.TURN)
    assert t.s.pile_size == 5
    assert t.s.discard.sum() == t.s.taken.sum() == 0


@pytest.mark.rule("KS-11")
def test_with_both_piles_empty_nobody_draws_and_the_round_goes_on():
    t = played_out(1, ("10 20", "30 40"))
    assert {r.Note.PILES_EMPTY, r.Note.NO_CARDS_LEFT} <= set(t.turn_all())
    assert t.s.phase == r.Phase.SCORE


@pytest.mark.rule("KS-11")
def test_when_there_are_discards_again_they_are_drawn_in_the_same_stage():
    t = played_out(1, ("10 20 30 40", "30 40 50 50"), limit=2000)
    assert r.Note.PILES_EMPTY in t.turn_all()
    for k in cards("60 70"):
        t.s.discard[k] += 1
        t.game.tables.deck[k] += 1
    for action in (r.RUN + kind(40), r.RUN + kind(50), r.COUNTER + kind(30), r.COUNTER + kind(50)):
        t.do(action if action in t.game.legal(t.s) else t.game.legal(t.s)[0])
    assert r.Note.RESHUFFLED in t.turn_all()
    assert t.s.phase == r.Phase.DRAW


def played_out(round_number: int, hands: tuple[str, str], **options: object) -> Table:
    """A round in which both lay their first card on the run, their second on the counter, and nobody can draw."""
    t = Table(stages=2, **options).hand(0, hands[0]).hand(1, hands[1]).pile_gone()
    t.s.round_number = round_number
    for verb, place in ((r.RUN, 0), (r.COUNTER, 1)):
        for hand in hands:
            t.do(verb + kind(hand.split()[place]))
    return t


@pytest.mark.rule("KS-20")
def test_a_stage_is_scored_after_its_hundredth_round():
    t = played_out(r.LAST_ROUND, ("10 20 R", "30 40 R"))
    assert r.Note.LAST_ROUND in t.turn_all()
    assert (t.s.phase, t.s.round_number) == (r.Phase.SCORE, r.LAST_ROUND)
    t = played_out(r.LAST_ROUND - 1, ("10 20 R", "30 40 R"))
    assert r.Note.LAST_ROUND not in t.turn_all()
    assert (t.s.phase, t.s.round_number) == (r.Phase.RUN, r.LAST_ROUND)


@pytest.mark.rule("KS-10", "KS-20")
@pytest.mark.parametrize(("round_number", "hands"), [(7, ("10 20", "30 40")), (r.LAST_ROUND, ("10 20 R", "30 40 R"))])
def test_the_start_card_passes_once_when_a_stage_cannot_go_on_and_no_round_is_made_up(round_number, hands):
    t = played_out(round_number, hands)
    assert r.Note.START_PASSES not in t.turn_all()
    assert (t.s.phase, t.s.start, t.s.round_number) == (r.Phase.SCORE, 0, round_number)
    assert t.game.rulebook.heading(t.s) == f"Stage 1, round {round_number}"
    codes = t.do(r.SCORE)
    assert [note.a for note in notes_of(t.s)][:2] == [0, 1], "scored from the start player of that round on"
    assert (codes.count(r.Note.START_PASSES), t.s.start) == (1, 1)


@pytest.mark.rule("KS-10")
@pytest.mark.parametrize("options", [{"limit": 2000, "copies": 1, "rest": 0, "action": 1}, {"limit": 2000}])
def test_in_whole_games_the_start_card_passes_as_often_as_rounds_are_played(options):
    session = gk.load("kartenspiel", players=2, stages=2, **options).session(seed=4)
    rng = np.random.default_rng(4)
    while not session.over:
        session.roll() if session.player == gk.CHANCE else session.play(int(rng.choice(session.legal())))
    notes = [note.code for step in session.log for note in step.notes]
    played = {step.heading for step in session.log if step.text.startswith("Lay ")}
    assert {step.heading for step in session.log if "round" in step.heading} == played
    assert notes.count(r.Note.START_PASSES) == len(played)


@pytest.mark.rule("KS-11")
def test_a_player_without_cards_is_passed_over():
    t = Table(players=3).hand(0, "10 20").hand(1, "30").hand(2, "50 60").pile_gone()
    for action in (r.RUN + kind(10), r.RUN + kind(30), r.RUN + kind(50)):
        t.do(action)
    t.do(r.COUNTER + kind(20))
    assert t.game.player(t.s) == 2


# What a run is worth
@pytest.mark.rule("KS-12", "KS-13", "KS-14", "KS-15", "KS-16", "KS-17")
@pytest.mark.parametrize(
    ("run", "km"),
    [
        ("20 40 50 70 80 120", 380), ("R 40 50 70 30 90", 120), ("60 60", 60),  # KS-12
        ("30 50 40 60 60 70 90", 220), ("", 0),  # KS-13
        ("10 20 40 80 R 120", 270), ("20 50 40 60 60 R 70 80", 210), ("60 R 60", 60), ("60 R 70", 130),  # KS-14
        ("40 50 R R 60 120 R", 180), ("90 R R 10", 10), ("90 R R R 10", 10), ("90 R 100 R 110", 300),  # KS-15
        ("70 R 80 100 A 110 R 120", 230), ("90 L 10", 10), ("90 F R 20", 20), ("90 R F R 20", 20),  # KS-16
        ("90 100 FF", 0), ("90 100 R R", 0), ("90 100 R", 190), ("90 100 50", 50),  # KS-17
    ],
)  # fmt: skip
def test_worked_runs_of_the_rules_and_runs_that_surprise(run, km):
    assert value(run) == km


def slow_value(run: list[int]) -> int:
    """KS-12 to KS-17 said differently: cut the run into parts first, add up the last part afterwards."""
    parts: list[list[int]] = [[]]
    for i, k in enumerate(run):
        if k > r.REST or (k == r.REST and i > 0 and run[i - 1] == r.REST):
            parts.append([])
        elif k < r.REST:
            if parts[-1] and parts[-1][-1] >= k:
                parts.append([])
            parts[-1].append(k)
    return sum(10 * (k + 1) for k in parts[-1])


@pytest.mark.rule("KS-13")
@given(st.lists(st.integers(0, r.KINDS - 1), max_size=14))
def test_run_value_agrees_with_the_slow_oracle(run):
    km = gk.load("kartenspiel").tables.km
    assert run_value(np.array([*run, 0], np.int32), len(run), km) == slow_value(run)


@pytest.mark.rule("KS-12")
@given(st.lists(st.integers(0, r.KINDS - 1), max_size=14))
def test_the_cards_from_the_last_break_on_are_those_that_count(run):
    km = gk.load("kartenspiel").tables.km
    first = counts_from(marks_of(run, km))
    assert sum(int(km[k]) for k in run[first:]) == slow_value(run)
    assert all(slow_value(run[place:]) <= slow_value(run[first:]) for place in range(first, len(run)))


@pytest.mark.rule("KS-17", "KS-13")
@pytest.mark.parametrize(
    ("run", "rule", "why"),
    [
        ("90 100 F", "KS-17", "A’s run ends with an action card, Free road (+1)."),
        ("90 R R", "KS-17", "A’s run ends with two rest cards."),
        ("90 R R R", "KS-17", "A’s run ends with two rest cards."),
        ("90 F R", "KS-13", "No kilometre card stands in the part of A’s run that counts"),
        ("R", "KS-13", "No kilometre card stands"),
        ("", "KS-13", "No kilometre card stands"),
        ("90 F 20", "KS-13", "A’s run is worth 20 km, which makes 20 km in all."),
    ],
)
def test_a_run_worth_nothing_is_told_with_its_reason(run, rule, why):
    t = Table().run(0, run).lying("100").laid("60", "R")
    t.turn_all()
    t.do(r.SCORE)
    text, told_under = t.said()[0]
    assert text.startswith(why)
    assert told_under == rule
    assert t.s.scores[0] == value(run)


# The kilometre counter
@pytest.mark.rule("KS-18")
def test_every_kilometre_card_counts_even_a_lower_one():
    t = Table().hand(0, "10").hand(1, "10").laid("80", "30")
    t.turn_all()
    assert t.s.counter == 110


@pytest.mark.rule("KS-19")
def test_a_rest_card_on_the_counter_does_nothing():
    t = Table().hand(0, "10").hand(1, "10").lying("80").laid("R", "R")
    t.do(r.TURN)
    assert (t.s.counter, t.s.discard[r.REST]) == (80, 1)


@pytest.mark.rule("KS-20")
@pytest.mark.parametrize(("players", "limit"), [(2, 150), (3, 200), (4, 250), (5, 300)])
def test_the_limit_depends_on_the_number_of_players(players, limit):
    assert gk.load("kartenspiel", players=players).tables.limit == limit
    assert gk.load("kartenspiel", players=players, limit=90).tables.limit == 90


@pytest.mark.rule("KS-20")
@pytest.mark.parametrize(("second", "phase"), [("60", r.Phase.SCORE), ("70", r.Phase.SCORE), ("50", r.Phase.DRAW)])
def test_the_stage_ends_at_the_limit_exactly_or_above(second, phase):
    t = Table().hand(0, "10").hand(1, "10").laid("90", second)
    t.turn_all()
    assert t.s.phase == phase


@pytest.mark.rule("KS-20")
@pytest.mark.parametrize(("first", "reached"), [("60", True), ("50", True), ("40", False)])
def test_a_limit_reached_and_lost_again_within_the_round_does_not_end_the_stage(first, reached):
    t = Table().hand(0, "10").hand(1, "10").lying("100").laid(first, "L")
    t.do(r.TURN)
    assert t.s.counter == 100 + int(first)
    codes = t.do(r.TURN)
    assert (t.s.counter, t.s.phase) == (50 + int(first), r.Phase.DRAW)
    assert (r.Note.LIMIT_LOST in codes) is reached, "exactly at the limit is reached as well"


@pytest.mark.rule("KS-21")
def test_lost_freight_leaves_with_cards_worth_exactly_fifty_and_keeps_its_effect():
    t = Table().hand(0, "10").hand(1, "10").lying("100 20 30").laid("L", "R")
    codes = t.do(r.TURN)
    assert r.Note.FREIGHT_CLEARED in codes
    assert t.s.counter == 100
    assert [int(t.s.discard[kind(c)]) for c in ("20", "30", "L")] == [1, 1, 1]
    assert t.s.lying[r.FREIGHT] == 0


@pytest.mark.rule("KS-21")
def test_lost_freight_that_cannot_be_paid_off_stays_until_it_can():
    t = Table(players=3).hand(0, "10").hand(1, "10").hand(2, "10").lying("60").laid("L", "40", "10")
    assert r.Note.FREIGHT_STAYS in t.do(r.TURN)
    assert (t.s.counter, t.s.lying[r.FREIGHT]) == (10, 1)
    assert t.do(r.TURN) == [r.Note.KM_TURNED]
    assert (t.s.counter, t.s.lying[r.FREIGHT]) == (50, 1)
    assert r.Note.FREIGHT_CLEARED in t.do(r.TURN)
    assert (t.s.counter, t.s.lying[r.FREIGHT], t.s.lying[kind(60)]) == (60, 0, 1)


@pytest.mark.rule("KS-21")
def test_the_counter_can_be_negative():
    t = Table().hand(0, "10").hand(1, "10").laid("L", "L")
    t.turn_all()
    assert (t.s.counter, t.s.phase) == (-100, r.Phase.DRAW)


@cache
def fewest_for_fifty(lying: tuple[int, ...]) -> tuple[int, ...] | None:
    """Every subset tried: the fewest cards worth 50, among equals the one with the highest card."""
    values = [10 * (k + 1) for k in range(5) for _ in range(lying[k])]
    for size in range(1, 6):
        fits = {c for c in combinations(sorted(values, reverse=True), size) if sum(c) == 50}
        if fits:
            return max(fits)
    return None


@pytest.mark.rule("KS-21")
@pytest.mark.parametrize("freights", [1, 2, 3])
def test_what_leaves_with_lost_freight_agrees_with_trying_every_set_of_every_small_counter(freights):
    """All 1,620 counters with up to five 10s, four 20s, two 30s and 40s, and two 50s, and 60 beside them."""
    table = gk.load("kartenspiel")
    for lying in product(range(6), range(5), range(3), range(3), range(3)):
        s = r.State.new()
        s.lying[:5] = lying
        s.lying[kind(60)] = 1
        s.lying[r.FREIGHT] = freights
        left, gone = lying, []
        for _ in range(freights):
            fifty = fewest_for_fifty(left)
            if fifty is None:
                break
            left = tuple(n - fifty.count(10 * (k + 1)) for k, n in enumerate(left))
            gone.append(fifty)
        clear_freight(s, r.FREIGHT)
        assert tuple(s.lying[:6]) == (*left, 1), lying
        assert tuple(s.discard[:5]) == tuple(np.subtract(lying, left))
        assert (s.lying[r.FREIGHT], s.discard[r.FREIGHT]) == (freights - len(gone), len(gone))
        named = [said_cards(table.rulebook.note(note).text) for note in notes_of(s)[: len(gone)]]
        assert named == gone, "the cards that left are named"


def said_cards(text: str) -> tuple[int, ...]:
    """The cards a sentence names: "… together with 20, 20 and 10 from the counter …"."""
    named = text.partition(" together with ")[2].partition(" from the counter")[0]
    return tuple(int(card) for card in named.replace(" and ", ", ").split(", "))


@pytest.mark.rule("KS-21")
def test_without_lost_freight_nothing_leaves_the_counter():
    s = r.State.new()
    s.lying[:5] = 2
    clear_freight(s, kind(50))
    assert (s.lying[:5].tolist(), s.num_notes) == ([2] * 5, 0)


@pytest.mark.rule("KS-22", "KS-28")
def test_a_barrier_takes_the_last_card_of_every_run_and_only_its_owner_sees_which():
    t = Table().hand(0, "10").hand(1, "10").run(0, "20 30").run(1, "40").laid("B", "R")
    t.do(r.TURN)
    assert (list(t.s.run_size[:2]), list(t.s.taken_size[:2])) == ([1, 0], [1, 1])
    assert t.s.discard[: r.KM_KINDS].sum() == 0
    for p, taken in ((0, kind(30)), (1, kind(40))):
        view = t.game.view(t.s, p)
        assert (view.taken[p, taken], view.taken[1 - p].sum(), view.taken_size[1 - p]) == (1, 0, 1)
        notes = {note.a: note.b for note in notes_of(view) if note.code == r.Note.BARRIER_TAKES}
        assert notes == {p: taken, 1 - p: UNKNOWN}


@pytest.mark.rule("KS-22")
def test_a_barrier_spares_an_empty_run():
    t = Table().hand(0, "10").hand(1, "10").run(1, "40").laid("B", "R")
    assert r.Note.BARRIER_SPARES in t.do(r.TURN)
    assert list(t.s.run_size[:2]) == [0, 0]


@pytest.mark.rule("KS-23", "KS-24")
@pytest.mark.parametrize(("card", "due"), [("F", 1), ("FF", 2)])
def test_a_free_road_makes_everybody_lay_one_more_card_at_once_and_a_really_free_one_two(card, due):
    t = Table().hand(0, "10 20 30").hand(1, "30 40 50").laid(card, "50")
    t.do(r.TURN)
    assert t.s.phase == r.Phase.ROAD
    for p, lowest in ((0, 10), (1, 30)):
        for k in range(due):
            assert t.game.player(t.s) == p
            t.do(r.RUN + kind(lowest + 10 * k))
    assert (list(t.s.run_size[:2]), t.s.phase, t.s.counter) == ([due, due], r.Phase.TURN_UP, 0)
    assert t.game.rules.reason(t.s, t.game.tables, r.RUN) == r.No.TURN_UP_NOW


@pytest.mark.rule("KS-24", "KS-25")
def test_with_one_card_in_hand_a_really_free_road_takes_that_one():
    t = Table().hand(0, "10").hand(1, "").laid("FF", "50")
    assert t.do(r.TURN).count(r.Note.TOO_FEW_CARDS) == 1
    assert r.Note.TOO_FEW_CARDS in t.do(r.RUN + kind(10))
    assert (list(t.s.run_size[:2]), t.s.phase) == ([1, 0], r.Phase.TURN_UP)


@pytest.mark.rule("KS-25")
@pytest.mark.parametrize("card", ["B", "F", "FF"])
def test_an_action_card_is_discarded_openly_after_acting(card):
    t = Table().hand(0, "10").hand(1, "10").laid(card, "R")
    t.do(r.TURN)
    assert t.s.discard[kind(card)] == 1


# The end
@pytest.mark.rule("KS-26")
def test_runs_are_turned_up_scored_from_the_start_player_and_everything_is_dealt_anew():
    t = Table(players=2).hand(0, "10").hand(1, "20").run(0, "40 50").run(1, "70 60").lying("100").laid("60", "R")
    t.s.start = 1
    t.s.laid[:2] = t.s.laid[:2][::-1].copy()
    t.turn_all()
    assert t.game.view(t.s, 0).run[1, 0] == UNKNOWN
    t.do(r.SCORE)
    scored = [note for note in notes_of(t.s) if note.code == r.Note.SCORED]
    assert [(note.a, note.b) for note in scored] == [(1, 60), (0, 90)]
    assert list(t.game.view(t.s, 0).run[1, :2]) == cards("70 60")
    t.do(r.GATHER)
    assert (t.s.stage, t.s.pile_size, t.s.hand_size.sum(), t.s.counter) == (2, 109, 0, 0)
    assert list(t.s.scores[:2]) == [90, 60]


@pytest.mark.rule("KS-27")
@pytest.mark.parametrize(
    ("runs", "codes"),
    [(("40", "50"), [r.Note.WON]), (("50", "50"), [r.Note.SHARED, r.Note.SHARED]), (("L", "B"), [r.Note.SHARED] * 2)],
)
def test_the_highest_total_wins_and_equals_share(runs, codes):
    t = Table(players=2, stages=1).run(0, runs[0]).run(1, runs[1]).lying("100").laid("60", "R")
    t.turn_all()
    assert [code for code in t.do(r.SCORE) if code in (r.Note.WON, r.Note.SHARED)] == codes
    assert t.game.player(t.s) == gk.OVER
    assert t.game.returns(t.s) == [float(value(runs[0])), float(value(runs[1]))]


@pytest.mark.rule("KS-28")
def test_a_view_shows_the_own_cards_and_open_ones_and_sizes_of_the_rest():
    t = Table(players=3).hand(0, "10 20").hand(1, "30 40").hand(2, "R").run(0, "50").run(1, "60").run(2, "70")
    t.lying("80").discarded("R R").laid("90", "100", "110")
    view = t.game.view(t.s, 1)
    assert (view.hand[1, kind(30)], view.hand[0].sum(), list(view.hand_size[:3])) == (1, 0, [2, 2, 1])
    assert (view.run[1, 0], view.run[0, 0], list(view.run_size[:3])) == (kind(60), UNKNOWN, [1, 1, 1])
    assert list(view.laid[:3]) == [UNKNOWN, kind(100), UNKNOWN]
    assert (view.lying[kind(80)], view.discard[r.REST], view.pile.sum()) == (1, 2, 0)
    assert view.pile_size == t.s.pile_size


@pytest.mark.rule("KS-28")
def test_redeal_is_fair_over_the_cards_not_seen():
    t = Table(players=2).hand(0, "10 20").hand(1, "30 40 50")
    view = t.game.view(t.s, 0)
    rng = np.random.default_rng(0)
    held = np.zeros(r.KINDS)
    deals = 2000
    for _ in range(deals):
        dealt = view.copy()
        r.redeal(dealt, t.game.tables, 0, rng)
        held += dealt.hand[1]
    unseen = t.game.tables.deck - t.s.hand[0]
    expected = 3 * deals * unseen / unseen.sum()
    assert np.abs(held - expected).max() < 5 * np.sqrt(expected.max())


def test_house_rules_make_the_hands_and_the_values_fewer():
    game = gk.load("kartenspiel", players=2, hand=3, values=4, copies=2, rest=1, action=0)
    assert game.start().pile_size == 4 * 2 + 1
    s = dealt(game).position
    assert (list(s.hand_size[:2]), s.pile_size, s.pile[4:12].any()) == ([3, 3], 3, False)
