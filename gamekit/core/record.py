"""Positions and tables: declared once, as NumPy records that Python and machine code both read.

The fields of a game are declared by its `State` and `Tables`; here records are declared, made, copied and compared, and
kernels leave notes in them.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Final, NamedTuple, Self, cast

import numpy as np
from numpy.typing import NDArray

from gamekit.core.errors import suggest_word
from gamekit.core.kernel import note_only

Ints = NDArray[np.int32]
"""Array of 32-bit integers, the only kind of array in a state."""
Weights = NDArray[np.int64]
"""Integer weights of chance actions."""
Returns = NDArray[np.float64]
"""Payoffs, one for each player."""

NOTES: Final = ("num_notes", "notes")
"""First fields of a state: the notes of its last step."""
SHOWN: Final = 20
"""Values of a row that are written out, at most."""
NOTE_WIDTH: Final = 4
"""Integers in a note: a code and three numbers."""
UNKNOWN: Final = -1
"""Value that `hide` writes where a card or a number is not known."""
SMALLEST, LARGEST = -(2**31), 2**31 - 1


@dataclass(frozen=True)
class Field:
    """One field of a state: meaning, least and greatest value, shape and unit."""

    doc: str
    low: int
    high: int
    shape: tuple[int, ...] = ()
    unit: str = ""


def whole(doc: str, low: int, high: int, *, shape: tuple[int, ...] | int = (), unit: str = "") -> Any:
    """Declare a field of whole numbers in `low`…`high`; with a `shape`, an array of them.

    Raises `ValueError` if the range is empty or leaves 32 bits.
    """
    if not SMALLEST <= low <= high <= LARGEST:
        raise ValueError(f"The range {low}…{high} of {doc!r} must be rising and fit 32 bits.")
    return Field(doc, low, high, (shape,) if isinstance(shape, int) else shape, unit)


class Seats(NamedTuple):
    """Fields of a state that depend on the seat; a view relative to one player renumbers these."""

    rows: tuple[str, ...] = ()
    """Fields whose first index is a player."""
    columns: tuple[str, ...] = ()
    """Fields whose second index is a player."""
    numbers: Mapping[str, tuple[int, ...]] = MappingProxyType({})
    """Fields whose values are a player plus one of these numbers; fields with the unit `player` need no entry."""
    unowned: tuple[str, ...] = ()
    """Those of the fields with rows that have meaning behind the last player too, such as cars without a driver."""


class Note(NamedTuple):
    """Note that a kernel leaves about a step: a code of the game's `Note`, and three numbers."""

    code: int
    a: int
    b: int
    c: int


class Position(np.record):  # type: ignore[misc]  # NumPy's types, not NumPy, call its scalars final
    """A record as NumPy hands it out. NumPy's own, once copied by pickle, would return copies of its arrays, and so
    ignore what is written into them.
    """

    _cells: memoryview | None = None
    _ints: Ints | None = None

    def copy(self) -> Self:  # type: ignore[override]  # NumPy's takes the order of cells; a record has one
        """Return an independent copy that may be changed. (NumPy copies field by field.)"""
        return cast("Self", _load_position(self.dtype, self.tobytes()))

    def __repr__(self) -> str:
        """Show the fields by name in a few lines, without zeros and without notes."""
        return describe_record(self)

    __str__ = __repr__

    def __getattr__(self, name: str) -> Any:
        """Raise `AttributeError`, which names the field most like an unknown one."""
        fields = self.dtype.names or ()
        hint = "" if name.startswith("_") else suggest_word(name, fields)
        raise AttributeError(f"A position has no field {name!r}.{hint}", name=name, obj=self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _load_position, (self.dtype, self.tobytes())

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, _memo: dict[int, Any] | None) -> Self:
        return self.copy()


def _load_position(dtype: np.dtype[np.record], data: bytes) -> Any:
    """Return a record that may be changed."""
    return _map_memory(bytearray(data), dtype)


def _map_memory(memory: bytes | bytearray, dtype: np.dtype[np.record]) -> Any:
    """Return a record that lives in `memory`, and can be changed if that can; it also has its memory as integers."""
    s = np.frombuffer(memory, dtype, count=1)[0]
    s._cells = memoryview(memory).cast("i")
    s._ints = np.frombuffer(memory, np.int32)
    return s


