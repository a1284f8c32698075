"""The engine speaks as the Python package does: sessions, replay files, simulations, the coach, and every refusal."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.arguments import LARGEST_SEED
from gamekit.core.i18n.translation import use_language
from gamekit.core.replay import MOST_STEPS, parse_replay
from gamekit.core.session import replay_text
from gamekit.lab.coach import best_strategy
from gamekit.lab.engine.lineup import make_lineup
from gamekit.lab.engine.playouts import Playouts
from gamekit.lab.estimate import SHARES, SHIFTS, difference, mean, share, t_quantile
from gamekit.lab.reasons import CONTINUATIONS, Part, Reason, count_events, find_reason, find_watched
from tests.play import take_share
from tests.web.node import ask, needs_node

pytestmark = needs_node


@pytest.fixture(scope="module")
def session() -> gk.Session:
    """A game some way on, played by its best strategy."""
    session = gk.load("kartenspiel", players=3, stages=2).session(2**53 + 1)
    while session.step < 60:
        play_on(session)
    return session


def play_on(session: gk.Session) -> None:
    """Chance acts, or the best strategy as a page lets it act."""
    if session.player < 0:
        session.roll()
        return
    game, player, legal = session.game, session.player, session.legal()
    choose = list(game.strategies.values())[1].choose
    rng = np.random.default_rng((session.seed, session.step, 1))
    session.play(int(choose(session.view(player), game.tables, player, np.array(legal, np.int32), len(legal), rng)))


def test_fresh_seeds_have_63_bits_and_a_large_one_is_the_same_luck_on_both_sides() -> None:
    """Where several people share luck, what is told of it must not find its seed again by trying all."""
    told = ask(
        """
        const game = await gamekit.load("pig"), fresh = Array.from({ length: 64 }, () => BigInt(game.session().seed));
        const session = game.session(BigInt(given.seed)), drawn = [];
        while (drawn.length < 40 && !session.over)
          if (session.player < 0) drawn.push(session.drawn()), session.roll();
          else session.play(session.legal()[0]);
        tell([fresh.map(String), drawn]);
        """,
        "pig",
        seed=str(LARGEST_SEED - 5),
    )
    seeds = [int(one) for one in told[0]]
    assert 2**61 <= max(seeds) <= LARGEST_SEED
    assert min(seeds) < 2**62
    session, drawn = gk.load("pig").session(LARGEST_SEED - 5), []
    while len(drawn) < 40 and not session.over:
        if session.player < 0:
            drawn.append(session.drawn())
            session.roll()
        else:
            session.play(session.legal()[0])
    assert told[1] == drawn


def test_a_replay_file_is_the_same_text_and_opens_on_both_sides(session: gk.Session) -> None:
    text = replay_text(session)
    told = ask("tell((await gamekit.open(given.text)).save());", "kartenspiel", text=text)
    assert told == text


def test_redo_goto_and_branch(session: gk.Session) -> None:
    told = ask(
        """
        const session = await gamekit.open(given.text), last = session.step;
        const position = () => Array.from(session.position).join();
        const end = position();
        session.goto(last - 1); session.redo();
        const back = position() === end;
        session.goto(0); session.goto(last - 5);
        const branch = session.branch();
        while (session.step < last) session.redo();
        for (const action of session.history.slice(last - 5)) branch.play(action);
        session.goto(last - 1);
        tell({ back, branched: Array.from(branch.position).join() === end, lengths: [branch.length, session.length],
               end: await refusal(() => { session.goto(last); session.redo(); }) });
        """,
        "kartenspiel",
        text=replay_text(session),
    )
    assert told["back"]
    assert told["branched"]
    assert told["lengths"] == [session.step, session.step]
    assert told["end"] == ["IllegalAction", "There is no undone step to play again."]


WRONG: list[tuple[str, dict[str, Any]]] = [
    *(("kartenspiel", {"players": count}) for count in (0, 9)),
    ("kartenspiel", {"players": "two"}),
    ("kartenspiel", {"stages": 0}),
    ("kartenspiel", {"stages": 10}),
    ("kartenspiel", {"stages": "five"}),
    ("kartenspiel", {"players": 3, "start": 3}),
    ("kartenspiel", {"colour": "red"}),
    ("route66", {"limit": 52}),
    ("route66", {"twos": 1}),
    ("ausgebremst", {"championship": [1] * 9}),
    ("ausgebremst", {"championship": [1, 9]}),
    ("auf_achse", {"public": 50}),
    ("auf_achse", {"start": -2}),
]


@pytest.mark.parametrize("code", ["en", "de", "fr"])
def test_wrong_options_are_refused_in_the_same_sentence_of_the_readers_language(code: str) -> None:
    wrong = [one for one in WRONG if code == "en" or "colour" not in one[1]]  # which no form could send
    games = {name: [options for other, options in wrong if other == name] for name, _options in wrong}
    with use_language(code):
        there = {name: ask(REFUSED, name, name=name, wrong=these, text=STRANGE) for name, these in games.items()}
        here = {name: refusals(name, these) for name, these in games.items()}
    assert there == here
    english = {name: refusals(name, these) for name, these in games.items()}
    assert [set(here[name]) & set(english[name]) != set() for name in games] == [code == "en"] * len(games)


STRANGE = '{"format": "none"}'
REFUSED = """
const acts = given.wrong.map((options) => () => gamekit.load(given.name, options));
acts.push(async () => (await gamekit.load(given.name)).session(-1), () => gamekit.open(given.text, "a.json"));
const said = [];
for (const act of acts) said.push((await refusal(act))[1]);
tell(said);
"""


def refusals(name: str, wrong: list[dict[str, Any]]) -> list[str]:
    """What Python says against options of a game, a seed and a file."""
    said = []
    acts = [partial(gk.load, name, **options) for options in wrong]
    for act in (*acts, partial(gk.load(name).session, -1), partial(parse_replay, STRANGE, "a.json")):
        with pytest.raises(gk.GamekitError) as refused:
            act()
        said.append(str(refused.value))
    return said


RIGHT: list[tuple[str, dict[str, Any]]] = [
    ("kartenspiel", {"players": 5, "start": 4, "stages": 9, "limit": 777, "copies": 3, "rest": 0, "action": 6}),
    ("route66", {"players": 2, "limit": 35, "twos": False, "rounds": 17, "start": 1}),
    ("ausgebremst", {"players": 6, "championship": [8, 3, 5], "advanced": True, "draw_grid": False}),
    ("ausgebremst", {"circuit": 7}),
    ("auf_achse", {"players": 6, "children": True, "public": 3, "cash": 1234, "rounds": 9, "start": 5}),
]


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_whatever_is_wrong_with_a_number_is_said_in_the_same_sentence_even_if_two_things_are(name: str) -> None:
    game = gk.load(name)
    wrong = [
        {key: value}
        for key, now in game.options.items()
        if now is None or (isinstance(now, int) and not isinstance(now, bool))
        for value in (-1, -3, -5, 999, 1000, 10**9, 10**9 + 1)
    ]
    said = []
    for options in wrong:
        try:
            gk.load(name, **options)
            said.append(None)
        except gk.OptionError as refused:
            said.append([type(refused).__name__, str(refused)])
    script = """
        const said = [];
        for (const one of given.wrong) said.push(await refusal(() => gamekit.load(given.name, one)));
        tell(said);
        """
    assert ask(script, name, name=name, wrong=wrong) == said


@pytest.mark.parametrize(("name", "options"), RIGHT)
def test_options_give_the_same_tables(name: str, options: dict[str, Any]) -> None:
    told = ask(
        """
        const game = await gamekit.load(given.name, given.options);
        const { at } = game.machine;
        const cells = Array.from(game.machine.bytes(at.tables, game.data.tables.cells.length * 4));
        tell([cells, game.options, game.changedOptions, game.players]);
        """,
        name,
        name=name,
        options=options,
    )
    game = gk.load(name, **options)
    assert bytes(told[0]) == game.tables.tobytes()
    assert told[1:] == [dict(game.options), dict(game.changed_options), game.players]


def test_what_is_no_replay_or_has_a_false_step_is_refused_in_the_same_sentence(session: gk.Session) -> None:
    texts = ["", "{}", '{"format": "gamekit-replay", "seed": 2}', "[1]", "[" * 101 + "]" * 101, '{"a": 1, "a": 2}']
    texts += ["[1,\n]", '["1', "[1] 2", "[“1”]", "<html>", "\0\0", "[1 2]"]
    texts.append(json.dumps({**json.loads(replay_text(session)), "steps": [0] * (MOST_STEPS + 1)}))
    for entry, value in (("action", 53), ("player", 2), ("action", 1.5), ("action", -1)):
        data = json.loads(replay_text(session))
        data["steps"][33][entry] = value
        texts.append(json.dumps(data))
    script = """
        const said = [];
        for (const text of given.texts) said.push(await refusal(() => gamekit.open(text)));
        tell(said);
        """
    for text, told in zip(texts, ask(script, "kartenspiel", texts=texts), strict=True):
        with pytest.raises(gk.ReplayError) as refused:
            parse_replay(text)
        assert told == ["ReplayError", str(refused.value)]


def test_wrong_seeds_actions_and_players_are_refused_in_the_same_sentences() -> None:
    told = ask(
        """
        const game = await gamekit.load("kartenspiel", { players: 2 }), session = game.session(1);
        tell([
          await refusal(() => game.session(-1)), await refusal(() => game.session(1.5)),
          await refusal(() => session.play(54)), await refusal(() => session.play(0)),
          await refusal(() => session.view(2)), await refusal(() => session.goto(1)),
          await refusal(() => session.coach()),
        ]);
        """,
        "kartenspiel",
    )
    game = gk.load("kartenspiel", players=2)
    session = game.session(1)
    attempts: list[Any] = [
        lambda: game.session(-1),
        lambda: game.session(1.5),  # type: ignore[arg-type]
        lambda: session.play(54),
        lambda: session.play(0),
        lambda: session.view(2),
        lambda: session.goto(1),
        lambda: gk.coach(session),
    ]
    for (kind, sentence), attempt in zip(told, attempts, strict=True):
        with pytest.raises(gk.GamekitError) as refused:
            attempt()
        assert (kind, sentence) == (type(refused.value).__name__, str(refused.value))


@pytest.mark.parametrize(
    ("name", "playouts", "ahead"),
    [("kartenspiel", 400, None), ("kartenspiel", 400, 0), ("kartenspiel", 400, 2), ("auf_achse", 60, None)],
)
def test_the_coach_says_the_same_and_why(session: gk.Session, name: str, playouts: int, ahead: int | None) -> None:
    """So many actions are legal in auf_achse that the field is halved."""
    branch = session.branch() if name == session.game.name else gk.load(name, players=2).session(1)
    while branch.player < 0:
        branch.roll()
    told, found = ask(
        """
        const table = await (await gamekit.open(given.text)).coach({ ...given, seed: 3 });
        const { player, strategy, cancelled, best, clear } = table;
        tell([[{ player, strategy, cancelled, best, clear }, table], (await table.why())?.parts ?? []]);
        """,
        name,
        text=replay_text(branch),
        playouts=playouts,
        ahead=ahead,
    )
    table = gk.coach(branch, playouts, 3, ahead=ahead)
    head = {name: getattr(table, name) for name in ("player", "strategy", "cancelled", "best", "clear")}
    assert told[0] == head
    assert [advice["text"] for advice in told[1]] == [advice.text for advice in table]
    for there, here in zip(told[1], table, strict=True):
        assert there["playouts"] == here.playouts
        for figure in ("win", "returns", "behind"):
            assert list(there[figure].values()) == pytest.approx(list(getattr(here, figure)), rel=1e-9, abs=1e-12)
    parts = [Part(*(part[field] for field in Part._fields)) for part in found]
    assert [(part["of_best"], part["of_second"]) for part in found] == [part.figures() for part in parts]
    assert table.why == (Reason(tuple(parts)).describe(table[0].text, table[1].text) if parts else "")


@pytest.mark.parametrize("name", ["kartenspiel", *take_share([one for one in gk.game_names() if one != "kartenspiel"])])
def test_what_the_browser_counts_for_a_reason_is_what_python_counts(name: str) -> None:
    """In the card game a kernel counts what is kept open, elsewhere legal actions do."""
    game = gk.load(name, players=3)
    session = game.session(6)
    while session.player < 0 or len(session.legal()) < 2:
        play_on(session)
    player, actions = session.player, session.legal()[:2]
    told = ask(
        """
        const { happenings, reasonFrom } = await import(given.web + "/reasons.js");
        const session = await gamekit.open(given.text), { game, player } = session;
        const task = { seats: [1, 1, 1], seed: 3, view: session.view(player), player };
        const after = (action, told) => Array.from(happenings(game, { ...task, action, told }).returns);
        const played = (told) => given.actions.map((action) => after(action, told));
        const [found, told] = [played(false), played(true)];
        tell([found, reasonFrom(game, ...found) && reasonFrom(game, ...found, told)]);
        """,
        name,
        text=replay_text(session),
        actions=actions,
    )
    view, lineup = session.view(player), make_lineup(game, best_strategy(game))
    source = Playouts(game, view, player, lineup, 3, CONTINUATIONS)
    counted = find_watched(game)
    assert told[0] == [count_events(source, player, action, counted).ravel().tolist() for action in actions]
    here = find_reason(game, view, player, actions[0], actions[1], lineup, 3)
    there = told[1]["parts"] if told[1] else []
    assert [(one["kind"], one["said"], one["of_best"], one["of_second"]) for one in there] == [
        (part.kind, part.said, *part.figures()) for part in (here.parts if here else ())
    ]


def test_students_t_is_scipys() -> None:
    freedoms = [1, 2, 3, 7, 30, 99, 299, 999, 1000]
    told = ask(
        """
        const { quantile } = await import(given.web + "/estimate.js");
        tell(given.freedoms.map(quantile));
        """,
        freedoms=freedoms,
    )
    assert told == pytest.approx([t_quantile(freedom) for freedom in freedoms], rel=1e-10)


def test_intervals_near_a_bound_are_the_same_on_both_sides() -> None:
    counts = [(0, 1), (0, 9), (1, 9), (2, 40), (3.5, 40), (39, 40), (40, 40), (500, 1000)]
    rare = [0.0] * 38 + [1.0, 0.5]
    told = ask(
        """
        const { share, mean, difference, SHARES, SHIFTS } = await import(given.web + "/estimate.js");
        const { counts, rare } = given, turned = rare.slice().reverse(), level = rare.map(() => 0.5);
        const found = [mean(rare, SHARES), mean(level, SHARES), mean(rare), difference(rare, turned, SHIFTS)];
        tell([...counts.map(([wins, games]) => share(wins, games)), ...found].map((one) => Object.values(one)));
        """,
        counts=counts,
        rare=rare,
    )
    found = [mean(rare, SHARES), mean([0.5] * 40, SHARES), mean(rare), difference(rare, rare[::-1], SHIFTS)]
    for here, there in zip([*(share(*one) for one in counts), *found], told, strict=True):
        assert there == pytest.approx(list(here), rel=1e-9, abs=1e-12)
