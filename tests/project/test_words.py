"""One word, one thing, in Python and in JavaScript: no class is defined twice, and functions are named by what they do
(docs/glossary.md)."""

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "gamekit"
BY_OTHERS = {"built", "vendor"}
"""Folders of JavaScript that is made, or brought along."""
IN_EACH_GAME = {"Box", "Options", "State", "Tables"}
"""What every game has under the same name in its folder, and plain_box.py for those that have none."""
IRREGULAR = re.compile(
    "among|begun|between|bought|brought|built|caught|chosen|done|drawn|driven|fallen|felt|found|given|gone|grown|heard|held|hidden"
    "|kept|known|laid|led|left|lost|made|meant|met|paid|said|seen|sent|shown|sold|spent|taken|taught|thought|thrown|told|torn"
    "|understood|won|worn|written"
)
NO_PARTICIPLE = re.compile(
    "bring|embed|feed|greeting|heading|hundred|need|nothing|proceed|ring|seed|speed|string|thing"
)
JS_CLASS = re.compile(r"^(?:export )?(?:default )?class (\w+)", re.MULTILINE)
JS_FUNCTION = re.compile(
    r"^ *(?:export )?(?:default )?(?:async )?function\*? (\w+)"  # a function,
    r"|^ *(?:export )?const (\w+) = (?:async )?(?:\([^()]*\)|\w+) =>"  # an arrow,
    r"|^ +(?:static )?(?:async )?\*?#?(\w+)\([^;]*\) \{$",  # a method
    re.MULTILINE,
)
IN_BOTH_LANGUAGES = {
    *("Arm", "Bet", "Estimate", "Game", "Lab", "OnePupil", "PlayPage", "Quiz", "Session", "Simulation"),
    *("GamekitError", "IllegalAction", "OptionError", "ReplayError", "StrategyError", "UnknownGame"),
}
"""Classes of the browser that are the same thing there as in Python."""
PARTICIPLES = {
    "Session.drawn": "public, and kept in notebooks: what chance takes here",
    "Chain.expected": "public, the field's word: an expected value",
    "Chain.expected_steps": "public, the field's word: an expected value",
    "Outcomes.expected": "public, the field's word: an expected value",
    "closing_in": "public, in every lesson that simulates",
    "balanced": "a strategy's kernel has its strategy's name",
    "left_of": "a side, not what has been left",
}
"""Functions that may begin with a participle, and why. A property may: it says what something is."""
JS_PARTICIPLES = {
    "drawn": "public, as in Python: what chance takes here",
    "moved": "a message that the table answers, by its name",
    "reversed": "Python's function of this name",
    "sorted": "Python's function of this name",
}
"""The same in JavaScript. A function handed over may be called for what has happened: `picked`, `refused`."""


ADVERBS = re.compile(
    "about|above|after|again|ahead|alike|alone|along|always|and|apart|around|aside|at|away|back|before|behind|below|beside|between"
    "|beyond|by|elsewhere|ever|for|here|if|in|inside|near|nearly|never|now|off|often|on|once|onward|or|out|outside|outward|over|partly"
    "|past|plain|plainly|quietly|soon|than|then|there|thick|under|until|when|where|whereabouts|while|with|within|without"
)
"""Adverbs, prepositions and the like: they say where, when or how, and not what is done.

`from`, `of` and `to` make one thing of another, as Python's own `from_bytes` and `to_bytes` do. What begins with a
noun, or with what kind of thing it is (`best_move`), gives that thing.
"""
ADVERBS_ALLOWED = {
    "Asking.on_connection_close": "Tornado calls it",
    "LiveLine.on_message": "Tornado calls it",
    "LiveLine.on_close": "Tornado calls it",
    "TableLine.on_message": "Tornado calls it",
    "TableLine.on_close": "Tornado calls it",
    "Chain.after": "public, in lessons: where a chain stands after so many steps",
    "Distribution.at_least": "public, in a lesson: how often this value or a greater one comes",
    "Policy.at": "public: the probabilities at an information state",
    "always": "public, in a lesson: the policy that always follows a rule",
    "on_the_way_home": "in a lesson's cells",
}
"""Functions that may begin with such a word, and why. Games are left out: what their kernels and pictures are called
stands in the files that are built for browsers."""


