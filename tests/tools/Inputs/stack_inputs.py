# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""stack_inputs.py FOLDER: inputs of a stack with an embedding: plain, with types, positions, an empty sequence."""
import json
import struct
import sys

IDS = [3, 1, 4, 1, 5]


def write(name, **tensors):
    header, data = {}, b""
    for key, values in tensors.items():
        bytes_ = struct.pack(f"<{len(values)}q", *values)
        header[key] = {"dtype": "I64", "shape": [len(values)], "data_offsets": [len(data), len(data) + len(bytes_)]}
        data += bytes_
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(f"{sys.argv[1]}/{name}.safetensors", "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


write("plain", ids=IDS)
write("second", ids=IDS, types=[0, 0, 1, 1, 1])
write("third", ids=IDS, types=[0, 0, 1, 2, 1])
write("positions", ids=IDS, positions=[5])
write("empty", ids=IDS, sequences=[0, 5, 5])
