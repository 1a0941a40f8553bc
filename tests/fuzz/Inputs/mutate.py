#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gives tenon-opt and tenon modules that are a little wrong; nothing may crash.

    mutate.py BIN SCRATCH --seed 1 --count 400
    mutate.py BIN SCRATCH --seed 1 --only 17        one mutant again, with its text kept

Mutant N of a seed depends on both numbers alone. A mutant is a module of stage tenon, kernels or schedule with one
to three changes. It must pass, or be refused with an error; an operation that no longer verifies behind a pass is a
fault of that pass. A failing mutant is made smaller as long as it fails in the same way.
"""
import argparse
import concurrent.futures
import difflib
import pathlib
import random
import re
import shlex
import subprocess
import sys

BLOCKS = ["llama", "gpt2", "bert", "gemma", "own", "row", "model"]
STAGES = {
    "tenon": "canonicalize,tenon-compensate-means,tenon-expand-rotations,cse,tenon-form-kernels",
    "kernels": "tenon-select-schedule{target=x86-64-v3}",
    "schedule": "tenon-plan-memory,tenon-lower-contractions,tenon-lower-attention,tenon-lower-rows,"
    "tenon-emit-packers,canonicalize,cse,tenon-expand-math,tenon-expand-tile-products",
}
NUMBERS = [0, 1, -1, 2, 3, 4, 7, 8, 16, 31, 64, 100, 4096, 2**31, 2**32 + 1, 2**62, 2**63 - 1]
FLOATS = ["0.0", "-1.0", "1.0e-320", "1.0e300", "0x7FF0000000000000", "0x7FF8000000000000"]
WORDS = [
    ["f32", "bf16", "f16", "f64", "i1", "i64", "index"],
    ["fma", "dot_bf16"],
    ["plain", "paired", "pair_dot"],
    ["x", "y", "workspace", "panel", "left", "packed", "weights"],
    ["prologue", "contraction", "epilogue", "finish", "rows"],
    ["true", "false"],
]
OPERATION = re.compile(r'"?(tenon\.[a-z_0-9]+)"?')
NAME = re.compile(r"%[A-Za-z0-9_]+(?:#\d+)?")
TYPE = re.compile(r"tensor<[^<>]*>")
ENTRY = re.compile(r"([A-Za-z_.]+) = (\[[^\[\]]*\]|#?[a-z_.]*<[^<>]*>|\"[^\"]*\"|[^,<>{}\[\]]+)")


def end(lines, start):
    """Behind the last line of the operation that starts at `start`."""
    indent = len(lines[start]) - len(lines[start].lstrip())
    stop = start + 1
    while stop < len(lines):
        text = lines[stop].lstrip()
        inside = len(lines[stop]) - len(text)
        if inside < indent or (inside == indent and not text.startswith(("}", "^"))):
            break
        stop += 1
    return stop


def operations(lines):
    return [i for i, line in enumerate(lines) if OPERATION.search(line.split("(")[0]) and "module" not in line]


def types_of(lines):
    """Names with their types, as far as the generic form says them behind each name."""
    types = {}
    for line in lines:
        for name, kind in re.findall(r"(%[A-Za-z0-9_]+): (tensor<[^<>]*>)", line):
            types[name] = kind
        result = re.match(r"\s*(%[A-Za-z0-9_]+) = .*?(tensor<[^<>]*>)$", line)
        if result:
            types[result[1]] = result[2]
    return types


def replace(lines, i, match, text):
    lines[i] = lines[i][: match.start()] + text + lines[i][match.end() :]


def pick(rng, lines, pattern, accept=lambda i: True):
    found = [(i, m) for i, line in enumerate(lines) if accept(i) for m in re.finditer(pattern, line)]
    # Lines rather than matches: else long lists of numbers take all the changes.
    i = rng.choice(sorted({i for i, _ in found}))
    return i, rng.choice([m for j, m in found if i == j])


def change_number(rng, lines):
    i, match = pick(rng, lines, r"(?<![%\w.#:-])-?\d+(?![\w.#])")
    value = int(match[0])
    replace(lines, i, match, str(rng.choice(NUMBERS + [value - 1, value + 1, 2 * value, -value])))


def change_width(rng, lines):
    _, match = pick(rng, lines, r"(?<=[<x])(\d+)(?=x)")
    other = str(rng.choice([1, 2, 3, 5, 15, 16, 33, 64, 100, 4099, 0, 2**33]))
    lines[:] = [re.sub(rf"(?<![%\w.#-])(?:(?<=x)|(?<![%\w.])){match[0]}(?![\w.])|(?<=[<x]){match[0]}(?=x)", other, line)
                for line in lines]


def change_float(rng, lines):
    i, match = pick(rng, lines, r"-?\d\.\d+e[+-]\d+")
    replace(lines, i, match, rng.choice(FLOATS))


def change_word(rng, lines):
    words = rng.choice(WORDS)
    i, match = pick(rng, lines, rf"(?<=[ <(,x])({'|'.join(words)})(?=[ ,>)}}])")
    replace(lines, i, match, rng.choice(words))


def change_entry(rng, lines):
    i, match = pick(rng, lines, ENTRY)
    others = [m[2] for line in lines for m in ENTRY.finditer(line) if m[1] == match[1]]
    replace(lines, i, match, rng.choice([f"{match[1]} = {rng.choice(others)}", f"{match[0]}, {match[0]}", f"{match[1]}",
                                         f"{match[1]} = unit", f"{match[1]} = []", f'{match[1]} = ""', f"{match[1]} = 0 : i64"]))


def delete_entry(rng, lines):
    i, match = pick(rng, lines, rf"(?:, )?{ENTRY.pattern}")
    replace(lines, i, match, "")
    lines[i] = lines[i].replace("<{, ", "<{").replace("{, ", "{").replace("<, ", "<").replace("<{}> ", "").replace("[, ", "[")


def swap_operand(rng, lines):
    """Mostly for another value of the same type that the operation can see."""
    i, match = pick(rng, lines, rf"(?<=[(,])\s?{NAME.pattern}(?=[,)])", lambda i: "^" not in lines[i] and "func" not in lines[i])
    replace(lines, i, match, " " * match[0].startswith(" ") + rng.choice(values_like(rng, lines, i, match[0].strip())))


def values_like(rng, lines, i, name):
    kernel = max([j for j in range(i) if "tenon.kernel" in lines[j] and end(lines, j) > i] or [1])
    types = types_of(lines)
    seen = types_of(lines[kernel + 1 : i])
    same = [other for other in seen if other != name and seen[other] == types.get(name)]
    return same if same and rng.random() < 0.9 else sorted(seen) or [name]


def delete_operand(rng, lines):
    """In the generic form with its type, so that what is left can be read."""
    i, match = pick(rng, lines, rf"\(({NAME.pattern}(?:, {NAME.pattern})*)\)|(?<= ){NAME.pattern},? ")
    names = match[0].strip("() ,").split(", ")
    number = rng.randrange(len(names))
    last = end(lines, i) - 1
    types = re.search(r" : \(([^()]*)\) ->", lines[last])
    copy = rng.random() < 0.3
    take = lambda items: items[:number] + ([items[number]] * 2 if copy else []) + items[number + 1 :]
    if types and "(" in match[0]:
        replace(lines, last, types, f" : ({', '.join(take(types[1].split(', ')))}) ->")
    opening, closing = ("(", ")") if "(" in match[0] else ("", " ")
    replace(lines, i, match, opening + ", ".join(take(names)) + closing)


def change_type(rng, lines):
    i, match = pick(rng, lines, TYPE)
    other = rng.choice([m for line in lines for m in TYPE.findall(line)]
                       + ["tensor<*xf32>", "tensor<?x?xf32>", "tensor<f32>", "tensor<?x0xf32>", "tensor<0xf32>"])
    how = rng.randrange(8)
    if how == 0:
        replace(lines, i, match, other)
    elif how == 1:
        lines[:] = [line.replace(match[0], other) for line in lines]
    else:
        name, kind = rng.choice(sorted(types_of(lines).items()))
        retype(lines, name, rng.choice([other, *(kind.replace(a, b) for a in WORDS[0][:3] for b in WORDS[0][:4] if a in kind)]))


def retype(lines, name, kind):
    """Gives a value another type where it is made and where it is used: in the generic form."""
    for i, line in enumerate(lines):
        lines[i] = line = re.sub(rf"{name}: tensor<[^<>]*>", f"{name}: {kind}", line)
        last = end(lines, i) - 1
        signature = re.search(r" : \(([^()]*)\) -> (.*)$", lines[last])
        operands = re.search(r'^[^"(]*"[\w.]+"\(([^()]*)\)', line)
        if not signature or not operands or name not in NAME.findall(line):
            continue
        kinds = [kind if operand == name else old for operand, old in zip(operands[1].split(", "), signature[1].split(", "))]
        result = kind if line.lstrip().startswith(name + " =") else signature[2]
        lines[last] = lines[last][: signature.start()] + f" : ({', '.join(kinds)}) -> {result}"


def change_operation(rng, lines):
    i = rng.choice(operations(lines))
    count = len(NAME.findall(lines[i]))
    names = sorted({m[1] for line in lines for m in OPERATION.finditer(line) if len(NAME.findall(line)) == count}
                   | {"tenon.exp", "tenon.max", "tenon.sum"})
    replace(lines, i, OPERATION.search(lines[i]), (q := '"' * lines[i].count('"tenon.', 0, 40)) + rng.choice(names) + q)


def delete_operation(rng, lines):
    i = rng.choice(operations(lines))
    result = re.match(r"\s*(%\w+)", lines[i])
    operand = result and rng.choice(values_like(rng, lines, i, result[1]))
    del lines[i : end(lines, i)]
    if result and rng.random() < 0.9:  # what used it uses another value
        for j in range(i, len(lines)):
            lines[j] = re.sub(rf"{result[1]}\b", operand, lines[j])


def move_operation(rng, lines):
    i = rng.choice(operations(lines))
    unit = lines[i : end(lines, i)]
    if rng.random() < 0.7:
        del lines[i : i + len(unit)]
    j = rng.choice(operations(lines) or [i])
    lines[j:j] = unit


def swap_operations(rng, lines):
    starts = operations(lines)
    i = rng.choice(starts)
    depth = lambda k: len(lines[k]) - len(lines[k].lstrip())
    j = rng.choice([k for k in starts if depth(k) == depth(i)])
    i, j = min(i, j), max(i, j)
    first, second = (i, end(lines, i)), (j, end(lines, j))
    if rng.random() < 0.4:  # the regions alone
        first, second = (i + 1, first[1] - 1), (j + 1, second[1] - 1)
    if first[0] < first[1] <= second[0] < second[1]:
        lines[:] = (lines[: first[0]] + lines[slice(*second)] + lines[first[1] : second[0]] + lines[slice(*first)]
                    + lines[second[1] :])


CHANGES = [change_number, change_number, change_number, change_width, change_float, change_word, change_word, change_entry,
           delete_entry, swap_operand, swap_operand, swap_operand, delete_operand, change_type, change_type,
           change_operation, delete_operation, delete_operation, move_operation, swap_operations]


class Fuzzer:
    def __init__(self, bin, scratch, blocks):
        self.opt, self.tenon, self.scratch, self.blocks = f"{bin}/tenon-opt", f"{bin}/tenon", scratch, blocks
        self.bases, self.refused = {}, 0
        scratch.mkdir(parents=True, exist_ok=True)

    def call(self, *command):
        try:
            done = subprocess.run(command, cwd=self.scratch, capture_output=True, text=True, errors="replace", timeout=20)
        except subprocess.TimeoutExpired:
            return "hang", "hangs"
        return done.returncode, done.stdout + done.stderr

    def base(self, block, stage, generic):
        key = (block, stage, generic)
        if key not in self.bases:
            path = self.scratch / f"{block}.{stage}.mlir"
            code, text = self.call(self.tenon, "compile", str(self.blocks), "--block", block, f"--emit={stage}",
                                   "--target=x86-64-v3", "-o", str(path))
            if code:
                sys.exit(f"no module to begin with: {text}")
            code, text = self.call(self.opt, str(path), *["--mlir-print-op-generic"] * generic)
            self.bases[key] = text.splitlines()
        return list(self.bases[key])

    def mutant(self, seed, number, without=()):
        rng = random.Random(f"{seed}:{number}")
        stage = rng.choice(list(STAGES))
        base = self.base(rng.choice(BLOCKS), stage, rng.random() < 0.75)
        lines = list(base)
        for step in range(rng.choice([1, 1, 1, 2, 3])):
            changed = list(lines)
            try:
                rng.choice(CHANGES)(random.Random(f"{seed}:{number}:{step}"), changed)
            except IndexError:  # nothing of the kind in this module
                continue
            if step not in without:
                lines = changed
        return stage, lines, base

    def commands(self, stage, path, isStack):
        """Each with what it is for. The passes begin where the module stands."""
        names = list(STAGES)
        passes = ",".join(STAGES[name] for name in names[names.index(stage) :])
        if stage == "schedule":
            passes = STAGES["kernels"] + "," + passes
        # The parts of a stack are modules in a module.
        pipeline = f"builtin.module(builtin.module({passes}))" if isStack else f"builtin.module({passes})"
        return ([self.opt, path, "-o", "/dev/null", f"--pass-pipeline={pipeline}"],
                [self.tenon, "compile", path, "--target=x86-64-v3", "--emit=llvm", "-o", path + ".out"])

    def fault(self, stage, lines, path):
        """How this module fails: a word, its text and the command; or None."""
        path.write_text("\n".join(lines) + "\n")
        output = pathlib.Path(str(path) + ".out")
        passes, whole = self.commands(stage, str(path), sum('module' in line for line in lines) > 1)
        isValid = False
        for command in (passes[:4], passes, whole):
            code, text = self.call(*command)
            kind = None
            if code not in (0, 1):
                kind = f"exit {code}"
            elif re.search("internal error|fault of tenon|PLEASE submit a bug", text):
                kind = "internal error"
            elif code and "error:" not in text:
                kind = "fails without an error"
            elif code and output.exists():
                kind = "left a file"
            elif code and command is passes:
                # Without verification between passes the same pass must say the same.
                bare, other = self.call(*command, "--verify-each=false")
                if bare != code or first_error(other) != first_error(text):
                    kind = "no longer verifies behind a pass"
            if not kind and code and "failed to legalize" in text:
                kind = "not lowered"
            output.unlink(missing_ok=True)
            if kind:
                return kind, first_error(text) or text[-300:], command
            isValid |= code == 0
            if not isValid and random.Random(str(path)).random() < 0.9:
                self.refused += 1
                return None  # read by the same code everywhere
        return None

    def smaller(self, seed, number, path, kind):
        """The mutant without the changes that it fails alike without, and what is left of them."""
        without = ()
        for step in range(3):
            stage, lines, base = self.mutant(seed, number, (*without, step))
            found = self.fault(stage, lines, path)
            if found and found[0] == kind[0]:
                without += (step,)
        stage, lines, base = self.mutant(seed, number, without)
        path.write_text("\n".join(lines) + "\n")
        return [line for line in difflib.unified_diff(base, lines, n=0, lineterm="") if line[:3] not in ("---", "+++")]


def first_error(text):
    found = re.search(r"error: (.*)|Assertion .*", text)
    return found and (found[1] or found[0])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin")
    parser.add_argument("scratch", type=pathlib.Path)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--only", type=int)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    fuzzer = Fuzzer(pathlib.Path(options.bin).resolve(), options.scratch.resolve(), pathlib.Path(__file__).resolve().with_name("blocks.tenon"))

    def run(number):
        stage, lines, _ = fuzzer.mutant(options.seed, number)
        path = fuzzer.scratch / f"{options.seed}-{number}.mlir"
        found = fuzzer.fault(stage, lines, path)
        if not found and options.only is None:
            for stale in path.parent.glob(path.name + "*"):
                stale.unlink()
        return number, stage, lines, path, found

    numbers = range(options.count) if options.only is None else [options.only]
    faults = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for number, stage, lines, path, found in pool.map(run, numbers):
            if found:
                faults += 1
                print(f"--seed {options.seed} --only {number}: {found[0]}: {found[1]}\n  {shlex.join(found[2])}")
                for line in fuzzer.smaller(options.seed, number, path, found):
                    print(f"    {line[:400]}")
                sys.stdout.flush()
    print(f"{len(numbers)} mutants of seed {options.seed}, {fuzzer.refused} refused when read, {faults} faults")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
