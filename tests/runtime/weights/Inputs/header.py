# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""header.py FILE: where the data of a safetensors file begins, and its header."""
import json
import struct
import sys

with open(sys.argv[1], "rb") as file:
    size, = struct.unpack("<Q", file.read(8))
    print("data at a multiple of 64:", (8 + size) % 64 == 0)
    print(json.dumps(json.loads(file.read(size))))
