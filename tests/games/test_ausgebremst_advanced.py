"""Ausgebremst, the advanced game and what players know, rule by rule; the picture."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.record import UNKNOWN, notes_of
from gamekit.games.ausgebremst import rules as r
from gamekit.games.ausgebremst.knowledge import likelihood
from gamekit.games.ausgebremst.track import ideal_lap, ideal_race, load_drawing
from tests.games.ausgebremst_table import table

A, B, C, D, E, F = range(6)


def advanced(players: int = 6, circuit: int = 1, set_ups: str = "fast medium slow fast medium slow"):
    """An advanced game in which the set-ups are chosen."""
    game = gk.load("ausgebremst", players=players, circuit=circuit, advanced=True, draw_grid=False)
    s = game.start()
    for name in set_ups.split()[:players]:
        assert s.phase == r.Phase.SETUP
        game.apply(s, r.SETUP + ("fast", "medium", "slow").index(name))
    return game, s


def sort_all(game, s, pile=lambda kind: min(kind, 3)) -> None:
    """Sort everybody's cards by value, lowest first."""
    while s.phase in (r.Phase.SORT_DRAW, r.Phase.SORT):
        game.apply(s, game.legal(s)[0])
        game.apply(s, r.SORT + pile(int(s.seen)) if s.seen != r.BLANK else r.LAY_NOTHING)


def started(players: int = 6, circuit: int = 1):
    """An advanced game at its first turn of a driver, everybody with the two highest cards of the piles."""
    game, s = advanced(players, circuit)
    sort_all(game, s)
    while s.phase == r.Phase.FIRST_CARDS:
        game.apply(s, r.TAKE + 3)
    while game.player(s) < 0:
        game.apply(s, game.legal(s)[0])
    return game, s


@pytest.mark.rule("AB-33")
def test_three_set_ups_of_84_points_and_the_choice_is_secret():
    game, s = advanced(3, set_ups="fast medium")
    cards = game.tables.cards
    assert [int(cards[k].sum()) for k in (r.FAST, r.MEDIUM, r.SLOW)] == [19, 22, 24]
    assert [int((cards[k] * np.arange(1, 7)).sum()) for k in (r.FAST, r.MEDIUM, r.SLOW)] == [84, 84, 84]
    assert list(cards[r.FAST][::-1]) == [6, 5, 3, 2, 2, 1]
    assert list(cards[r.MEDIUM][::-1]) == [5, 4, 4, 3, 3, 3]
    assert game.player(s) == C
    view = game.view(s, C)
    assert list(view.set_up[:3]) == [UNKNOWN, UNKNOWN, 0]
    assert list(view.deck_size[:3]) == [28, 28, 28], "nothing tells what the others chose"
    game.apply(s, r.SETUP + r.SLOW - r.FAST)
    assert list(s.set_up[:3]) == [r.FAST, r.MEDIUM, r.SLOW]
    assert game.view(s, A).set_up[A] == r.FAST


