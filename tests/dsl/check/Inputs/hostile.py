# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hostile.py TENON WORK: specs that grow without end must be answered within seconds, by the
error that is meant or by success, never by a crash."""
import os
import resource
import subprocess
import sys

tenon, work = sys.argv[1:]
os.makedirs(work, exist_ok=True)
MANY = 10000


def block(name="b", act="relu", more=""):
    return f"block {name} {{ width = 8 placement = no_norm ffn = mlp(hidden = 16, activation = {act}) {more}}}\n"


def lines(pattern, count=MANY, first=0):
    return "".join(pattern.format(i, i + 1) for i in range(first, first + count))


ADDING = block().replace("no_norm", "pre_norm norm = dyt")
# What is expected: a rule's number, or None for success.
CASES = {
    "values in a long chain": ("C57", "activation a(z) { " + lines("let x{1} = x{0} + 1/2 ", first=0)
                               + f"let x0 = z return x{MANY} }}\n" + block(act="a")),
    "kinds in a long chain": ("C57", lines("activation a{1}(z) = a{0}(z) + 1/2\n") + "activation a0(z) = z\n"
                              + block(act=f"a{MANY}")),
    "kinds that double": ("C57", lines("activation a{1}(z) = a{0}(a{0}(z))\n", 100) + "activation a0(z) = z + 1/2\n"
                          + block(act="a100")),
    "arguments that double": ("C57", "activation c(z; a : activation) = a(a(z)) + 1/2\n"
                              + block(act="c(" * 60 + "relu" + ")" * 60)),
    "one call with many arguments": ("C57", "activation a(z) = max(" + ", ".join(f"z + {i}" for i in range(60000))
                                     + ")\n" + block(act="a")),
    "many options": ("C57", "activation a(z; " + ", ".join(f"o{i} = {i}" for i in range(MANY)) + ") = z\n"),
    "unknown names": ("C6", "".join(block(f"b{i}", "relu", "").replace("8", f"wdith{i}") for i in range(MANY))),
    "unread settings": ("C12", block(more=lines("ffn.o{0} = {0} "))),
    "missing imports": ("C1", lines('import "missing{0}.tenon"\n')),
    "a long derivation": ("C57", lines("block b{0} = b{1} {{ width = 8 }}\n") + block(f"b{MANY}")),
    "many blocks": (None, "".join(block(f"b{i}") for i in range(3000))),
    "many layers": (None, ADDING + "stack s { layers = 10000 of b final_norm = none }\n"),
    "more layers": ("C26", ADDING + "stack s { layers = [" + ", ".join(["10000 of b"] * MANY) + "] final_norm = none }\n"),
    "many stacks": ("C57", ADDING + lines("stack s{0} {{ layers = 10000 of b final_norm = none }}\n", 300)),
    "a tower of powers": ("C27", block().replace("8", "2^2^2^2^2^2")),
    "a large table": ("C57", "frequency f(w) = " + " + ".join(["w * 2"] * 150) + "\n"
                      + "".join(f"block b{i} {{ width = 131072 placement = no_norm attention = attention(heads = 1, "
                                "rope = rope(theta = 10, frequency = f)) }\n" for i in range(100))),
}


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))


failures = 0
for name, (rule, text) in CASES.items():
    path = os.path.join(work, "hostile.tenon")
    with open(path, "w") as file:
        file.write(text)
    done = subprocess.run([tenon, "check", path], capture_output=True, text=True, preexec_fn=limit)
    wanted = 1 if rule else 0
    if done.returncode != wanted or (rule and f"[{rule}]" not in done.stderr):
        print(f"{name}: expected {rule or 'success'}, found exit {done.returncode}: {done.stderr[:300]}")
        failures += 1
sys.exit(failures != 0)
