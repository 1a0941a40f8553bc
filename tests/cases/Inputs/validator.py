# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases about the validator itself, which a small program puts before it."""

import subprocess

import numpy as np

import formula
import gated
import tensors
from compare import need, same


def ask(kit, mode, *lines):
    done = subprocess.run(
        [kit.probe, mode], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=60
    )
    need(done.returncode == 0, f"probe {mode}: exit {done.returncode}\n{done.stderr}")
    return done.stdout.split()


def saturation(case, kit):
    given = case["input"]
    results, references = formula.array(given["result"]), formula.array(given["reference"])
    verdicts = ask(
        kit,
        "agrees",
        *(
            f"{given['dtype']} {got!r} {want!r} {abs(want) * given['rel']!r}"
            for got, want in zip(map(float, results), map(float, references))
        ),
    )
    need(verdicts == case["expect"]["verdict"], f"got {verdicts}, expected {case['expect']['verdict']}")


def can_fail(case, kit):
    """A seeded fault, judged by the validator on what the target computes."""
    given, values = case["input"], case["expect"]["values"]
    gate, up = (formula.array(given[name]).reshape(1, -1) for name in ("gate", "up"))
    x = np.concatenate([gate, up], axis=1)
    glu = f"glu(hidden = {gate.size}, activation = silu)"
    correct, swapped = (gated.unit(kit, x, layout, glu, "f32") for layout in ("gate_first", "up_first"))
    same(
        "largest_absolute_difference",
        np.max(np.abs(correct - swapped)),
        values["largest_absolute_difference"],
        case["tol"],
    )
    same(
        "normalised_mean_square_error_of_swap",
        np.sum((correct - swapped) ** 2) / np.sum(correct**2),
        values["normalised_mean_square_error_of_swap"],
        case["tol"],
    )
    dtype = given["dtype"]
    exact = gate / (1 + np.exp(-gate)) * up
    baseline = tensors.rounded(exact, dtype)
    for name, layout in (("correct_kernel", "gate_first"), ("swapped_kernel", "up_first")):
        got = gated.unit(kit, x, layout, glu, dtype)
        rows = [" ".join(map(repr, map(float, array.flat))) for array in (got, exact, baseline)]
        verdict = ask(kit, "compare", f"{dtype} {gate.size}", *rows)
        need(verdict == [case["expect"]["verdict"][name]], f"{name}: {verdict}")


KINDS = {"validator.saturation": saturation, "validator.can-fail": can_fail}
