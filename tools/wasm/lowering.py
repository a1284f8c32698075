"""Compilation of kernels to one WebAssembly module, from Numba's LLVM code, with entries of plain numbers.

It depends on internals of Numba, like random_stream.py. Numba's version is pinned, and `python -m tools.wasm.build
--check --rebuild` notices a change.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import from_dtype, types
from numba.np import arrayobj

from gamekit.core.errors import BuildError
from tools.wasm import entries as kinds
from tools.wasm.entries import EntryPoint
from tools.wasm.random_stream import Luck

TRIPLE: Final = "wasm32-unknown-unknown"
FEATURES: Final = "+bulk-memory,+mutable-globals,+sign-ext,+nontrapping-fptoint"
"""WebAssembly features of every browser since 2020; vector instructions brought no gain here."""
SCALAR: Final = re.compile(r"%\S+ = alloca (?:i\d+|ptr|double|float)[,\n]")
SLOT: Final = re.compile(r"%\S+ = alloca [^\n]*")
UNREFERENCED: Final = ("NRT_incref", "NRT_decref")
"""Functions that count references; nothing is allocated, so they are emptied."""
INSTRUCTIONS: Final = {"sqrt": "llvm.sqrt.f64"}
"""Functions that are an instruction in WebAssembly, with the same rounding."""
ARRAYS: Final = {
    kinds.INTS: (types.int32, 1, 4),
    kinds.WEIGHTS: (types.int64, 1, 8),
    kinds.FLOATS: (types.float64, 1, 8),
    kinds.ROWS: (types.float64, 2, 8),
    kinds.COUNTS: (types.int64, 2, 8),
    kinds.GRID: (types.int32, 2, 4),
}
SCALARS: Final = {kinds.WHOLE: "i32", kinds.LARGE: "double", kinds.NOTHING: "void"}
MOST_INLINED: Final = 1500
"""LLVM instructions, as Numba writes them, of a kernel that may be inlined.

wasmtime keeps few numbers of a huge function in registers: a larger kernel is faster as a function of its own.
"""
MOST_INLINED_STRATEGY: Final = 60
"""LLVM instructions of a strategy that may be inlined: a loop that plays few is faster without the others."""
STRATEGY: Final = re.compile(r"\d+strategies\d+\w+Luck$")
"""The mangled name of a strategy's kernel: from a module `strategies`, with a random stream as its last argument."""
START_MEMORY: Final = 1 << 20
STACK: Final = 1 << 16


def compile_all(
    entries: Iterable[EntryPoint], state: np.dtype[Any], tables: np.dtype[Any]
) -> dict[str, tuple[str, str]]:
    """Return for each entry, by name, Numba's LLVM code and the wrapper that `assemble` links with it."""
    with _unsigned_indices():
        return {entry.name: _compile_entry(entry, state, tables) for entry in entries}


@contextmanager
def _unsigned_indices() -> Iterator[None]:
    """Let Numba take a computed index as it is.

    Numba asks of every signed index whether it is negative, to count from the end then. Kernels do not count so
    (docs/how-to/add-a-game.md), and without the question Ausgebremst plays a seventh faster and its module is a
    seventh smaller. A constant still counts from the end, which costs nothing.
    """
    fix = arrayobj.fix_integer_index

    def fix_constants(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        if isinstance(index, ir.Constant) or not kind.signed:
            return fix(context, builder, kind, index, size)
        return context.cast(builder, index, kind, types.intp)

    arrayobj.fix_integer_index = fix_constants
    try:
        yield
    finally:
        arrayobj.fix_integer_index = fix


def assemble(compiled: Mapping[str, tuple[str, str]], where: str) -> bytes:
    """Return the WebAssembly module with these entries.

    Parameters
    ----------
    compiled
        Result of `compile_all`, or a part of it.
    where
        Name of the module in error messages.

    Raises
    ------
    BuildError
        If a browser lacks something that is left: allocated memory, an external function, an array on the stack.
    """
    exported = list(compiled)
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        opt=3, reloc="static", codemodel="default", features=FEATURES
    )
    layout = str(machine.target_data)
    whole = llvm.parse_assembly(f'target triple = "{TRIPLE}"\ntarget datalayout = "{layout}"\n')
    for code, gate in compiled.values():
        whole.link_in(llvm.parse_assembly(_retarget(gate, layout)))
        part = llvm.parse_assembly(_retarget(code, layout))
        _share(part)
        whole.link_in(part)
    _seal(whole, exported)
    settings = llvm.create_pipeline_tuning_options(speed_level=3)
    settings.loop_vectorization = settings.slp_vectorization = False
    passes = llvm.create_pass_builder(machine, settings)
    passes.getModulePassManager().run(whole, passes)
    check_runnable(str(whole), where)
    return _link(machine.emit_object(whole), exported, where)


