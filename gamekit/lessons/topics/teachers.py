"""The teachers' notebook: plans, misconceptions and answers for every lesson, read from the lessons themselves.

What a lesson asks, aims at and answers stands in its notebook and is read from there; only what students tend to
believe, and how long the parts of a lesson take, is written here and in misconceptions.toml.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

import gamekit as gk
from gamekit.game import load
from gamekit.lessons.desk import Shown
from gamekit.serve.lessons import HOME, TOPICS, Lesson, find_lessons
from gamekit.words import _

FOLDER: Final = Path(__file__).parents[3] / "notebooks"
BELIEFS: Final = Path(__file__).with_name("misconceptions.toml")
SELF: Final = "teachers.ipynb"

LENGTHS: Final = (45, 90)
SHORT: Final = {"Welcome": 2, "Play": 8, "Predict": 4, "Run": 6, "Explain": 8, "Investigate": 12, "Exit ticket": 5}
"""What fits into 45 minutes, with weights; other headings of a lesson take `OTHER`."""
LONG: Final = {
    **SHORT,
    "Welcome": 3,
    "Play": 10,
    "Explain": 11,
    "Investigate": 18,
    "Modify": 9,
    "Make": 16,
    "Practise": 6,
    "Exercises": 8,
}
"""The same for 90 minutes."""
OTHER: Final = 5
SKIPPED: Final = frozenset({"Where next"})
DETAILS: Final = re.compile(r"<details[^>]*>\s*<summary>(.*?)</summary>(.*?)</details>", re.DOTALL)
HINTS: Final = frozenset({"hint", "hints"})


@dataclass(frozen=True)
class Answer:
    """One folded answer of a lesson: under which heading, what it is called, and its text as Markdown or HTML."""

    part: str
    name: str
    text: str


@dataclass(frozen=True)
class Guide:
    """A lesson as its teacher sees it."""

    lesson: Lesson
    audience: str
    goals: tuple[str, ...]
    parts: tuple[str, ...]
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Belief:
    """Something students tend to believe, and what helps."""

    thought: str
    help: str


# Reading lessons


@cache
def guides(folder: Path = FOLDER) -> tuple[Guide, ...]:
    """Every lesson of the folder, in the order of teaching, without the first page and the teachers' own."""
    found = [lesson for lesson in find_lessons(folder) if lesson.path not in (HOME, SELF)]
    order = {name: i for i, name in enumerate((*gk.games(), TOPICS))}
    found.sort(key=lambda lesson: (order.get(lesson.game, len(order)), lesson.order, lesson.path))
    return tuple(read(folder, lesson) for lesson in found)


def read(folder: Path, lesson: Lesson) -> Guide:
    """One lesson's goals, parts and answers, from its notebook."""
    notebook = json.loads((folder / lesson.path).read_text(encoding="utf-8"))
    heading, parts = "", []
    audience = ""
    goals: tuple[str, ...] = ()
    answers: list[Answer] = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            for found in re.finditer(r"^## (.+)$", source, re.MULTILINE):
                heading = found[1].strip()
                parts.append(heading)
            audience = audience or audience_of(source)
            goals = goals or goals_of(source)
            answers += details_of(source, heading)
        else:
            answers += [answer for html in outputs_of(cell) for answer in details_of(html, heading)]
    return Guide(lesson, audience, tuple(goals), tuple(dict.fromkeys(parts)), tuple(answers))


def audience_of(source: str) -> str:
    """The line that says for whom the lesson is and what should be known before."""
    found = re.search(r"^\*\*For\*\* (.+)$", source, re.MULTILINE)
    return found[1].strip() if found else ""


def goals_of(source: str) -> tuple[str, ...]:
    """The numbered goals after "you can"."""
    _, found, rest = source.partition("you can\n")
    return tuple(re.findall(r"^\d+\. (.+)$", rest, re.MULTILINE)) if found else ()


def outputs_of(cell: Mapping[str, Any]) -> list[str]:
    """What a cell shows as HTML."""
    shown = [output.get("data", {}).get("text/html", "") for output in cell.get("outputs", ())]
    return ["".join(html) for html in shown if html]


def details_of(text: str, heading: str) -> list[Answer]:
    """The folded parts of a text that are answers, not hints."""
    return [
        Answer(heading, name.strip(), body.strip())
        for name, body in DETAILS.findall(text)
        if name.strip().lower() not in HINTS
    ]


# Plans


@dataclass(frozen=True)
class Step:
    """One line of a plan: from when to when, which part, and how the class works."""

    start: int
    end: int
    part: str
    way: str


def way_of(part: str) -> str:
    """How a class works through a part of a lesson."""
    ways = {
        "Welcome": _("together: the question, no explanation yet"),
        "Play": _("pairs at one screen; one plays, one says which rule was used"),
        "Predict": _("everybody alone, before anybody runs anything; a few say their bet aloud"),
        "Run": _("pairs; then compare the results of the whole class with the bets"),
        "Explain": _("together at the projector; students explain the picture"),
        "Investigate": _("groups, one question each, two minutes of report at the end"),
        "Modify": _("predict again first, then pairs"),
        "Make": _("pairs; with code in JupyterLab, with the builder on a web page"),
        "Practise": _("alone, until five answers in a row are right"),
        "Exercises": _("alone or as homework; the solutions are folded"),
        "Exit ticket": _("alone, without looking back; collect the answers"),
    }
    return ways.get(kind_of(part), _("pairs at one screen"))


