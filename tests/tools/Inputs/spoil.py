# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""spoil.py FROM TO: a safetensors file without ffn.up.weight and x, and with the axes of
ffn.gate.weight exchanged."""
import json
import sys

with open(sys.argv[1], "rb") as file:
    length = int.from_bytes(file.read(8), "little")
    header, data = json.loads(file.read(length)), file.read()

kept, chunks = {}, b""
for name, entry in sorted(header.items()):
    if name in ("ffn.up.weight", "x", "__metadata__"):
        continue
    begin, end = entry["data_offsets"]
    entry["data_offsets"] = [len(chunks), len(chunks) + end - begin]
    chunks += data[begin:end]
    kept[name] = entry
kept["ffn.gate.weight"]["shape"].reverse()

text = json.dumps(kept).encode()
with open(sys.argv[2], "wb") as file:
    file.write(len(text).to_bytes(8, "little") + text + chunks)
