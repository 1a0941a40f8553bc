# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A spec compiled by Tenon and loaded into this process. Needs NumPy, the `tenon` tool (named by TENON), a C
compiler (CC) that turns the archive into a shared library, and the headers of pthreadpool."""
import ctypes
import hashlib
import os
import pathlib
import re
import subprocess

import numpy as np

HERE = pathlib.Path(__file__).parent
TYPES = {"float32": 0, "uint16": 1}  # tenon_type; bf16 is held as its bits
SIZE, POINTER = ctypes.c_size_t, ctypes.c_void_p
SIZES = ctypes.POINTER(SIZE)


class Batch(ctypes.Structure):
    _fields_ = [("struct_size", SIZE), ("tokens", SIZE), ("sequences", SIZE), ("first_row", SIZES),
                ("first_position", ctypes.POINTER(ctypes.c_int64)), ("slot", POINTER), ("cache_tokens", SIZE),
                ("x_stride", SIZE), ("y_stride", SIZE), ("token_types", POINTER), ("outputs", SIZE),
                ("output_row", SIZES)]


class Tensor(ctypes.Structure):
    _fields_ = [("data", POINTER), ("type", ctypes.c_int), ("elements", SIZE)]


class Parallel(ctypes.Structure):
    _fields_ = [("context", POINTER), ("threads", SIZE), ("parallel_for", POINTER)]


def aligned(size: int) -> np.ndarray:
    """`size` zero bytes that begin at a multiple of 64."""
    memory = np.zeros(size + 64, np.uint8)
    start = -memory.ctypes.data % 64
    return memory[start : start + size]


def address(array: np.ndarray) -> ctypes.c_void_p:
    return POINTER(array.ctypes.data if array.size else None)


def sizes(numbers: list[int]) -> ctypes.Array:
    return (SIZE * len(numbers))(*numbers)


def built(text: str, name: str, folder: pathlib.Path) -> tuple[ctypes.CDLL, str]:
    """The library and the header of block or stack `name` of the spec `text`. Kept in `folder`."""
    place = folder / hashlib.sha256(text.encode()).hexdigest()[:16]
    library, spec = place / "item.so", place / "item.tenon"
    if not library.exists():
        place.mkdir(parents=True, exist_ok=True)
        spec.write_text(text)
        subprocess.run([os.environ.get("TENON", "tenon"), "compile", spec, "--block", name, "-o", place], check=True,
                       stdout=subprocess.DEVNULL)
        subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O2", f"-I{place}", HERE / "pool.c",
                        "-Wl,--whole-archive", place / f"{name}.a", "-Wl,--no-whole-archive", "-lpthreadpool", "-o",
                        library], check=True)
    return ctypes.CDLL(str(library)), (place / f"{name}.h").read_text()


def parameters(header: str, name: str) -> list[str]:
    """The canonical names of the weights, in the order in which they lie in the struct."""
    structs = {struct: body for body, struct in re.findall(r"typedef struct \{\n(.*?)\} (\w+);", header, re.S)}
    result = []
    for line in structs[f"{name}_weights"].splitlines():
        if layers := re.search(r" layers\[(\d+)\];", line):
            each = re.findall(r"/\* (\S+) \[", structs[f"{name}_layer"])
            result += [f"layers.{layer}.{part}" for layer in range(int(layers[1])) for part in each]
        else:
            result += re.findall(r"/\* (\S+) \[", line)
    return result


class Archive:
    """A compiled block or stack with packed weights."""

    def __init__(self, text: str, name: str, folder: pathlib.Path, threads: int) -> None:
        self.library, header = built(text, name, folder)
        self.name, self.parameters = name, parameters(header, name)
        for function in ("packed_size", "cache_size", "workspace_size"):
            self._function(function).restype = SIZE
        self.library.pool_make.restype = Parallel
        self.threads = threads
        self.parallel = self.library.pool_make(SIZE(threads)) if threads > 1 else None

    def _function(self, function: str):
        return getattr(self.library, f"{self.name}_{function}")

    def _call(self, function: str, *arguments) -> None:
        parallel = ctypes.byref(self.parallel) if self.parallel else None
        if status := self._function(function)(*arguments, parallel):
            raise SystemExit(f"{self.name}_{function}: status {status}")

    def pack(self, weights: dict[str, np.ndarray]) -> None:
        """Takes f32 arrays, or bf16 as uint16, by canonical name."""
        arrays = [np.ascontiguousarray(weights[name]) for name in self.parameters]
        tensors = (Tensor * len(arrays))()
        for tensor, array in zip(tensors, arrays):
            tensor.data, tensor.type, tensor.elements = array.ctypes.data, TYPES[array.dtype.name], array.size
        self.packed = aligned(self._function("packed_size")())
        self._call("pack", tensors, address(self.packed), SIZE(self.packed.size))

    def cache(self, tokens: int) -> np.ndarray:
        return aligned(self._function("cache_size")(SIZE(tokens)))

    def forward(self, x: np.ndarray, y: np.ndarray, cache: np.ndarray, cache_tokens: int, position: int = 0,
                sequences: int = 1, outputs: list[int] | None = None):
        """A function that computes y of rows (or ids) x: sequences of one length, from `position` on. A stack's y
        may have chosen rows only, `outputs`."""
        tokens = len(x)
        workspace = aligned(self._function("workspace_size")(SIZE(tokens), SIZE(self.threads)))
        first = (ctypes.c_int64 * sequences)(*[position] * sequences)
        batch = Batch(ctypes.sizeof(Batch), tokens, sequences, sizes(range(0, tokens + 1, tokens // sequences)), first,
                      None, cache_tokens, 0, 0, None, len(outputs or []), sizes(outputs) if outputs else None)

        def call() -> None:
            self._call("forward", address(self.packed), ctypes.byref(batch), address(x), address(y), address(cache),
                       address(workspace), SIZE(workspace.size))

        return call
