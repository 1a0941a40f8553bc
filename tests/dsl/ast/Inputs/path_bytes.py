# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks a spec whose path is no UTF-8. Usage: path_bytes.py TENON FOLDER"""
import json
import os
import subprocess
import sys

tenon, folder = sys.argv[1], os.fsencode(sys.argv[2])
os.makedirs(folder, exist_ok=True)
path = os.path.join(folder, b"\xff\x1b.tenon")
with open(path, "wb") as file:
    file.write(b"norm (x) = x\n")
text = subprocess.run([tenon, "check", path], capture_output=True)
assert text.returncode == 1, text
print("text", text.stderr.decode().splitlines()[0])
document = subprocess.run([tenon, "check", path, "--json"], capture_output=True)
assert document.returncode == 1, document
print("json", json.loads(document.stdout)["diagnostics"][0]["rule"])
