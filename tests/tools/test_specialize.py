"""Kernels bound together for the build: the same answers as in plain Python, remarks left out, clear refusals."""

from __future__ import annotations

import pytest

pytest.importorskip("numba", reason="the compiler is a tool of the build (extra `build`)")

from gamekit.core.kernel import bind_parts, kernel, note_only
from tools.wasm.specialize import compile_kernel, specialise

FACTOR = 3


@note_only
def tell(x: int) -> None:
    """A remark."""


@kernel
def part(x: int) -> int:
    """A placeholder."""
    return x


@kernel
def loop(x: int) -> int:
    """Uses the placeholder."""
    tell(x)
    return part(x) + 1


@kernel
def double(x: int) -> int:
    """A part."""
    return 2 * x


@kernel
def triple(x: int) -> int:
    """A part that rests on a global."""
    return FACTOR * x


@kernel
def there(x: int) -> int:
    """Calls `back`."""
    return back(x) if x > 0 else 0


@kernel
def back(x: int) -> int:
    """Calls `there`."""
    return there(x - 1)


def test_only_kernels_are_compiled_and_only_known_parts_filled() -> None:
    with pytest.raises(TypeError, match="put @kernel above"):
        compile_kernel(test_only_kernels_are_compiled_and_only_known_parts_filled)
    with pytest.raises(TypeError, match="no part named 'nonsense'"):
        specialise(loop, nonsense=double)
    with pytest.raises(TypeError, match="put @kernel above"):
        specialise(loop, part=lambda x: x)
    with pytest.raises(TypeError, match="no part named 'nonsense'"):
        specialise(loop, part=bind_parts(loop, nonsense=double))(5)


def test_parts_are_compiled_in_and_may_have_parts_of_their_own() -> None:
    nested = bind_parts(loop, part=double)
    assert specialise(loop, part=double)(5) == 11
    assert specialise(loop, part=triple)(5) == 16
    assert specialise(loop, part=nested)(5) == 12
    assert specialise(loop, part=bind_parts(loop, part=nested))(5) == 13
    assert loop(5) == 6


def test_a_fast_loop_compiles_no_remark_and_no_way_in_from_python_but_its_own() -> None:
    fast = specialise(loop, part=double)
    assert fast(5) == 11
    names = fast.py_func.__globals__  # type: ignore[attr-defined]
    assert fast.targetoptions["no_cpython_wrapper"] is False  # type: ignore[attr-defined]
    assert names["part"].targetoptions["no_cpython_wrapper"] is True
    assert not hasattr(names["tell"], "overloads")


def test_kernels_that_call_in_a_circle_are_refused() -> None:
    with pytest.raises(TypeError, match="circle: there → back → there"):
        compile_kernel(there)
