"""Checks of a lesson's notebook, which is not run: metadata, headings, bet, explanation, exercises, code, links."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from gamekit.core.files import read_plain
from gamekit.core.game import game_names
from gamekit.core.i18n.translation import _
from gamekit.lessons.catalog import LEVELS, NOTEBOOK_ONLY, TOPICS, LessonError, read_lesson
from gamekit.server.findings import Lack

SUBJECTS: Final = (
    "rules", "counting", "probability", "statistics", "equations", "graphs", "optimisation", "strategy", "game design",
    "programming", "for teachers",
)  # fmt: skip
STEPS: Final = (
    "Play", "Predict", "Run", "Explain", "Investigate", "Modify", "Make", "Exercises", "Exit ticket", "Where next",
)  # fmt: skip
"""Headings of a lesson, in order."""
EXAMPLES: Final = {
    "title": '"title": "The speedometer"',
    "question": '"question": "In how many of 100 turns does the dial show more than 55 mph?"',
    "game": '"game": "route66"',
    "subject": '"subject": "probability"',
    "level": '"level": "from 16"',
    "minutes": '"minutes": 40',
    "order": '"order": 2',
    "change": '"change": ["return 0  # caught", "return 10"]',
}
OPTIONAL: Final = ("picture",)
SOLUTION: Final = "<details><summary>Solution</summary>"
LARGEST: Final = 20_000_000
"""Bytes of a notebook, with its pictures."""
Cells = list[dict[str, Any]]


def check_lesson(folder: Path, path: Path) -> list[Lack]:
    """Return what the notebook at `path` in the folder of lessons lacks; empty if it is complete."""
    where = path.relative_to(folder).as_posix()
    try:
        notebook = json.loads(read_plain(path, LARGEST))
        cells: Cells = [
            {**cell, "source": "".join(cell["source"]), "tags": cell.get("metadata", {}).get("tags", [])}
            for cell in notebook["cells"]
        ]
        metadata = notebook.get("metadata", {}).get("gamekit")
    except FileNotFoundError:
        return [Lack(where, _("There is no such file."))]
    except (OSError, ValueError, RecursionError, KeyError, TypeError, AttributeError):
        said = _("It is no notebook that can be read. Save it in JupyterLab, with the ending .ipynb.")
        return [Lack(where, said)]
    return [
        *check_metadata(folder, path, metadata, cells),
        *check_headings(cells),
        *check_bet(cells),
        *check_explanation(cells),
        *check_exercises(cells),
        *check_code(cells, metadata),
        *check_links(path, cells),
    ]


def check_metadata(folder: Path, path: Path, metadata: Any, cells: Cells) -> Iterator[Lack]:
    """Check the metadata for the list of lessons."""
    where = _("notebook metadata, “gamekit”")
    if not isinstance(metadata, dict):
        said = _("There is none. In JupyterLab: the gear at the top right, Notebook Metadata.")
        yield Lack(where, said, '"gamekit": {' + ", ".join(EXAMPLES.values()) + "}")
        return
    for key in EXAMPLES:
        if key not in metadata:
            yield Lack(where, _("“{key}” is missing.").format(key=key), EXAMPLES[key])
    for key in sorted(set(metadata) - {*EXAMPLES, *OPTIONAL}):
        known = ", ".join((*EXAMPLES, *OPTIONAL))
        yield Lack(where, _("“{key}” says nothing to the gallery, which knows: {known}.").format(key=key, known=known))
    allowed = {"game": (*game_names(), TOPICS), "subject": SUBJECTS, "level": LEVELS}
    for key, words in allowed.items():
        if key in metadata and metadata[key] not in words:
            said = _("“{key}” is {given}, which is none of the words that the gallery knows: {words}.")
            said = said.format(key=key, given=json.dumps(metadata[key], ensure_ascii=False), words=", ".join(words))
            yield Lack(where, said, EXAMPLES[key])
    minutes = metadata.get("minutes", 40)
    if not isinstance(minutes, int) or not 5 <= minutes <= 90:
        yield Lack(where, _("“minutes” must be a whole number from 5 to 90."), EXAMPLES["minutes"])
    elif all(key in metadata for key in EXAMPLES):
        try:
            read_lesson(folder, path)
        except LessonError as error:
            yield Lack(where, _("The gallery cannot read it: {reason}").format(reason=error))
    first = cells[0]["source"] if cells else ""
    if isinstance(minutes, int) and not any(f"**{minutes} minutes**" in cell["source"] for cell in cells):
        said = _("The text does not say how long the lesson takes, the same as in the metadata.")
        yield Lack(_("at the beginning"), said, f"**{minutes} minutes**")
    if metadata.get("title") and not first.startswith(f"# {metadata['title']}"):
        said = _("The lesson begins with its title, the same as in the metadata.")
        yield Lack(_("cell 1"), said, f"# {metadata['title']}")


def headings(cells: Cells) -> list[tuple[int, str]]:
    """Return the headings of the second level, each with the index of its cell."""
    return [
        (place, line[3:].strip())
        for place, cell in enumerate(cells)
        if cell["cell_type"] == "markdown" and NOTEBOOK_ONLY not in cell["tags"]
        for line in cell["source"].splitlines()
        if line.startswith("## ")
    ]


def check_headings(cells: Cells) -> Iterator[Lack]:
    """Check that every step has a heading, in order, at the beginning of a cell."""
    found = headings(cells)
    names = [name for _place, name in found]
    for place, step in enumerate(STEPS):
        if step not in names:
            before = next((one for one in reversed(STEPS[:place]) if one in names), None)
            where = _("below “{step}”").format(step=before) if before else _("at the beginning")
            said = _("The heading “{step}” is missing. A lesson has all of them, in this order: {steps}.")
            yield Lack(where, said.format(step=step, steps=", ".join(STEPS)), f"## {step}")
    there = list(dict.fromkeys(name for name in names if name in STEPS))
    if there != [step for step in STEPS if step in there]:
        said = _("The headings stand in another order: {found}. Wanted: {steps}.")
        yield Lack(_("headings"), said.format(found=", ".join(there), steps=", ".join(STEPS)))
    for place, name in found:
        if not cells[place]["source"].startswith("## "):
            said = _("The heading “{step}” stands in the middle of a cell: split the cell above it.").format(step=name)
            yield Lack(_("cell {number}").format(number=place + 1), said)


def find_step(cells: Cells, step: str) -> list[tuple[int, dict[str, Any]]]:
    """Return the cells of a step with their indexes; empty if the step is missing."""
    found = headings(cells)
    begin = next((place for place, name in found if name == step), None)
    if begin is None:
        return []
    end = next((place for place, _name in found if place > begin), len(cells))
    return list(enumerate(cells))[begin:end]


def check_bet(cells: Cells) -> Iterator[Lack]:
    """Check that a prediction precedes its answer, the explanation waits for it, and an exit ticket is there."""
    code = [(place, cell) for place, cell in enumerate(cells) if cell["cell_type"] == "code"]
    # A lesson may wrap its bet in a function of its own.
    bets = [place for place, cell in code if re.search(r"kit\.bet\(|\b(bet|predict)\(\)", cell["source"])]
    if not bets:
        said = _("Nobody is asked for a prediction before the answer.")
        example = 'bet = kit.bet("In how many of 100 turns?", 0, 100, unit="of 100")'
        yield Lack(_("step “Predict”"), said, example)
    for place, cell in find_step(cells, "Explain"):
        if "after-bet" not in cell["tags"]:
            said = _("This cell explains the answer, so it wants the tag “after-bet”: a page then keeps it closed.")
            example = _("the gear at the top right, Cell Tags, after-bet")
            yield Lack(_("cell {number}").format(number=place + 1), said, example)
    if "kit.exit_ticket(" not in "\n".join(cell["source"] for _place, cell in find_step(cells, "Exit ticket")):
        said = _("There is no exit ticket: two or three questions that the lesson has answered.")
        yield Lack(_("step “Exit ticket”"), said, "kit.exit_ticket(kit.question(…), kit.question(…))")


def check_explanation(cells: Cells) -> Iterator[Lack]:
    """Check that the explanation asks at least twice on the way, and the end answers in computed figures."""
    for place, cell in enumerate(cells):
        if "kit.ask(" in cell["source"] and "ask" not in cell["tags"] and NOTEBOOK_ONLY not in cell["tags"]:
            said = _("This cell asks, so it wants the tag “ask”: a page then opens what is below with the answer.")
            example = _("the gear at the top right, Cell Tags, ask")
            yield Lack(_("cell {number}").format(number=place + 1), said, example)
    explain = [cell["source"] for _place, cell in find_step(cells, "Explain")]
    asks = [place for place, source in enumerate(explain) if "kit.ask(" in source]
    if explain and len(asks) < 2:
        said = _("The explanation asks fewer than two questions on the way.")
        yield Lack(_("step “Explain”"), said, "kit.ask(…)")
    elif any(place + 1 == len(explain) or place + 1 in asks for place in asks):
        said = _("Below a question on the way there is nothing that its answer opens.")
        yield Lack(_("step “Explain”"), said)
    ticket = find_step(cells, "Exit ticket")
    found = [cell for _place, cell in ticket if re.search(r"^kit\.say\(", cell["source"], re.M)]
    if not any("{" in cell["source"] and "after-bet" in cell["tags"] for cell in found):
        said = _("Nothing says what was found, in figures that the cell computes and with the tag “after-bet”.")
        yield Lack(_("step “Exit ticket”"), said, 'kit.say(f"In {share:.0f} of 100 turns.")')


def check_exercises(cells: Cells) -> Iterator[Lack]:
    """Check that every exercise has fields for answers and a solution, and no page shows Python."""
    text = "\n".join(cell["source"] for _place, cell in find_step(cells, "Exercises"))
    parts = re.split(r"^\*\*Exercise (\d+)\*\*", text, flags=re.MULTILINE)
    if find_step(cells, "Exercises") and len(parts) == 1:
        yield Lack(_("step “Exercises”"), _("There is no exercise."), "**Exercise 1**")
    code = [cell["source"] for cell in cells if cell["cell_type"] == "code" and NOTEBOOK_ONLY not in cell["tags"]]
    fields = re.findall(r'kit\.exercise\(\s*(\d+)|title="Exercise (\d+): your answers"', "\n".join(code))
    answered = {first or second for first, second in fields}
    for number, exercise in zip(parts[1::2], parts[2::2], strict=True):
        if number not in answered:
            said = _("Exercise {number} has no fields to answer in.").format(number=number)
            yield Lack(_("step “Exercises”"), said, f"kit.exercise({number}, …)")
        asked = next((one for one in code if re.search(rf"kit\.exercise\(\s*{number}\b", one)), "")
        if SOLUTION not in exercise and "solution=" not in asked:
            said = _("Exercise {number} has no solution that is folded.").format(number=number)
            yield Lack(_("step “Exercises”"), said, 'kit.exercise(…, solution="…")')
    for place, cell in enumerate(cells):
        if cell["cell_type"] == "markdown" and NOTEBOOK_ONLY not in cell["tags"] and "```" in cell["source"]:
            said = _("This cell shows Python, which a page does not: give it the tag “{tag}”.")
            yield Lack(_("cell {number}").format(number=place + 1), said.format(tag=NOTEBOOK_ONLY))


def check_code(cells: Cells, metadata: Any) -> Iterator[Lack]:
    """Check that there is a model, the metadata's change applies to it, and all cells ran without errors."""
    code = [(place, cell) for place, cell in enumerate(cells) if cell["cell_type"] == "code"]
    models = [cell["source"] for _place, cell in code if "model" in cell["tags"]]
    if not models:
        said = _("No cell has the tag “model”. The code that answers the question stands in such cells.")
        yield Lack(_("step “The model”"), said, _("the gear at the top right, Cell Tags, model"))
    change = metadata.get("change") if isinstance(metadata, dict) else None
    if change is not None and not (
        isinstance(change, list) and len(change) == 2 and all(isinstance(one, str) for one in change)
    ):
        said = _("“change” must be two texts: one that stands in a model cell, and what to put in its place.")
        yield Lack(_("notebook metadata, “gamekit”"), said, EXAMPLES["change"])
    elif change is not None and models and sum(change[0] in one for one in models) != 1:
        said = _("The text to change, {text}, must stand in exactly one model cell; it stands in {n}.")
        count = sum(change[0] in one for one in models)
        yield Lack(_("notebook metadata, “gamekit”"), said.format(text=json.dumps(change[0]), n=count))
    for place, cell in code:
        if "answer=" in cell["source"] and not cell.get("metadata", {}).get("jupyter", {}).get("source_hidden"):
            said = _("This cell gives an answer away, so its code is folded: View, Collapse Selected Code.")
            yield Lack(_("cell {number}").format(number=place + 1), said)
        for output in cell.get("outputs", []):
            if output.get("output_type") == "error":
                said = _("It ended with an error: {error}.").format(error=output.get("ename", "?"))
                yield Lack(_("cell {number}").format(number=place + 1), said)
    if code and not any(cell.get("outputs") for _place, cell in code):
        said = _("It was never run, so code-hosting pages show no results.")
        yield Lack(_("all cells"), said, "python notebooks/refresh.py notebooks/route66/05-mine.ipynb")


def check_links(path: Path, cells: Cells) -> Iterator[Lack]:
    """Check that links to notebooks have targets, and the last step links to two other lessons."""
    onwards = set()
    next_ones = {place for place, _cell in find_step(cells, "Where next")}
    for place, cell in enumerate(cells):
        if cell["cell_type"] != "markdown" or NOTEBOOK_ONLY in cell["tags"]:
            continue
        for target in re.findall(r"\]\(([^)\s]+\.ipynb)\)", cell["source"]):
            if not (path.parent / target).is_file():
                said = _("The link to {target} leads nowhere.").format(target=target)
                yield Lack(_("cell {number}").format(number=place + 1), said)
            elif place in next_ones:
                onwards.add((path.parent / target).resolve())
    if "Where next" in {name for _place, name in headings(cells)} and len(onwards - {path.resolve()}) < 2:
        said = _("It leads to two other lessons at least.")
        yield Lack(_("step “Where next”"), said, "[The rules, step by step](../kartenspiel/01-rules.ipynb)")
