"""Machine code of rules: a game's built WebAssembly, run by wasmtime.

The entries of a module (tools/wasm/entries.py) are called in two ways: with arrays that are copied into WebAssembly's
memory and back (`Machine.call`), for batches of games; and with arrays that live there (`Workspace`), for stepping. A
module is compiled once per process; each thread has an instance with its own memory. What the entries do is written as
Python kernels, in the games and in lab/engine.
"""

from __future__ import annotations

import atexit
import ctypes
import functools
import hashlib
import json
import threading
import warnings
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.core.i18n.translation import _
from gamekit.core.kernel import is_interpreted
from gamekit.core.rule_sources import hash_files, hash_rules

if TYPE_CHECKING:
    import wasmtime

BUILT: Final = Path(__file__).parents[1] / "web" / "built"
BUILD: Final = "python -m tools.wasm.build {}"
PAGE: Final = 1 << 16
ALIGNMENT: Final = 64
SMALL_RESERVATION: Final = 16 << 20
"""Bytes of address space for an instance if the usual four gigabytes are refused."""
ARGUMENT_BYTES: Final = 16
MOST_ARGUMENTS: Final = 64
STREAM_WORDS: Final = 5
"""Words of a random stream in memory: state and increment of PCG64, two each, and the rest that `integers` keeps."""
WORD: Final = (1 << 64) - 1
WAITING: Final = 1 << 63

ENTRIES: Final = {
    "setup": "st",
    "player": "st",
    "legal": "st1",
    "total": "st",
    "weights": "st1",
    "draw": "stl",
    "apply": "stw",
    "reason": "stw",
    "returns": "st1",
    "hide": "stw",
    "redeal": "stwg",
    "choose": "wstw1wg",
    "play_games": "wortr1qg221",
    "redeal_all": "1twg",
    "go_on": "wstr1rg11",
    "step_one": "w1T111",
    "step_all": "r1rTr121rg21",
    "view_all": "1rTr",
    "search_games": "w1rtwr1qg2111221xx",
    "open_to": "stw",
}
"""Kinds of each entry's arguments.

w: integer of 32 bits; l: integer of up to 53 bits; x: real number. s: record; t: tables, a record that is only read; T:
tables as an array (1,). 1 and 2: array and matrix; r and q: array and matrix that are only read; o: array that is only
written, so that it is not copied in, and that shares no memory with another argument. g: random stream.
"""
NUMBERS: Final = "wlx"
ARRAYS: Final = "12orqT"
WRITTEN: Final = "s12o"


@functools.cache
def load_engine(small: bool = False) -> wasmtime.Engine:
    """Return the engine of this process; `small` for one that reserves little address space and runs slower.

    It compiles without threads of its own, for which a forked process would wait for ever, and on macOS it handles
    traps by signals, which a forked process inherits.
    """
    import wasmtime

    config = wasmtime.Config()
    config.parallel_compilation = False
    config.macos_use_mach_ports = False
    if small:
        config.memory_reservation = SMALL_RESERVATION
        config.memory_reservation_for_growth = SMALL_RESERVATION
        config.memory_guard_size = PAGE
    return wasmtime.Engine(config)


def find_fast_call() -> Callable[..., Any] | None:
    """Return wasmtime's call without checks of its arguments, 50 times as fast as the public one, or None.

    It is private: None is returned if a version of wasmtime lacks it. Its declared argument types are left out, because
    ctypes compares them at each call, which takes longer than the call.
    """
    import wasmtime
    from wasmtime import _bindings

    call = getattr(_bindings, "_wasmtime_func_call_unchecked", None)
    raw = getattr(_bindings, "wasmtime_val_raw_t", None)
    if call is None or raw is None or ctypes.sizeof(raw) != ARGUMENT_BYTES or not hasattr(wasmtime.Store, "_context"):
        return None
    return ctypes.cast(call, ctypes.CFUNCTYPE(ctypes.c_void_p))


