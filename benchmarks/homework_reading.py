"""Homework of thirty pupils read in at the teacher's page, in real Chromium; forged and edited ones among them.

    python -m benchmarks.homework_reading               # 30 pupils; --pupils 100

Codes are made by the modules of a pupil's page, from answers by lot; each forgery is one pupil more. Four lessons
with their exit tickets and eight puzzles are asked. Measured on a page that was just loaded, from the click on the
button until both tables are painted; once as fast as the machine is, once slowed down six times. Ends with 1 if that
takes longer than allowed, or something forged is not named as what it is.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, sync_playwright

from benchmarks.click_to_paint import FLAGS, browser_path
from gamekit.serve.lessons import own_folder, step_names
from gamekit.show import assets
from gamekit.show.homework_words import homework_words
from gamekit.show.puzzling import homework_puzzles
from tests.serving import Server

MOST_SECONDS: Final = 10
SLOWED: Final = (1, 6)
LESSONS: Final = (
    "kartenspiel/02-counting-cards",
    "route66/02-speedometer",
    "route66/03-collecting",
    "topics/most_luck",
)
PUZZLES: Final = {"kartenspiel": 4, "ausgebremst": 4}
DRAWN_WITHIN: Final = 300.0
"""Seconds in which the server has drawn the lessons, on a busy machine."""

IN_NODE: Final = r"""
import { readFileSync } from "node:fs";
const { web, plan, keys, pupils } = JSON.parse(readFileSync(0, "utf8"));
const load = (name) => import(`${web}/homework/${name}.js`);
const [codes, results, { Work }] = [await load("homework"), await load("result"), await load("work")];
const code = await codes.homeworkCode(plan);
const homework = await codes.readHomework(code);
const other = await codes.readHomework(await codes.homeworkCode({ ...plan, title: "Another" }));
const made = await Promise.all(pupils.map(({ state, edit, claimed, of_other }) => {
  const kept = new Map();
  const store = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  const work = new Work(homework.id, store);
  work.keep({ ...state, seen: 0, code, title: plan.title });
  if (edit) for (const [key, value] of kept) kept.set(key, value.replace('\\"steps\\":[', '\\"steps\\":[60,'));
  const done = work.read();
  const claims = results.markAll(homework, done, keys).map(({ right, of }) => (claimed ? of : right));
  return results.resultCode(done, of_other ? other : homework, claims, state.seen);
}));
console.log(JSON.stringify({ code, made }));
"""

READ_IN: Final = """async () => {
  const start = performance.now();
  [...document.querySelectorAll("button")].find((one) => one.textContent === "Read them in").click();
  while (document.querySelectorAll(".gkh-grid").length < 2) await new Promise((done) => setTimeout(done, 5));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return (performance.now() - start) / 1000;
}"""


@dataclass
class Pupil:
    """What one of them has done, how it was forged, and what is to be said of it beside the name."""

    state: dict[str, Any]
    edit: bool = False
    claimed: bool = False
    of_other: bool = False
    named: set[str] = field(default_factory=set)


Forge = Callable[[Pupil, Mapping[str, Any]], None]


def forge_answers(pupil: Pupil, _asked: Mapping[str, Any]) -> None:
    """An answer to a question that no lesson asks."""
    pupil.state["lessons"][LESSONS[0]]["said"]["quiz-0/0"] = [1, 1, 1, 5]


def forge_time(pupil: Pupil, _asked: Mapping[str, Any]) -> None:
    """More minutes than have passed."""
    pupil.state["lessons"][LESSONS[0]]["seconds"] = 30 * 86_400


def forge_clock(pupil: Pupil, _asked: Mapping[str, Any]) -> None:
    """Handed in before it was begun."""
    pupil.state["seen"] = pupil.state["began"] - 1_000


def forge_move(pupil: Pupil, asked: Mapping[str, Any]) -> None:
    """A move that is not possible."""
    place = next(place for place, key in enumerate(asked["keys"]) if key["legal"])
    wrong = next(action for action in range(10_000) if action not in asked["keys"][place]["legal"])
    pupil.state["moves"][str(place)] = [wrong, wrong, 1, 5]


FORGED: Final[Mapping[str, Forge]] = {
    "odd_answers": forge_answers,
    "odd_time": forge_time,
    "odd_clock": forge_clock,
    "odd_move": forge_move,
}


def ask_for(server: Server) -> dict[str, Any]:
    """The homework, and by what each item of it is marked, as the page finds both."""
    items: list[dict[str, Any]] = []
    keys: list[dict[str, Any]] = []
    for name in LESSONS:
        told = drawn(server, name)
        asked = json.loads(told[told.index("...{", told.index("gamekitAsked,")) + 3 : told.rindex("}")])[name]
        steps = len(step_names(own_folder(), name))
        items += [{"kind": "lesson", "lesson": name, "steps": [], "presets": []}, {"kind": "ticket", "lesson": name}]
        keys += [{"asked": asked, "steps": steps, "legal": None, "best": None}] * 2
    for game, many in PUZZLES.items():
        for name, one in list(homework_puzzles(game).items())[:many]:
            items.append({"kind": "puzzle", "game": game, "puzzle": name})
            keys.append({"asked": None, "steps": 0, "legal": one["now"]["legal"], "best": one["best"]})
    return {"plan": {"title": "Thirty pupils", "sentence": "", "due": "", "items": items}, "keys": keys}


def drawn(server: Server, lesson: str) -> str:
    """What a lesson asks, as soon as its page is drawn."""
    end = time.monotonic() + DRAWN_WITHIN
    while (said := server.get(f"/asked/{lesson}.js")).status != 200:
        assert time.monotonic() < end, said.text
        time.sleep(0.5)
    return said.text


def do_all(number: int, asked: Mapping[str, Any], luck: random.Random) -> Pupil:
    """A pupil who has done all of it: answers by lot, in the last two days."""
    began = int(1000 * (time.time() - 2 * 86_400 + 60 * number))
    lessons, moves = {}, {}
    for place, (item, key) in enumerate(zip(asked["plan"]["items"], asked["keys"], strict=True)):
        if item["kind"] == "lesson":
            said = {
                name: [luck.randrange(len(one["choices"]) if one["choices"] else 100)] * 2
                + [1 + number % 3, 60 * place]
                for name, one in key["asked"]["questions"].items()
            }
            lessons[item["lesson"]] = {"seconds": 900, "steps": [*range(1, key["steps"] + 1)], "said": said}
        elif item["kind"] == "puzzle":
            action = luck.choice(key["legal"])
            moves[str(place)] = [action, action, 1, 7000 + number]
    state = {"who": f"Pupil {number}", "mark": f"{number:07d}", "began": began, "seen": began + 86_400_000}
    state |= {"edited": False, "back": False, "lessons": lessons, "moves": moves, "seconds": dict.fromkeys(moves, 40)}
    return Pupil(state)


def all_pupils(count: int, asked: Mapping[str, Any]) -> list[Pupil]:
    """So many honest pupils, then one for each way to forge, then one who copies the first."""
    luck = random.Random(count)
    pupils = [do_all(number, asked, luck) for number in range(count)]
    for name, forge in FORGED.items():
        pupils.append(do_all(len(pupils), asked, luck))
        pupils[-1].named = {name}
        forge(pupils[-1], asked)
    for ways in ({"edit": True}, {"claimed": True}):
        pupils.append(Pupil(do_all(len(pupils), asked, luck).state, named={"odd_edited"}, **ways))
    copied = {key: pupils[0].state[key] for key in ("began", "lessons", "moves", "seconds")}
    pupils.append(Pupil(do_all(len(pupils), asked, luck).state | copied, named={"odd_copy"}))
    pupils[0].named = {"odd_copy"}
    pupils.append(Pupil(do_all(len(pupils), asked, luck).state, of_other=True))
    return pupils


def make_codes(asked: Mapping[str, Any], pupils: list[Pupil]) -> tuple[str, list[str]]:
    """The homework's code, and those of the results, by the page's own modules."""
    given = {"web": assets.WEB.as_uri(), **asked, "pupils": [vars(one) | {"named": []} for one in pupils]}
    command = [str(shutil.which("node")), "--input-type=module", "-e", IN_NODE]
    told = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=True, timeout=60)
    made = json.loads(told.stdout)
    return made["code"], made["made"]


def measure(browser: Browser, server: Server, code: str, codes: list[str], slowed: int) -> tuple[float, list[str], Any]:
    """Seconds until all is read in; what was said of each code; each pupil's row by name."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    page.goto(f"{server.base}/homework#read")
    page.get_by_label("The link or code of your homework").fill(code)
    page.get_by_label("The results of your pupils").fill("\n\n".join(codes))
    seconds = float(page.evaluate(READ_IN))
    said = page.locator(".gkh-told li").all_inner_texts()
    rows = page.locator(".gkh-grid").nth(1).locator("tbody tr")
    found = {row.locator("th").inner_text(): row.locator("td").last.inner_text() for row in rows.all()}
    context.close()
    return seconds, said, found


