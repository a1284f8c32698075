"""Rules, notes, refusals and actions in words: a game's rulebook.toml, checked against its kernels.

Which note is left when is decided in the games' rules; no sentence is made up here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gamekit.errors import RulebookError, UnknownRule, quote, suggest_word
from gamekit.record import NOTES, UNKNOWN, Note, Record

PLAYER_LETTERS: Final = ("A", "B", "C", "D", "E", "F")
MARKS: Final = frozenset({"settled", "reconstructed", "option"})
MOMENTS: Final = frozenset({"", "short", "long"})
WANTED: Final = frozenset({"", "more", "less"})
PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")
SECTIONS: Final = frozenset({"rules", "words", "log", "phases", "actions", "notes", "refusals"})


@dataclass(frozen=True)
class Rule:
    """One numbered rule. `marks` is a part of {"settled", "reconstructed", "option"}."""

    number: str
    title: str
    text: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class SentenceTemplate:
    """A whole sentence with {names}; `hidden`, `one` and `none` are its variants for an unknown word, n = 1, n = 0.

    Where the same thing happens for several reasons, `by` is the arg or the field of the state whose value picks one of
    `rules`; "AA-E*" stands there for all rules that begin so, in order.
    `moment` marks what a player wants to watch, "short" or "long"; `die` is the arg that a die shows. `event` says what
    happens in half a sentence, for the coach's reasons; `yours` too, if it counts only where the first arg is “you”,
    `theirs` where it is another player. One of the args in braces is then added up, `{times}` counts the notes. Of
    what is good or bad to have, “you” want "more" or "less" (`wanted`), and of `theirs` the contrary.
    `chance` marks an action that no player has.
    """

    text: str
    rule: str = ""
    args: tuple[str, ...] = ()
    hidden: str = ""
    one: str = ""
    none: str = ""
    by: str = ""
    rules: tuple[str, ...] = ()
    moment: str = ""
    die: str = ""
    event: str = ""
    yours: str = ""
    theirs: str = ""
    chance: bool = False
    wanted: str = ""

    def rule_in(self, s: Record | None, numbers: Sequence[int] = ()) -> str:
        """The rule it rests on in a position, with these args; where none is given, the one it rests on as a rule."""
        if self.by in self.args and numbers:
            return self.rules[numbers[self.args.index(self.by)]]
        return self.rules[int(s[self.by])] if self.by and self.by not in self.args and s is not None else self.rule  # type: ignore[index]

    def say(self, words: Mapping[str, Sequence[str]], numbers: Sequence[int]) -> str:
        """The sentence with its numbers put into words."""
        spoken: dict[str, str] = {}
        template = self.text
        for name, number in zip(self.args, numbers, strict=False):
            kind = name.partition("_")[0]
            if kind not in words:
                spoken[name] = f"{number:,}".replace("-", "−")
                if name == "n" and number == 1 and self.one:
                    template = self.one
                if name == "n" and number == 0 and self.none:
                    template = self.none
            elif 0 <= number < len(words[kind]):
                spoken[name] = words[kind][number]
            elif number == UNKNOWN and self.hidden:
                template = self.hidden
            else:
                spoken[name] = "?"
        return fill(template, spoken)


@dataclass(frozen=True)
class Sentence:
    """A note in words: the sentence, the number of its rule and the rule's note code.

    `moment` is how long it wants to be watched, "short", "long" or not at all; `die` is what a die shows, 0 if none.
    """

    text: str
    rule: str
    code: int
    moment: str = ""
    die: int = 0


def fill(template: str, names: Mapping[str, str]) -> str:
    """Put `names` into the {places} of `template`, and nothing else: no formatting language."""
    return PLACEHOLDER.sub(lambda found: names.get(found[1], found[0]), template)


def _spare(sentence: SentenceTemplate) -> dict[str, Any]:
    """A sentence without what it leaves empty, for a page, which asks its rules and not the words who decides."""
    return {key: value for key, value in vars(sentence).items() if value and key != "chance"}


class Rulebook(Mapping[str, Rule]):
    """The rules of one game by number, and what its kernels say in words.

    >>> from gamekit import load
    >>> load("kartenspiel").rulebook["KS-15"].title
    'Two rests break'
    """

    def __init__(self, path: Path, rules_module: Any, extra_words: Mapping[str, Sequence[str]] | None = None) -> None:
        self._where = path.parent.name + "/" + path.name
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        unknown = set(data) - SECTIONS
        if unknown:
            raise RulebookError(
                f"{self._where}: unknown section {sorted(unknown)[0]!r}; allowed are {sorted(SECTIONS)}."
            )
        self._rules = {number: self._rule(number, entry) for number, entry in data["rules"].items()}
        self.words: dict[str, Sequence[str]] = {
            "player": PLAYER_LETTERS,
            **data.get("words", {}),
            **(extra_words or {}),
        }
        self._heading: str = data["log"]["heading"]
        self._before: str = data["log"].get("before", self._heading)
        self.open: str = data["log"].get("open", "")
        self._actions = {name: self._sentence("actions", name, entry) for name, entry in data["actions"].items()}
        self._notes = self._by_code("notes", data["notes"], rules_module, "NOTE_")
        self._refusals = self._by_code("refusals", data["refusals"], rules_module, "NO_")
        self._phases = self._by_code("phases", data["phases"], rules_module, "PHASE_")
        self._check_fields(rules_module.State)

    def _check_fields(self, state: type[Record]) -> None:
        """That the state has every field the book asks of it; `round_number` and `phase` are asked of every one."""
        asked = {"log": {"round_number", *PLACEHOLDER.findall(self._heading), *PLACEHOLDER.findall(self._before)}}
        asked["phases"] = {"phase"} | {self._field(arg) for one in self._phases.values() for arg in one.args}
        for section, sentences in (("phases", self._phases), ("notes", self._notes)):
            asked[section] = asked.get(section, set()) | {
                one.by for one in sentences.values() if one.by and one.by not in one.args
            }
        for section, fields in asked.items():
            for name in sorted(fields - set(state.fields)):
                raise RulebookError(
                    f"{self._where}, {section}: a State needs the field {name!r}, which is asked here; this one has "
                    f"{', '.join(one for one in state.fields if one not in NOTES)}."
                )

    def __repr__(self) -> str:
        rules = "\n".join(f"{number}: {rule.title}" for number, rule in self._rules.items())
        return f"The rulebook of {self._where.partition('/')[0]}, {len(self)} rules\n{rules}"

    def __getitem__(self, number: str) -> Rule:
        if not isinstance(number, str) or number not in self._rules:
            raise UnknownRule(
                f"There is no rule {quote(number)}.{suggest_word(number, self)} "
                f"The rules go from {next(iter(self))} to {list(self)[-1]}."
            )
        return self._rules[number]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    @property
    def actions(self) -> Mapping[str, SentenceTemplate]:
        """Every action's sentence, by the verb of the game's `action_parts`."""
        return self._actions

    @property
    def notes(self) -> Mapping[int, SentenceTemplate]:
        """Every note a kernel can leave, by its code."""
        return self._notes

    @property
    def refusals(self) -> Mapping[int, SentenceTemplate]:
        """Every reason a kernel can give against an action, by its code."""
        return self._refusals

    def note(self, note: Note, before: Record | None = None) -> Sentence:
        """A note in words; `before` is the position in which the step was taken, for the rule it followed."""
        sentence = self._notes[note.code]
        die = note[1 + sentence.args.index(sentence.die)] if sentence.die else 0
        return Sentence(
            sentence.say(self.words, note[1:]), sentence.rule_in(before, note[1:]), note.code, sentence.moment, die
        )

    def refusal(self, code: int, action: str, player: int) -> Sentence:
        """Why an action is refused; `player` is the one to move, negative if chance is."""
        sentence = self._refusals[code]
        names = {"action": action, "player": PLAYER_LETTERS[player] if player >= 0 else ""}
        return Sentence(fill(sentence.text, names), sentence.rule, code)

    def action(self, name: str, *numbers: int) -> str:
        """An action in words, from the verb and numbers of the game's `action_parts`."""
        return self._actions[name].say(self.words, numbers)

    def phase(self, s: Record) -> Sentence:
        """What is being asked in a position. Its args are fields of the state: `player_mover` is the player `mover`."""
        code = int(s["phase"])  # type: ignore[index]
        sentence = self._phases[code]
        numbers = [int(s[self._field(name)]) for name in sentence.args]  # type: ignore[index]
        return Sentence(sentence.say(self.words, numbers), sentence.rule_in(s), code)

    def as_data(self) -> dict[str, Any]:
        """The whole book as plain dictionaries and lists, for those who say its sentences outside Python."""
        return {
            "rules": {
                number: {"title": rule.title, "text": rule.text, "marks": rule.marks} for number, rule in self.items()
            },
            "words": {kind: list(names) for kind, names in self.words.items()},
            "heading": self._heading,
            "before": self._before,
            **({"open": self.open} if self.open else {}),
            "actions": {name: _spare(sentence) for name, sentence in self._actions.items()},
            "notes": {code: _spare(sentence) for code, sentence in self._notes.items()},
            "refusals": {code: _spare(sentence) for code, sentence in self._refusals.items()},
            "phases": {code: _spare(sentence) for code, sentence in self._phases.items()},
        }

    def _field(self, name: str) -> str:
        """The state's field behind an arg of a phase: `mover` behind `player_mover`."""
        kind, _, field = name.partition("_")
        return field if field and kind in self.words else name

    def heading(self, s: Record) -> str:
        """The heading under which the log groups the steps of a position, such as "Stage 2, round 3".

        Before the first round, where a state's `round_number` is 0, it is the one called `before`.
        """
        heading = self._before if int(s["round_number"]) == 0 else self._heading  # type: ignore[index]
        return fill(heading, {name: str(s[name]) for name in PLACEHOLDER.findall(heading)})  # type: ignore[index]

    def _rule(self, number: str, entry: dict[str, Any]) -> Rule:
        marks = tuple(entry.get("marks", ()))
        if not {"title", "text"} <= set(entry) <= {"title", "text", "marks"} or not set(marks) <= MARKS:
            raise RulebookError(
                f"{self._where}, rule {number}: allowed are title, text and marks from {sorted(MARKS)}."
            )
        return Rule(number, entry["title"], entry["text"], marks)

    def _sentence(self, section: str, name: str, entry: dict[str, Any]) -> SentenceTemplate:
        known = set(SentenceTemplate.__dataclass_fields__)
        if "text" not in entry or not set(entry) <= known:
            raise RulebookError(f"{self._where}, {section}.{name}: needs a text; allowed are {sorted(known)}.")
        picked = [all_of for one in entry.get("rules", ()) for all_of in self._expand(one)]
        lists = {"args": tuple(entry.get("args", ())), "rules": tuple(picked)}
        sentence = SentenceTemplate(**{**entry, **lists})
        for rule in () if section == "actions" else (sentence.rule, *sentence.rules):
            if rule not in self._rules:
                raise RulebookError(f"{self._where}, {section}.{name}: {rule!r} is not a rule of this book.")
        if sentence.moment not in MOMENTS or sentence.die not in ("", *sentence.args):
            raise RulebookError(
                f"{self._where}, {section}.{name}: moment is one of {sorted(MOMENTS)}, die one of its args."
            )
        spoken = set(sentence.args) | ({"action", "player"} if section == "refusals" else set())
        for text in (sentence.text, sentence.hidden, sentence.one, sentence.none):
            strange = set(PLACEHOLDER.findall(text)) - spoken
            if strange:
                raise RulebookError(
                    f"{self._where}, {section}.{name}: {{{sorted(strange)[0]}}} is not one of its args."
                )
        if sentence.wanted not in WANTED:
            raise RulebookError(f"{self._where}, {section}.{name}: wanted is more or less.")
        for half in (sentence.event, sentence.yours, sentence.theirs):
            added = PLACEHOLDER.findall(half)
            if len(added) > 1 or not set(added) <= {"times", *sentence.args}:
                raise RulebookError(
                    f"{self._where}, {section}.{name}: what is counted has one of its args in braces, or {{times}}."
                )
        return sentence

    def _expand(self, rule: str) -> list[str]:
        """A rule's number, or all numbers that begin as what stands before a star, in order."""
        return [number for number in self if number.startswith(rule[:-1])] if rule.endswith("*") else [rule]

    def _by_code(self, section: str, entries: dict[str, Any], module: Any, prefix: str) -> dict[int, SentenceTemplate]:
        codes = {name.removeprefix(prefix): code for name, code in vars(module).items() if name.startswith(prefix)}
        if set(codes) != set(entries):
            odd = sorted(set(codes) ^ set(entries))[0]
            place = "the rules" if odd in codes else "the rulebook"
            raise RulebookError(f"{self._where}, {section}.{odd}: only {place} know it as {prefix}{odd}.")
        return {codes[name]: self._sentence(section, name, entry) for name, entry in entries.items()}