def take_failure(error: int | None, trap: ctypes.c_void_p) -> wasmtime.WasmtimeError | wasmtime.Trap:
    """Return the error or trap that the fast call left, and clear the trap."""
    import wasmtime
    from wasmtime import _bindings as ffi

    if error:
        return wasmtime.WasmtimeError._from_ptr(ctypes.cast(error, ctypes.POINTER(ffi.wasmtime_error_t)))
    found = wasmtime.Trap._from_ptr(ctypes.cast(trap, ctypes.POINTER(ffi.wasm_trap_t)))
    trap.value = None
    return found


class Arguments:
    """Buffer for the arguments of a call, 16 bytes each; the result replaces the first one."""

    def __init__(self) -> None:
        self.wide = np.zeros((MOST_ARGUMENTS, ARGUMENT_BYTES // 8), np.int64)
        self.whole, self.real = self.wide.view(np.int32), self.wide.view(np.float64)
        self.count = 0

    def cell(self, place: int) -> Any:
        """Return the integer of an argument, or of the result at place 0, for fast reading and writing."""
        return ctypes.c_int32.from_address(self.wide.ctypes.data + ARGUMENT_BYTES * place)

    def add_whole(self, value: int) -> None:
        """Add an address or a length."""
        self.whole[self.count, 0] = value
        self.count += 1

    def add_number(self, kind: str, value: float) -> None:
        """Add a number: an integer of 32 bits (kind w), or another one, which is passed as a double."""
        (self.whole if kind == "w" else self.real)[self.count, 0] = value
        self.count += 1


class Instance:
    """Module of a game with memory of its own, for one thread at a time."""

    def __init__(self, machine: Machine) -> None:
        import wasmtime

        engine, module = machine.compiled
        self.store = wasmtime.Store(engine)
        self.exports = wasmtime.Instance(self.store, module, []).exports(self.store)
        self.memory: Any = self.exports["memory"]
        self.heap: int = self.exports["__heap_base"].value(self.store)
        self._tables: tuple[Any, int, int] = (None, 0, self.heap)
        self._arguments = Arguments()
        self._calls: dict[str, Callable[[], None]] = {}
        self.look()
        _instances.add(self)

    def look(self) -> None:
        """Update address and size of the memory, which moves when it grows."""
        self.base = ctypes.addressof(self.memory.data_ptr(self.store).contents)
        self.size = self.memory.data_len(self.store)

    def make_room(self, end: int) -> None:
        """Let the memory reach to `end`. Raises `MemoryError`."""
        if end <= self.size:
            return
        import wasmtime

        try:
            self.memory.grow(self.store, -(-(end - self.size) // PAGE))
        except wasmtime.WasmtimeError as error:
            raise MemoryError(_("There is not enough memory for so many games at once.")) from error
        self.look()

    def prepare(self, entry: str, arguments: Arguments) -> Callable[[], None]:
        """Return a function that runs an entry on these arguments and leaves the result in place of the first one.

        It raises `wasmtime.Trap` if a kernel fails.
        """
        function: Any = self.exports[entry]
        fast = find_fast_call()
        if fast is None:
            kinds = [str(kind) for kind in function.type(self.store).params]

            def run_checked() -> None:
                given = [
                    float(arguments.real[k, 0]) if kind == "f64" else int(arguments.whole[k, 0])
                    for k, kind in enumerate(kinds)
                ]
                answer = function(self.store, *given)
                if isinstance(answer, float):
                    arguments.real[0, 0] = answer
                elif answer is not None:
                    arguments.whole[0, 0] = answer

            return run_checked

        trap = ctypes.c_void_p()
        enter = functools.partial(
            fast,
            ctypes.cast(self.store._context(), ctypes.c_void_p),
            ctypes.c_void_p(ctypes.addressof(function._func)),
            ctypes.c_void_p(arguments.wide.ctypes.data),
            ctypes.c_size_t(MOST_ARGUMENTS),
            ctypes.c_void_p(ctypes.addressof(trap)),
        )

        # The call works on bare addresses: `_held` keeps what they lead to.
        def run(_held: object = (self, function, arguments)) -> None:
            error = enter()
            if error or trap:
                raise take_failure(error, trap)

        return run

    def call(self, entry: str, given: tuple[Any, ...]) -> float:
        """Run an entry on arguments that are copied in, and back if it writes them; return its result."""
        run = self._calls.get(entry)
        if run is None:
            run = self._calls[entry] = self.prepare(entry, self._arguments)
        kinds, arguments = ENTRIES[entry], self._arguments
        tables = next((one for kind, one in zip(kinds, given, strict=True) if kind == "t"), None)
        if tables is not None and tables is not self._tables[0]:
            self._put_tables(tables)
        arguments.count, place = 0, self._tables[2]
        known: dict[int, int] = {}
        written: list[tuple[int, int, int]] = []
        stream: Stream | None = None
        for kind, one in zip(kinds, given, strict=True):
            if kind in NUMBERS:
                arguments.add_number(kind, one)
            elif kind == "t":
                arguments.add_whole(self._tables[1])
            elif kind == "g":
                place = align(place)
                self.make_room(place + 8 * STREAM_WORDS)
                stream = Stream(one, self, place)
                arguments.add_whole(place)
                place += 8 * STREAM_WORDS
            else:
                # A record tells its place only with its whole layout, which takes 15 times as long.
                source = one.ctypes.data if isinstance(one, np.ndarray) else one.__array_interface__["data"][0]
                there = known.get(source)  # the same memory twice stays the same memory
                if there is None:
                    there = known[source] = place = align(place)
                    place += one.nbytes
                    self.make_room(place)
                    if kind != "o":
                        ctypes.memmove(self.base + there, source, one.nbytes)
                    if kind in WRITTEN:
                        written.append((source, there, one.nbytes))
                arguments.add_whole(there)
                if kind in ARRAYS:
                    for length in one.shape:
                        arguments.add_whole(length)
        if stream:  # last: what comes later may move the memory
            stream.push()
        run()
        for source, there, size in written:
            ctypes.memmove(source, self.base + there, size)
        if stream:
            stream.pull()
        return float(arguments.real[0, 0]) if entry == "total" else int(arguments.whole[0, 0])

    def _put_tables(self, tables: Any) -> None:
        """Copy tables into memory, where they stay until others are needed."""
        place, data = align(self.heap), tables.tobytes()
        self.make_room(place + len(data))
        ctypes.memmove(self.base + place, data, len(data))
        self._tables = tables, place, place + len(data)

    def forget_tables(self) -> None:
        """Forget where tables lie, because something else is going to be written there."""
        self._tables = (None, 0, self.heap)


class Stream:
    """A NumPy generator of the kind `default_rng` makes, and its twin in WebAssembly's memory."""

    def __init__(self, generator: np.random.Generator, instance: Instance, place: int) -> None:
        self._bits, self._instance, self._place = generator.bit_generator, instance, place
        self._pushed: list[int] = []

    def push(self) -> None:
        """Set the twin to the state of the generator."""
        state = self._bits.state
        kept = WAITING | state["uinteger"] if state["has_uint32"] else 0
        now, step = state["state"]["state"], state["state"]["inc"]
        self._pushed = [now & WORD, now >> 64, step & WORD, step >> 64, kept]
        self._words()[:] = self._pushed

    def pull(self) -> None:
        """Set the generator to the state of the twin."""
        words = list(self._words())
        if words == self._pushed:
            return
        low, high, step_low, step_high, kept = words
        self._bits.state = {
            "bit_generator": "PCG64",
            "state": {"state": high << 64 | low, "inc": step_high << 64 | step_low},
            "has_uint32": int(kept >= WAITING),
            "uinteger": kept & 0xFFFFFFFF if kept >= WAITING else 0,
        }

    def _words(self) -> Any:
        return (ctypes.c_uint64 * STREAM_WORDS).from_address(self._instance.base + self._place)


class Workspace:
    """Arrays that live in the memory of an instance, and entries bound to them: calls that copy nothing.

    `given` arrays are copied; `arrays` has their twins, by name. Nothing else may use the instance meanwhile.
    """

    def __init__(self, instance: Instance, given: Mapping[str, NDArray[Any]]) -> None:
        instance.forget_tables()
        self._instance, self._next = instance, instance.heap
        places = {name: self._reserve(array.nbytes) for name, array in given.items()}
        self._stream = self._reserve(8 * STREAM_WORDS)
        instance.make_room(self._next)  # once: arrays lie where they lie, so the memory must not move any more
        self.arrays = {name: self._copy(places[name], array) for name, array in given.items()}

    def _reserve(self, size: int) -> int:
        place = align(self._next)
        self._next = place + size
        return place

    def _copy(self, place: int, array: NDArray[Any]) -> NDArray[Any]:
        memory = (ctypes.c_char * array.nbytes).from_address(self._instance.base + place)
        memory.owner = self._instance  # type: ignore[attr-defined]  # as long as an array lives, so does its memory
        ctypes.memmove(memory, array.tobytes(), array.nbytes)
        found: NDArray[Any] = np.frombuffer(memory, array.dtype).reshape(array.shape)  # type: ignore[call-overload]
        return found

    def bind(self, entry: str, *given: Any) -> Callable[..., int]:
        """Return a function that runs an entry on these arguments and returns its result.

        Arguments are arrays of this workspace, numbers and a generator; each None is an integer that the function
        takes.
        """
        arguments, open_cells = Arguments(), list[Any]()
        stream: Stream | None = None
        for kind, one in zip(ENTRIES[entry], given, strict=True):
            if one is None:
                open_cells.append(arguments.cell(arguments.count))
                arguments.add_whole(0)
            elif kind in NUMBERS:
                arguments.add_number(kind, one)
            elif kind == "g":
                stream = Stream(one, self._instance, self._stream)
                arguments.add_whole(self._stream)
            else:
                arguments.add_whole(one.ctypes.data - self._instance.base if one.size else 0)
                if kind in ARRAYS:
                    for length in one.shape:
                        arguments.add_whole(length)
        run, answer = self._instance.prepare(entry, arguments), arguments.cell(0)
        if given[0] is None and len(open_cells) == 1 and stream is None:

            def call_with_one(value: int) -> int:
                answer.value = value
                run()
                return answer.value  # type: ignore[no-any-return]

            return call_with_one
        first, cells = answer.value, tuple(open_cells)

        def call(*values: int) -> int:
            answer.value = first
            for cell, value in zip(cells, values, strict=True):
                cell.value = value
            if stream:
                stream.push()
            run()
            if stream:
                stream.pull()
            return answer.value  # type: ignore[no-any-return]

        return call


class Machine:
    """Built rules of a game, compiled once per process and callable from any thread."""

    def __init__(self, content: bytes) -> None:
        self.compiled, self._content = compile_module(content), content
        self._idle: list[Instance] = []
        _machines.add(self)

    def call(self, entry: str, *given: Any) -> Any:
        """Run an entry on NumPy arrays, records, numbers and a generator, as its Python kernel is called."""
        instance = self._borrow()
        answer = instance.call(entry, given)  # an instance in which something failed is not used again
        self._idle.append(instance)
        return answer

    @contextmanager
    def borrow_workspace(self, arrays: Mapping[str, NDArray[Any]]) -> Iterator[Workspace]:
        """Yield a workspace; its arrays must not be used afterwards."""
        instance = self._borrow()
        yield Workspace(instance, arrays)
        instance.forget_tables()
        self._idle.append(instance)

    def make_workspace(self, arrays: Mapping[str, NDArray[Any]]) -> Workspace:
        """Return a workspace that lasts as long as something of it is used."""
        return Workspace(self._make_instance(), arrays)

    def _borrow(self) -> Instance:
        try:
            return self._idle.pop()
        except IndexError:
            return self._make_instance()

    def _make_instance(self) -> Instance:
        import wasmtime

        try:
            return Instance(self)
        except wasmtime.WasmtimeError:
            if self.compiled[0] is load_engine(small=True):
                raise
            self.compiled = compile_module(self._content, small=True)
            return Instance(self)


def compile_module(content: bytes, small: bool = False) -> tuple[wasmtime.Engine, wasmtime.Module]:
    """Return an engine and the module compiled for it. Raises `wasmtime.WasmtimeError` for damaged content."""
    import wasmtime

    engine = load_engine(small)
    return engine, wasmtime.Module(engine, content)


def hash_content(content: bytes) -> str:
    """Return the hash by which a module is known to belong to its data."""
    return hashlib.sha256(content).hexdigest()


def align(place: int) -> int:
    """Return the next address at which an array may begin."""
    return -(-place // ALIGNMENT) * ALIGNMENT


_instances: weakref.WeakSet[Instance] = weakref.WeakSet()
_machines: weakref.WeakSet[Machine] = weakref.WeakSet()
_lock = threading.Lock()


@atexit.register
def _leave_to_the_system() -> None:
    """Keep objects of wasmtime from being freed at exit: the functions that free them are gone by then."""
    kept = [one.store for one in list(_instances)]
    for one in [*kept, *(part for machine in list(_machines) for part in machine.compiled)]:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(one))


def find_machine(rules: ModuleType) -> Machine | None:
    """Return the machine of a game, or None if plain Python has to play.

    That is so if GAMEKIT_PLAIN asks for it, or if no build of these rules can be run; then a warning says why, once,
    and what to do. `rules` is the game's module of rules.
    """
    if is_interpreted():
        return None
    with _lock:
        return load_machine(rules)


@functools.cache
def load_machine(rules: ModuleType) -> Machine | None:
    """Return the machine of a game or None, whatever GAMEKIT_PLAIN says; cached."""
    name = str(rules.__package__).rpartition(".")[2]
    why = find_fault(rules, name)
    if not why:
        import wasmtime

        module = BUILT / f"{name}.python.wasm"
        try:
            return Machine(module.read_bytes())
        except wasmtime.WasmtimeError:
            why = _describe_damage(module, name)
    said = _("Plain Python plays {game}, about forty times slower: {why}").format(game=name, why=why)
    warnings.warn(said, RuntimeWarning, stacklevel=4)
    return None


def find_fault(rules: ModuleType, name: str) -> str:
    """Return a sentence on why the build of a game cannot be run, or "" if it can."""
    module, data = BUILT / f"{name}.python.wasm", BUILT / f"{name}.json"
    command = BUILD.format(name)
    if not module.is_file() or not data.is_file():
        why = _("its rules have not been built. To build them, in the folder of the sources: {command}")
        return why.format(command=command)
    if find_spec("wasmtime") is None:
        return _("wasmtime is missing. To install it: {command}").format(command="python -m pip install wasmtime")
    try:
        kept = json.loads(data.read_bytes())
        whole = kept["machine"] == hash_content(module.read_bytes())
        fresh = whole and (kept["files"] == hash_files(rules) or kept["sources"] == hash_rules(rules))
    except (ValueError, KeyError, TypeError):
        return _describe_damage(data, name)
    if not whole:
        return _describe_damage(module, name)
    if not fresh:
        why = _("its rules have changed since they were built. To build them, in the folder of the sources: {command}")
        return why.format(command=command)
    return ""


def _describe_damage(file: Path, name: str) -> str:
    said = _("{file} is damaged, or of another version. Install gamekit again, or build it: {command}")
    return said.format(file=file.name, command=BUILD.format(name))
