"""Playing a session: chance, undo, branches, refusals, and every wrong thing a person may type."""

from __future__ import annotations

import copy
import itertools
import pickle
import re
import types
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.arguments import LARGEST_SEED
from gamekit.core.errors import RulebookError
from gamekit.core.rulebook import Rulebook
from gamekit.widgets.narration import tell_step
from tests import play


def dealt(seed: int = 7) -> gk.Session:
    return play.dealt(gk.load("kartenspiel", players=2), seed)


def test_the_same_seed_gives_the_same_game():
    assert dealt(seed=4).history == dealt(seed=4).history
    assert dealt(seed=4).history != dealt(seed=5).history


def test_chance_lists_exact_probabilities_that_sum_to_one():
    session = gk.load("kartenspiel", players=2).session(seed=7)
    chance = session.chance()
    assert sum(p for _, p in chance) == 1
    assert dict(chance)[session.game.rules.DRAW] == Fraction(6, 109)
    assert dealt().chance() == []


def test_a_person_may_choose_what_chance_does():
    session = gk.load("kartenspiel", players=2).session(seed=7)
    rest = session.game.rules.DRAW + session.game.rules.REST
    said = session.play(rest)
    assert (said[0].text, said[0].rule) == ("A draws Rest.", "KS-10")


def test_rolling_again_after_undo_gives_the_same_card():
    session = gk.load("kartenspiel", players=2).session(seed=7)
    session.roll()
    first = session.history
    session.undo()
    session.roll()
    assert session.history == first


def test_every_step_of_chance_has_luck_of_its_own():
    """Where the drawn card lies in the pile, from 0 to 1: if all steps shared their luck it would be the same place."""
    session = gk.load("kartenspiel", players=2).session(seed=7)
    places = []
    while session.player == gk.CHANCE:
        before, chances = Fraction(0), session.chance()
        drawn = session.drawn()
        before = sum((p for action, p in chances if action < drawn), Fraction(0))
        places.append(before)
        session.roll()
    assert max(places) - min(places) > Fraction(1, 2)


def test_undo_redo_and_goto_move_along_the_line():
    session = dealt()
    here, length = session.position.tobytes(), session.length
    session.goto(3)
    assert (session.step, session.length, len(session.log)) == (3, length, 3)
    session.redo()
    session.undo()
    assert session.position.tobytes() == session.position_at(3).tobytes()
    session.goto(length)
    assert session.position.tobytes() == here
    with pytest.raises(gk.IllegalAction, match="no undone step"):
        session.redo()
    session.goto(0)
    with pytest.raises(gk.IllegalAction, match="start of the game"):
        session.undo()
    for wrong in (-1, length + 1, 2.0, "3", True):
        with pytest.raises(gk.OptionError, match=f"0 to {length}"):
            session.goto(wrong)


def test_playing_from_an_earlier_step_drops_the_undone_steps_and_a_branch_keeps_them():
    session = dealt()
    branch = session.branch(5)
    session.goto(5)
    length = branch.length
    draws = session.legal()
    branch.play(draws[-1])
    assert (branch.length, session.length) == (length + 1, 20)
    session.play(draws[0])
    assert session.length == 6
    assert session.position_at(6).tobytes() == session.position.tobytes()
    with pytest.raises(gk.IllegalAction, match="no undone step"):
        session.redo()


def test_whoever_watches_is_told_of_each_step_played_undone_or_redone_and_not_of_a_branch():
    session, times, others = dealt(), itertools.count(), itertools.count()
    for watch in (times, others):
        session.watch(watch.__next__)
    session.branch().play(session.legal()[0])
    session.play(session.legal()[0])
    session.undo()
    session.redo()
    session.unwatch(times.__next__)
    session.undo()
    assert (next(times), next(others)) == (3, 4)


def test_positions_handed_out_cannot_change_the_game():
    session = dealt()
    position = session.position
    position.scores[0] = 999
    session.view(0).scores[0] = 999
    assert session.position.scores[0] == 0


def test_an_illegal_action_carries_sentence_and_rule_and_changes_nothing():
    session = dealt()
    before = session.position.tobytes()
    action = session.game.rules.COUNTER
    with pytest.raises(gk.IllegalAction) as error:
        session.play(action)
    assert error.value.rule == "KS-08"
    assert "first everybody lays a card" in error.value.sentence
    assert session.why_not(action).rule == "KS-08"
    assert session.why_not(session.legal()[0]) is None
    assert (session.position.tobytes(), session.length) == (before, 20)


