# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Imports published configurations and compares what the specs amount to with facts.

usage: facts.py --tenon PATH --work DIR

models.json holds configurations in the style of released checkpoints and facts about
the models, computed by hand-written formulas that know nothing of Tenon. Each imported
spec must also be in canonical form, pass `tenon check`, and each parameter must have a
place in the checkpoint: every element of a tensor once, and all of it.
"""

import argparse
import json
import math
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
# The facts speak of the whole model, a spec of what the language has.
ELSEWHERE = {
    "t5": {"causal"},  # of the decoder; the spec is the encoder
    "bert": {"notes"},
}


def differences(expected, found, path=""):
    if isinstance(expected, dict):
        for key, value in expected.items():
            where = f"{path}.{key}" if path else key
            if not isinstance(found, dict) or key not in found:
                yield f"{where}: missing, expected {value}"
            else:
                yield from differences(value, found[key], where)
    elif isinstance(expected, float) and isinstance(found, (int, float)):
        if not math.isclose(expected, found, rel_tol=1e-12):
            yield f"{path}: {found}, expected {expected}"
    elif expected != found or isinstance(expected, bool) != isinstance(found, bool):
        yield f"{path}: {found}, expected {expected}"


def run(tenon, *arguments):
    return subprocess.run([tenon, *arguments], capture_output=True, text=True, timeout=300)


def rows_of(entry, rows):
    """The rows of a tensor with `rows` rows that an entry of a name map takes."""
    begin, end = entry.get("slice", [0, rows])
    every = entry.get("every", rows)
    return {start + row for start in range(0, rows, every) for row in range(begin, end)}


def stored_rows(entries, shapes):
    """Rows of the tensor in the checkpoint, from what is taken of it."""
    if len(entries) == 1 and "slice" not in entries[0][1]:
        return shapes[entries[0][0]][0]
    return sum(shapes[name][0] for name, _ in entries)


def map_findings(names, document):
    """Whether the parts of each tensor are all of it, without overlap."""
    shapes = {}
    for parameter in document["parameters"]:
        name = parameter["name"]
        if name.startswith("layers."):
            name = "layers.*." + name.split(".", 2)[2]
        shapes[name] = parameter["shape"]
    for name in sorted(set(shapes) ^ set(names)):
        yield f"{name}: only in {'the spec' if name in shapes else 'the name map'}"
    tensors = {}
    for name, entry in names.items():
        tensors.setdefault(entry["from"], []).append((name, entry))
    for tensor, entries in tensors.items():
        if any(name not in shapes for name, _ in entries):
            continue
        rows = stored_rows(entries, shapes)
        taken = [rows_of(entry, rows) for _, entry in entries]
        for (name, _), part in zip(entries, taken):
            if len(part) != shapes[name][0]:
                yield f"{name}: {len(part)} rows of {tensor}, expected {shapes[name][0]}"
        if sum(map(len, taken)) != rows or set().union(*taken) != set(range(rows)):
            yield f"{tensor}: its {rows} rows are not taken once each"
        if len({entry.get("transpose", False) for _, entry in entries}) != 1:
            yield f"{tensor}: taken both ways round"


def findings(tenon, work, name, model):
    config, spec, names = (os.path.join(work, name + end) for end in (".json", ".tenon", ".names.json"))
    with open(config, "w") as file:
        json.dump(model["config"], file)
    done = run(tenon, "import", config, "-o", spec, "--names", names, "--json")
    if done.returncode != 0:
        yield f"exit {done.returncode}\n{done.stdout}{done.stderr}"
        return
    document = json.loads(done.stdout)
    for diagnostic in document["diagnostics"]:
        if diagnostic["severity"] != "note":
            yield f"{diagnostic['severity']}: {diagnostic['message']}"
    skipped = ELSEWHERE.get(model["expected"]["model_type"], set())
    yield from differences({k: v for k, v in model["expected"].items() if k not in skipped}, document)
    left_out = sum(part["parameters"] for part in document["left_out"])
    if document["params"]["in_spec"] + left_out != model["expected"]["params"]["total"]:
        yield f"{document['params']['in_spec']} parameters and {left_out} left out are not the total"
    if run(tenon, "fmt", "--check", spec).returncode != 0:
        yield "not in canonical form"
    checked = run(tenon, "check", spec)
    if checked.returncode != 0 or checked.stderr:
        yield f"check: {checked.stdout}{checked.stderr}"
    yield from map_findings(json.load(open(names))["tensors"], document)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tenon", required=True)
    parser.add_argument("--work", required=True)
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    models = json.load(open(os.path.join(HERE, "models.json")))
    failed = 0
    for name, model in models.items():
        wrong = list(findings(options.tenon, options.work, name, model))
        failed += bool(wrong)
        print(f"FAIL {name}: " + "\n  ".join(wrong) if wrong else f"PASS {name}")
    print(f"{len(models)} models, {failed} wrong")
    return 1 if failed or not models else 0


if __name__ == "__main__":
    sys.exit(main())
