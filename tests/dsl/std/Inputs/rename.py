# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""rename.py TENON STD SPEC WORK: declares every kind of the library again under another name, in
the user's own file, and compares the graphs of all blocks of SPEC: no name of a kind may matter."""
import glob
import os
import re
import subprocess
import sys

tenon, std, spec, work = sys.argv[1:]
WORDS = "norm|activation|placement|attention|ffn|mask|score|rope|frequency"
library = "\n".join(open(name).read() for name in sorted(glob.glob(os.path.join(std, "*.tenon"))))
library = re.sub(r"#.*", "", library)
library = re.sub(r'"[^"]*"', '"reason"', library)
kinds = re.findall(rf"^(?:{WORDS}) (\w+)\(", library, re.MULTILINE)
refused = re.findall(rf"^(?:{WORDS}) (\w+)\([^)]*\) \{{\s*require false", library, re.MULTILINE)
# In a body these are primitives; a slot, data of a placement and a statement.
PRIMITIVES = {"tanh", "sigmoid"}
NOT_CALLED = PRIMITIVES | {"attention", "rope", "linear"}


def renamed(text):
    for kind in kinds:
        other = "other_" + kind[::-1]
        text = re.sub(rf"^({WORDS}) {kind}\(", rf"\1 {other}(", text, flags=re.MULTILINE)
        call = r"(?!\()" if kind in PRIMITIVES else ""
        text = re.sub(rf"= {kind}\b(?! *=)(?!\.){call}", f"= {other}", text)
        if kind not in NOT_CALLED:
            text = re.sub(rf"(?<![\w. ]){kind}\(|(?<=[-+*/(] ){kind}\(", f"{other}(", text)
    return text


def graph(path, block):
    done = subprocess.run([tenon, "compile", path, "--emit=graph", "--block", block, "-o", "-"],
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout


text = open(spec).read()
for kind in kinds:
    if kind not in refused and not re.search(rf"\b{kind}\b", text):
        sys.exit(f"{spec} does not use {kind}")
os.makedirs(work, exist_ok=True)
path = os.path.join(work, "renamed.tenon")
with open(path, "w") as file:
    file.write(renamed(library + text))
for kind in kinds:
    # Neither way leads back to the library: its kinds are not named any more.
    if kind not in NOT_CALLED and re.search(rf"(?<![\w.]){kind}\(", open(path).read()):
        sys.exit(f"{kind} is still called")
blocks = re.findall(r"^block (\w+)", text, re.MULTILINE)
for block in blocks:
    one, other = graph(spec, block), graph(path, block)
    if one != other:
        sys.exit(f"the graphs of {block} differ:\n{one}\n{other}")
    for kind in kinds:
        if re.search(rf"\b(other_{kind[::-1]}|{kind})\b", re.sub(rf"\b({WORDS}|tanh|sigmoid|linear)\b", "", other)):
            sys.exit(f"the graph of {block} names the kind {kind}")
print(f"{len(kinds)} kinds, {len(blocks)} blocks: the same graphs")