def _add_fast_accessors(cls: type[Record], layout: np.dtype[Any]) -> type[Position]:
    """Return the type of a record's positions, whose fields are read and written without NumPy.

    Plain Python spends most of a game on reading fields, and NumPy's own access takes twenty times as long.
    """
    assert layout.fields is not None
    found = [(name, *at[:2]) for name, at in layout.fields.items()]
    access = {True: _ArrayField, False: _number_field}
    accessors: dict[str, Any] = {name: access[bool(kind.shape)](kind, at) for name, kind, at in found}
    arrays = {name for name, kind, _ in found if kind.shape}

    def put(s: Any, name: str, value: Any) -> None:
        if name in arrays:
            getattr(s, name)[...] = value
        else:
            np.void.__setattr__(s, name, value)

    direct = {"__getattribute__": np.void.__getattribute__, "__setattr__": put}
    names = {"__module__": cls.__module__, "__qualname__": f"{cls.__qualname__}.Position"}  # where pickle looks for it
    return type("Position", (Position,), accessors | direct | names)


def _number_field(kind: np.dtype[Any], offset: int) -> property:
    """Return a property for a single number; positions that are part of an array are read by NumPy."""
    cell = offset // np.dtype(np.int32).itemsize

    def get(s: Any) -> Any:
        try:
            return s._cells[cell]
        except TypeError:
            return s.getfield(kind, offset)

    def put(s: Any, value: Any) -> None:
        if s._ints is None:
            s.setfield(value, kind, offset)
        else:
            s._ints[cell] = value

    return property(get, put)


class _ArrayField:
    """Descriptor of an array; after the first access the array is an ordinary attribute."""

    def __init__(self, kind: np.dtype[Any], offset: int) -> None:
        self._kind, self._offset = kind, offset
        first = offset // np.dtype(np.int32).itemsize
        self._cells = slice(first, first + math.prod(kind.shape))

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    def __get__(self, s: Any, _owner: type) -> Any:
        if s is None:
            return self
        if s._ints is None:
            return s.getfield(self._kind, self._offset)
        found = s.__dict__[self._name] = s._ints[self._cells].reshape(self._kind.shape)
        return found