@pytest.mark.parametrize(
    ("call", "wrong", "said"),
    [
        (lambda action: dealt().play(action), [-1, 54, 10**9, 1.5, "3", None, True], "0 to 53"),
        (lambda action: dealt().game.apply(dealt().position, action), [-1, 54, 10**9, 1.5, "3"], "0 to 53"),
        (lambda player: dealt().view(player), [-1, 2, "A", 1.0, True], "0 to 1"),
        (lambda seed: gk.load("pig").session(seed=seed), [1.5, "7", -1, True, 2**63], "whole number from 0"),
        (lambda path: gk.load("pig", box=path), [5, b"box.toml", "\0"], "[Bb]ox file"),
    ],
)
def test_what_is_out_of_range_says_what_is_allowed(call, wrong, said):
    for value in wrong:
        with pytest.raises(gk.OptionError if "file" not in said else gk.BoxError, match=said):
            call(value)


def test_without_a_seed_a_fresh_one_is_taken_and_kept():
    session = gk.load("kartenspiel").session()
    assert session.seed >= 0
    assert session.seed != gk.load("kartenspiel").session().seed


def test_fresh_seeds_are_too_many_to_be_tried_one_by_one():
    """Of 31 bits, ten cards of a hand told all luck to come: each was tried in a minute and a half."""
    seeds = [gk.load("pig").session().seed for _ in range(64)]
    assert max(seeds) >= 2**61
    assert max(seeds) <= LARGEST_SEED
    assert min(seeds) < 2**62


def test_unknown_games_and_options_name_what_there_is():
    with pytest.raises(gk.UnknownGame, match="kartenspiel"):
        gk.load("monopoly")
    with pytest.raises(gk.OptionError, match=r"no option 'colour'.*stages.*limit"):
        gk.load("kartenspiel", colour="red")


def test_numbers_that_numpy_counts_are_players_and_options_like_any_other():
    game = gk.load("kartenspiel", np.int64(3), limit=np.int32(150))
    assert (game.players, game.options["limit"]) == (3, 150)
    assert (type(game.players), type(game.options["limit"])) == (int, int)


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        ("stages", 0, "at least 1"), ("stages", 10, "at most 9"), ("limit", "150", "whole number"),
        ("limit", 5, "at least 10"), ("stages", True, "whole number"), ("copies", 2.5, "whole number"),
        ("championship", [1] * 9, "a list of at most 8"),
    ],
)  # fmt: skip
def test_a_wrong_option_names_itself_its_rule_and_what_is_allowed(option, value, allowed):
    name = "ausgebremst" if option == "championship" else "kartenspiel"
    with pytest.raises(gk.OptionError, match=f"option {option}.*{allowed}.*not {re.escape(repr(value))}"):
        gk.load(name, **{option: value})


@pytest.mark.parametrize(("road", "rule"), [(0, "KS-08"), (1, "KS-23"), (2, "KS-24")])
def test_a_card_laid_on_a_free_road_is_explained_by_the_free_road(road: int, rule: str) -> None:
    session = gk.load("kartenspiel", players=2, copies=1, rest=0, action=6).session(seed=1)
    rng = np.random.default_rng(1)
    rules = session.game.rules
    asked = rules.Phase.ROAD if road else rules.Phase.RUN
    while session.position["phase"] != asked or session.position["road"] != road:
        session.roll() if session.player == gk.CHANCE else session.play(int(rng.choice(session.legal())))
    while (session.position["phase"], session.position["road"]) == (asked, road):
        assert session.play(session.legal()[0])[0].rule == rule, "of the last one, too, which ends the road"
    before = session.position_at(session.step - 1)
    assert tell_step(session.game, session.log[-1], before, session.position, None)["notes"][0]["rule"] == rule


def test_a_move_of_which_a_game_notes_nothing_is_told_to_nobody_but_who_made_it() -> None:
    session = dealt()
    player, before = session.player, session.position
    session.play(session.legal()[0])
    after = session.position
    after.num_notes = 0
    step, seers = session.log[-1], (None, player, 1 - player)
    everybody, own, other = (tell_step(session.game, step, before, after, seer)["text"] for seer in seers)
    assert everybody == own == step.text != other


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('"KS-23", "KS-24"]', '"KS-23", "KS-99"]', "phases.ROAD: 'KS-99'"),
        ('marks = ["option"]', 'marks = ["option", "house"]', "rule KS-05"),
        ('title = "Dealing"', "", "rule KS-06"),
        ("[log]", "[logs]", "section 'logs'"),
        ("SUCH_DRAW = {", "SUCH_A_DRAW = {", "refusals.SUCH_"),
        ('text = "Hands are filled up.", ', "", "phases.DRAW"),
        ('moment = "short"', 'moment = "brief"', "notes.KM_TURNED"),
        ('"Lay {card} on the run"', '"Lay {km} on the run"', "actions.RUN: {km}"),
        ('"km"], moment', '"km"], die = "n", moment', "notes.KM_TURNED"),
    ],
)
def test_a_rulebook_with_what_no_book_may_have_is_refused_and_told_where(old, new, where, tmp_path: Path) -> None:
    game = gk.load("kartenspiel")
    wrong = tmp_path / "rulebook.toml"
    book = Path(game.rules.__file__).with_name(wrong.name).read_text(encoding="utf-8")
    wrong.write_text(book.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RulebookError, match=where):
        Rulebook(wrong, game.rules)


