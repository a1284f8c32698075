"""Python translated into JavaScript means what it means in Python, and what cannot be translated stops the build."""

from __future__ import annotations

import ast
import json
import math
import random
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Final, NamedTuple

import pytest

from gamekit.core.errors import BuildError
from gamekit.web.bundle import ENGINE
from tests.web.node import NODE, needs_node
from tools.js.pictures import Parts

WORTH: Final = (1, 2.5, "three", None, True, {"four": (4,)})


class Spot(NamedTuple):
    """A list whose places have names."""

    x: float
    y: float = 2

    def doubled(self) -> Spot:
        return Spot(y=self.x * 2, x=self.y * 2)


@dataclass(frozen=True)
class Road:
    """A dataclass with all kinds of methods."""

    ends: tuple[int, int]
    name: str = "A1"

    @property
    def length(self) -> int:
        return self.ends[1] - self.ends[0]

    @cached_property
    def places(self) -> list[int]:
        return list(self.walk())

    def walk(self) -> Iterator[int]:
        yield from range(self.ends[0], self.ends[1], self.pace())

    @staticmethod
    def pace() -> int:
        return 2


class Counter:
    """A class with __init__."""

    def __init__(self, start: int, step: int = 3) -> None:
        self.now, self.step = start, step

    def after(self, steps: int) -> int:
        return self.now + steps * self.step


def slices_and_places(_n: int) -> Any:
    row = [3, 1, 4, 1, 5, 9]
    text = "route"
    return (
        row[-1],
        row[1:],
        row[:-2],
        row[-3:],
        row[::-1],
        text[0],
        text[-2:],
        row[2:2],
        [*row, *text[:2]],
        row.index(4),
    )


