"""Named constants of lessons with other values, and claims that a lesson makes, each with what must hold for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

PAIRS = Sequence[tuple[str, str]]


def others(old: str, *news: str) -> PAIRS:
    """A text of a model cell and what a student puts in its place, once for each other text."""
    return [(old, new) for new in news]


CHANGES: Mapping[str, PAIRS] = {
    "topics/how_far_from_the_mean": [
        *others("N = 25", "N = 1", "N = 100"),
        *others('PLAYERS, PLAYER, OTHER = 2, "planner", "climber"', 'PLAYERS, PLAYER, OTHER = 3, "planner", "climber"',
            'PLAYERS, PLAYER, OTHER = 2, "climber", "spoiler"', 'PLAYERS, PLAYER, OTHER = 2, "greedy", "climber"'),
        *others("STAGES = 20_000", "STAGES = 2_000", "STAGES = 60_000"),
        *others("PUPILS, LONGEST = 10_000, max(200, 4 * N)", "PUPILS, LONGEST = 500, max(200, 4 * N)",
            "PUPILS, LONGEST = 20_000, 120"),
        *others("FEW, COPIES = 5, 5", "FEW, COPIES = 3, 8", "FEW, COPIES = 9, 1"),
        *others("FALSE, CAUGHT = 5, 90", "FALSE, CAUGHT = 1, 60", "FALSE, CAUGHT = 20, 99"),
    ],
    "kartenspiel/01-rules": [
        *others('RUN = "30 50 40 60 60 70 90"', 'RUN = "20 60 50 70"', 'RUN = "60 R 70 B 50 80"'),
        *others("players=2)", "players=4)"),
    ],
    "kartenspiel/02-counting-cards": [
        *others("DECK = np.array(game.tables.deck)", "DECK = np.minimum(game.tables.deck, 5)",
            "DECK = np.maximum(game.tables.deck, 12)"),
        *others("PLAYERS = 3", "PLAYERS = 2", "PLAYERS = 4"),
        *others("HAND, ABOVE = 10, 2", "HAND, ABOVE = 5, 1", "HAND, ABOVE = 14, 5"),
    ],
    "route66/01-rules": others("players=4)", "players=2)", "players=5)"),
    "route66/02-speedometer": [
        *others("LIMIT, TOP = 55, 70", "LIMIT, TOP = 45, 70", "LIMIT, TOP = 65, 70"),
        *others("players=4)", "players=2)"),
    ],
    "auf_achse/01-rules": others(
        'START, ROLL = "Berlin", 3', 'START, ROLL = "München", 4', 'START, ROLL = "Flensburg", 2'
    ),
    "ausgebremst/01-rules": [
        *others("DRIVERS, CIRCUIT, RACES = 4, 1, 1_000", "DRIVERS, CIRCUIT, RACES = 3, 5, 200",
            "DRIVERS, CIRCUIT, RACES = 5, 3, 400", "DRIVERS, CIRCUIT, RACES = 4, 4, 3_000"),
        *others("EXTRA = 8", "EXTRA = 1", "EXTRA = 20"),
    ],
    "ausgebremst/03-lost-board": [
        *others("BLEIFUSS = 12", "BLEIFUSS = 6", "BLEIFUSS = 18"),
        *others("84 - sum(", "87 - sum(", "81 - sum("),
    ],
    "auf_achse/04-contract-worth": [
        *others("CONTRACT, STEP = CARDS[4], 180", "CONTRACT, STEP = CARDS[9], 50", "CONTRACT, STEP = CARDS[0], 400"),
        *others("BIDDERS, ERROR = 5, 600", "BIDDERS, ERROR = 2, 900", "BIDDERS, ERROR = 8, 100"),
        *others("AUCTIONS, SEED = 20_000, 4", "AUCTIONS, SEED = 500, 5", "AUCTIONS, SEED = 50_000, 6"),
        *others("ENOUGH = 25", "ENOUGH = 5", "ENOUGH = 400"),
        *others("SIZES = (3, 4, 5, 6)", "SIZES = (2, 3, 7, 8)", "SIZES = (4, 5)"),
    ],
    "auf_achse/05-best-tour": [
        *others("THREE = [0, 2, 5]", "THREE = [1, 3, 7]", "THREE = [4, 8, 9]"),
        *others("CONTRACTS, CAPACITY = 5, 6", "CONTRACTS, CAPACITY = 3, 6", "CONTRACTS, CAPACITY = 4, 12"),
        *others("SETS, SEED = 100, 2", "SETS, SEED = 25, 3", "SETS, SEED = 150, 4"),
        *others("players=2)", "players=3)"),
    ],
    "topics/waiting_for_a_120": [
        *others("KM = 120", "KM = 70", "KM = 10"),
        *others("PEOPLE = 2_000", "PEOPLE = 400", "PEOPLE = 6_000"),
        *others("players=2", "players=4"),
    ],
    "topics/unplugged": [
        *others("PAIRS, FAR_OFF = 15, 50", "PAIRS, FAR_OFF = 5, 80", "PAIRS, FAR_OFF = 40, 20"),
        *others('PLAYER, STAGES = "planner", 20_000', 'PLAYER, STAGES = "climber", 10_000'),
    ],
    "topics/search_by_hand": others(
        "road_map = roads.graph", "road_map = roads.graph.subgraph(set(roads.graph) - {'Nürnberg'})"
    ),
    "topics/rule_or_luck": [
        *others("N, SEED, MANY = 12, 10, 20_000", "N, SEED, MANY = 20, 4, 2_000", "N, SEED, MANY = 40, 10, 4_000"),
        *others('PLAYER = "planner"', 'PLAYER = "climber"'),
        *others("LIMIT = 5", "LIMIT = 1", "LIMIT = 25"),
        *others("LEAST = 5", "LEAST = 3", "LEAST = 10"),
        *others("TRIED = 20", "TRIED = 8", "TRIED = 30"),
    ],
    "topics/do_fast_cars_win": [
        *others('PLAYERS, TURNS, DRIVER = 4, 22, "stroller"', 'PLAYERS, TURNS, DRIVER = 2, 22, "stroller"',
            'PLAYERS, TURNS, DRIVER = 3, 26, "stroller"', 'PLAYERS, TURNS, DRIVER = 4, 40, "racer"'),
        *others("GAMES = 20_000", "GAMES = 600", "GAMES = 5_000"),
        *others("SLOW, FAST = 10, 50", "SLOW, FAST = 30, 35", "SLOW, FAST = 0, 70"),
    ],
    "topics/exact_or_simulated": [
        *others("HAND, DEALS, LOOK = 10, 100, 100", "HAND, DEALS, LOOK = 5, 100, 100",
            "HAND, DEALS, LOOK = 20, 100, 100", "HAND, DEALS, LOOK = 10, 40, 200", "HAND, DEALS, LOOK = 10, 400, 250"),
        *others("players=2)", "players=4)"),
        *others("LONG = 1_000", "LONG = 200", "LONG = 4_000"),
        *others("TAKEN, COMPARED = 1, 3_000", "TAKEN, COMPARED = 3, 500", "TAKEN, COMPARED = 1, 20_000"),
        *others("MOST, CLAIM = 2_000, 0.3", "MOST, CLAIM = 1_000, 0.3", "MOST, CLAIM = 3_000, 0.5"),
        *others("UNKNOWN = (0.1, 0.2, 0.3, 0.4, 0.5)", "UNKNOWN = (0.05, 0.3)", "UNKNOWN = (0.2, 0.3, 0.7)"),
        *others("OFF, WORST = 0.03, 6", "OFF, WORST = 0.05, 10", "OFF, WORST = 0.02, 3"),
    ],
    "topics/bluffing_is_arithmetic": [
        *others("BET = 1  # chips", "BET = 2  # chips", "BET = 0.5  # chips", "BET = 4  # chips"),
        *others("ENOUGH = 0.005", "ENOUGH = 0.0001", "ENOUGH = 0.2"),
    ],
    "topics/what_do_you_know": [
        *others("HAND, MANY = 10, 40_000", "HAND, MANY = 5, 20_000", "HAND, MANY = 20, 60_000"),
        *others("RARE = 10", "RARE = 2", "RARE = 60"),
    ],
    "topics/chance_is_a_player": [
        *others("MORE, REST = 2, 4", "MORE, REST = 6, 12", "MORE, REST = 0, 30"),
        *others("values = {10 * (kind + 1): deck[kind] for kind in range(12)}",
            "values = {10 * (kind + 1): 2 for kind in range(12)}",
            "values = {10 * (kind + 1): 9 for kind in range(12)}"),
        *others("players=2)", "players=4)"),
    ],
    "topics/coach_in_forty_lines": [
        *others("DEAL = 9", "DEAL = 16", "DEAL = 3"),
        *others("N = 20", "N = 5", "N = 100"),
        *others("WORLDS, MANY = 6_000, 20_000", "WORLDS, MANY = 1_000, 20_000", "WORLDS, MANY = 3_000, 5_000"),
        *others("COACHES = 2_000", "COACHES = 200", "COACHES = 4_000"),
        *others("TOO_HIGH, LOST = range(DEAL, DEAL + 5), 6.3, 2.7", "TOO_HIGH, LOST = range(DEAL, DEAL + 2), 3, 1",
            "TOO_HIGH, LOST = range(DEAL, DEAL + 3), 15, 5"),
    ],
    "topics/write_a_strategy": [
        *others('"steady": (40, 40, 200), "hasty": (100, 110, 0)', '"steady": (70, 60, 200), "hasty": (50, 110, 0)',
            '"steady": (20, 30, 300), "hasty": (120, 110, 0)'),
        *others("MANY = 20_000", "MANY = 2_000", "MANY = 40_000"),
        *others("LONG = 300", "LONG = 200", "LONG = 120"),
        *others("X = (60, 60, 0)", "X = (110, 110, 0)", "X = (70, 20, 200)"),
    ],
    "topics/recursion_on_a_road": [
        *others("CIRCUIT = 1", "CIRCUIT = 4", "CIRCUIT = 7"),
        *others("FEW_LEFT = 15", "FEW_LEFT = 1", "FEW_LEFT = 40"),
    ],
    "topics/test_a_simulation": [
        *others("END = 150", "END = 130", "END = 160"),
        *others("DECK = [30, 30, 30, 50, 50, 50, 70, 70, 80]", "DECK = [30, 30, 30, 50, 50, 50, 60, 60, 60]",
            "DECK = [10, 20, 20, 20, 40, 60, 60, 60, 90]"),
        *others('RIGHT, N = "the right program", 200', 'RIGHT, N = "the right program", 20',
            'RIGHT, N = "the right program", 500'),
        *others("TRIES = 30", "TRIES = 10", "TRIES = 50"),
    ],
    "topics/think_ahead": [
        *others('A_AT, B_AT = "R14", "R13"', 'A_AT, B_AT = "M17", "M16"', 'A_AT, B_AT = "R16", "R15"'),
        *others("MINE, YOURS = (2, 2, 2, 5), (3, 4, 4, 4)", "MINE, YOURS = (1, 2, 2, 5), (3, 4, 4, 4)",
            "MINE, YOURS = (3, 3, 4), (2, 5, 5)", "MINE, YOURS = (12, 12), (1, 1)"),
        *others("OTHER_HAND = (2, 2, 3, 5)", "OTHER_HAND = (1, 1, 1, 1)", "OTHER_HAND = (2, 4, 4, 5)"),
        *others("DIE = (1, 2, 3)", "DIE = (1, 2)", "DIE = (1, 2, 3, 4, 5, 6)"),
        *others('LINE = "line"', 'LINE = "goal"', 'LINE = "end"'),
    ],
}  # fmt: skip
"""By lesson: each constant of a model cell that has a name, to two other values, and the players to another number."""
COINCIDENCES: Mapping[str, set[str]] = {
    "auf_achse/01-rules": {"14"},
    "auf_achse/05-best-tour": {"15", "100"},
    "topics/how_far_from_the_mean": {"20"},
    "ausgebremst/03-lost-board": {"14"},
    "topics/do_fast_cars_win": {"15"},
    "topics/chance_is_a_player": {"45"},
    "topics/recursion_on_a_road": {"15"},
    "topics/write_a_strategy": {"16", "100"},
    "topics/coach_in_forty_lines": {"3.5", "15", "45", "55"},
    "topics/exact_or_simulated": {"45"},
    "topics/waiting_for_a_120": {"120"},
}
"""Figures typed into a lesson that its constants do not move, though a figure of its own is the same by chance."""


def missed(model: Any) -> set[str]:
    """The spaces of a circuit that cannot be reached in the first lap."""
    kept: dict[tuple[str, int], int] = {}
    model.remember(model.ROAD, model.START, 1, kept, {"calls": 0})
    return set(model.ROAD) - {space for space, _lap in kept}


def early_ends(model: Any, roll: int) -> set[str]:
    """The spaces where a roll or a smaller one may end, by the rules of the game."""
    return set().union(*(model.ends_by_rules(model.game, model.START, less) for less in range(1, roll + 1)))


def heard(model: Any, played: Any, n: int) -> float:
    """For how many of 100 an alarm of two standard errors rings after n stages."""
    return float(100 * (abs(played[:, :n].mean(axis=1) - model.MEAN) > 2 * model.SD / n**0.5).mean())


def brought(model: Any) -> float:
    return float(abs(440 - model.MEAN) / (model.SD / 4))


def waited(model: Any, n: float, back: bool) -> float:
    """For how many of 100 the first hit comes within n cards."""
    left = np.arange(model.CARDS, model.CARDS - n, -1)
    return float(100 - 100 * np.prod(1 - model.HITS / (model.CARDS if back else left) * np.ones(int(n))))


def clumped(model: Any, size: int) -> float:
    """Which card is the first hit on average, if hits stick together."""
    clumps = -(-model.HITS // size)
    return float((model.CARDS - model.HITS + clumps + 1) / (clumps + 1))


def begins(model: Any, ends: int, cards: int) -> float:
    """For how many of 100 hands of nine a row can be begun, with so many ends and cards in each player's set."""
    left = cards * model.game.players - np.arange(9)
    return float(100 - 100 * np.prod(1 - ends * model.game.players / left))


