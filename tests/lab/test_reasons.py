"""Why the coach's first choice is better: what is counted, what is kept open, and what is no reason."""

from __future__ import annotations

import math
import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.errors import RulebookError
from gamekit.core.rulebook import PLACEHOLDER, Rulebook
from gamekit.games.kartenspiel.state import NOTHING, RUN, Phase
from gamekit.lab.coach import best_strategy
from gamekit.lab.engine.batches import view_as_words
from gamekit.lab.engine.lineup import make_lineup
from gamekit.lab.engine.playouts import Playouts
from gamekit.lab.reasons import (
    CERTAIN,
    CONTINUATIONS,
    NEVER,
    Part,
    Reason,
    Watched,
    compare_openness,
    count_events,
    find_event_part,
    find_reason,
    find_watched,
    keep_same_phase,
    measure_distance,
    open_stepper,
    round_average,
)
from tests.play import dealt

LIKE = np.zeros((CONTINUATIONS, 1))


def columns(*values: float) -> Any:
    """As many continuations as there always are, all alike, a column for each value."""
    return np.tile(np.array(values, np.float64), (CONTINUATIONS, 1))


def test_the_low_card_keeps_open_what_the_highest_closes() -> None:
    """40, 60 and 90 in the hand climb over 10; over 120 nothing does."""
    game = gk.load("kartenspiel", players=2, stages=1)
    s = dealt(game).position
    s.hand[:], s.hand_size[:], s.run_size[:], s.laid[:] = 0, 0, 0, NOTHING
    s.hand[:2, (0, 3, 5, 8, 11)] = 1
    s.hand_size[:2] = 5
    s.phase, s.seat, s.round_number = Phase.RUN, 0, 1
    player = game.player(s)
    found = find_reason(game, game.view(s, player), player, RUN + 0, RUN + 11, make_lineup(game, "planner"), 1)
    assert found is not None
    kept = found.parts[-1]
    assert (kept.kind, kept.best, kept.second) == ("open", 4.0, 0.0), "40, 60, 90 and 120 still climb; after 120 none"
    assert found.describe("Lay 10", "Lay 120").endswith(
        "When you choose next, on average, 4.0 different cards of your hand still climb after “Lay 10”, "
        "and 0.0 after “Lay 120”."
    )


def test_elsewhere_what_is_kept_open_are_the_moves_of_the_next_choice() -> None:
    """The kernels leave it as a person would count it who plays on by hand."""
    game = gk.load("ausgebremst", players=3)
    session = dealt(game)
    player, action = session.player, session.legal()[0]
    lineup = make_lineup(game, best_strategy(game))
    source = Playouts(game, session.view(player), player, lineup, 3, 5)
    phase, moves = count_events(source, player, action, find_watched(game))[0, -2:]
    starts, luck = source.deal(1_000_000)
    kept = np.zeros(2)
    with open_stepper(source, np.random.default_rng(1)) as stepper:
        list(stepper.play_steps(view_as_words(starts)[0], player, action, luck[0], kept))
    assert kept.tolist() == [phase, moves]
    assert moves > 1
    found = compare_openness(columns(phase, 5), columns(phase, 3), "")
    assert found == Part("moves", "", 5.0, 3.0)
    assert found.describe("A", "B") == (
        "When you choose next, you have on average 5.0 moves to choose from after “A”, and 3.0 after “B”."
    )


def test_to_keep_less_open_is_no_reason_and_other_decisions_are_not_compared() -> None:
    assert compare_openness(columns(1, 3), columns(1, 5), "") is None
    assert compare_openness(columns(1, 5), columns(2, 3), "") is None, "what is to be decided next is something else"
    assert compare_openness(columns(NEVER, NEVER), columns(NEVER, NEVER), "") is None, "nothing more is decided"


def test_what_nobody_wants_does_not_speak_for_a_move() -> None:
    bad, good, plain = (Watched(1, "{n}", 1, 1, wanted) for wanted in (-1, 1, 0))
    more, less = columns(5), columns(3)
    assert find_event_part(more, less, [bad]) is None
    assert find_event_part(less, more, [bad]) == Part("amount", "{n}", 3.0, 5.0)
    assert find_event_part(more, less, [good]) == Part("amount", "{n}", 5.0, 3.0)
    assert find_event_part(less, more, [good]) is None
    assert find_event_part(more, less, [plain]) is not None is not find_event_part(less, more, [plain])
    assert find_event_part(more, more, [plain]) is None
    kinds = [find_event_part(more, less, [Watched(1, "{n}", 1, place, 0)]).kind for place in (-1, 0, 1)]
    assert kinds == ["share", "amount", "amount"]
    assert find_event_part(LIKE[:, :0], LIKE[:, :0], []) is None


