"""Rules, notes, refusals and actions in words: a game's rulebook.toml, checked against its kernels.

Which note is left when is decided in the games' rules; no sentence is made up here. The book is English; it speaks the
reader's language where there is a catalogue of rulebooks in it (gamekit/locale/), whose contexts are the games' names.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from gettext import NullTranslations
from pathlib import Path
from typing import Any, Final

from gamekit.catalogues import RULEBOOKS, open_catalogue
from gamekit.errors import RulebookError, UnknownRule, quote, suggest_word
from gamekit.figures import ENGLISH, PLURAL_SAMPLES, Translation, plural_category, write_number
from gamekit.record import NOTES, UNKNOWN, Note, Record
from gamekit.words import rules_language

PLAYER_LETTERS: Final = ("A", "B", "C", "D", "E", "F")
MARKS: Final = frozenset({"settled", "reconstructed", "option"})
MOMENTS: Final = frozenset({"", "short", "long"})
WANTED: Final = frozenset({"", "more", "less"})
PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")
SAID: Final = ("hidden", "none", "event", "yours", "theirs")
"""What of a sentence is read besides `text` and its singular, `one`."""
BOOKS: Final = 32
"""As many rulebooks stay read."""
Say = Callable[[str], str]
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

    In another language `forms` stands for `one` and `text`, by CLDR's names of plurals: French has "one" for 0, too.

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
    forms: Mapping[str, str] = field(default_factory=dict, hash=False)

    def rule_in(self, s: Record | None, numbers: Sequence[int] = ()) -> str:
        """The rule it rests on in a position, with these args; where none is given, the one it rests on as a rule."""
        if self.by in self.args and numbers:
            return self.rules[numbers[self.args.index(self.by)]]
        return self.rules[int(s[self.by])] if self.by and self.by not in self.args and s is not None else self.rule  # type: ignore[index]

    def say(self, words: Mapping[str, Sequence[str]], numbers: Sequence[int]) -> str:
        """The sentence with its numbers put into words."""
        spoken: dict[str, str] = {}
        template, language = self.text, rules_language()
        for name, number in zip(self.args, numbers, strict=False):
            kind = name.partition("_")[0]
            if kind not in words:
                spoken[name] = write_number(number, ",", language).replace("-", "−")
                if name == "n" and self.forms:
                    template = self.forms.get(plural_category(number, language), template)
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


def _strip_empty(sentence: SentenceTemplate) -> dict[str, Any]:
    """Return a sentence without what it leaves empty, for a page."""
    return {key: value for key, value in vars(sentence).items() if value}


@dataclass(frozen=True)
class Spoken:
    """All that a rulebook says, in one language."""

    rules: Mapping[str, Rule]
    words: Mapping[str, Sequence[str]]
    heading: str
    before: str
    open: str
    actions: Mapping[str, SentenceTemplate]
    notes: Mapping[int, SentenceTemplate]
    refusals: Mapping[int, SentenceTemplate]
    phases: Mapping[int, SentenceTemplate]


@lru_cache(maxsize=BOOKS)
def parse_book(text: str) -> Mapping[str, Any]:
    """A rulebook's tables, read once: puzzles load their game a hundred times."""
    return tomllib.loads(text)