def too_fast(model: Any, limit: int, **pack: int) -> float:
    """How many of 100 turns are too fast in the long run with another limit or other cards, by running the chain."""
    shares = np.linalg.matrix_power(model.matrix(cards=model.cards | pack, limit=limit), 4096)[0]
    return float(100 * shares[model.LIMIT < model.SPEEDS].sum())


def longer(model: Any) -> float:
    """Of 100 stages, in how many the counter stands just at the end after some round, but not after the last one."""
    return float(100 * np.mean([model.GAME.END in np.cumsum(order[2::3])[:-1] for order in model.ORDERS]))


def needed(model: Any, n: float) -> bool:
    """Whether some bug that one test catches is missed by any set of fewer than n tests that are not about averages."""
    found = [set(tests) for tests in model.CATCHERS.values() if tests]
    return not any(all(one & {*few} for one in found) for few in combinations({*model.NINE}, int(n) - 1))


def first_moves(model: Any) -> list[dict[Any, int]]:
    """What each first move of A is worth against either hand of B."""
    return [model.judged(model.A_AT, model.B_AT, model.MINE, hand)[0] for hand in (model.YOURS, model.OTHER_HAND)]


def farthest(model: Any) -> int:
    """The most that a first move with A's highest card is worth."""
    return max(worth for (card, _goal), worth in first_moves(model)[0].items() if card == max(model.MINE))