def test_how_much_is_told_from_continuations_by_which_nothing_was_chosen() -> None:
    good = Watched(1, "{n}", 1, 1, 1)
    assert find_event_part(columns(9), columns(3), [good], (columns(5), columns(4))) == Part("amount", "{n}", 5.0, 4.0)
    assert find_event_part(columns(9), columns(3), [good], (columns(4), columns(5))) is None, (
        "the other way round: it was chance"
    )
    kept = columns(1, 9), columns(1, 3)
    assert compare_openness(*kept, "", (columns(1, 5), columns(1, 4))) == Part("moves", "", 5.0, 4.0)
    assert compare_openness(*kept, "", (columns(1, 4), columns(1, 5))) is None
    assert compare_openness(*kept, "", (columns(1, 5), columns(2, 4))) is None, "nothing to compare is left"


def test_amounts_are_added_up_for_oneself_and_for_the_others() -> None:
    """Route 66: the spaces in the notes are those in the log of games played on."""
    game = gk.load("route66", players=3)
    session = dealt(game)
    player, action = session.player, session.legal()[0]
    source = Playouts(game, session.view(player), player, make_lineup(game, best_strategy(game)), 3, 8)
    counted = find_watched(game)
    found = count_events(source, player, action, counted)
    mine, theirs = ([one.said for one in counted].index(said) for said in (
        "your car moves {n} spaces", "the cars of the others move {n} spaces",
    ))  # fmt: skip
    starts, luck = source.deal(1_000_000)
    rng = source.make_stream(1_000_000, 2)
    code = counted[mine].code
    with open_stepper(source, rng) as stepper:
        for row, start, chance in zip(found, view_as_words(starts), luck, strict=True):
            steps = stepper.play_steps(start, player, action, chance, np.zeros(2))
            notes = [one for one in steps if one[0] == code]
            assert row[mine] == sum(n for _code, whose, n, _place in notes if whose == player)
            assert row[theirs] == sum(n for _code, whose, n, _place in notes if whose != player)
    assert found[:, theirs].min() > 0
    assert counted[theirs].wanted == 0


def test_figures_are_told_once_with_their_unit_and_large_ones_whole() -> None:
    parts = (Part("amount", "you earn {n} DM", 1234.5, 99.96), Part("share", "it rains", 0.314, 0.0))
    assert Reason(parts).describe("A", "B") == (
        "Within your next 8 decisions, on average, you earn 1,235 DM after “A”, and 100.0 after “B”. "
        "Within your next 8 decisions it rains: in 31 of 100 continuations after “A”, in 0 of 100 after “B”."
    )
    assert (round_average(2.25), round_average(0)) == ("2.3", "0.0")


@pytest.mark.parametrize("name", gk.game_names())
def test_every_game_counts_amounts_and_knows_what_is_wanted(name: str) -> None:
    counted = find_watched(gk.load(name))
    assert len(counted) >= 8
    assert any(one.place >= 0 for one in counted)
    assert {one.wanted for one in counted} == {-1, 0, 1}
    both = [one for one in counted if one.whose < 0]
    assert both, "what happens to the others is counted too"
    assert all(one.said[0].islower() or one.said[0] in "{" for one in counted)


def test_what_is_wanted_for_oneself_is_not_wanted_for_the_others() -> None:
    """A note that names both: “your car is caught” is wanted less, “the cars of the others are caught” more."""
    told = [one for name in gk.game_names() for one in both_sides(gk.load(name))]
    assert {mine.wanted for mine, _theirs in told} >= {1, -1}
    assert all(theirs.wanted == -mine.wanted for mine, theirs in told)
    for name in gk.game_names():
        game = gk.load(name)
        wanted = {note.yours: note.wanted for note in game.rulebook.notes.values() if note.yours}
        for one in find_watched(game):
            if one.whose == 1:
                assert one.wanted == {"": 0, "more": 1, "less": -1}[wanted[one.said]]


def both_sides(game: gk.Game) -> list[tuple[Watched, Watched]]:
    """What a note counts for the player who asks, and for the others."""
    found = find_watched(game)
    return [(a, b) for a in found for b in found if a.code == b.code and a.whose == 1 and b.whose == -1]


