"""NumPy's default random generator as WebAssembly: a Numba type in place of `numpy.random.Generator`.

It is PCG64 (O'Neill 2014, XSL-RR) as `numpy.random.default_rng` runs it, so that browsers draw the same numbers as
Python. Seeding is in web/random.js.

In memory a stream is five 64-bit words: state (low, high), increment (low, high), and the buffer of `integers`, which
uses the lower half of a 64-bit number first; bit 63 says that the upper half, in bits 0 to 31, is still unused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.datamodel import models
from numba.extending import intrinsic, overload_method, register_model

MULTIPLIER: Final = 0x2360ED051FC65DA44385DF649FCCF645
"""Multiplier of PCG64, 128 bits, as in NumPy."""
WORDS: Final = 5
STATE_LOW, STATE_HIGH, STEP_LOW, STEP_HIGH, KEPT = range(WORDS)
WAITING: Final = 1 << 63

I32, I64 = ir.IntType(32), ir.IntType(64)


class Luck(types.Type):  # type: ignore[misc]  # numba ships no types
    """Pointer to the five words of a stream."""

    def __init__(self) -> None:
        super().__init__("Luck")


@register_model(Luck)
class _LuckModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, I64.as_pointer())


def _word(b: Any, luck: Any, number: int) -> Any:
    return b.gep(luck, [ir.Constant(I32, number)])


def _constant(value: int) -> Any:
    return ir.Constant(I64, value)


def _product(b: Any, x: Any, y: int) -> tuple[Any, Any]:
    """Return the 128-bit product of a 64-bit number and a constant, as low and high word."""
    half = _constant(0xFFFFFFFF)
    shift = _constant(32)
    x0, x1 = b.and_(x, half), b.lshr(x, shift)
    y0, y1 = _constant(y & 0xFFFFFFFF), _constant(y >> 32)
    low = b.mul(x0, y0)
    middle = b.add(b.mul(x1, y0), b.lshr(low, shift))
    other = b.add(b.mul(x0, y1), b.and_(middle, half))
    high = b.add(b.add(b.mul(x1, y1), b.lshr(middle, shift)), b.lshr(other, shift))
    return b.mul(x, _constant(y)), high


def _next64(b: Any, luck: Any) -> Any:
    """Advance the generator, state = state × multiplier + increment, and return XSL-RR of the new state."""
    low, high = b.load(_word(b, luck, STATE_LOW)), b.load(_word(b, luck, STATE_HIGH))
    step_low, step_high = b.load(_word(b, luck, STEP_LOW)), b.load(_word(b, luck, STEP_HIGH))
    factor_low, factor_high = MULTIPLIER & (2**64 - 1), MULTIPLIER >> 64
    product, carried = _product(b, low, factor_low)
    carried = b.add(carried, b.mul(high, _constant(factor_low)))
    carried = b.add(carried, b.mul(low, _constant(factor_high)))
    new_low = b.add(product, step_low)
    carry = b.zext(b.icmp_unsigned("<", new_low, product), I64)
    new_high = b.add(b.add(carried, step_high), carry)
    b.store(new_low, _word(b, luck, STATE_LOW))
    b.store(new_high, _word(b, luck, STATE_HIGH))
    mixed, turn = b.xor(new_high, new_low), b.lshr(new_high, _constant(58))
    back = b.and_(b.sub(_constant(64), turn), _constant(63))
    return b.or_(b.lshr(mixed, turn), b.shl(mixed, back))


@intrinsic  # type: ignore[untyped-decorator]
def next_64(_typing: Any, luck: Any) -> Any:
    """Return the next 64 random bits."""

    def build(_context: Any, b: Any, _signature: Any, args: Any) -> Any:
        return _next64(b, args[0])

    return types.uint64(luck), build


@intrinsic  # type: ignore[untyped-decorator]
def read_word(_typing: Any, luck: Any) -> Any:
    """Return the buffer word of `integers`."""

    def build(_context: Any, b: Any, _signature: Any, args: Any) -> Any:
        return b.load(_word(b, args[0], KEPT))

    return types.uint64(luck), build


@intrinsic  # type: ignore[untyped-decorator]
def keep(_typing: Any, luck: Any, word: Any) -> Any:
    """Set the buffer word of `integers`."""

    def build(context: Any, b: Any, _signature: Any, args: Any) -> Any:
        b.store(args[1], _word(b, args[0], KEPT))
        return context.get_dummy_value()

    return types.void(luck, types.uint64), build


@overload_method(Luck, "next_32")  # type: ignore[untyped-decorator]
def _next_32(self: Any) -> Callable[..., Any]:
    """Return 32 random bits: the lower half of 64, then the upper half."""
    waiting, half, shift = np.uint64(WAITING), np.uint64(0xFFFFFFFF), np.uint64(32)

    def draw(self: Any) -> Any:
        word = read_word(self)
        if word & waiting:
            keep(self, np.uint64(0))
            return word & half
        word = next_64(self)
        keep(self, (word >> shift) | waiting)
        return word & half

    return draw


@overload_method(Luck, "random")  # type: ignore[untyped-decorator]
def _random(self: Any) -> Callable[..., Any]:
    """Return a random number from 0 to below 1, with 53 bits."""
    shift, unit = np.uint64(11), 1.0 / 9007199254740992.0

    def draw(self: Any) -> Any:
        return (next_64(self) >> shift) * unit

    return draw


@overload_method(Luck, "integers")  # type: ignore[untyped-decorator]
def _integers(self: Any, low: Any, high: Any) -> Callable[..., Any]:
    """Return a random integer from `low` to below `high`, less than 2³² apart (Lemire 2019); `low` if empty."""
    half, shift, wrap = np.uint64(0xFFFFFFFF), np.uint64(32), np.uint64(1 << 32)

    def draw(self: Any, low: Any, high: Any) -> Any:
        if high - low <= 1:
            return np.int64(low)
        count = np.uint64(high - low)
        product = self.next_32() * count
        if product & half < count:
            threshold = (wrap - count) % count
            while product & half < threshold:
                product = self.next_32() * count
        return np.int64(low) + np.int64(product >> shift)

    return draw