@pytest.mark.parametrize(
    ("name", "field", "old", "new"),
    [
        ("pig", "round_number", "", ""),
        ("pig", "phase", "", ""),
        ("pig", "lap", 'heading = "', 'heading = "Lap {lap}, '),
        ("kartenspiel", "lap", 'before = "', 'before = "Lap {lap}, '),
        ("pig", "driver", 'text = "Roll or hold?"', 'args = ["player_driver"], text = "Roll or hold?"'),
        ("kartenspiel", "street", 'by = "road"', 'by = "street"'),
    ],
)
def test_a_state_that_lacks_what_its_rulebook_asks_is_told_when_the_game_is_loaded(
    name: str, field: str, old: str, new: str, tmp_path: Path
) -> None:
    """And not at the first roll, in NumPy's words."""
    rules = gk.load(name).rules
    text = Path(str(rules.__file__)).with_name("rulebook.toml").read_text(encoding="utf-8")
    assert old in text
    book = tmp_path / "rulebook.toml"
    book.write_text(text.replace(old, new, 1), encoding="utf-8")
    fields = {one: about for one, about in rules.State.fields.items() if one != field}
    lacking = types.SimpleNamespace(**{**vars(rules), "State": types.SimpleNamespace(fields=fields)})
    with pytest.raises(RulebookError, match=rf"(log|phases): a State needs the field '{field}'"):
        Rulebook(book, lacking)


# Copies, and several threads


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))  # noqa: S301  bytes of our own


@pytest.mark.parametrize("again", [pickled, copy.copy, copy.deepcopy])
@pytest.mark.parametrize("name", gk.game_names())
def test_a_copied_session_plays_the_same_game_on_its_own(name: str, again: Any) -> None:
    session = gk.load(name).session(seed=3)
    for _ in range(30):
        session.play(session.drawn() if session.player == gk.CHANCE else session.legal()[-1])
    session.goto(27)
    other = again(session)
    assert (other.step, other.length, other.seed, other.history) == (27, 30, 3, session.history)
    other.redo()
    assert other.position.tobytes() == session.position_at(28).tobytes()
    while other.step < 40 and not other.over:
        other.play(other.drawn() if other.player == gk.CHANCE else other.legal()[0])
    assert (session.step, session.length) == (27, 30)
    session.goto(30)
    assert [step.action for step in session.log] == session.history


@pytest.mark.parametrize("again", [pickled, copy.copy, copy.deepcopy])
def test_a_copied_game_has_the_same_options_and_strategies(again: Any) -> None:
    game = gk.load("ausgebremst", players=3, championship=[1, 2])
    other = again(game)
    assert repr(other) == repr(game)
    assert other.tables.tobytes() == game.tables.tobytes()
    assert list(other.strategies) == list(game.strategies)


@pytest.mark.parametrize("name", gk.game_names())
def test_a_copied_game_keeps_the_box_it_was_made_of(name: str, tmp_path: Path) -> None:
    """Its file may have gone or changed since."""
    box = play.box_with(name, tmp_path, ('title = "', 'title = "My '))
    game = gk.load(name, box=box)
    assert game.title.startswith("My ")
    box.unlink()
    for other in (pickled(game), copy.deepcopy(game)):
        assert other.title == game.title
        assert other.tables.tobytes() == game.tables.tobytes()
        assert other.own_box


@pytest.mark.parametrize("name", gk.game_names())
def test_legal_moves_of_two_positions_asked_at_once_do_not_mix(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As two threads may: the second question comes between the first one's answer and its being read."""
    game = gk.load(name)
    session = game.session(seed=1)
    start = session.position
    while session.legal() == game.legal(start):
        session.play(session.drawn() if session.player == gk.CHANCE else session.legal()[0])
    expected, legal, between = session.legal(), game.rules.legal, []

    def interrupted(s: Any, t: Any, out: Any) -> int:
        n = legal(s, t, out)
        if not between:
            between.append(True)
            assert game.legal(start) != expected
        return int(n)

    monkeypatch.setattr(game.rules, "legal", interrupted)
    assert session.legal() == expected
    assert between
