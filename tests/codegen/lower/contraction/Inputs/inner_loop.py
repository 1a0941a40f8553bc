# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Looks at the innermost loop of a microkernel in assembly: inner_loop.py FILE.s FUNCTION COUNT [vfmadd]

Prints what the loop consists of, and fails if it spills (a vector register on the stack), if it does not have
COUNT multiply-adds (or instructions of the name given), or if it has more other vector instructions than that.
"""
import re
import sys

path, name, expected = sys.argv[1], sys.argv[2], int(sys.argv[3])
word = sys.argv[4] if len(sys.argv) > 4 else "vfmadd"
lines = open(path).read().split("\n")
start = next(i for i, line in enumerate(lines) if re.match(rf'"?{re.escape(name)}"?:', line))
end = next(i for i in range(start, len(lines)) if ".cfi_endproc" in lines[i] or ".size" in lines[i])
body = lines[start:end]

spills = [line for line in body if re.search(r"[yz]mm\d+", line) and "(%rsp)" in line]
loops, label = [], {}
for i, line in enumerate(body):
    if match := re.match(r"(\.LBB\w+):", line):
        label[match.group(1)] = i
    if (match := re.match(r"\s+j\w+\s+(\.LBB\w+)", line)) and match.group(1) in label:
        loops.append(body[label[match.group(1)]:i])
main = max(loops, key=lambda loop: sum(word in line for line in loop))
count = lambda word: sum(word in line for line in main)
vector = sum(bool(re.match(r"\s+v", line)) for line in main)
others = vector - count(word)
print(f"{name}: {count(word)} {word}, {others} other vector instructions, {len(spills)} spills, "
      f"{count('call')} calls")
if spills or count("call") or count(word) != expected or others > expected:
    sys.exit(f"expected {expected} {word}, at most as many others, no spill and no call")
