# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Formats all specs below some folders twice. Usage: round_trip.py TENON FOLDER..."""
import pathlib
import re
import subprocess
import sys

tenon, folders = sys.argv[1], sys.argv[2:]


def formatted(text):
    run = subprocess.run([tenon, "fmt", "-"], input=text, capture_output=True, timeout=60)
    if run.returncode == 1 and re.search(rb"\[P[0-9]+\]$", run.stderr, re.MULTILINE):
        return None  # Not meant to parse.
    assert run.returncode == 0, run.stderr.decode()
    return run.stdout


def comments(text):
    return [line.split(b"#", 1)[1].strip() for line in text.splitlines() if b"#" in line and b'"' not in line]


count = 0
for folder in folders:
    for path in sorted(pathlib.Path(folder).rglob("*.tenon")):
        text = path.read_bytes()
        once = formatted(text)
        if once is None:
            assert path.is_relative_to(pathlib.Path(folders[-1])), f"{path} does not parse"
            continue
        assert formatted(once) == once, f"{path} changes when formatted again"
        assert comments(once) == comments(text), f"{path} loses a comment"
        count += 1
print(count, "files")