def definitions() -> Iterator[tuple[Path, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every class and function of the package."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield path.relative_to(PACKAGE), node


def scripts() -> Iterator[tuple[str, str]]:
    """Every file of JavaScript that is written here, with its text."""
    for path in sorted(PACKAGE.rglob("*.js")):
        if BY_OTHERS.isdisjoint(path.parts):
            yield str(path.relative_to(PACKAGE)), path.read_text(encoding="utf-8")


def test_no_class_is_defined_twice() -> None:
    where = defaultdict(list)
    for path, node in definitions():
        if isinstance(node, ast.ClassDef):
            where[node.name].append(str(path))
    games = [name for name in IN_EACH_GAME if all(path.startswith(("games/", "plain_box")) for path in where[name])]
    assert sorted(games) == sorted(IN_EACH_GAME)
    assert {name: paths for name, paths in where.items() if len(paths) > 1 and name not in games} == {}
    in_python = set(where)
    for script, text in scripts():
        for name in JS_CLASS.findall(text):
            where[name].append(script)
    in_both = {name for name in in_python if any(path.endswith(".js") for path in where[name])}
    assert in_both == IN_BOTH_LANGUAGES, "two things have one name, or a counterpart is gone"
    assert {name: paths for name, paths in where.items() if name not in in_python and len(paths) > 1} == {}


def is_participle(word: str) -> bool:
    """Whether a function whose name begins with this word says what something is, not what it does."""
    return bool(IRREGULAR.fullmatch(word)) or (word.endswith(("ed", "ing")) and not NO_PARTICIPLE.fullmatch(word))


def functions(tree: ast.AST, owner: str = "") -> Iterator[tuple[str, str]]:
    """The functions below a node that are no properties: with their class, and their first word."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if not any(ast.unparse(one).endswith("property") for one in node.decorator_list):
                yield owner + node.name, node.name.strip("_").partition("_")[0]
        yield from functions(node, f"{node.name}." if isinstance(node, ast.ClassDef) else owner)


def find_functions(begins: Callable[[str], object], skipped: str = "") -> dict[str, str]:
    """Where each function of the package stands whose first word is such a one."""
    return {
        name: str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if not skipped or skipped not in path.relative_to(PACKAGE).parts
        for name, word in functions(ast.parse(path.read_text(encoding="utf-8")))
        if begins(word)
    }


@pytest.mark.parametrize(
    ("begins", "skipped", "free"),
    [(is_participle, "", PARTICIPLES), (ADVERBS.fullmatch, "games", ADVERBS_ALLOWED)],
    ids=["participles", "where, when or how"],
)
def test_functions_are_named_by_verbs(begins: Callable[[str], object], skipped: str, free: dict[str, str]) -> None:
    found = find_functions(begins, skipped)
    assert {name: path for name, path in found.items() if name not in free} == {}, "say what they do: check_seed"
    assert sorted(set(free) - set(found)) == [], "gone: strike them off the list"


def test_functions_in_javascript_are_named_by_verbs() -> None:
    names = [(name, path) for path, text in scripts() for found in JS_FUNCTION.findall(text) for name in found if name]
    assert len(names) > 1000, "this is nearly all of them"
    found = {name: path for name, path in names if is_participle(re.split("[A-Z]", name)[0])}
    assert {name: path for name, path in found.items() if name not in JS_PARTICIPLES} == {}, (
        "say what they do: checkSeed"
    )
    assert sorted(set(JS_PARTICIPLES) - set(found)) == [], "gone: strike them off the list"
