# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes safetensors files, good and bad, by the format's description alone.

make.py FOLDER: one file for each entry of CASES, made of a header (text, or an
object that becomes JSON), data, and sometimes a length that lies.
"""
import json
import os
import struct
import sys


def entry(dtype, shape, begin, end):
    return {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}


ONE = entry("F32", [2], 0, 8)
DATA = struct.pack("<2f", 1.5, -2.0)
HUGE = 2**64 - 1
CASES = {
    "good": ({"__metadata__": {"k": "v"},
              "a": entry("F32", [2, 2], 0, 16), "b": entry("BF16", [3], 16, 22), "c": entry("F16", [1], 22, 24),
              "d": entry("F64", [], 24, 32), "e": entry("I64", [1], 32, 40), "f": entry("I32", [2], 40, 48),
              "empty": entry("F32", [0, 7], 16, 16)},
             struct.pack("<4f", 1, 2, 3, 4) + struct.pack("<3H", 0x3F80, 0xC000, 0x3FC0) + struct.pack("<e", 0.1)
             + struct.pack("<d", 0.1) + struct.pack("<q", -5) + struct.pack("<2i", 7, -7)),
    "good-fused": ({"fused": entry("F32", [6, 2], 0, 48), "bias": entry("F32", [6], 48, 72),
                    "wide": entry("F32", [1, 6], 72, 96), "step": entry("F32", [1], 96, 100),
                    "blocks.12.weight": entry("F32", [2, 2], 100, 116)},
                   struct.pack("<29f", *range(12), *range(6), 5, 1, 3, 7, 9, 11, 2**-8 + 2**-20, 1, 2, 3, 4)),
    "good-odd-address": ({"a": entry("U8", [1], 0, 1), "b": entry("F32", [2], 1, 9)}, b"\0" + DATA),
    "no-json": ("{", DATA),
    "array": ([], DATA),
    "number": ("7", DATA),
    "entry-string": ({"a": "F32"}, DATA),
    "no-dtype": ({"a": {"shape": [2], "data_offsets": [0, 8]}}, DATA),
    "dtype-number": ({"a": {"dtype": 32, "shape": [2], "data_offsets": [0, 8]}}, DATA),
    "dtype-unknown": ({"a": entry("F33", [2], 0, 8)}, DATA),
    "shape-missing": ({"a": {"dtype": "F32", "data_offsets": [0, 8]}}, DATA),
    "shape-negative": ({"a": entry("F32", [-2], 0, 8)}, DATA),
    "shape-fraction": ({"a": entry("F32", [2.0], 0, 8)}, DATA),
    "shape-string": ({"a": entry("F32", ["2"], 0, 8)}, DATA),
    "shape-object": ({"a": entry("F32", {"n": 2}, 0, 8)}, DATA),
    "shape-huge": ({"a": entry("F32", [HUGE], 0, 8)}, DATA),
    "shape-overflow": ({"a": entry("F32", [2**32, 2**32], 0, 0)}, DATA),
    "shape-overflow-bytes": ({"a": entry("F64", [2**61], 0, 0)}, DATA),
    "shape-lies": ({"a": entry("F32", [3], 0, 8)}, DATA),
    "offsets-missing": ({"a": {"dtype": "F32", "shape": [2]}}, DATA),
    "offsets-three": ({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 4, 8]}}, DATA),
    "offsets-reversed": ({"a": entry("F32", [2], 8, 0)}, DATA),
    "offsets-beyond": ({"a": entry("F32", [2], 8, 16)}, DATA),
    "offsets-huge": ({"a": entry("F32", [2], HUGE - 7, HUGE)}, DATA),
    "offsets-too-huge": ('{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,99999999999999999999]}}', DATA),
    "overlap": ({"a": entry("F32", [2], 0, 8), "b": entry("F32", [1], 4, 8)}, DATA),
    "twice": ('{"a":%s,"a":%s}' % (json.dumps(ONE), json.dumps(ONE)), DATA),
    "twice-inside": ('{"a":{"dtype":"F32","dtype":"F32","shape":[2],"data_offsets":[0,8]}}', DATA),
    "deep": ('{"a":' + "[" * 1000000 + "]" * 1000000 + "}", DATA),
    "not-utf8": (b'{"\xff\xfe":' + json.dumps(ONE).encode() + b"}", DATA),
    "binary": (bytes(range(256)) * 4, DATA),
}
LENGTHS = {"length-zero": 0, "length-beyond": 1 << 20, "length-huge": HUGE, "length-wraps": HUGE - 7}


def main(folder):
    for name, (header, data) in CASES.items():
        text = header if isinstance(header, bytes) else \
            (header if isinstance(header, str) else json.dumps(header)).encode()
        write(folder, name, struct.pack("<Q", len(text)) + text + data)
    text = json.dumps({"a": ONE}).encode()
    for name, length in LENGTHS.items():
        write(folder, name, struct.pack("<Q", length) + text + DATA)
    whole = struct.pack("<Q", len(text)) + text + DATA
    for size in (0, 4, 7, 8, 20, len(whole) - 1):
        write(folder, f"cut-{size if size < len(whole) - 1 else 'last'}", whole[:size])


def write(folder, name, content):
    with open(os.path.join(folder, name + ".safetensors"), "wb") as file:
        file.write(content)


if __name__ == "__main__":
    main(sys.argv[1])