@pytest.mark.parametrize(
    ("half", "why"),
    [
        ('yours = "{n} and {place}"', "one of its args in braces"),
        ('theirs = "{km}"', "one of its args in braces"),
        ('yours = "you drive", wanted = "none"', "wanted is more or less"),
    ],
)
def test_a_rulebook_that_counts_what_is_not_there_is_refused(half: str, why: str, tmp_path: Path) -> None:
    game = gk.load("route66")
    where = Path(str(game.rules.__file__)).parent / "rulebook.toml"
    shutil.copy(where, tmp_path)
    text = (tmp_path / where.name).read_text(encoding="utf-8")
    changed = re.sub(r'yours = "your car moves.*?"(, theirs = ".*?")?', half, text)
    assert changed != text
    (tmp_path / where.name).write_text(changed, encoding="utf-8")
    with pytest.raises(RulebookError, match=why):
        Rulebook(tmp_path / where.name, game.rules, lambda _say: {"place": ["Chicago"]})


def test_what_differs_most_is_told_and_only_beyond_chance() -> None:
    """Of two notes that differ the surer one; what differs by no more than chance is none, however large it is."""
    often, much = Watched(1, "it rains", 0, -1, 0), Watched(2, "you earn {n} DM", 1, 1, 0)
    found = find_event_part(columns(1, 3), columns(0, 9), [often, much])
    assert found == Part("amount", "you earn {n} DM", 3.0, 9.0), "six lie further apart than one"
    assert find_event_part(columns(1, 8), columns(0, 8), [often, much]) == Part("share", "it rains", 1.0, 0.0)
    assert find_event_part(columns(1, 8), columns(0, 9), [often, much]) == Part("share", "it rains", 1.0, 0.0), (
        "the first"
    )
    wild = np.tile([[100.0], [-100.0]], (CONTINUATIONS // 2, 1))
    assert find_event_part(wild + 10, LIKE, [much]) is None, "one standard error is chance"
    assert find_event_part(wild + 10, LIKE, [often]) is None


@pytest.mark.parametrize(("times", "found"), [(9, None), (10, Part("share", "it rains", 0.1, 0.0))])
def test_a_share_is_a_reason_from_so_many_continuations_on(times: int, found: Part | None) -> None:
    """Three and a third standard errors, of which each counts at least as many as one continuation makes."""
    rains = LIKE.copy()
    rains[:times] = 1
    assert CERTAIN == 3.3
    assert measure_distance(rains, LIKE) == pytest.approx(distance_by_hand(times))
    assert find_event_part(rains, LIKE, [Watched(1, "it rains", 0, -1, 0)]) == found


def distance_by_hand(times: int) -> float:
    """How many standard errors a share of so many of the continuations lies above none."""
    share = times / CONTINUATIONS
    spread = CONTINUATIONS / (CONTINUATIONS - 1) * share * (1 - share)
    return float(share / math.sqrt(max(spread, 1 / CONTINUATIONS) / CONTINUATIONS))


def test_what_is_kept_open_needs_half_of_the_continuations_to_be_alike() -> None:
    one, other = columns(1, 5), columns(1, 3)
    other[: CONTINUATIONS // 2, 0] = 2
    assert compare_openness(one, other, "") == Part("moves", "", 5.0, 3.0)
    other[CONTINUATIONS // 2, 0] = 2
    assert compare_openness(one, other, "") is None
    assert keep_same_phase(one, other).sum() == CONTINUATIONS // 2 - 1


@pytest.mark.parametrize(
    ("part", "figures"),
    [
        (Part("share", "it rains", 0.125, 0.996), ("12", "100")),
        (Part("amount", "you earn {n} DM", 99.96, 100.5), ("you earn 100.0 DM", "101")),
        (Part("amount", "{times} times", -0.06, -150.2), ("-0.1 times", "-150")),
        (Part("open", "{n} cards still climb", 4.0, 0.04), ("4.0 cards still climb", "0.0")),
        (Part("moves", "", 17.25, 3.0), ("17.3", "3.0")),
    ],
)  # fmt: skip
def test_figures_are_rounded_as_they_are_told(part: Part, figures: tuple[str, str]) -> None:
    assert part.figures() == figures
    told = part.describe("Lay 10", "Lay 120")
    assert re.search(rf"{re.escape(figures[0])}.*“Lay 10”.*{re.escape(figures[1])}.*“Lay 120”", told), (
        "each with its own"
    )
    assert ("8 decisions" in told) == (part.kind in ("share", "amount"))
    assert not re.search(r"[{}]", told), "every place is filled"


def test_notes_are_counted_once_added_up_or_numbered_as_their_sentence_says() -> None:
    """By the rulebook: without braces whether, with `{times}` how often, with an arg the sum of that arg."""
    for name in gk.game_names():
        game = gk.load(name)
        for one in find_watched(game):
            note = game.rulebook.notes[one.code]
            named = PLACEHOLDER.findall(one.said)
            if not named:
                assert one.place == -1
            elif named == ["times"]:
                assert one.place == 0
            else:
                assert note.args[one.place - 1] == named[0]
            assert one.said == {0: note.event, 1: note.yours, -1: note.theirs}[one.whose]
