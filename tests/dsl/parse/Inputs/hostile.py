# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes specs that are hostile, up to 10 MB on one line, to a folder."""
import pathlib
import random
import sys

folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
random.seed(1)
size = 10_000_000
files = {
    "garbage": random.randbytes(size),
    "word": b"x" * size,
    "quotes": b'"' * size,
    "unknown": b"@ " * (size // 2),
    "open": b"block b { " + b"a=f(" * 200_000,
    "path": b"block b { a" + b".b" * 500_000 + b" }",
    "elements": b"block b { a = [" + b"1," * 500_000 + b"] }",
    "comment": b"#" + b"c" * size + b"\n",
    "empty": b"",
}
for name, data in files.items():
    (folder / f"{name}.tenon").write_bytes(data)
