"""The mark of kernels, and loops filled with kernels in plain Python."""

from __future__ import annotations

import numpy as np

from gamekit.core.kernel import bind_parts, fill_parts, is_kernel, kernel


@kernel
def part(x: int) -> int:
    """A placeholder."""
    return x


@kernel
def loop(x: int) -> int:
    """Uses the placeholder."""
    return part(x) + 1


@kernel
def double(x: int) -> int:
    """A part."""
    return 2 * x


def test_a_kernel_stays_a_plain_function() -> None:
    assert double(4) == 8
    assert is_kernel(double)
    assert not is_kernel(np.sum)


def test_a_part_takes_the_place_of_its_placeholder_in_one_loop_only() -> None:
    assert fill_parts(loop, part=double)(5) == 11
    assert fill_parts(loop, part=lambda x: -x)(5) == -4
    assert loop(5) == 6


def test_a_part_may_have_parts_of_its_own() -> None:
    """5 → loop(double) = 11 → loop of that = 12."""
    assert fill_parts(loop, part=bind_parts(loop, part=double))(5) == 12
