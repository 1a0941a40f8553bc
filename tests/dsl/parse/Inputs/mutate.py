# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Feeds mutated specs to the tool. Usage: mutate.py TENON COUNT FOLDER..."""
import pathlib
import random
import re
import subprocess
import sys

tenon, count, folders = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
specs = [path.read_bytes() for folder in folders for path in sorted(pathlib.Path(folder).rglob("*.tenon"))]
token = re.compile(rb"\w+|\s+|.", re.DOTALL)
random.seed(4)


def mutated(text):
    parts = token.findall(text)
    for _ in range(random.choice((1, 1, 2, 5))):
        i = random.randrange(len(parts))
        parts[i : i + 1] = random.choice((
            [],
            [parts[i], parts[i]],
            [random.choice(parts)],
            [parts[i], random.choice(parts)],
            [random.randbytes(1)],
            [parts[i], random.choice((b"#", b'"', b"{", b"}", b"(", b")", b"=", b"1e", b"if ", b"\x00"))],
        ))
    return b"".join(parts)


def run(*arguments, text):
    return subprocess.run([tenon, *arguments], input=text, capture_output=True, timeout=60)


refused = formatted = 0
for number in range(count):
    text = mutated(random.choice(specs))
    result = run("fmt", "-", text=text)
    if result.returncode == 0:
        formatted += 1
        assert run("fmt", "-", text=result.stdout).stdout == result.stdout, (number, text)
        continue
    errors = [line for line in result.stderr.splitlines() if b": error: " in line]
    assert result.returncode == 1 and errors, (number, text, result)
    assert all(re.search(rb"\[P[0-9]+\]$", line) for line in errors), (number, text, errors)
    refused += 1
print(count, "mutated,", refused, "refused,", formatted, "formatted")
