"""The browser draws the very numbers Python draws."""

from __future__ import annotations

import numpy as np

from tests.web.node import ask, needs_node

SEEDS = [
    ([0], []),
    ([7], []),
    ([2**63 - 1, 0], []),
    ([7, 3, 1], []),
    ([1], [0, 1]),
    ([2**40], [5000, 0]),
    ([9] * 6, [2**33]),
]
BOUNDS = [1, 2, 3, 10, 54, 1000, 2**31 + 12345, 2**32 - 1]
SOME = 400


def streams() -> list[np.random.Generator]:
    return [np.random.default_rng(np.random.SeedSequence(seed, spawn_key=tuple(key))) for seed, key in SEEDS]


@needs_node
def test_the_stream_in_javascript_is_numpys() -> None:
    told = ask(
        """
        const { Stream } = await import(given.web + "/random.js");
        tell(given.seeds.map(([seed, key]) => {
          const stream = new Stream(seed.map(BigInt), key.map(BigInt));
          return Array.from({ length: given.some }, (_, i) =>
            i % 3 ? stream.below(given.bounds[i % given.bounds.length]) : stream.random());
        }));
        """,
        seeds=[[list(map(str, part)) for part in one] for one in SEEDS],
        bounds=BOUNDS,
        some=SOME,
    )
    for found, rng in zip(told, streams(), strict=True):
        drawn = [int(rng.integers(0, BOUNDS[i % len(BOUNDS)])) if i % 3 else rng.random() for i in range(SOME)]
        assert found == drawn


@needs_node
def test_the_stream_in_webassembly_is_numpys() -> None:
    told = ask(
        """
        const { streamWords } = await import(given.web + "/random.js");
        const { machine } = await gamekit.load("kartenspiel");
        const { run } = machine, room = machine.batch(256, 4);
        tell(given.seeds.map(([seed, key]) => {
          const at = machine.stream(streamWords(seed.map(BigInt), key.map(BigInt)));
          run.fill(at, room.luck, 100);
          const doubles = Array.from(new Float64Array(run.memory.buffer, room.luck, 100));
          return [...doubles, ...Array.from({ length: given.some }, (_, i) =>
            run.whole_below(at, given.bounds[i % given.bounds.length]))];
        }));
        """,
        "kartenspiel",
        seeds=[[list(map(str, part)) for part in one] for one in SEEDS],
        bounds=BOUNDS,
        some=SOME,
    )
    for found, rng in zip(told, streams(), strict=True):
        assert found == [*rng.random(100), *(int(rng.integers(0, BOUNDS[i % len(BOUNDS)])) for i in range(SOME))]