class Record:
    """Base of every game's `State` and `Tables`: annotations are the static types, values the dtype.

    A state has room for the notes of one step; tables, which no kernel changes, have none. Tables are one record, not a
    tuple of arrays, so that a call passes a single address.

    >>> class State(Record, notes=2):
    ...     turn: int = whole("whose turn it is", 0, 3)
    ...     hand: Ints = whole("cards held", 0, 9, shape=(2, 3), unit="cards")
    >>> s = State.new()
    >>> s.hand[1, 2] = 7
    >>> int(s.turn), int(s.hand[1].sum()), State.dtype.names
    (0, 7, ('num_notes', 'notes', 'turn', 'hand'))
    """

    Position: ClassVar[type[Position]]
    dtype: ClassVar[np.dtype[np.record]]
    fields: ClassVar[dict[str, Field]]
    seats: ClassVar[Seats | None] = None
    max_notes: ClassVar[int]

    num_notes: int
    notes: Ints

    def __init_subclass__(cls, notes: int = 0, seats: Seats | None = None) -> None:
        cls.max_notes = notes
        buffer = {
            "num_notes": Field("notes left by the last step", 0, notes),
            "notes": Field("those notes: code and three numbers", SMALLEST, LARGEST, (notes, NOTE_WIDTH)),
        }
        cls.fields = buffer if notes else {}
        cls.fields |= {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        taken = [name for name in cls.fields if hasattr(Position, name)]
        if taken:
            raise ValueError(f"{cls.__name__}.{taken[0]}: NumPy records have a method of that name; choose another.")
        if seats is not None:
            cls.seats = check_seats(cls, seats)
        layout = [(name, np.int32, field.shape) for name, field in cls.fields.items()]
        cls.Position = _add_fast_accessors(cls, np.dtype(layout))
        cls.dtype = cast("np.dtype[np.record]", np.dtype((cls.Position, layout)))

    @classmethod
    def new(cls) -> Self:
        """Return a record with all fields 0."""
        return cast("Self", _load_position(cls.dtype, bytes(cls.dtype.itemsize)))

    @classmethod
    def of(cls, **values: Any) -> Self:
        """Return a record with every field given by name. Raises `ValueError`, which names an unfit field."""
        odd = sorted(set(values) ^ set(cls.fields))
        if odd:
            raise ValueError(f"{cls.__name__}: {odd[0]} is {'missing' if odd[0] in cls.fields else 'not a field'}")
        s = cls.new()
        for name, value in values.items():
            if np.shape(value) != cls.fields[name].shape:
                raise ValueError(f"{cls.__name__}.{name} has shape {cls.fields[name].shape}, not {np.shape(value)}")
            setattr(s, name, value)
        wrong = list_out_of_range(cls, s)
        if wrong:
            raise ValueError(f"{cls.__name__}: {wrong[0]}")
        return s

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Return a record from the bytes of `tobytes`. Raises `ValueError` for another length."""
        return cast("Self", _load_position(cls.dtype, data))

    def copy(self) -> Self:  # provided by numpy.record
        """Return an independent copy."""
        raise NotImplementedError

    def tobytes(self) -> bytes:  # provided by numpy.record
        """Return the record as bytes; equal records have equal bytes."""
        raise NotImplementedError


def check_seats(cls: type[Record], seats: Seats) -> Seats:
    """Return seats with all fields of the unit `player` added. Raises `ValueError` for a field that cannot be one."""
    numbers = {name: (0,) for name, field in cls.fields.items() if field.unit == "player"} | dict(seats.numbers)
    for least, names in ((1, seats.rows), (2, seats.columns), (0, tuple(numbers))):
        for name in names:
            if name not in cls.fields or len(cls.fields[name].shape) < least:
                raise ValueError(f"{cls.__name__}: {name!r} is no field that can say who is who there.")
    return seats._replace(numbers=numbers)


def freeze(s: Any) -> Any:
    """Return a copy of a record that cannot be changed: writing raises `ValueError`."""
    return _map_memory(s.tobytes(), s.dtype)


def describe_record(s: Any) -> str:
    """Return a record in words: `phase=3, mover=1`, then a line for each array or row of one; zeros are left out."""
    numbers, lines = [], []
    for name, (kind, *_) in (s.dtype.fields or {}).items():
        if name in NOTES:
            continue
        values = s[name]
        if not kind.shape:
            numbers += [f"{name}={values}"] if values else []
            continue
        if values.size > 1 and values.min() == values.max():
            lines += [f"{name}: all {values.flat[0]}"] if values.any() else []
            continue
        for place in np.ndindex(kind.shape[:-1]):
            row = values[place]
            if row.any():
                lines.append(f"{name}{list(place) if place else ''}: {_row(row.tolist())}")
    return "\n".join([*textwrap.wrap(", ".join(numbers), 100), *lines]) or "all 0"


def _row(values: list[int]) -> str:
    """Return the values of a row as text; of a long one only those that are not 0, each with its index."""
    if len(values) <= SHOWN:
        return " ".join(map(str, values))
    named = [f"[{place}]={value}" for place, value in enumerate(values) if value]
    return " ".join(named[:SHOWN]) + (f" … {len(named)} in all" if len(named) > SHOWN else "")


def notes_of(s: Record) -> list[Note]:
    """Return the notes of the last step, in order."""
    return [Note(*map(int, row)) for row in s.notes[: s.num_notes]]


def list_out_of_range(cls: type[Record], s: Record) -> list[str]:
    """Return a sentence for every field of a record whose value leaves its declared range."""
    found = []
    for name, field in cls.fields.items():
        values = np.asarray(getattr(s, name))
        if values.size and (values.min() < field.low or values.max() > field.high):
            found.append(f"{name} is {values.tolist()}, allowed are {field.low} to {field.high}")
    return found


@note_only
def clear_notes(s: Record) -> None:
    """Clear the notes, at the beginning of a step."""
    for i in range(s.num_notes):
        for j in range(NOTE_WIDTH):
            s.notes[i, j] = 0
    s.num_notes = 0


@note_only
def note(s: Record, code: int, a: int, b: int, c: int) -> None:
    """Leave a note. The size of the buffer is declared by the game, and tested by the conformance suite."""
    k = s.num_notes
    s.notes[k, 0] = code
    s.notes[k, 1] = a
    s.notes[k, 2] = b
    s.notes[k, 3] = c
    s.num_notes = k + 1


@note_only
def note_winners(s: Record, scores: Ints, players: int, won: int, shared: int) -> None:
    """Note all players with the highest score: as `won` if there is one, as `shared` if there are several."""
    best = scores[0]
    winners = 0
    for p in range(players):
        best = max(best, scores[p])
    for p in range(players):
        winners += 1 if scores[p] == best else 0
    for p in range(players):
        if scores[p] == best:
            note(s, won if winners == 1 else shared, p, best, 0)
