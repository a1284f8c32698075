"""A table as it stands in a page (web/table/table.js), in node, with the session in Python that follows it.

Everything goes the way it goes in a lesson: the table is made of a greeting, what it plays is told to a `Following`,
and what only Python can do is asked of it. Only the page, its player and the widget's messages are missing.
"""

from __future__ import annotations

import atexit
import itertools
import json
import subprocess
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import gamekit as gk
from gamekit.core import errors
from gamekit.web.bundle import ENGINE, WEB
from gamekit.widgets.session_sync import Following
from gamekit.widgets.stepper import ANSWERS, pack_for_page
from tests.web.node import NODE

HOST: Final = """
import fs from "node:fs";
import readline from "node:readline";
const [engine, show] = process.argv.slice(1);
const { gamekit } = await import(`${engine}/engine.js`);
const { tableOf } = await import(`${show}/table/static_table.js`);
const { makeAsker } = await import(`${show}/table/transport.js`);
const { buildFrames } = await import(`${show}/table/frame_builder.js`);
const { advice } = await import(`${show}/table/coach_answer.js`);
globalThis.requestAnimationFrame = (paint) => setTimeout(paint, 0);
const tables = new Map(), waiting = new Map();
// A frame is drawn when somebody looks at it: here, when it is written down.
const drawn = (_, one) => (one?.whole ? { changes: one.whole, description: one.description } : one);
const tell = (value) => fs.writeSync(1, JSON.stringify(value, drawn) + "\\n");
let asked = 0;
class Python {
  choosing = 0;
  ask(message) {
    const number = ++asked;
    tell({ asks: message, number });
    return new Promise((resolve, reject) => waiting.set(number, { resolve, reject }));
  }
  async bring(name) {
    if (!gamekit.gameNames().includes(name)) gamekit.add(JSON.parse(await this.ask({ do: "bring", what: name })));
  }
  choose(seat, state) {
    return this.ask({ ...state, do: "choose", seat });
  }
  make(game, options, box) {
    return this.ask({ do: "make", game, options, box });
  }
}
const does = {
  async open({ greeting }, at) {
    const python = new Python();
    await python.bring(greeting.record.game);
    tables.set(at, await tableOf(greeting, gamekit, python));
  },
  async message({ message }, at) {
    for await (const one of tables.get(at).answer(message)) tell({ answer: one });
  },
  async moved({ message: { made, ...state } }, at) {
    const table = tables.get(at);
    const { fromSnapshot } = await import(`${show}/table/game_flow.js`);
    const load = (name, options, box) => table.loadGame(name, options, box, made);
    const session = async () => {
      const there = await fromSnapshot(state, gamekit, table.say, load);
      there.goto(state.step);
      return there;
    };
    for await (const one of table.answer({ do: "moved", state: { ...state, session } })) tell({ answer: one });
  },
  now: (_, at) => tables.get(at).now(),
  numbers: (_, at) => tables.get(at).lines.map((one) => one.step),
  take: ({ viewer, first, last }, at) => buildFrames(tables.get(at).session, viewer, first, last, tables.get(at).say),
};
for await (const line of readline.createInterface({ input: process.stdin })) {
  const { asked: number, value, error, at, what, ...given } = JSON.parse(line);
  if (number) {
    const { resolve, reject } = waiting.get(number);
    if (error === undefined) resolve(value);
    else reject(new gamekit.OptionError(error));
    continue;
  }
  const finish = async () => {
    try {
      const got = await does[what](given, at);
      tell({ done: got ?? null, state: tables.get(at).state() });
    } catch (problem) {
      const known = problem instanceof gamekit.GamekitError;
      const failed = known ? [problem.name, problem.message] : ["Unforeseen", String(problem.stack ?? problem)];
      tell({ failed, state: tables.get(at)?.state() });
    }
  };
  finish();
}
"""
_numbers = itertools.count(1)


@cache
def _host() -> subprocess.Popen[str]:
    """One node for all tables of a process."""
    command = [str(NODE), "--input-type=module", "-e", HOST, ENGINE.as_uri(), WEB.as_uri()]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    atexit.register(process.kill)
    return process


class Table:
    """A table in node. `session` is the one in Python that follows it; `start`: what happens by itself happens."""

    def __init__(self, session: gk.Session, *, start: bool = False, **given: Any) -> None:
        self.following = Following(session, **given)
        if start:
            self.following.start()
        self.at = next(_numbers)
        self.following.moved = lambda: None
        self.query("open", greeting=json.loads(json.dumps(self.following.greeting())))

    @property
    def session(self) -> gk.Session:
        return self.following.session

    @property
    def game(self) -> gk.Game:
        return self.session.game

    @property
    def seats(self) -> Sequence[str | None]:
        return self.following.seats

    def ask(self, **message: Any) -> list[dict[str, Any]]:
        """What the table answers. Raises the error of gamekit with which it ends."""
        self.answers: list[dict[str, Any]] = []
        self.query("message", message=message)
        return self.answers

    def everything(self) -> dict[str, Any]:
        (told,) = self.ask(do="hello")
        return dict(told["data"])

    def play(self, action: int | None = None) -> list[dict[str, Any]]:
        chosen = self.session.legal()[0] if action is None else action
        return self.ask(do="play", action=chosen, step=self.session.step)

    def now(self) -> dict[str, Any]:
        return dict(self.query("now"))

    def lines(self) -> list[int]:
        """The steps of every line of play."""
        return list(self.query("numbers"))

    def take(self, viewer: str, first: int, last: int) -> dict[str, Any]:
        """Frames and steps as a viewer sees them."""
        return dict(self.query("take", viewer=viewer, first=first, last=last))

    def moved(self) -> list[dict[str, Any]]:
        """Go where the session in Python was moved."""
        self.answers = []
        self.query("moved", message=json.loads(json.dumps(self.following.tell_position())))
        return self.answers

    def query(self, what: str, **given: Any) -> Any:
        host = _host()
        assert host.stdin is not None
        assert host.stdout is not None
        host.stdin.write(json.dumps({"at": self.at, "what": what, **given}) + "\n")
        while True:
            line = host.stdout.readline()
            assert line, "node has ended"
            told = json.loads(line)
            if "answer" in told:
                self.answers.append(told["answer"])
            elif "asks" in told:
                host.stdin.write(json.dumps({"asked": told["number"], **self._answered(told["asks"])}) + "\n")
            else:
                if told.get("state"):
                    self.following.follow(told["state"])
                if "failed" in told:
                    name, sentence = told["failed"]
                    assert name != "Unforeseen", sentence
                    raise getattr(errors, name)(*((sentence, "") if name == "IllegalAction" else (sentence,)))
                return told["done"]

    def _answered(self, message: dict[str, Any]) -> dict[str, Any]:
        """What Python answers to a table that asks, as the widget does."""
        try:
            if message["do"] == "bring":
                return {"value": pack_for_page(message["what"])}
            if message["do"] == "choose":
                assert self.following.follow(message)
            return {"value": ANSWERS[message["do"]](self, message)}  # type: ignore[arg-type]
        except errors.GamekitError as error:
            return {"error": str(error)}


def actions_of_players(game: gk.Game) -> list[int]:
    """All actions of a game that are somebody's to choose, and not chance's."""
    verbs = (game.rules.action_parts(game.tables, action)[0] for action in range(game.num_actions))
    return [action for action, verb in enumerate(verbs) if not game.rulebook.actions[verb].chance]