def check(pupils: list[Pupil], said: list[str], rows: Mapping[str, str]) -> list[str]:
    """What was not named as what it is, in sentences."""
    words = homework_words()
    read = [one for one in pupils if not one.of_other]
    wanted = {one.state["who"]: " ".join(words[name] for name in sorted(one.named)) for one in read}
    wrong = [f"{who}: {rows.get(who)!r}, not {text!r}" for who, text in wanted.items() if rows.get(who) != text]
    refused = [text for text in said if not text.endswith("read in.")]
    parts = (
        "the result of another homework",
        "was read in before",
        "is not the one it was made with",
        "letters of this",
    )
    wrong += [f"none of the codes {part!r}" for part in parts if sum(part in text for text in refused) != 1]
    return wrong if len(refused) == len(parts) else [*wrong, f"refused: {refused}"]


def main() -> int:
    """Measure, and say whether the targets were reached."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--pupils", type=int, default=30)
    chosen = options.parse_args()
    if not 1 <= chosen.pupils <= 200:
        options.error("1 to 200 pupils")
    reached = True
    with Server(Path(own_folder())) as server, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=browser_path(), args=list(FLAGS))
        asked = ask_for(server)
        pupils = all_pupils(chosen.pupils, asked)
        code, codes = make_codes(asked, pupils)
        slip = codes[1][:40] + ("a" if codes[1][40] != "a" else "b") + codes[1][41:]
        sent = [*codes, codes[0], slip, codes[2][: len(codes[2]) // 2]]
        print(
            f"{len(sent)} codes of {len(asked['keys'])} items, {len(codes[0]):,} letters; load {os.getloadavg()[0]:.1f}"
        )
        for slowed in SLOWED:
            seconds, said, rows = measure(browser, server, code, sent, slowed)
            wrong = check(pupils, said, rows)
            named = "NOT all" if wrong else "all"
            print(f"  slowed {slowed} times: {seconds:.2f} s (allowed {MOST_SECONDS}); {named} forged ones named")
            print(*(f"    {one}\n" for one in wrong), sep="", end="")
            reached = reached and not wrong and seconds <= MOST_SECONDS
        browser.close()
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
