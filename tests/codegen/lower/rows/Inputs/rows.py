# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""rows.py TARGET FOLDER CC: compiles row kernels of many shapes, runs them and
compares with double precision. Rows of the caller end at a page that cannot be
read, and what lies between them must stay as it was."""
import ctypes
import mmap
import os
import sys

HERE = os.path.dirname(__file__)
sys.path.insert(0, os.path.join(HERE, "..", "..", "Inputs"))
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "..", "Inputs"))
import numpy as np

import lowering
from kernel import Kernel
from tensors import ITEM, decode, encode, step

ROWS = 11
FIRST = 2  # rows of the call before the row block
UNTOUCHED = 0xAB
libc = ctypes.CDLL(None, use_errno=True)
generator = np.random.default_rng(7)


class Guarded:
    """Bytes that end where a page begins that can be neither read nor written."""

    def __init__(self, size):
        pages = -(-size // mmap.PAGESIZE) * mmap.PAGESIZE
        self.map = mmap.mmap(-1, pages + mmap.PAGESIZE)
        base = ctypes.addressof(ctypes.c_char.from_buffer(self.map))
        libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        if libc.mprotect(base + pages, mmap.PAGESIZE, 0) != 0:
            raise OSError(ctypes.get_errno())
        self.start, self.size = pages - size, size
        self.address = base + self.start
        self.map[self.start:pages] = bytes([UNTOUCHED]) * size

    def write(self, offset, data):
        self.map[self.start + offset:self.start + offset + len(data)] = data

    def read(self, offset, size):
        return self.map[self.start + offset:self.start + offset + size]


def place_rows(data, element, stride):
    """The rows of `data`, `stride` elements apart, the last one flush with the guard."""
    width = data[0].size
    buffer = Guarded(((FIRST + len(data) - 1) * stride + width) * ITEM[element])
    for number, row in enumerate(data):
        buffer.write((FIRST + number) * stride * ITEM[element], encode(row.ravel(), element))
    return buffer


def normed(k, a, gain=None, eps=1e-5):
    mean = k.reduce("mean", k.binary("mul", a, a))
    n = k.binary("div", a, k.unary("sqrt", k.binary("add", mean, k.constant([eps]))))
    return k.binary("mul", n, gain) if gain else n


def rows_of(width, scale=1.0, offset=0.0):
    return generator.normal(offset, scale, (ROWS, width))


# Each case builds a kernel and returns its result, given a width and an element type.

def rms_norm(k, width, element):
    a = k.rows(rows_of(width), element)
    return k.binary("add", a, normed(k, a, k.parameter(generator.normal(1, 0.1, width))))


def layer_norm(k, width, element):
    a = k.rows(rows_of(width, offset=1000 if element == "f32" else 4), element)
    c = k.binary("sub", a, k.reduce("mean", a))
    n = normed(k, c, k.parameter(generator.normal(1, 0.1, width)))
    return k.binary("add", n, k.parameter(generator.normal(0, 0.1, width)))


def softmax(k, width, element):
    e = k.unary("exp", k.rows(rows_of(width), element))
    return k.binary("div", e, k.reduce("sum", e))


def twice_normed(k, width, element):
    """A deep value between two reductions, and another reduction of it."""
    t = k.unary("tanh", normed(k, k.rows(rows_of(width), element)))
    s = k.unary("normal_cdf", k.binary("mul", t, k.parameter(generator.normal(0, 1, width))))
    return k.binary("sub", normed(k, s), k.binary("mul", t, k.reduce("sum", k.binary("mul", s, t))))


def choices(k, width, element):
    data = rows_of(width)
    data[:, ::3] = 0
    data[:, ::7] = np.nan
    a = k.rows(data, element)
    zero, one = k.constant([0.0]), k.constant([1.0])
    root = k.unary("sqrt", a)  # NaN where it is not taken
    positive = k.binary("lt", zero, a)
    unordered = k.unary("not", k.binary("eq", a, a))
    r = k.select(k.binary("or", positive, k.binary("eq", a, zero)), root, k.binary("min", a, one))
    r = k.select(k.binary("and", unordered, k.binary("le", zero, one)), k.constant([7.0]), r)
    limits = k.binary("max", a, k.parameter(generator.normal(0, 1, width)))
    return k.select(k.binary("lt", r, zero), k.binary("max", zero, k.unary("abs", r)), k.binary("add", r, limits))


def arithmetic(k, width, element):
    a = k.rows(rows_of(width), element)
    p = k.binary("add", k.power(a, 0), k.binary("add", k.power(a, 1), k.power(a, 7)))
    table = k.constant([float(v) for v in generator.normal(0, 1, width)])
    f = k.binary("mul", k.unary("floor", k.binary("mul", a, k.constant([3.0]))), table)
    r = k.round(k.binary("add", p, f), "bf16")
    return k.binary("sub", r, k.binary("mul", k.unary("neg", a), k.position(POSITIONS)))


def functions(k, width, element):
    a = k.rows(rows_of(width), element)
    e = k.unary("expm1", k.unary("log1p", k.unary("abs", a)))
    l = k.unary("log", k.unary("exp", a))
    g = k.binary("mul", a, k.unary("normal_cdf", a))
    return k.binary("add", k.binary("add", e, l), k.binary("add", g, k.binary("mul", k.unary("sigmoid", a), a)))


def row_scalar(k, width, element):
    """One number per row, and a parameter of one."""
    a = k.rows(rows_of(width), element)
    return k.binary("mul", k.reduce("mean", a), k.parameter(np.array([3.5])))


def heads(count):
    def per_head(k, width, element):
        a = k.split(k.rows(rows_of(width * count), element), count)
        n = normed(k, a, k.parameter(generator.normal(1, 0.1, width)))
        n = k.binary("mul", n, k.parameter(generator.normal(1, 0.1, (count, 1))))
        own = k.binary("add", n, k.parameter(generator.normal(0, 1, (count, width))))
        m = k.merge(own)
        return k.binary("add", m, k.reduce("mean", m))
    return per_head


def other_heads(k, width, element):
    """Norms over heads of two sizes, one behind the other, and a value per head as a row."""
    a = k.rows(rows_of(6 * width), element)
    one = k.merge(normed(k, k.split(a, 2)))
    two = normed(k, k.split(k.binary("mul", one, a), 3))
    sums = k.merge(k.reduce("mean", two))
    return k.binary("mul", k.merge(two), k.reduce("mean", k.unary("exp", sums)))


POSITIONS = [int(p) for p in generator.integers(0, 100, ROWS)]
CASES = [rms_norm, layer_norm, softmax, twice_normed, choices, arithmetic, functions, row_scalar, heads(1), heads(3),
         heads(9), other_heads]
# What the arithmetic of f32 costs where a case is hard on purpose, relative to the row's largest value:
# a mean of 1000 is rounded to 2^-15; a round() on the way may fall to the other side.
LOOSE = {"layer_norm": 5e-4, "arithmetic": 2.0**-7}
WIDTHS = [1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 64, 65, 100, 127, 129, 300]
TYPES = ["f32", "bf16", "f16"]


def combinations():
    """Every case with every width and type in turn, rather than their product."""
    number = 0
    for case in CASES:
        for i, width in enumerate(WIDTHS):
            for element in TYPES if case is CASES[0] else [TYPES[(i + CASES.index(case)) % 3]]:
                k = Kernel(f"k{number}")
                number += 1
                result = case(k, width, element)
                label = f"{case.__name__} {width} {element}"
                yield label, k, k.cast(result, element), result


def run(label, k, stored, exact, bound, shared):
    """Returns what is wrong, if anything."""
    (x,) = [a for a in k.arguments if a.tokens]
    packed = Guarded(sum(-(-a.data.size * 4 // 64) * 64 for a in k.arguments if not a.tokens))
    offset = 0
    for a in k.arguments:
        if not a.tokens:
            packed.write(offset, encode(a.data.ravel(), "f32") + bytes(-a.data.size * 4 % 64))
            offset += -(-a.data.size * 4 // 64) * 64
    x_width, y_width, item = x.data[0].size, stored.data[0].size, ITEM[stored.element]
    x_rows = place_rows(x.data, x.element, x_width + 3)
    y_rows = Guarded(((FIRST + ROWS - 1) * (y_width + 5) + y_width) * item)
    positions = Guarded(8 * (FIRST + ROWS))
    positions.write(8 * FIRST, np.array(POSITIONS, dtype=np.int64).tobytes())
    scratch = Guarded(1 << 16)
    sizes = {"tokens": FIRST + ROWS, "first": FIRST, "rows": ROWS, "x_stride": x_width + 3, "y_stride": y_width + 5,
             "begin": 0, "end": 2}
    buffers = {"x": x_rows.address, "y": y_rows.address, "packed": packed.address, "scratch": scratch.address,
               "positions": positions.address}
    lowering.call(shared, k.name + ".finish", bound, buffers, sizes)

    expected = exact.data.reshape(ROWS, -1)
    scale = np.nanmax(np.abs(expected), initial=1e-30)
    for row in range(FIRST + ROWS):
        start = row * (y_width + 5) * item
        between = b"" if row == FIRST + ROWS - 1 else y_rows.read(start + y_width * item, 5 * item)
        if between.strip(bytes([UNTOUCHED])):
            return f"writes beyond row {row}"
        got = decode(y_rows.read(start, y_width * item), stored.element)
        if row < FIRST:
            if y_rows.read(start, y_width * item).strip(bytes([UNTOUCHED])):
                return f"writes row {row}, which is not its own"
            continue
        want = expected[row - FIRST]
        allowed = 4e-6 * (scale + np.abs(want)) + step(want, stored.element)
        allowed = allowed + LOOSE.get(label.split()[0], 0) * scale
        wrong = ~((np.abs(got - want) <= allowed) | (got == want) | (np.isnan(got) & np.isnan(want)))
        if wrong.any():
            column = int(np.argmax(wrong))
            return f"row {row - FIRST} column {column}: {got[column]}, expected {want[column]}"
    return None


def main():
    target, folder, compiler = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    np.seterr(all="ignore")
    cases = list(combinations())
    modules = [k.text(stored) for label, k, stored, exact in cases]
    loops = lowering.loops(modules, target)
    text = lowering.assembly(modules, target, folder)
    shared = ctypes.CDLL(lowering.library(text, os.path.join(folder, "kernels.so"), compiler))
    failures = 0
    for label, k, stored, exact in cases:
        bound = lowering.bindings(loops, k.name + ".finish")
        wrong = run(label, k, stored, exact, bound, shared)
        if wrong:
            failures += 1
            print(f"{label}: {wrong}")
    print(f"{len(cases)} kernels, {failures} wrong")
    sys.exit(failures != 0)


main()