class Rulebook(Mapping[str, Rule]):
    """The rules of one game by number, and what its kernels say in words.

    >>> from gamekit import load
    >>> load("kartenspiel").rulebook["KS-15"].title
    'Two rests break'
    """

    def __init__(
        self, path: Path, rules_module: Any, box_words: Callable[[Say], Mapping[str, Sequence[str]]] | None = None
    ) -> None:
        """`box_words` says what the box calls things, by kinds of args, in the language of the function it is given."""
        self._game = path.parent.name
        self._where = path.parent.name + "/" + path.name
        data = parse_book(path.read_text(encoding="utf-8"))
        unknown = set(data) - SECTIONS
        if unknown:
            raise RulebookError(
                f"{self._where}: unknown section {sorted(unknown)[0]!r}; allowed are {sorted(SECTIONS)}."
            )
        self._rules = {number: self._rule(number, entry) for number, entry in data["rules"].items()}
        self._own_words: Mapping[str, Sequence[str]] = data.get("words", {})
        self._box_words = box_words or (lambda _say: {})
        heading: str = data["log"]["heading"]
        self._english = Spoken(
            self._rules,
            {"player": PLAYER_LETTERS, **self._own_words, **self._box_words(str)},
            heading,
            data["log"].get("before", heading),
            data["log"].get("open", ""),
            {name: self._sentence("actions", name, entry) for name, entry in data["actions"].items()},
            self._number_sentences("notes", data["notes"], rules_module, "Note"),
            self._number_sentences("refusals", data["refusals"], rules_module, "No"),
            self._number_sentences("phases", data["phases"], rules_module, "Phase"),
        )
        self._check_fields(rules_module.State, self._english)
        self._spoken: dict[str, Spoken] = {ENGLISH: self._english}

    def _check_fields(self, state: type[Record], book: Spoken) -> None:
        """That the state has every field the book asks of it; `round_number` and `phase` are asked of every one."""
        asked = {"log": {"round_number", *PLACEHOLDER.findall(book.heading), *PLACEHOLDER.findall(book.before)}}
        asked["phases"] = {"phase"} | {self._field(arg) for one in book.phases.values() for arg in one.args}
        for section, sentences in (("phases", book.phases), ("notes", book.notes)):
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
        rules = "\n".join(f"{number}: {rule.title}" for number, rule in self.items())
        return f"The rulebook of {self._where.partition('/')[0]}, {len(self)} rules\n{rules}"

    def __getitem__(self, number: str) -> Rule:
        if not isinstance(number, str) or number not in self._rules:
            raise UnknownRule(
                f"There is no rule {quote(number)}.{suggest_word(number, self)} "
                f"The rules go from {next(iter(self))} to {list(self)[-1]}."
            )
        return self.spoken.rules[number]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    @property
    def spoken(self) -> Spoken:
        """The book in the language of whoever reads; English where there is no catalogue of it."""
        language = rules_language()
        if language not in self._spoken:
            self._spoken[language] = self.translate(open_catalogue(language, RULEBOOKS), language)
        return self._spoken[language]

    @property
    def words(self) -> Mapping[str, Sequence[str]]:
        """What is called how, by the kind of an arg: its number is the place in the list."""
        return self.spoken.words

    @property
    def open(self) -> str:
        """How the coach says what a player keeps open; empty where it is moves."""
        return self.spoken.open

    @property
    def actions(self) -> Mapping[str, SentenceTemplate]:
        """Every action's sentence, by the verb of the game's `action_parts`."""
        return self.spoken.actions

    @property
    def notes(self) -> Mapping[int, SentenceTemplate]:
        """Every note a kernel can leave, by its code."""
        return self.spoken.notes

    @property
    def refusals(self) -> Mapping[int, SentenceTemplate]:
        """Every reason a kernel can give against an action, by its code."""
        return self.spoken.refusals

    def note(self, note: Note, before: Record | None = None) -> Sentence:
        """A note in words; `before` is the position in which the step was taken, for the rule it followed."""
        sentence = self.spoken.notes[note.code]
        die = note[1 + sentence.args.index(sentence.die)] if sentence.die else 0
        return Sentence(
            sentence.say(self.words, note[1:]), sentence.rule_in(before, note[1:]), note.code, sentence.moment, die
        )

    def refusal(self, code: int, action: str, player: int) -> Sentence:
        """Why an action is refused; `player` is the one to move, negative if chance is."""
        sentence = self.spoken.refusals[code]
        names = {"action": action, "player": PLAYER_LETTERS[player] if player >= 0 else ""}
        return Sentence(fill(sentence.text, names), sentence.rule, code)

    def action(self, name: str, *numbers: int) -> str:
        """An action in words, from the verb and numbers of the game's `action_parts`."""
        return self.spoken.actions[name].say(self.words, numbers)

    def phase(self, s: Record) -> Sentence:
        """What is being asked in a position. Its args are fields of the state: `player_mover` is the player `mover`."""
        code = int(s["phase"])  # type: ignore[index]
        sentence = self.spoken.phases[code]
        numbers = [int(s[self._field(name)]) for name in sentence.args]  # type: ignore[index]
        return Sentence(sentence.say(self.words, numbers), sentence.rule_in(s), code)

    def export_data(self) -> dict[str, Any]:
        """The whole book as plain dictionaries and lists, for those who say its sentences outside Python."""
        book = self.spoken
        return {
            "rules": {
                number: {"title": rule.title, "text": rule.text, "marks": rule.marks} for number, rule in self.items()
            },
            "words": {kind: list(names) for kind, names in book.words.items()},
            "heading": book.heading,
            "before": book.before,
            **({"open": book.open} if book.open else {}),
            "actions": {name: _strip_empty(sentence) for name, sentence in book.actions.items()},
            "notes": {code: _strip_empty(sentence) for code, sentence in book.notes.items()},
            "refusals": {code: _strip_empty(sentence) for code, sentence in book.refusals.items()},
            "phases": {code: _strip_empty(sentence) for code, sentence in book.phases.items()},
        }

    def translate(self, catalogue: NullTranslations, language: str) -> Spoken:
        """The book with every sentence as a catalogue has it; what it has not stays English."""

        def say(text: str) -> str:
            return Translation(catalogue.pgettext(self._game, text), language) if text else ""

        def say_all(sentence: SentenceTemplate) -> SentenceTemplate:
            said: dict[str, Any] = {name: str(say(getattr(sentence, name))) for name in SAID}
            if not sentence.one:
                return replace(sentence, text=str(say(sentence.text)), **said)
            forms: dict[str, str] = {}
            for n in PLURAL_SAMPLES:
                category = plural_category(n, language)
                if category not in forms:
                    forms[category] = catalogue.npgettext(self._game, sentence.one, sentence.text, n)
            return replace(sentence, text=forms.get("other", sentence.text), one="", forms=forms, **said)

        book = self._english
        own = {kind: [str(say(name)) for name in names] for kind, names in self._own_words.items()}
        return Spoken(
            {n: replace(one, title=str(say(one.title)), text=str(say(one.text))) for n, one in book.rules.items()},
            {**book.words, **own, **self._box_words(say)},
            str(say(book.heading)),
            str(say(book.before)),
            str(say(book.open)),
            {name: say_all(sentence) for name, sentence in book.actions.items()},
            *({code: say_all(one) for code, one in part.items()} for part in (book.notes, book.refusals, book.phases)),
        )

    def _field(self, name: str) -> str:
        """The state's field behind an arg of a phase: `mover` behind `player_mover`."""
        kind, _, field = name.partition("_")
        return field if field and kind in self._english.words else name

    def heading(self, s: Record) -> str:
        """The heading under which the log groups the steps of a position, such as "Stage 2, round 3".

        Before the first round, where a state's `round_number` is 0, it is the one called `before`.
        """
        book = self.spoken
        heading = book.before if int(s["round_number"]) == 0 else book.heading  # type: ignore[index]
        return fill(heading, {name: str(s[name]) for name in PLACEHOLDER.findall(heading)})  # type: ignore[index]

    def _rule(self, number: str, entry: dict[str, Any]) -> Rule:
        marks = tuple(entry.get("marks", ()))
        if not {"title", "text"} <= set(entry) <= {"title", "text", "marks"} or not set(marks) <= MARKS:
            raise RulebookError(
                f"{self._where}, rule {number}: allowed are title, text and marks from {sorted(MARKS)}."
            )
        return Rule(number, entry["title"], entry["text"], marks)

    def _sentence(self, section: str, name: str, entry: dict[str, Any]) -> SentenceTemplate:
        known = set(SentenceTemplate.__dataclass_fields__) - {"forms"}
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

    def _number_sentences(
        self, section: str, entries: dict[str, Any], module: Any, kind: str
    ) -> dict[int, SentenceTemplate]:
        codes = {one.name: one.value for one in getattr(module, kind, ())}
        if set(codes) != set(entries):
            odd = sorted(set(codes) ^ set(entries))[0]
            place = "the rules" if odd in codes else "the rulebook"
            raise RulebookError(f"{self._where}, {section}.{odd}: only {place} know it as {kind}.{odd}.")
        return {codes[name]: self._sentence(section, name, entry) for name, entry in entries.items()}