def fastest(model: Any) -> float:
    """How many of 100 games the fastest cars win, each of equally fast ones its part."""
    first = model.ALL.mph == model.ALL.mph.max(axis=1, keepdims=True)
    return float(np.mean((first * model.ALL.wins).sum(axis=1) / first.sum(axis=1)))


def gain(model: Any) -> float:
    """How many more of 100 games a fast beginning wins."""
    return float(model.LOTS[model.FAST][3].mean() - model.LOTS[model.SLOW][3].mean())


def gap(noted: Any) -> float:
    """How far the correlation of all cars lies from that of those that have turned."""
    home = noted.turned
    return abs(float(np.corrcoef(noted.mph, noted.cards)[0, 1] - np.corrcoef(noted.mph[home], noted.cards[home])[0, 1]))


CLAIMS: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "route66/01-rules": {
        r"So \*([\d.]+) of 100\* hands can begin": lambda m, of: abs(of - begins(m, 3, 13)) < 0.06,
        r"and ([\d.]+) of 100 hands instead of": lambda m, of: abs(of - begins(m, 4, 14)) < 0.06,
        r"Without Illinois cards it is ([\d.]+) of 100 hands, without California cards ([\d.]+)": lambda m, i, c: (
            abs(i - begins(m, 2, 12)) < 0.06 and abs(c - begins(m, 1, 11)) < 0.06
        ),
    },
    "route66/02-speedometer": {
        r"Above \d+ mph:\* ([\d.]+) of 100": lambda m, of: abs(of - too_fast(m, m.LIMIT)) < 0.006,
        r"Without stop cards\* it is ([\d.]+) of 100 turns instead of ([\d.]+)": lambda m, of, now: (
            abs(of - too_fast(m, m.LIMIT, stop=0)) < 0.06 and abs(now - too_fast(m, m.LIMIT)) < 0.06
        ),
        r"press it to ([\d.]+)": lambda m, of: of < too_fast(m, m.LIMIT),
        "the patrol does more": lambda m: too_fast(m, m.TOP) > too_fast(m, m.LIMIT, stop=0),
        "the stop cards do more": lambda m: too_fast(m, m.TOP) <= too_fast(m, m.LIMIT, stop=0),
        r"in ([\d.]+) \([^)]*\) of 100 (?:games|of their games), less than": lambda m, of: of < too_fast(m, m.LIMIT),
        r"in ([\d.]+) \([^)]*\), more than in the model": lambda m, of: of > too_fast(m, m.LIMIT),
        "the dials have forgotten": lambda m: abs(m.fast[0] - m.fast[m.TOP]) < 1,
    },
    "topics/waiting_for_a_120": {
        r"Within ([\d,]+) cards the \d+ has come for ([\d.]+)": lambda m, n, of: abs(of - waited(m, n, True)) < 0.06,
        r"pull it up: (\d+) of 100 waits": lambda m, of: abs(of - waited(m, np.ceil(m.EVERY) - 1, True)) < 0.6,
        r"Put back: from card (\d+) on": lambda m, n: waited(m, n - 1, True) <= 50 < waited(m, n, True),
        r"Kept out: from card (\d+) on": lambda m, n: waited(m, n - 1, False) <= 50 < waited(m, n, False),
        r"Put back ([\d.]+) of 100, kept out ([\d.]+)": lambda m, back, out: (
            abs(back - 100 + waited(m, 50, True)) < 0.06 and abs(out - 100 + waited(m, 50, False)) < 0.06
        ),
        r"In pairs, the first \d+ is card ([\d.]+) on average, in threes card ([\d.]+)": lambda m, two, three: (
            abs(two - clumped(m, 2)) < 0.06 and abs(three - clumped(m, 3)) < 0.06
        ),
    },
    "topics/how_far_from_the_mean": {
        "nothing out of the ordinary": lambda m: np.mean(abs(m.KM - m.MEAN) > abs(200 - m.MEAN)) >= 0.05,
        "does not ring proves little": lambda m: heard(m, m.OTHERS, m.N) < 95,
        "Here silence says a lot": lambda m: heard(m, m.OTHERS, m.N) >= 95,
        "So few stages are no bell yet": lambda m: (
            abs(heard(m, m.PLAYED, m.N) - heard(m, m.PLAYED, m.LONGEST)) > 60 / m.PUPILS**0.5
        ),
        "The limit decides that": lambda m: (
            abs(heard(m, m.PLAYED, m.N) - heard(m, m.PLAYED, m.LONGEST)) < 125 / m.PUPILS**0.5
        ),
        r"limit of 2 standard errors ([\d,]+) stages? (?:is|are) enough": lambda m, n: (
            heard(m, m.PLAYED, int(n)) <= m.FALSE and heard(m, m.OTHERS, int(n)) >= m.CAUGHT
        ),
        "Luck alone seldom does that": lambda m: brought(m) > 2,
        r"They bring nothing: .*? are off by ([\d,]+) km": lambda m, km: abs(km - m.SD / m.FEW**0.5) < 1,
    },
    "kartenspiel/02-counting-cards": {
        r"From (\d+) on: only": lambda m, km: m.beats(m.DECK, int(km)) < 0.5 <= m.beats(m.DECK, int(km) - 10),
        r"([\d.]+) of 100 hands have no rest": lambda m, share: (
            abs(share - 100 * float(m.chance_of(0, "rest cards", m.HAND))) < 0.06
        ),
        r"With nothing seen it is [\d/]+, or ([\d.]+) %": lambda m, share: (
            abs(share - 100 * float(m.beats(m.DECK, 70))) < 0.06
        ),
    },
    "auf_achse/01-rules": {
        r"may end on (\d+) spaces?\. Only a 6": lambda m, n: n == len(m.ends_by_rules(m.game, m.START, m.ROLL)),
        r"anywhere on its way, on (\d+)": lambda m, n: n == len(early_ends(m, 6)),
        r"might end on (\d+) spaces? instead": lambda m, n: n >= len(m.ends_by_rules(m.game, m.START, m.ROLL)),
        r"it would have (\d+) ends, those of every": lambda m, n: n == len(early_ends(m, m.ROLL)),
    },
    "auf_achse/04-contract-worth": {
        r"pays ([\d,]+) DM too much": lambda m, over: abs(m.curse(m.BIDDERS, m.ERROR) + over) < 1,
        r"pays ([\d,]+) DM too little": lambda m, under: abs(m.curse(m.BIDDERS, m.ERROR) - under) < 1,
        "Not yet even for all": lambda m: m.off(0, 50) > m.ENOUGH,
        "Even for all": lambda m: m.off(0, 50) <= m.ENOUGH,
        "That is good": lambda m: m.off(m.fixed, m.each) <= m.ENOUGH,
        "no rule of this kind is good": lambda m: min(m.off(a, b) for a in m.FIXED for b in m.EACH) > m.ENOUGH,
    },
    "topics/exact_or_simulated": {
        r"± ([\d.]+) of 100. To be precise": lambda m, reach: abs(reach - m.half_length(m.DEALS)) < 0.006,
        r"lie apart in ([\d.]+) \(.*?the test sees it": lambda m, share: abs(share - m.APART.value) < 1,
        r"([\d,]+) deals are good for all": lambda m, n: m.good(m.after(n)) and not m.good(m.after(n - m.LOOK)),
        r"Up to ([\d,]+) deals none is good": lambda m, n: not m.good(m.after(n)),
        "of 100 is good for all": lambda m: m.good(m.narrow(m.OFF)),
        "of 100 is not good for all": lambda m: not m.good(m.narrow(m.OFF)),
        r"rule of exercise 3 misses in ([\d.]+)": lambda m, missed: missed > 100 - 100 * m.kept(m.MOST, m.CLAIM),
    },
    "kartenspiel/01-rules": {
        r"worth ([\d,]+) km instead of [\d,]+\. Of the": lambda m, km: km == m.MORE,
        r"If equal cards did not break a run, it would be (\d+)": lambda m, km: km == m.MORE,
    },
    "auf_achse/05-best-tour": {
        "The more contracts, the more often": lambda m: np.mean(m.few[0] < 1e-9) > np.mean(m.many[0] < 1e-9),
        "So few sets cannot tell": lambda m: (
            abs(np.mean(m.few[0] < 1e-9) - np.mean(m.many[0] < 1e-9)) < 2 / m.SETS**0.5
        ),
        "That is a difference": lambda m: abs(m.percent[0].value - m.percent[1].value) > 1,
        "no difference can be told": lambda m: (
            abs(m.percent[0].value - m.percent[1].value) < m.percent[0].high - m.percent[0].low + 4
        ),
        "best tour itself is shorter": lambda m: m.short_too.mean() < m.short.mean(),
    },
    "ausgebremst/03-lost-board": {
        r"With Bleifuß = (\d+) the others follow: Drom (\d+)": lambda m, first, second: (
            first + second == m.laps_of(m.RIGHT)[1] and first == m.BLEIFUSS
        ),
        r"agree without row (\d+), and without no other": lambda m, n: m.suspects(m.laps_of(m.NO_STOP)) == [n],
        r": (\d+) of the 12 errors": lambda m, n: n == sum(by % 3 > 0 for by in m.ERRORS),
    },
    "ausgebremst/01-rules": {
        r"To spare are about (\d+) turn": lambda m, spare: abs(m.TURNS.mean() - m.NEEDED.value - spare) <= 0.5,
        "That is fewer": lambda m: m.THEN.high < m.NOW.low,
        "Luck alone would hardly": lambda m: m.home[m.FEWEST].high < m.home[m.MOST].low,
        "Not alone: ": lambda m: m.SHORTEST[m.AGAINST[0][0]] > m.SHORTEST[m.AGAINST[0][1]],
        r"Of 100 that do not, (\d+) have run out": lambda m, dry: dry > 50,
    },
    "topics/recursion_on_a_road": {
        r"A call for each arrow of the circuit is enough": lambda m: m.LAP[1] <= 1 + sum(map(len, m.ROAD.values())),
        r": there is one way to go on, and no other": lambda m: all(len(m.ROAD[one]) == 1 for one in m.SAME),
        "more spaces do not always mean more ways": lambda m: len(m.ROADS[m.MOST]) < len(m.ROADS[m.LARGEST]),
        r"([\d,]+) for the first lap, and ([\d,]+) for each further one": lambda m, first, more: (
            first < more and m.counted(m.ROAD, m.START, 8)[1] == first + 7 * more
        ),
        "not all spaces of the first row can be reached": lambda m: (
            missed(m) != set() and missed(m) <= {"L1", "M1", "R1"}
        ),
        r"multiplied by about ([\d,]+) with every lap": lambda m, times: (
            0.99 < m.counted(m.ROAD, m.START, 8)[0] / m.counted(m.ROAD, m.START, 7)[0] / times < 1.01
            and 0.99 < m.TWO[0] / m.LAP[0] / times < 1.01
        ),
        r"Pairs that will do: (\d+)": lambda m, n: (n > 0) == (m.LEAST <= m.FEW_LEFT / 100 * m.EVERY),
        r"left by \w+ and \w+: ([\d,]+)": lambda m, left: left == m.without(m.ROAD, m.NARROW),
    },
    "topics/write_a_strategy": {
        r"with (\d+) km the changed plan wins ([\d.]+) [^*]*?, with \d+ km the .*? wins ([\d.]+) [^*]*? A long": (
            lambda m, best, most, least: m.VALUES["first"][0] < best < m.VALUES["first"][-1] and most > least
        ),
        r"One number can do a lot\.[^*]*? wins ([\d.]+) [^*]*? wins ([\d.]+)": lambda m, most, least: most - least > 10,
        "So hasty likes short stages": lambda m: m.SHORT.low > m.LATE.high,
        "So hasty likes long stages": lambda m: m.LATE.low > m.SHORT.high,
        r"is noticed in (\d+) of 100 tries with": lambda m, tries: tries > 75,
    },
    "topics/coach_in_forty_lines": {
        "hardly luck alone": lambda m: m.LEAD.low > 0,
        "may have decided which of the two": lambda m: m.LEAD.low <= 0,
        r"tried in (\d+) worlds and not in (\d+), so there is less luck": lambda m, later, n: (
            later > n and m.HIGH.value < m.HIGH_PLAIN.value
        ),
        r"halving promises ([\d.]+) of 100 too much instead of ([\d.]+)": lambda m, new, old: new < old,
        "So halving also chooses better": lambda m: m.LESS.high < m.LESS_PLAIN.low,
        "Whether halving also chooses better": lambda m: m.LESS.high >= m.LESS_PLAIN.low,
        r"chart ([\d,]+) worlds for each card are the first": lambda m, n: (
            m.GAP[n].high <= 2 and all(m.GAP[fewer].high > 2 for fewer in m.SIZES if fewer < n)
        ),
    },
    "topics/bluffing_is_arithmetic": {
        r"With a bet of ([\d.]+) A earns least": lambda m, b: m.least(b)[0] <= m.best(m.with_bluffs(0, b), 0, b),
        "B cannot be exploited": lambda m: m.best(m.with_bluffs(0.6) | {"Qb": 0.6}, 0) <= m.lowest + m.ENOUGH,
        "B can be exploited": lambda m: m.best(m.with_bluffs(0.6) | {"Qb": 0.6}, 0) > m.lowest + m.ENOUGH,
        "to call is better": lambda m: m.BET < 2,
        "to fold is better": lambda m: m.BET > 2,
        r"that takes 0\.000 chips": lambda m: m.taken(4) < 1e-9,
        r"A bet of 1 chip\*: B’s best is ([\d.]+)": lambda m, share: abs(share - 100 / 3) < 0.1,
    },
    "topics/what_do_you_know": {
        r"From the (\d+) on B is more likely careless": lambda m, km: (
            m.likelihood(km)["careful"] < m.likelihood(km)["careless"]
            and m.likelihood(km - 10)["careful"] >= m.likelihood(km - 10)["careless"]
        ),
        "The rule lies inside the interval": lambda m: (
            abs(m.IS_CAREFUL[m.LAID == 20].mean() - m.after["careful"]) < 1.2 * (m.LAID == 20).sum() ** -0.5
        ),
        r"a 20 means ([\d.]+) of 100; if half": lambda m, of: (
            abs(of - 100 / (1 + (100 - m.RARE) / m.RARE / m.times)) < 0.6
        ),
        r"The best limit is ([\d.]+) km.*? If \d+ of 100 are, it is ([\d.]+) km": lambda m, half, rare: all(
            m.wrong_verdicts(limit, m.shares(of)) <= m.wrong_verdicts(other, m.shares(of))
            for limit, of in ((half, 50), (rare, m.RARE))
            for other in (0, *m.copies)
        ),
        r"Such a hand has a 10 in ([\d.]+) of 100 deals, not ([\d.]+)": lambda m, more, less: less < more,
    },
    "topics/chance_is_a_player": {
        "only .*? times with the third": lambda m: (
            m.probability(m.climb, 3) * m.probability(m.climb, 1) < m.probability(m.climb, 2) ** 2
        ),
        "equal kilometre cards rises": lambda m: max(m.values.values()) > 1,
        r"Two cards climb in ([\d.]+) of 100": lambda m, share: (
            abs(share - 100 * float(m.probability(m.climb, 2, m.packed(m.MORE, m.REST)))) < 0.06
        ),
    },
    "topics/do_fast_cars_win": {
        "the fastest car wins more than its share": lambda m: fastest(m) > 100 / m.PLAYERS,
        "Do fast cars win.*? Yes:": lambda m: fastest(m) > 100 / m.PLAYERS,
        "whole interval lies above 0": lambda m: np.corrcoef(m.MPH, m.CARDS)[0, 1] > 1.9 / len(m.MPH) ** 0.5,
        "for the interval holds 0": lambda m: abs(np.corrcoef(m.MPH, m.CARDS)[0, 1]) < 2 / len(m.MPH) ** 0.5,
        "So a fast beginning does something": lambda m: abs(gain(m)) > 2,
        "does anything cannot be told": lambda m: abs(gain(m)) < 400 / m.GAMES**0.5,
        "a fast beginning help.*? Yes:": lambda m: gain(m) > 0,
        "the lot did make A faster at first": lambda m: m.EARLY[m.FAST].value > m.EARLY[m.SLOW].value,
        "and the two figures come closer": lambda m: gap(m.LATER) < gap(m.of_a(m.ALL)),
        "So it came from two crowds": lambda m: abs(m.WITHIN.value) <= abs(m.BEFORE.value) / 3,
        "two crowds do not explain": lambda m: abs(m.WITHIN.value) > abs(m.BEFORE.value) / 3,
    },
    "topics/think_ahead": {
        "need not be the best one": lambda m: farthest(m) < max(first_moves(m)[0].values()),
        "Here no other move is better": lambda m: farthest(m) == max(first_moves(m)[0].values()),
        "Here a move wins against both hands": lambda m: 1 in map(min, *map(dict.values, first_moves(m))),
        "So minimax is stuck": lambda m: (
            all(1 in one.values() for one in first_moves(m)) and 1 not in map(min, *map(dict.values, first_moves(m)))
        ),
        "against one of them none wins": lambda m: not all(1 in one.values() for one in first_moves(m)),
        r"([\d.]+) of 100, exactly": lambda m, of: abs(of - 100 * m.chance(m.A_AT, m.B_AT)) < 0.06,
        "who looks less far ahead may see the opposite": lambda m: {-1, 1} <= {*m.BESTS} and m.BESTS[-1] != 0,
        "who looks less far ahead may not see": lambda m: len({*map(abs, m.BESTS)}) > 1,
        "Here it ends alike each time": lambda m: len({*m.BESTS}) == 1,
    },
    "topics/test_a_simulation": {
        r"A’s mean should be ([\d.]+) km": lambda m, km: abs(km - m.exact_mean(m.RIGHT)) < 0.06,
        r"shows in ([\d.]+) of 100 stages": lambda m, of: abs(of - longer(m)) < 0.06,
        "never shows with these cards": lambda m: longer(m) == 0,
        "if it is compared with a right answer": lambda m: m.exact_mean(m.NAME) - m.EXACT > m.ERROR,
        "too little to be noticed in most tries": lambda m: m.exact_mean(m.NAME) - m.EXACT < 3 * m.ERROR,
        r"So no set does with fewer than (\d+) tests": needed,
    },
}
"""By lesson: a sentence as a pattern, and what must hold of the model's names, and of its figures, if it is said."""
