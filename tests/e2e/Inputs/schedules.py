# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Schedules changed by hand: takes a module of stage `kernels`, writes other decisions than the compiler's into its
text, compiles on from there, and compares the bytes of the results. Those that break a rule are refused by its name.

usage: schedules.py --tenon PATH --cc COMMAND --work DIR
"""
import argparse
import os
import re
import shlex
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TARGET = "x86-64-v3"
FFN = "norm = rms_norm(eps = 1e-5) placement = pre_norm ffn = swiglu(hidden = 213)"
# Odd widths; row blocks of 144 and their tiles end in all ways for the calls of schedules.c.
SPECS = {
    "ffn": f"block b {{ width = 117 {FFN} }}",
    "ffn-bf16": f"block b {{ width = 117 {FFN} weights = bf16 residual = f32 }}",
    "row": "ffn alone(x; inner : norm) = inner(x)\n"
           "block b { width = 117 placement = bare ffn = alone(inner = layer_norm(eps = 1e-5)) }",
    "none": "block b { width = 30 placement = bare attention = attention(heads = 3, kv_heads = 1, mask = none) }",
    "causal": "block b { width = 30 placement = bare attention = attention(heads = 3, kv_heads = 1) }",
    "ring": "block b { width = 30 placement = bare attention = attention(heads = 3, kv_heads = 1, mask = sliding(100)) }",
}
CACHED = {"causal", "ring"}

# What changes in the schedules of kernels and in their panels: field -> value; "encoding" is a panel's first word.
# Counts of panels follow the rule `registers`: r rows of p panels of v vectors need r * v * p + 2 of 16.
ROWS_4 = ({"rows": 4}, {"at_once": "[4, 2, 1, 1]"})          # 1 * 8, 2 * 4, 3 * 2, 4 * 2, and 2
VECTORS_4 = ({"rows": 3}, {"vectors": 4, "at_once": "[3, 1, 1]"})  # 1 * 12, 2 * 4, 3 * 4, and 2
LINEARS = {
    "rows 4": ROWS_4,
    "rows 1": ({"rows": 1}, {"at_once": "[1]"}),
    "rows 7": ({"rows": 7}, {"at_once": "[3, 2, 2, 1, 1, 1, 1]"}),
    "four vectors": VECTORS_4,
    "k blocks": ({"k_block": 64}, {}),
    "k blocks of an odd size": ({"k_block": 13}, {}),
    "blocks of 24 rows": ({"block_rows": 24}, {}),
    "blocks of 25 rows": ({"block_rows": 25}, {}),
    "chunks of a panel": ({}, {"chunk": 1}),
    "stream": ({"unroll": 2, "ahead": 0, "next_lines": 0}, {}),
    "no padding": ({"padding": 0}, {}),
}
ATTENTION = {
    "one token": ({"tokens": 1, "at_once": "[4, 2, 1]"}, {}),
    "two heads": ({"tokens": 2, "heads": 2, "at_once": "[2, 2, 1, 1]"}, {}),
    "no padding": ({"padding": 0, "unroll": 1}, {}),
}
LEGAL = {
    "ffn": LINEARS,
    "ffn-bf16": {**LINEARS, "plain": ({}, {"encoding": "plain"}), "plain, four vectors":
                 (VECTORS_4[0], {**VECTORS_4[1], "encoding": "plain"})},
    "row": {"tiles of 3": ({"tile": 3}, {}), "tiles of 1000": ({"tile": 1000}, {})},
    "none": ATTENTION,
    "causal": ATTENTION,
    # 100 + 254 + 64 keys are two blocks.
    "ring": {**ATTENTION, "a smaller ring": ({"block_rows": 64, "ring_keys": 512}, {})},
}
ILLEGAL = [
    ("ffn", {"rows": 40}, None, "registers"),  # the panels that are missing have one at once
    ("ffn", {"lanes": 4}, {}, "lanes"),
    ("ffn-bf16", {}, {"encoding": "pair_dot"}, "encoding"),
    ("ffn", {}, {"encoding": "paired"}, "encoding"),
    ("ffn", {"rows": 4}, {}, "at_once"),
    ("row", {"tile": 0}, None, "sizes"),
    ("causal", {"key_block": 24}, None, "keys"),
    ("causal", {"cached": "false"}, None, "store"),
]
SCHEDULE = re.compile(r'tenon\.kernel "(\w+)".*?schedule = (#tenon\.\w+<(?:[^<>]|<[^<>]*>)*>)')
PANEL = re.compile(r"tenon\.slot contraction attributes \{panel = (#tenon\.panel<[^<>]*>)")


def changed(attribute, fields):
    for field, value in fields.items():
        if field == "encoding":
            attribute = re.sub(r"(?<=#tenon\.panel<)\w+", value, attribute)
        elif re.search(rf"\b{field} = ", attribute):
            attribute = re.sub(rf"\b{field} = (\[.*?\]|\w+)", f"{field} = {value}", attribute)
    return attribute


class Driver:
    def __init__(self, options):
        self.tenon, self.cc, self.work = options.tenon, shlex.split(options.cc), options.work
        self.failed = 0

    def fail(self, *words):
        self.failed += 1
        print("FAIL", *words, flush=True)

    def compile(self, source, *options):
        return subprocess.run([self.tenon, "compile", source, "--target", TARGET, *options], capture_output=True,
                              text=True)

    def text(self, source, stage):
        done = self.compile(source, "--emit=" + stage)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def prepare(self, name):
        """The text of stage `kernels` of a spec, and the decisions that the compiler would make about it."""
        folder = os.path.join(self.work, name)
        os.makedirs(folder, exist_ok=True)
        spec = self.write(os.path.join(folder, "spec.tenon"), SPECS[name])
        schedule = self.text(spec, "schedule")
        return self.text(spec, "kernels"), dict(SCHEDULE.findall(schedule)), PANEL.findall(schedule)

    @staticmethod
    def write(path, text):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def scheduled(self, prepared, of_kernels, of_panels):
        """The module with changed decisions, and those that differ; panels are left out where `of_panels` is None."""
        module, schedules, panels = prepared
        news = set()

        def of(old, fields):
            new = changed(old, fields)
            news.update({new} - {old})
            return new

        module = re.sub(r'(tenon\.kernel "(\w+)"\(.*?\)) :',
                        lambda m: f"{m[1]} attributes {{schedule = {of(schedules[m[2]], of_kernels)}}} :", module)
        left = iter(panels)
        if of_panels is not None and panels:
            # The contraction of an attention has no panel.
            module = re.sub(r"tenon\.slot contraction (?=->.*\n +%\w+ = tenon\.linear)",
                            lambda m: f"tenon.slot contraction attributes {{panel = {of(next(left), of_panels)}}} ", module)
            assert next(left, None) is None
        return module, news

    def digests(self, name, module, folder):
        """What schedules.c prints for the library that `module` compiles to."""
        os.makedirs(folder, exist_ok=True)
        done = self.compile(self.write(os.path.join(folder, "module.mlir"), module), "-o", folder)
        if done.returncode:
            return done.stderr
        shapes = re.findall(r"shape = array<i64: ([\d, ]+)>", module)
        sizes = ", ".join(shape.replace(", ", " * ") for shape in shapes)
        program = os.path.join(folder, "test")
        subprocess.run([*self.cc, "-std=c11", "-O1", "-Wall", "-Werror", f"-DSIZES={sizes or 0}",
                        f"-DCACHED={int(name in CACHED)}", f"-I{folder}", os.path.join(HERE, "schedules.c"),
                        os.path.join(folder, "b.a"), "-o", program], check=True)
        return subprocess.run([program], capture_output=True, text=True, check=True).stdout

    def legal(self, name):
        prepared = self.prepare(name)
        expected = self.digests(name, prepared[0], os.path.join(self.work, name, "selected"))
        if len(expected.splitlines()) != 7:
            return self.fail(name, expected)
        for number, (title, (of_kernels, of_panels)) in enumerate(LEGAL[name].items()):
            module, news = self.scheduled(prepared, of_kernels, of_panels)
            folder = os.path.join(self.work, name, str(number))
            found = self.digests(name, module, folder)
            if found != expected:
                self.fail(f"{name}, {title}:\n{found}expected\n{expected}")
            kept = self.text(os.path.join(folder, "module.mlir"), "schedule")
            if not news or not all(new in kept for new in news):
                self.fail(f"{name}, {title}: not in stage schedule:", *news)

    def illegal(self, name, of_kernels, of_panels, rule):
        module, news = self.scheduled(self.prepare(name), of_kernels, of_panels)
        folder = os.path.join(self.work, name, rule)
        source = self.write(os.path.join(self.work, name, rule + ".mlir"), module)
        done = self.compile(source, "-o", folder)
        if not news or done.returncode != 1 or f"schedule breaks rule '{rule}'" not in done.stderr:
            self.fail(f"{name} is to break the rule {rule}: exit {done.returncode}\n{done.stderr}")
        if os.path.exists(folder) and os.listdir(folder):
            self.fail(name, rule, "left", *os.listdir(folder))


def main():
    parser = argparse.ArgumentParser()
    for name in ("tenon", "cc", "work"):
        parser.add_argument("--" + name, required=True)
    driver = Driver(parser.parse_args())
    for name in LEGAL:
        driver.legal(name)
    for case in ILLEGAL:
        driver.illegal(*case)
    print(f"{sum(map(len, LEGAL.values()))} legal schedules, {len(ILLEGAL)} others, {driver.failed} failed")
    return 1 if driver.failed else 0


if __name__ == "__main__":
    sys.exit(main())
