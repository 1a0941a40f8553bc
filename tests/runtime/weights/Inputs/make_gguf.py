# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes GGUF files, good and bad, by the format's description alone.

make_gguf.py FOLDER [STEP]: one file for each entry of CASES, and one good file cut every STEP bytes.
"""
import os
import struct
import sys

NUMBERS = {"u8": (0, "B"), "i8": (1, "b"), "u16": (2, "H"), "i16": (3, "h"), "u32": (4, "I"), "i32": (5, "i"),
           "f32": (6, "f"), "bool": (7, "B"), "u64": (10, "Q"), "i64": (11, "q"), "f64": (12, "d")}
STRING, ARRAY = 8, 9
F32, F16, Q4_0, Q8_1, Q4_K, IQ2_XXS = 0, 1, 2, 9, 12, 16
HUGE = 2**64 - 1
DATA = struct.pack("<8f", *range(8))


def u32(value):
    return struct.pack("<I", value)


def u64(value):
    return struct.pack("<Q", value)


def text(value):
    value = value if isinstance(value, bytes) else value.encode()
    return u64(len(value)) + value


def number(key, kind, value):
    code, form = NUMBERS[kind]
    return text(key) + u32(code) + struct.pack("<" + form, value)


def array(key, code, count, payload):
    return text(key) + u32(ARRAY) + u32(code) + u64(count) + payload


def tensor(name, sizes, code, offset):
    """`sizes` from the innermost out."""
    return text(name) + u32(len(sizes)) + b"".join(map(u64, sizes)) + u32(code) + u64(offset)


def file(pairs=(), tensors=(), data=DATA, version=3, counts=None, alignment=32):
    tensor_count, pair_count = counts or (len(tensors), len(pairs))
    head = b"GGUF" + u32(version) + u64(tensor_count) + u64(pair_count) + b"".join(pairs) + b"".join(tensors)
    return head + bytes(-len(head) % alignment) + data


ONE = tensor("a", [4, 2], F32, 0)
GOOD_PAIRS = [
    number("u8", "u8", 255), number("i8", "i8", -128), number("u16", "u16", 65535), number("i16", "i16", -32768),
    number("u32", "u32", 2**32 - 1), number("i32", "i32", -2**31), number("u64", "u64", HUGE),
    number("i64", "i64", -2**63), number("f32", "f32", 1e-5), number("f64", "f64", 1e-5), number("yes", "bool", 1),
    text("name") + u32(STRING) + text("a name"), array("sizes", 4, 3, struct.pack("<3I", 1, 2, 3)),
    array("words", STRING, 2, text("ab") + text("")), array("none", STRING, 0, b""),
    array("nested", ARRAY, 2, u32(0) + u64(2) + b"\1\2" + u32(7) + u64(1) + b"\0"),
]
GOOD_TENSORS = [ONE, tensor("scalar", [], F32, 32), tensor("empty", [0, 7], F32, 64), tensor("half", [3], F16, 64),
                tensor("four", [1, 2, 1, 2], F32, 96)]
GOOD_DATA = DATA + struct.pack("<f28x", 0.5) + struct.pack("<3e26x", 1, -2, 0.1) + struct.pack("<4f", 1, 2, 3, 4)
DEEP = array("a", ARRAY, 1, (u32(ARRAY) + u64(1)) * 100000)

CASES = {
    "good": file(GOOD_PAIRS, GOOD_TENSORS, GOOD_DATA),
    "good-2": file(GOOD_PAIRS, GOOD_TENSORS, GOOD_DATA, version=2),
    "good-alignment": file([number("general.alignment", "u32", 64)],
                           [ONE, tensor("b", [1], F32, 64)], DATA + bytes(32) + struct.pack("<f", 7), alignment=64),
    "good-nothing": file(data=b"", alignment=1),
    "good-unread": file((), [ONE, tensor("b", [5], 77, 0), tensor("c", [256], IQ2_XXS, 32)], DATA + bytes(66)),
    "version-0": file((), [ONE], version=0),
    "version-1": file((), [ONE], version=1),
    "version-4": file((), [ONE], version=4),
    "big-endian": file((), [ONE], version=0x03000000),
    "tensors-huge": file((), [ONE], counts=(HUGE, 0)),
    "tensors-many": file((), [ONE], counts=(5, 0)),
    "tensors-one-more": file([number("k", "u64", 0)] * 1, [ONE], counts=(2, 1)),
    "pairs-huge": file((), [ONE], counts=(1, HUGE)),
    "pairs-many": file((), [ONE], counts=(1, 3)),
    "key-huge": file([u64(HUGE) + b"k" + u32(0) + b"\0"], [ONE]),
    "key-long": file([number("k" * 65536, "u8", 0)], [ONE]),
    "key-empty": file([number("", "u8", 0)], [ONE]),
    "key-twice": file([number("k", "u8", 0), number("k", "u16", 0)], [ONE]),
    "value-unknown": file([text("k") + u32(13) + bytes(8)], [ONE]),
    "value-not-bool": file([number("k", "bool", 2)], [ONE]),
    "string-huge": file([text("k") + u32(STRING) + u64(HUGE)], [ONE]),
    "string-wraps": file([text("k") + u32(STRING) + u64(HUGE - 7)], [ONE]),
    "array-unknown": file([array("k", 13, 1, bytes(8))], [ONE]),
    "array-huge": file([array("k", 0, HUGE, b"")], [ONE]),
    "array-wraps": file([array("k", 10, 2**61, b"")], [ONE]),
    "array-of-strings-huge": file([array("k", STRING, 2, u64(HUGE))], [ONE]),
    "array-of-bools": file([array("k", 7, 2, b"\1\7")], [ONE]),
    "array-deep": file([DEEP], [ONE]),
    "array-in-array-huge": file([array("k", ARRAY, 1, u32(0) + u64(HUGE))], [ONE]),
    "name-huge": file((), [u64(2**40) + ONE[8:]]),
    "name-empty": file((), [tensor("", [4], F32, 0)]),
    "name-twice": file((), [ONE, tensor("a", [1], F32, 32)]),
    "dimensions-5": file((), [tensor("a", [1, 1, 1, 1, 1], F32, 0)]),
    "dimensions-huge": file((), [text("a") + u32(2**32 - 1) + ONE[13:]]),
    "size-huge": file((), [tensor("a", [HUGE], F32, 0)]),
    "size-product": file((), [tensor("a", [2**32, 2**31, 2], F32, 0)]),
    "size-wraps": file((), [tensor("a", [2**62, 4], F32, 0)]),
    "size-bytes": file((), [tensor("a", [2**62], F32, 0)]),
    "size-lies": file((), [tensor("a", [9], F32, 0)]),
    "offset-beyond": file((), [tensor("a", [1], F32, 64)]),
    "offset-huge": file((), [tensor("a", [1], F32, HUGE - 31)]),
    "offset-odd": file((), [tensor("a", [1], F32, 4)]),
    "offset-unknown": file((), [tensor("a", [1], 77, 64)]),
    "overlap": file((), [ONE, tensor("b", [2], F32, 0)]),
    "overlap-inside": file((), [tensor("a", [16], F32, 0), tensor("b", [1], F32, 32)], DATA * 2),
    "rows-of-blocks": file((), [tensor("a", [16, 4], Q4_0, 0)], bytes(64)),
    "scalar-of-blocks": file((), [tensor("a", [], Q4_0, 0)], bytes(64)),
    "blocks-cut": file((), [tensor("a", [256], Q4_K, 0)], bytes(143)),
    "alignment-0": file([number("general.alignment", "u32", 0)], [ONE]),
    "alignment-odd": file([number("general.alignment", "u32", 33)], [ONE]),
    "alignment-huge": file([number("general.alignment", "u64", 2**40)], [ONE]),
    "alignment-text": file([text("general.alignment") + u32(STRING) + text("32")], [ONE]),
    "no-padding": file((), [tensor("a", [0], F32, 0)], b"", alignment=1),
}


def main(folder):
    for name, content in CASES.items():
        write(folder, name, content)
    whole = file(GOOD_PAIRS, GOOD_TENSORS, GOOD_DATA)
    for size in range(8, len(whole), int(sys.argv[2]) if len(sys.argv) > 2 else 7):
        write(folder, f"cut-{size}", whole[:size])


def write(folder, name, content):
    with open(os.path.join(folder, name + ".gguf"), "wb") as file:
        file.write(content)


if __name__ == "__main__":
    main(sys.argv[1])
