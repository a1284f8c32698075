"""Rulebooks: rules, notes, refusals and actions in words, from a game's rulebook.toml, checked against its kernels.

The book is English; translations come from the catalogue of rulebooks (gamekit/core/i18n/locale/), whose contexts are
the names of games.
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

from gamekit.core.errors import RulebookError, UnknownRule, quote, suggest_word
from gamekit.core.i18n.catalogs import RULEBOOKS, open_catalogue
from gamekit.core.i18n.numbers import ENGLISH, PLURAL_SAMPLES, Translation, plural_category, write_number
from gamekit.core.i18n.translation import rules_language
from gamekit.core.record import NOTES, UNKNOWN, Note, Record

PLAYER_LETTERS: Final = ("A", "B", "C", "D", "E", "F")
MARKS: Final = frozenset({"settled", "reconstructed", "option"})
MOMENTS: Final = frozenset({"", "short", "long"})
WANTED: Final = frozenset({"", "more", "less"})
PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")
SAID: Final = ("hidden", "none", "event", "yours", "theirs")
"""Fields of a sentence that are translated besides `text` and its singular, `one`."""
BOOKS: Final = 32
"""Parsed rulebooks that are cached."""
Say = Callable[[str], str]
SECTIONS: Final = frozenset({"rules", "words", "log", "phases", "actions", "notes", "refusals"})


@dataclass(frozen=True)
class Rule:
    """One numbered rule; `marks` are some of "settled", "reconstructed" and "option"."""

    number: str
    title: str
    text: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class SentenceTemplate:
    """A sentence with {names}; `hidden`, `one` and `none` are its variants for an unknown word, n = 1 and n = 0.

    In other languages `forms` replaces `one` and `text`, by CLDR's plural categories: French has "one" for 0, too.

    If one event has several rules, `by` is the arg or the field of the state whose value selects one of `rules`;
    "AA-E*" there stands for all rules that begin so, in order. `moment` is how long a player wants to watch, "short" or
    "long"; `die` is the arg that a die shows. `event` describes the event in half a sentence, for the coach's reasons;
    `yours` does if it counts only where the first arg is the player who asks, `theirs` where it is another. One of the
    args in braces is then added up; `{times}` counts the notes. `wanted` says whether that player wants "more" or
    "less" of it, and of `theirs` the contrary. `chance` marks an action that only chance takes.
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
        """Return the rule of the sentence in a position, with these args; without a position its usual rule."""
        if self.by in self.args and numbers:
            return self.rules[numbers[self.args.index(self.by)]]
        return self.rules[int(s[self.by])] if self.by and self.by not in self.args and s is not None else self.rule  # type: ignore[index]

    def say(self, words: Mapping[str, Sequence[str]], numbers: Sequence[int]) -> str:
        """Return the sentence with its numbers in words."""
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
    """A note in words: the sentence, the number of its rule and the note's code.

    `moment` is how long to show it, "short", "long" or "" for not at all; `die` is the number on a die, 0 if none;
    `player` is whom it is about, None unless it is about one player.
    """

    text: str
    rule: str
    code: int
    moment: str = ""
    die: int = 0
    player: int | None = None


def fill(template: str, names: Mapping[str, str]) -> str:
    """Replace {names} in a template; no formatting language is read."""
    return PLACEHOLDER.sub(lambda found: names.get(found[1], found[0]), template)


def _strip_empty(sentence: SentenceTemplate) -> dict[str, Any]:
    """Return a sentence as a dictionary without empty entries, for a page."""
    return {key: value for key, value in vars(sentence).items() if value}


@dataclass(frozen=True)
class Spoken:
    """Contents of a rulebook in one language."""

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
    """Return a rulebook's tables; cached, because puzzles load their game a hundred times."""
    return tomllib.loads(text)


class Rulebook(Mapping[str, Rule]):
    """Rules of one game by number, and the sentences its kernels refer to.

    >>> from gamekit import load
    >>> load("kartenspiel").rulebook["KS-15"].title
    'Two rests break'
    """

    def __init__(
        self, path: Path, rules_module: Any, box_words: Callable[[Say], Mapping[str, Sequence[str]]] | None = None
    ) -> None:
        """Read a rulebook; `box_words` returns the box's names of things by kind of arg, translated by its argument."""
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
        """Raise `RulebookError` if the state lacks a field that the book uses, `round_number` or `phase`."""
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
        """Book in the reader's language; English if that has no catalogue of rulebooks."""
        language = rules_language()
        if language not in self._spoken:
            self._spoken[language] = self.translate(open_catalogue(language, RULEBOOKS), language)
        return self._spoken[language]

    @property
    def words(self) -> Mapping[str, Sequence[str]]:
        """Names of things by kind of arg: an arg's number is the index."""
        return self.spoken.words

    @property
    def open(self) -> str:
        """Phrase by which the coach says how much a player keeps open; empty if that is legal moves."""
        return self.spoken.open

    @property
    def actions(self) -> Mapping[str, SentenceTemplate]:
        """Sentence of every action, by the verb of the game's `action_parts`."""
        return self.spoken.actions

    @property
    def notes(self) -> Mapping[int, SentenceTemplate]:
        """Sentence of every note that a kernel can leave, by code."""
        return self.spoken.notes

    @property
    def refusals(self) -> Mapping[int, SentenceTemplate]:
        """Sentence of every reason that a kernel can give against an action, by code."""
        return self.spoken.refusals

    def note(self, note: Note, before: Record | None = None) -> Sentence:
        """Return a note in words; `before` is the position in which the step was taken, which may select the rule."""
        sentence = self.spoken.notes[note.code]
        die = note[1 + sentence.args.index(sentence.die)] if sentence.die else 0
        player = note[1 + sentence.args.index("player")] if "player" in sentence.args else None
        rule = sentence.rule_in(before, note[1:])
        return Sentence(sentence.say(self.words, note[1:]), rule, note.code, sentence.moment, die, player)

    def refusal(self, code: int, action: str, player: int) -> Sentence:
        """Return the sentence against an action; `player` is the one who decides, negative for chance."""
        sentence = self.spoken.refusals[code]
        names = {"action": action, "player": PLAYER_LETTERS[player] if player >= 0 else ""}
        return Sentence(fill(sentence.text, names), sentence.rule, code)

    def action(self, name: str, *numbers: int) -> str:
        """Return an action in words, from the verb and numbers of the game's `action_parts`."""
        return self.spoken.actions[name].say(self.words, numbers)

    def phase(self, s: Record) -> Sentence:
        """Return what a position asks for; args are fields of the state: `player_mover` is the player `mover`."""
        code = int(s["phase"])  # type: ignore[index]
        sentence = self.spoken.phases[code]
        numbers = [int(s[self._field(name)]) for name in sentence.args]  # type: ignore[index]
        return Sentence(sentence.say(self.words, numbers), sentence.rule_in(s), code)

    def export_data(self) -> dict[str, Any]:
        """Return the whole book as dictionaries and lists, for use outside Python."""
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
        """Return the book with every sentence translated by a catalogue; missing ones stay English."""

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
        """Return the state's field for an arg of a phase: `mover` for `player_mover`."""
        kind, _, field = name.partition("_")
        return field if field and kind in self._english.words else name

    def heading(self, s: Record) -> str:
        """Return the heading under which the log groups the steps of a position, such as "Stage 2, round 3".

        Before the first round, where `round_number` is 0, it is the book's `before`.
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
        """Return a rule's number, or all numbers that begin as the text before a star, in order."""
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