def _compile_entry(entry: EntryPoint, state: np.dtype[Any], tables: np.dtype[Any]) -> tuple[str, str]:
    """Return an entry's LLVM code as Numba makes it, and its wrapper, a function of plain numbers that calls it."""
    records = {kinds.STATE: from_dtype(state), kinds.TABLES: from_dtype(tables)}
    numba_types: list[Any] = []
    arrays = {
        **ARRAYS,
        kinds.STATES: (records[kinds.STATE], 1, state.itemsize),
        kinds.TABLE: (records[kinds.TABLES], 1, tables.itemsize),
    }
    for kind in entry.takes:
        if kind in arrays:
            item, dimensions, _size = arrays[kind]
            numba_types.append(types.Array(item, dimensions, "C"))
        elif kind == kinds.STREAM:
            numba_types.append(Luck())
        elif kind == kinds.REAL:
            numba_types.append(types.float64)
        else:
            numba_types.append(records.get(kind, types.int64))
    signature = tuple(numba_types)
    entry.kernel.compile(signature)  # type: ignore[attr-defined]
    made = entry.kernel.overloads[signature]  # type: ignore[attr-defined]
    answer = made.signature.return_type
    return made.library.get_llvm_str(), _write_gate(entry, made.fndesc.llvm_func_name, answer, arrays)


def _write_gate(entry: EntryPoint, target: str, answer: Any, arrays: dict[str, tuple[Any, int, int]]) -> str:
    """Return the wrapper as LLVM code. Numba's arrays are owner, parent, items, item size, data, shape, strides."""
    outer: list[str] = []
    inner: list[str] = []
    body: list[str] = []
    for i, kind in enumerate(entry.takes):
        if kind in arrays:
            _item, dimensions, size = arrays[kind]
            outer.append(f"ptr %a{i}")
            lengths = []
            for d in range(dimensions):
                outer.append(f"i32 %a{i}n{d}")
                body.append(f"%a{i}l{d} = sext i32 %a{i}n{d} to i64")
                lengths.append(f"%a{i}l{d}")
            total, strides = lengths[0], [str(size)]
            if dimensions == 2:
                body.append(f"%a{i}t = mul i64 {lengths[0]}, {lengths[1]}")
                body.append(f"%a{i}s = mul i64 {lengths[1]}, {size}")
                total, strides = f"%a{i}t", [f"%a{i}s", str(size)]
            inner += ["ptr null", "ptr null", f"i64 {total}", f"i64 {size}", f"ptr %a{i}"]
            inner += [f"i64 {length}" for length in lengths] + [f"i64 {stride}" for stride in strides]
        elif kind == kinds.WHOLE:
            outer.append(f"i32 %a{i}")
            body.append(f"%a{i}w = sext i32 %a{i} to i64")
            inner.append(f"i64 %a{i}w")
        elif kind == kinds.LARGE:
            outer.append(f"double %a{i}")
            body.append(f"%a{i}w = fptosi double %a{i} to i64")
            inner.append(f"i64 %a{i}w")
        elif kind == kinds.REAL:
            outer.append(f"double %a{i}")
            inner.append(f"double %a{i}")
        else:
            outer.append(f"ptr %a{i}")
            inner.append(f"ptr %a{i}")
    given = f"i{answer.bitwidth}" if isinstance(answer, types.Integer) else "ptr"
    body.append(f"%answer = alloca {given}")
    body.append("%error = alloca ptr")
    call = ", ".join(["ptr %answer", "ptr %error", *inner])
    body.append(f'%status = call i32 @"{target}"({call})')
    body.append("%bad = icmp ne i32 %status, 0")
    ends = {kinds.NOTHING: ["ret void"], kinds.WHOLE: [], kinds.LARGE: []}[entry.gives]
    if entry.gives:
        ends = [f"%value = load {given}, ptr %answer"]
        turned = f"sitofp {given} %value to double" if entry.gives == kinds.LARGE else f"trunc {given} %value to i32"
        ends += (
            ["ret i32 %value"]
            if (entry.gives, given) == (kinds.WHOLE, "i32")
            else [f"%out = {turned}", f"ret {SCALARS[entry.gives]} %out"]
        )
    declared = ", ".join(part.rsplit(" ", 1)[0] for part in ["ptr x", "ptr x", *inner])
    lines = [
        f'target triple = "{TRIPLE}"',
        'target datalayout = ""',
        f'declare i32 @"{target}"({declared})',
        "declare void @llvm.trap()",
        f"define {SCALARS[entry.gives]} @{entry.name}({', '.join(outer)}) {{",
        *body,
        "br i1 %bad, label %fault, label %fine",
        "fault:",
        "call void @llvm.trap()",
        "unreachable",
        "fine:",
        *ends,
        "}",
    ]
    return "\n".join(lines) + "\n"


