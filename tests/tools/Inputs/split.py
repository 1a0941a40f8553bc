# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""split.py FROM TO ROW: adds to a safetensors file with 6 rows that a second sequence
begins at ROW."""
import json
import struct
import sys

with open(sys.argv[1], "rb") as file:
    length = int.from_bytes(file.read(8), "little")
    header, data = json.loads(file.read(length)), file.read()

for name, values in (("sequences", (0, int(sys.argv[3]), 6)), ("positions", (0, 0))):
    chunk = struct.pack(f"<{len(values)}q", *values)
    header[name] = {"dtype": "I64", "shape": [len(values)], "data_offsets": [len(data), len(data) + len(chunk)]}
    data += chunk

text = json.dumps(header).encode()
with open(sys.argv[2], "wb") as file:
    file.write(len(text).to_bytes(8, "little") + text + data)
