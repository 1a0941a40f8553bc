# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""greedy.py TENON SPEC FOLDER IDS STEPS: `generate` makes the tokens that the logits of `run` say, one by one."""
import json
import struct
import subprocess
import sys

tenon, spec, folder, prompt, steps = sys.argv[1:]


def write_ids(path, ids):
    header = json.dumps({"ids": {"dtype": "I32", "shape": [len(ids)], "data_offsets": [0, 4 * len(ids)]}}).encode()
    header += b" " * (-len(header) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(header)) + header + struct.pack(f"<{len(ids)}i", *ids))


def last_row(path):
    data = open(path, "rb").read()
    size = struct.unpack("<Q", data[:8])[0]
    entry = json.loads(data[8 : 8 + size])["y"]
    columns = entry["shape"][1]
    return struct.unpack(f"<{columns}f", data[8 + size + entry["data_offsets"][1] - 4 * columns :][: 4 * columns])


ids = [int(word) for word in prompt.split(",")]
for _ in range(int(steps)):
    write_ids(f"{folder}/ids.safetensors", ids)
    subprocess.run([tenon, "run", spec, "--target", "reference", "--input", f"{folder}/ids.safetensors", "--output",
                    f"{folder}/logits.safetensors"], check=True, capture_output=True)
    row = last_row(f"{folder}/logits.safetensors")
    ids.append(row.index(max(row)))
made = subprocess.run([tenon, "generate", spec, "--target", "reference", "--ids", prompt, "--steps", steps],
                      check=True, capture_output=True, text=True).stdout
wanted = ",".join(map(str, ids[-int(steps):])) + "\n"
if made != wanted:
    sys.exit(f"generate made {made}, the logits say {wanted}")