def plan(guide: Guide, minutes: int) -> tuple[Step, ...]:
    """A plan for a lesson: its parts, as many as fit, with whole minutes that add up exactly."""
    weights = SHORT if minutes == LENGTHS[0] else LONG
    known = SHORT.keys() | LONG.keys()
    chosen = ["Welcome", *(p for p in guide.parts if kind_of(p) in weights or kind_of(p) not in known | SKIPPED)]
    shares = shared([weights.get(kind_of(part), OTHER) for part in chosen], minutes)
    steps, now = [], 0
    for part, share in zip(chosen, shares, strict=True):
        steps.append(Step(now, now + share, part, way_of(part)))
        now += share
    return tuple(steps)


def kind_of(part: str) -> str:
    """A heading without what a lesson adds to it: "Make: a fair bet" is a "Make".

    >>> kind_of("Make: a fair bet")
    'Make'
    """
    return part.partition(":")[0].strip()


def shared(weights: Sequence[int], total: int) -> list[int]:
    """Whole parts of a total in proportion to the weights, at least 1 each.

    >>> shared([2, 8, 4], 45)
    [6, 26, 13]
    """
    exact = [weight * total / sum(weights) for weight in weights]
    parts = [max(1, int(value)) for value in exact]
    by_rest = sorted(range(len(parts)), key=lambda i: int(exact[i]) - exact[i])
    while sum(parts) < total:
        parts[by_rest[(total - sum(parts) - 1) % len(parts)]] += 1
    while sum(parts) > total:
        parts[max(range(len(parts)), key=lambda i: parts[i])] -= 1
    return parts


# Misconceptions


@cache
def beliefs() -> Mapping[str, tuple[Belief, ...]]:
    """What students tend to believe, by lesson ("kartenspiel/01-rules") or by game ("kartenspiel")."""
    data = tomllib.loads(BELIEFS.read_text(encoding="utf-8"))
    return {key: tuple(Belief(**entry) for entry in entries) for key, entries in data.items()}


def beliefs_of(guide: Guide) -> tuple[Belief, ...]:
    """Those of a lesson; of its game if there are none for the lesson itself."""
    return beliefs().get(guide.lesson.name) or beliefs().get(guide.lesson.game, ())


# What the notebook shows


class Page:
    """Markdown that a cell shows."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return self.text


def overview(folder: Path = FOLDER) -> Shown:
    """All lessons on one page; on a phone every lesson is a small block."""
    heads = (_("lesson"), _("question"), _("subject"), _("level"), _("minutes"))
    plain, rows = [], []
    for guide in guides(folder):
        one = guide.lesson
        facts = (one.question, one.subject, one.level, str(one.minutes))
        game = title_of(one.game)
        plain.append(" | ".join((f"[{one.title}]({one.path}), {game}", *facts)))
        cells = "".join(
            f'<td class="gkt-left" data-name="{escape(head)}">{escape(fact)}</td>'
            for head, fact in zip(heads[1:], facts, strict=True)
        )
        link = f'<a href="{escape(one.path)}">{escape(one.title)}</a>, <em>{escape(game)}</em>'
        rows.append(f'<tr><th scope="row">{link}</th>{cells}</tr>')
    head = "".join(f'<th scope="col" class="gkt-left">{escape(name)}</th>' for name in heads)
    return Shown(
        f'<div class="gk-look gkt-wide gkt-stacks"><table class="gkt-table"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>",
        "\n".join(plain),
    )


def of_game(name: str, folder: Path = FOLDER) -> Page:
    """The guides of one game's lessons, or of the topics."""
    own = [guide for guide in guides(folder) if guide.lesson.game == name]
    title = title_of(name)
    return Page("\n\n".join([f"## {title}", *map(written, own)]) if own else f"## {title}\n\n{_('No lesson yet.')}")


def title_of(name: str) -> str:
    """A game's title, or what the lessons beside the games are called."""
    return load(name).title if name in gk.games() else _("Topics across games")


def written(guide: Guide) -> str:
    """A guide as Markdown."""
    one = guide.lesson
    parts = [f"### [{one.title}]({one.path})", f"**{one.question}**"]
    parts.append(
        _("For {audience}").format(audience=guide.audience)
        if guide.audience
        else _("{subject} · {level} · {minutes} minutes").format(
            subject=one.subject, level=one.level, minutes=one.minutes
        )
    )
    if guide.goals:
        parts.append("\n".join(f"{i}. {goal}" for i, goal in enumerate(guide.goals, 1)))
    plans = _("Plans for {short} and {long} minutes").format(short=LENGTHS[0], long=LENGTHS[1])
    parts.append(folded(plans, timetable(guide)))
    if beliefs_of(guide):
        said = "\n".join(f"- *“{belief.thought}”* {belief.help}" for belief in beliefs_of(guide))
        title = _("What students tend to believe, and what helps ({count})").format(count=len(beliefs_of(guide)))
        parts.append(folded(title, said))
    if guide.answers:
        answers = "\n\n".join(f"**{answer.part} – {answer.name}.**\n\n{answer.text}" for answer in guide.answers)
        parts.append(folded(_("Answers ({count})").format(count=len(guide.answers)), answers))
    return "\n\n".join(parts)


def folded(title: str, text: str) -> str:
    """Markdown that opens when its title is clicked."""
    return f"<details><summary>{title}</summary>\n\n{text}\n\n</details>"


def timetable(guide: Guide) -> str:
    """Both plans in one table: when each part begins and ends, and how the class works."""
    times = [{step.part: f"{step.start}–{step.end}" for step in plan(guide, minutes)} for minutes in LENGTHS]
    heads = " | ".join(_("of {minutes} minutes").format(minutes=minutes) for minutes in LENGTHS)
    rows = [_("| part | {heads} | how |").format(heads=heads), "|---" * (len(LENGTHS) + 2) + "|"]
    for step in plan(guide, LENGTHS[-1]):
        cells = " | ".join(own.get(step.part, "–") for own in times)
        rows.append(f"| {step.part} | {cells} | {step.way} |")
    return "\n".join(rows)