def _retarget(text: str, layout: str) -> str:
    text = re.sub(r"^target triple = .*$", f'target triple = "{TRIPLE}"', text, flags=re.M)
    text = re.sub(r"^target datalayout = .*$", f'target datalayout = "{layout}"', text, flags=re.M)
    for name, instruction in INSTRUCTIONS.items():
        text = text.replace(f"@{name}(", f"@{instruction}(")
    for name in UNREFERENCED:
        text = re.sub(r"(define [^\n]*@" + name + r"\([^\n]*\{\n).*?\n\}\n", r"\1  ret void\n}\n", text, flags=re.S)
    return text


def _share(part: Any) -> None:
    """Let all entries share one definition of each kernel they use."""
    for function in part.functions:
        if not function.is_declaration and function.linkage.name == "external":
            function.linkage = "linkonce_odr"


def _seal(whole: Any, exported: list[str]) -> None:
    """Hide everything but the entries, so that unused code is dropped, and keep large kernels from being inlined."""
    for function in whole.functions:
        if not function.is_declaration:
            function.linkage = "external" if function.name in exported else "internal"
            most = MOST_INLINED_STRATEGY if STRATEGY.search(function.name) else MOST_INLINED
            if sum(1 for block in function.blocks for _instruction in block.instructions) > most:
                function.add_function_attribute("noinline")
    for variable in whole.global_variables:
        if not variable.is_declaration and not variable.name.startswith("llvm."):
            variable.linkage = "internal"


def check_runnable(text: str, where: str) -> None:
    """Raise `BuildError` for code that cannot run in a browser, or would compute something else there."""
    outside = sorted({name for name in re.findall(r"^declare [^@]*@\"?([^\s(\"]+)", text, re.M) if name[:5] != "llvm."})
    if any(name.startswith("NRT_") for name in outside):
        raise BuildError(
            f"{where}: a kernel makes an array while it runs ({outside[0]}). "
            "Give it room in the position, or hand it in."
        )
    if outside:
        raise BuildError(_refuse_foreign(where, outside))
    if "@numba.dynamic.globals" in text:
        raise BuildError(f"{where}: a kernel holds an address of this process.")
    for slot in SLOT.findall(text):
        if not SCALAR.match(slot + "\n"):
            raise BuildError(
                f"{where}: a kernel keeps more than a number on the stack ({slot}): a tuple, a record or an array "
                "of its own. Hand it in, or keep it in the position."
            )


def _refuse_foreign(where: str, names: list[str]) -> str:
    return f"{where}: kernels need functions a browser does not have: {', '.join(names)}."


def find_linker() -> list[str]:
    """Return the command of a WebAssembly linker: LLVM's own, or the one of PyPI's `ziglang`.

    Both link the same bytes. Raises `BuildError` if there is none.
    """
    for name in ("wasm-ld", *(f"wasm-ld-{version}" for version in range(22, 13, -1))):
        found = shutil.which(name)
        if found:
            return [found]
    if find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    raise BuildError(
        "There is no WebAssembly linker here: install PyPI's ziglang (python -m pip install ziglang), or wasm-ld "
        "(Debian's package lld)."
    )


def _link(made: bytes, exported: list[str], where: str) -> bytes:
    """Return the linked module without names of functions. Raises `BuildError`."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "rules.o"), Path(folder, "rules.wasm")
        source.write_bytes(made)
        command = [*find_linker(), "--no-entry", "--strip-all", "-O2", "--export=__heap_base"]
        command += [f"--export={name}" for name in exported]
        command += [f"--initial-memory={START_MEMORY}", "-z", f"stack-size={STACK}", "--stack-first"]
        done = subprocess.run([*command, "-o", str(target), str(source)], capture_output=True, text=True, check=False)
        if done.returncode:
            missing = sorted(set(re.findall(r"undefined symbol: (\S+)", done.stderr)))
            raise BuildError(_refuse_foreign(where, missing) if missing else f"The linker refused: {done.stderr[:400]}")
        return target.read_bytes()
