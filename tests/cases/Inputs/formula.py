# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The formulas in which the cases write large arrays down."""

import re

import numpy as np

# Which axis an index walks, by the number of axes; products name theirs.
AXES = {
    1: [("i", 0), ("j", 0), ("k", 0), ("c", 0)],
    2: [("r", 0), ("i", 0), ("t", 0), ("c", 1), ("j", 1)],
    3: [("t", 0), ("h", 1), ("c", 2)],
}
LEFT = [("i", 0), ("k", 1)]  # A of A*B
RIGHT = [("k", 0), ("j", 1)]  # B


def q(seed, i):
    """Portable noise in [-1, 1], exact in every storage type."""
    i = np.mod(i, 1799)
    return (np.mod(seed * 7919 + 31 * i * i + 17 * i + 13 * (i // 7), 257) - 128) / 128


def matrix(seed, rows, columns, scale=1.0):
    return scale * q(seed, np.arange(rows * columns)).reshape(rows, columns)


def vector(seed, size, scale=1.0, offset=0.0):
    return offset + scale * q(seed, np.arange(size))


def number(value):
    return float(value) if isinstance(value, str) else value


def plain(value):
    """Nested lists with "nan", "inf", "-inf" as an array."""
    if isinstance(value, list):
        return [plain(entry) for entry in value]
    return number(value)


def evaluate(text, shape, axes=None):
    """The array of `shape` whose element at an index is the formula's value there."""
    if not re.fullmatch(r"[\w\s.,()+*/-]*", text):
        raise ValueError(f"not a formula: {text}")
    names = {"q": q}
    for name, axis in axes or AXES[len(shape)]:
        if axis < len(shape):
            ones = [1] * len(shape)
            ones[axis] = shape[axis]
            names[name] = np.arange(shape[axis], dtype=np.int64).reshape(ones)
    value = eval(text.replace(" mod ", " % "), {"__builtins__": {}}, names)
    return np.broadcast_to(np.asarray(value, dtype=np.float64), shape).copy()


def array(value, axes=None, shape=None, **sizes):
    """An entry of `input` as a float64 array: nested lists, one number, or a formula, in
    whose shape the names in `sizes` may stand."""
    if isinstance(value, dict):
        whole = [sizes.get(size, size) for size in value["shape"]]
        return evaluate(value["formula"], whole, axes)
    result = np.asarray(plain(value), dtype=np.float64)
    return np.broadcast_to(result, shape).copy() if shape is not None else result