def divisions(n: int) -> Any:
    return [(n // k, n % k, -n // k, -n % k, divmod(n, -k), n / k) for k in (1, 2, 3, 7)], (n - 0.5) % 3, n**2


def dictionaries(n: int) -> Any:
    table = {f"a{i}": i for i in range(n)}
    table |= {"b": 7}
    table["c"] = n
    other = {**table, "b": 8} | {"d": None}
    table.setdefault("e", n)
    return (
        list(table),
        list(other.items()),
        table.get("zz"),
        table.get("b", 1),
        "b" in table,
        "x" not in other,
        len(other),
    )


def truths(n: int) -> Any:
    empty: list[int] = []
    return (
        bool(empty),
        empty or n,
        n and "some",
        not n,
        empty == [],
        (1, "a") == (1, "a"),
        0 < n <= 3,
        n in (1, 3, 5),
        any(k > 3 for k in range(n)),
        all(k < 3 for k in range(n)),
        "yes" if n else "no",
        None or 0,
    )


def walks(n: int) -> Any:
    found = []
    for i, (a, b) in enumerate(zip(range(n), "abcdefgh", strict=False), start=1):
        if i == 2:
            continue
        if i > 6:
            break
        found.append((i, a, b))
    total = 0
    while total < n:
        total += 2
    first, *others = [n, n + 1, n + 2]
    a = b = total
    return found, total, first, others, a, b, [(x, y) for x in range(3) if x % 2 == 0 for y in range(x)]


def orders(n: int) -> Any:
    rows = [(k * 7 % 5, "abcde"[k % 5], k) for k in range(n)]
    return (
        sorted(rows, key=lambda row: (-row[0], row[1])),
        sorted(range(n), reverse=True, key=lambda k: k % 3),
        min(rows, key=lambda row: row[0]) if rows else None,
        max([0, *range(n)]),
        max((k for k in range(n) if k > 100), default=-1),
        list(reversed(range(n))),
        sum(k % 2 == 0 for k in range(n)),
        next((k for k in range(n) if k > 2), None),
    )


def texts(n: int) -> Any:
    names = {"letter": "B", "km": 1200 * n - 50}
    told = "{letter}: {km:,} km, {n:+d} and {n:03d}".format(**names, n=n)
    back = "`${n}` \\ \"'\n"
    return (
        told,
        f"{n} {n / 8:.2f} {n / 3:g} {-n:+d} {n * 1000:,} {n:3}|",
        " ".join(str(k) for k in range(n)),
        back,
        None,
    )


def numbers(n: int) -> Any:
    written = str(True), f"{None}", int("7")
    return abs(-n), round(n / 2), round(n * 0.15, 1), int(-n / 2), float(n), math.hypot(3, 4), written


def classes(n: int) -> Any:
    road, counter = Road((n, n + 9)), Counter(n)
    x, y = Spot(n)
    spot = Spot(y=3, x=1)[1]
    return Spot(n, 5).doubled(), x + y, road.length, road.places, road.places[0], road.name, counter.after(4), spot


def inner(n: int) -> Any:
    def twice(x: int, more: int = 1) -> int:
        return 2 * x + more

    return twice(n), twice(more=5, x=n), [twice(k) for k in range(n)], (lambda k, m=2: k * m)(n)


def repeated(n: int) -> Any:
    return [0] * n + [1] * (n - 1), "ab" * n, n * [2], (n - 1) * 3, ["x"] * 0


@cache
def remembered(n: int) -> int:
    return n * n


def constants(n: int) -> Any:
    return WORTH[n % 6], remembered(n), remembered(n), len(WORTH), WORTH[-1]["four"][0]  # type: ignore[index, call-overload]


SAMPLES: Final[tuple[Callable[[int], Any], ...]] = (
    slices_and_places,
    divisions,
    dictionaries,
    truths,
    walks,
    orders,
    texts,
    numbers,
    classes,
    inner,
    repeated,
    constants,
)


class Here(Parts):
    """Parts of a picture that may come from this file."""

    ours = "tests."


def run(text: str) -> Any:
    """What a script with `$` and `tell` tells."""
    head = 'import fs from "node:fs";\n'
    head += f'const {{ python: $ }} = await import("{(ENGINE / "python_semantics.js").as_uri()}");\n'
    head += "const tell = (value) => fs.writeFileSync(1, JSON.stringify(value));\n"
    command = [str(NODE), "--input-type=module", "-e", head + text]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


@needs_node
def test_translated_functions_answer_as_in_python() -> None:
    parts = Here(None)
    called = {one.__name__: parts.name_value(one, one.__name__, None) for one in SAMPLES}
    calls = ", ".join(f"{name}: [0, 1, 2, 3, 5, 8].map((n) => $.plain({text}(n)))" for name, text in called.items())
    there = run("\n".join(parts.all_texts()) + f"\ntell({{ {calls} }});")
    for one in SAMPLES:
        for n, answer in zip((0, 1, 2, 3, 5, 8), there[one.__name__], strict=True):
            assert answer == json.loads(json.dumps(one(n))), f"{one.__name__}({n})"


@needs_node
def test_numbers_are_rounded_and_written_as_in_python() -> None:
    dice = random.Random(5)
    numbers = (
        [k / 8 for k in range(-80, 81)] + [dice.uniform(-2000, 2000) for _ in range(400)] + [0.05, 0.15, 2.675, 1e5]
    )
    specs = [".0f", ".1f", ".2f", "g", ",.10g", ",.2f", "+.1f", "08.2f"]
    both = "[[0, 1, 2].map((n) => $.round(x, n)), specs.map((spec) => $.fmt(x, spec))]"
    there = run(f"const specs = {json.dumps(specs)};\ntell({json.dumps(numbers)}.map((x) => {both}));")
    for x, (rounded, written) in zip(numbers, there, strict=True):
        assert rounded == [round(x, n) for n in range(3)], x
        assert written == [format(int(x) if x.is_integer() and "f" not in s else x, s) for s in specs], x


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("x.box = 3", "assign to names"),
        ("import os", "import has no place in a picture"),
        ("with x: pass", "with has no place"),
        ("try:\n  pass\nexcept ValueError:\n  pass", "try has no place"),
        ("return '%d' % x", "write an f-string"),
        ("return f'{x!r}'", "no !r in a picture"),
        ("return f'{x:{x}}'", "the format must be written out"),
        ("return f'{x:>3}'", "the format >3 is not known"),
        ("return (1, x) < (2, x)", "compare numbers, or sort with a key"),
        ("return x[1:, 0]", "only the last index may be a slice"),
        ("return open(x)", "open is not known in the browser"),
        ("return math.gamma(x)", "gamma is not known in the browser"),
        ("for i in x:\n  pass\nelse:\n  pass", "a loop has no else here"),
        ("return x @ x", "MatMult has no place"),
        ("return x.pop(key=1)", "give the arguments of a method by place"),
        ("global WORTH", "global has no place"),
        ("return 3j", "only texts, numbers"),
    ],
)
def test_what_cannot_be_translated_stops_the_build_with_its_line(source: str, why: str, tmp_path: Any) -> None:
    file = tmp_path / "picture.py"
    body = "".join(f"    {line}\n" for line in source.splitlines())
    file.write_text(f"import math\n\n\ndef sample(x):\n{body}", encoding="utf-8")
    scope: dict[str, Any] = {"__name__": "tests.sample"}
    exec(compile(ast.parse(file.read_text(encoding="utf-8")), str(file), "exec"), scope)
    with pytest.raises(BuildError, match=rf"picture\.py, line [567]: .*{why}"):
        Here(None).name_value(scope["sample"], "sample", None)


def asks_the_box(game: Any) -> Any:
    return game.box.map


def test_a_picture_that_asks_the_box_is_told_where_to_do_so() -> None:
    with pytest.raises(BuildError, match=r"test_javascript\.py, line \d+: game\.box rests on the box: .*@of_the_box"):
        Here(None).name_value(asks_the_box, "asks_the_box", None)