@pytest.mark.rule("AB-34")
@pytest.mark.parametrize("circuit", range(1, 9))
def test_pit_cards_lie_beside_the_pit_lane_as_the_table_says_for_circuit_and_row(circuit):
    game = gk.load("ausgebremst", players=6, circuit=circuit, advanced=True, draw_grid=False)
    s = game.start()
    s.order = [5, 3, 1, 0, 2, 4]
    while s.phase == r.Phase.SETUP:
        game.apply(s, r.SETUP)
    for seat, car in enumerate(s.order):
        wanted = game.box.circuits[circuit - 1].pit_cards[seat // 2]
        assert [int(kind) + 1 for kind in s.aside[car] if kind != r.BLANK] == wanted
        rest = game.tables.cards[s.set_up[car]].copy()
        for value in wanted:
            rest[value - 1] -= 1
        assert list(s.deck[car]) == list(rest)


@pytest.mark.rule("AB-34")
def test_unowned_cars_and_the_basic_game_have_no_pit_cards():
    _, s = advanced(4)
    assert (s.aside[[E, F]] == r.BLANK).all()
    assert (gk.load("ausgebremst").start().aside == r.BLANK).all()


@pytest.mark.rule("AB-35")
def test_cards_are_sorted_one_at_a_time_and_the_last_one_laid_is_the_top():
    game, s = advanced()
    car = int(s.order[s.turn])
    for kind, pile in ((5, 2), (0, 2), (4, 0)):
        assert s.phase == r.Phase.SORT_DRAW
        assert game.weights(s) == [int(n) for n in s.deck[car] if n], "in shuffled order"
        game.apply(s, r.SORT_DRAW + kind)
        assert (s.seen, game.player(s)) == (kind, car)
        assert game.legal(s) == [r.SORT, r.SORT + 1, r.SORT + 2, r.SORT + 3]
        game.apply(s, r.SORT + pile)
    assert list(s.pile[car, 2, :3]) == [5, 0, 0]
    assert list(s.height[car]) == [1, 0, 2, 0]
    sort_all(game, s, pile=lambda kind: 3)
    assert int(s.order[s.turn]) == car, "the first to sort is the first to take"
    for kind in (0, 5):
        game.apply(s, r.TAKE + 2)
        assert s.hand[car, kind] == 1
    assert s.height[car, 2] == 0


@pytest.mark.rule("AB-36")
def test_two_cards_in_hand_and_the_next_is_taken_from_a_pile_of_choice_before_the_next_player_moves():
    game, s = started()
    assert list(s.hand_size) == [2] * 6
    car = int(s.order[s.turn])
    game.apply(s, game.legal(s)[0])
    assert (s.phase, game.player(s), s.hand_size[car]) == (r.Phase.TAKE, car, 1)
    piles = [k for k in range(4) if s.height[car, k]]
    assert game.legal(s) == [r.TAKE + k for k in piles]
    empty = next((k for k in range(4) if not s.height[car, k]), None)
    if empty is not None:
        assert game.rulebook.refusals[int(game.rules.reason(s, game.tables, r.TAKE + empty))].rule == "AB-36"
    top = int(s.pile[car, piles[0], s.height[car, piles[0]] - 1])
    held = int(s.hand[car, top])
    game.apply(s, r.TAKE + piles[0])
    assert (s.hand[car, top], s.hand_size[car]) == (held + 1, 2)
    assert s.order[s.turn] != car


def at_the_pits(circuit: int = 1, row_cards: str = "44"):
    """A driver three spaces before the second pit space, with pit cards waiting."""
    t = table(circuit=circuit, advanced=True).put("A", t_before(circuit), "31").put("B", "R5", "1", laps=2)
    t.s.aside[A] = [int(row_cards[0]) - 1, int(row_cards[1]) - 1 if len(row_cards) > 1 else r.BLANK]
    t.s.pile[A, 0, :2] = [4, 5]
    t.s.height[A, 0] = 2
    return t.turn("A")


def t_before(circuit: int) -> int:
    return table(circuit=circuit).entry - 1


@pytest.mark.rule("AB-37")
def test_who_stops_takes_the_first_pit_card_for_the_one_played_and_puts_the_second_on_a_pile():
    t = at_the_pits()
    rules = t.rules("3 P2")
    assert "AB-37" in rules
    assert (t.s.phase, t.s.hand_size[A], t.s.hand[A, 3]) == (r.Phase.PIT_CARD, 2, 1)
    assert t.game.legal(t.s) == [r.PLACE + k for k in range(4)]
    t.game.apply(t.s, r.PLACE)
    assert list(t.s.pile[A, 0, :3]) == [4, 5, 3]
    assert list(t.s.aside[A]) == [r.BLANK, r.BLANK]
    assert t.s.order[t.s.turn] == B, "no card is taken from a pile in this turn"


@pytest.mark.rule("AB-37")
def test_a_single_pit_card_ends_the_turn_and_a_second_stop_brings_nothing():
    t = at_the_pits(row_cards="3")
    t.play("3 P2")
    assert t.s.order[t.s.turn] == B
    t = at_the_pits()
    t.s.aside[A] = r.BLANK
    t.play("3 P2")
    assert t.s.phase == r.Phase.TAKE


@pytest.mark.rule("AB-37")
def test_nobody_has_to_stop():
    t = table(advanced=True).put("A", "R22", "12", laps=2).put("B", "R5", "1", laps=2).turn("A")
    t.play("2 R2")
    assert t.space("A") == "R2"


@pytest.mark.rule("AB-37")
def test_a_car_whose_last_cards_lie_beside_the_pit_lane_is_saved_by_a_stop():
    t = table(advanced=True).put("A", "R19", "3").put("B", "R5", "1", laps=2)
    t.s.aside[A] = [3, 3]
    t.turn("A").play("3 P2")
    assert t.space("A") == "P2"
    assert t.s.hand_size[A] == 1


@pytest.mark.rule("AB-38")
def test_unowned_cars_make_no_stop_but_block_entry_and_exit():
    t = table(players=3, advanced=True).put("D", "R19", deck="32", laps=1).put("A", "R5", "1", laps=2).turn("D")
    t.play("draw 3")
    assert t.space("D") == "R22"
    t = table(players=3, advanced=True).put("D", "R20", deck="32").put("A", "R19", "2").put("B", "R5", "1").turn("A")
    assert "2 P1" not in t.legal()
    t = table(players=3, advanced=True).put("D", "R3", deck="32", laps=2).put("A", "P5", "1").put("B", "R5", "1")
    assert t.turn("A").legal() == {"miss"}


@pytest.mark.rule("AB-39")
def test_the_rest_is_as_in_the_basic_game():
    for here, hand, there in (("R7", "66", "R6"), ("M8", "12", "R9")):
        games = [table(advanced=advanced).put("A", here, hand).put("B", there, "2") for advanced in (False, True)]
        basic, other = (t.turn("A").legal() for t in games)
        assert basic == other
        assert (basic == {"miss"}) == (hand == "66")


# What players know


@pytest.mark.rule("AB-40")
def test_others_hands_decks_set_ups_and_piles_are_hidden_and_of_sizes_only_that_of_the_hand_is_seen():
    game, s = started()
    view = game.view(s, A)
    assert (view.hand[A] == s.hand[A]).all()
    assert (view.pile[A] == s.pile[A]).all(), "one knows what one has put on which pile"
    assert (view.height[A] == s.height[A]).all()
    for p in range(1, 6):
        assert view.hand[p].sum() == 0
        assert view.set_up[p] == UNKNOWN
        assert view.hand_size[p] == 2
        for k in range(4):
            assert view.height[p, k] == (s.height[p, k] > 0), "only whether it is empty"
            assert (view.pile[p, k, : view.height[p, k]] == UNKNOWN).all()
            assert not view.pile[p, k, 1:].any()
    assert list(view.space) == list(s.space)
    assert (view.played == s.played).all()


@pytest.mark.rule("AB-40")
def test_in_the_basic_game_the_order_of_ones_own_deck_is_not_known():
    game = gk.load("ausgebremst", players=4, draw_grid=False)
    s = game.start()
    for _ in range(12):
        game.apply(s, game.legal(s)[0])
    view = game.view(s, A)
    assert (view.deck[A] == s.deck[A]).all(), "which cards are left is known; they are counts, without order"
    assert view.deck[B].sum() == 0
    assert view.deck_size[B] == 21
    assert (view.deck[[E, F]] == s.deck[[E, F]]).all(), "everybody can count what an unowned car has left"
    note = notes_of(game.view(s, C))[0]
    assert note.b == UNKNOWN, "the card D drew"


@pytest.mark.rule("AB-40")
def test_a_pit_card_put_on_a_pile_stays_known_until_it_is_played():
    t = at_the_pits()
    t.play("3 P2")
    t.game.apply(t.s, r.PLACE)
    view = t.game.view(t.s, B)
    assert list(view.pile[A, 0, :3]) == [3, 0, 0], "the top is known, not what lies below it"
    assert (view.height[A, 0], view.known_level[A]) == (1, 0)
    assert list(view.hand[A]) == [0, 0, 0, 1, 0, 0]
    t.turn("A").play("1 P3")
    t.game.apply(t.s, r.TAKE)
    view = t.game.view(t.s, B)
    assert list(view.hand[A]) == [0, 0, 0, 2, 0, 0]
    assert list(view.pile[A, 0, :2]) == [UNKNOWN, 0]


@pytest.mark.rule("AB-40")
def test_redeal_gives_every_split_of_the_unknown_cards_its_chance():
    game = gk.load("ausgebremst", players=3, draw_grid=False)
    s = game.start()
    for _ in range(9):
        game.apply(s, game.legal(s)[0])
    rng = np.random.default_rng(1)
    seen = np.zeros(r.VALUES)
    for _ in range(600):
        dealt = game.view(s, A)
        game.rules.redeal(dealt, game.tables, A, rng)
        assert list(dealt.hand[B] + dealt.deck[B]) == [4] * 6
        seen += dealt.hand[B]
    assert seen.sum() == 1800
    assert (np.abs(seen / 600 - 0.5) < 0.12).all(), "three cards of six equally frequent values"


@pytest.mark.rule("AB-40", "AB-33")
def test_redeal_gives_others_a_set_up_as_likely_as_what_they_have_played_is_from_it():
    rng = np.random.default_rng(2)
    game, s = advanced(3, set_ups="fast medium")
    found = set()
    for _ in range(60):
        dealt = game.view(s, C)
        game.rules.redeal(dealt, game.tables, C, rng)
        found.add((int(dealt.set_up[A]), int(dealt.set_up[B])))
    assert len(found) == 9
    game, s = started(3)
    s.played[B] = [0, 0, 0, 0, 0, 5]
    chances = [likelihood(s, game.tables, B, set_up) for set_up in (r.FAST, r.MEDIUM, r.SLOW)]
    assert chances[r.SLOW - r.FAST] == 0, "it has only four 6s"
    assert chances[0] == pytest.approx(6 * 5 * 4 * 3 * 2 / (19 * 18 * 17 * 16 * 15) * pit_share(game, s, r.FAST))
    drawn = np.zeros(3)
    for _ in range(400):
        dealt = game.view(s, A)
        game.rules.redeal(dealt, game.tables, A, rng)
        drawn[dealt.set_up[B] - r.FAST] += 1
    wanted = np.array(chances) / sum(chances)
    assert np.abs(drawn / 400 - wanted).max() < 0.08


def pit_share(game, s, set_up: int) -> float:
    """How likely B's pit cards come next out of the set-up, after five 6s."""
    copies, left, share = list(game.tables.cards[set_up]), int(game.tables.cards[set_up].sum()) - 5, 1.0
    copies[5] -= 5
    for kind in s.aside[B]:
        if kind != r.BLANK:
            share *= copies[kind] / left
            copies[kind] -= 1
            left -= 1
    return share


@pytest.mark.rule("AB-40", "AB-35", "AB-33")
def test_whatever_the_set_up_the_others_see_the_same_and_hear_the_same():
    """Three games alike but for B's set-up: as many steps, the same views, the same sentences, up to the first card."""
    heard = []
    for name in ("fast", "medium", "slow"):
        game, s = advanced(3, set_ups=f"medium {name} medium")
        seen = [game.view(s, A).tobytes()]
        while s.phase in (r.Phase.SORT_DRAW, r.Phase.SORT):
            car = int(s.order[s.turn])
            height = s.height[car]
            if s.phase == r.Phase.SORT_DRAW:
                action = game.legal(s)[0]
            elif s.seen == r.BLANK:
                action = r.LAY_NOTHING
            else:
                action = r.SORT + (int(np.argmin(height)) if (height == 0).any() else 0)
            game.apply(s, action)
            if car != A:
                view = game.view(s, A)
                seen.append((view.tobytes(), [game.rulebook.note(note).text for note in notes_of(view)]))
        while s.phase == r.Phase.FIRST_CARDS:
            game.apply(s, r.TAKE)
            seen.append(game.view(s, A).tobytes())
        heard.append(seen)
    assert len(heard[0]) == len(heard[1]) == len(heard[2])
    assert heard[0] == heard[1] == heard[2]


@pytest.mark.rule("AB-35", "AB-40")
@pytest.mark.parametrize(("name", "nothing"), [("fast", 5), ("medium", 2), ("slow", 0)])
def test_who_has_sorted_all_cards_goes_on_as_if(name, nothing):
    game, s = advanced(3, set_ups=f"{name} {name} {name}")
    car, actions = int(s.order[s.turn]), []
    while int(s.order[s.turn % 6]) == car and s.phase in (r.Phase.SORT_DRAW, r.Phase.SORT):
        action = game.legal(s)[0]
        assert (r.SORT_NOTHING in game.legal(s)) == (action == r.SORT_NOTHING)
        actions.append(action)
        game.apply(s, action)
    assert actions.count(r.SORT_NOTHING) == actions.count(r.LAY_NOTHING) == nothing
    assert len(actions) == 2 * (24 - int((s.aside[car] != r.BLANK).sum()))
    assert actions[len(actions) - 2 * nothing :] == [r.SORT_NOTHING, r.LAY_NOTHING] * nothing, "at the end"
    assert s.sorting == 0


@pytest.mark.rule("AB-35")
def test_nobody_goes_on_as_if_with_cards_left_nor_lays_a_card_that_is_not_there():
    game, s = advanced(3, set_ups="fast fast fast")

    def why(action: int) -> str:
        code = int(game.rules.reason(s, game.tables, action))
        return game.rulebook.refusals[code].text.partition(": ")[2] if code else ""

    assert why(r.SORT_NOTHING) == "there are cards left to be sorted."
    game.apply(s, game.legal(s)[0])
    assert why(r.LAY_NOTHING) == "there are cards left to be sorted."
    while s.seen != r.BLANK or s.phase != r.Phase.SORT:
        game.apply(s, game.legal(s)[0])
    assert why(r.SORT) == "all cards are sorted."
    assert why(r.LAY_NOTHING) == ""


@pytest.mark.rule("AB-40")
def test_the_picture_counts_no_piles_of_others():
    game, s = started(3)
    table_of_changes, openly = game.picture.changes(game, s, A), game.picture.changes(game, s, None)
    assert table_of_changes["line-1-cards"]["text"] == "2+"
    assert table_of_changes["line-0-cards"] == openly["line-0-cards"] != openly["line-1-cards"]
    words = game.picture.describe(game, s, A)
    assert words.count("2 cards in hand") == 2
    s.height[B] = 0
    assert game.picture.changes(game, s, A)["line-1-cards"]["text"] == "2"
    assert "cards in hand" not in game.picture.describe(game, s, None)


# The picture


@pytest.mark.rule("AB-05")
@pytest.mark.parametrize("number", range(1, 9))
def test_the_ideal_line_of_the_picture_is_a_shortest_lap(number):
    game = gk.load("ausgebremst", circuit=number)
    circuit = load_drawing(game, number).circuit
    first, second = (half for half in game.box.circuits[number - 1].halves)
    length = {"Bleifuß": 12, "Plattfuß": 13, "Nürburg": 14, "Circuit": 11, "Drom": 12, "Ring": 12}
    lap = ideal_lap(circuit)
    assert len(lap) == len(set(lap)) == length[first] + length[second]
    assert len(ideal_race(circuit, circuit.grid()[0], stops=1)) - 1 == game.box.circuits[number - 1].spaces
    assert all(space < r.PIT for space in lap)


def test_cars_face_the_way_they_drive_and_stand_on_their_spaces():
    game = gk.load("ausgebremst", players=4, circuit=4, draw_grid=False)
    s = game.start()
    spots = load_drawing(game, 4)
    table_of_changes = game.picture.changes(game, s, None)
    for car in range(6):
        change = table_of_changes[f"car-{car}"]
        x, y, _ = spots.pose(int(s.space[car]))
        assert (change["x"], change["y"]) == (round(x, 1), round(y, 1))
        follower = int(game.tables.follow[3, s.space[car], 0])
        ahead = spots.pose(follower)
        angle = np.degrees(np.arctan2(ahead.y - y, ahead.x - x)) % 360
        assert abs((change["r"] - angle + 180) % 360 - 180) < 40


def test_a_championship_shows_one_circuit_at_a_time():
    game = gk.load("ausgebremst", players=4, championship=[1, 3, 1])
    root = ElementTree.fromstring(game.picture.scene(game))
    ids = {element.get("id") for element in root.iter()}
    assert {"circuit-1", "circuit-3"} <= ids
    assert "circuit-2" not in ids
    changes = game.picture.changes(game, game.start(), None)
    assert (changes["circuit-1"]["hidden"], changes["circuit-3"]["hidden"]) == (False, True)


def test_the_ideal_line_can_be_left_out():
    shown, hidden = (gk.load("ausgebremst", ideal_line=shown) for shown in (True, False))
    assert 'class="ab-ideal"' in shown.picture.scene(shown)
    assert 'class="ab-ideal"' not in hidden.picture.scene(hidden)


def test_moves_are_clicked_on_the_space_they_end_on():
    t = table().put("A", "R21", "15", laps=3, stopped=True).put("B", "R5").turn("A")
    targets = t.game.picture.targets(t.game, t.s, t.game.legal(t.s))
    assert {t.name(action): place for action, place in targets.items()} == {
        "1 R22": "s1-101",
        "1 M28": "s1-67",
        "5 finish": "finish-1",
    }


def test_the_picture_in_words_tells_cars_laps_and_hand():
    t = table(players=5).put("A", "R21", "15", laps=3, stopped=True).put("F", "R5").turn("A")
    words = t.game.picture.describe(t.game, t.s, 0)
    assert "Car A: lap 3, on R21, 2 spaces to go, 2 cards, pit stop made." in words
    assert "Unowned car F: lap 1, on R5" in words
    assert "Hand of A: 1, 5." in words
