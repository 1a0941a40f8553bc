# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases that are about the artifact: what must hold around a call, not the numbers in it.
One rule for each kind of fault."""

import json
import os

import numpy as np

import blocks
import formula
import norms
import products
import words
from artifact import Program, shell
from compare import need, same

BLOCK = (
    "block unit {{ width = {width}  norm = rms_norm(eps = 1e-6)  placement = pre_norm\n"
    "  ffn = glu(hidden = {hidden}, activation = {activation})  dtype = {dtype} }}\n"
)


def norm_program(case, kit, width, **options):
    norm = norms.Norm(case, case["op"])
    return Program(kit, norm.spec(width), norm.weights(width), norm.out, **options)


def gated_program(kit, dtype="f32", width=33, hidden=70, activation="gelu_tanh", **options):
    """A whole sublayer, with every kind of kernel in it."""
    text = BLOCK.format(width=width, hidden=hidden, activation=activation, dtype=dtype)
    shapes = {
        "ffn.norm.gain": (width,),
        "ffn.gate.weight": (hidden, width),
        "ffn.up.weight": (hidden, width),
        "ffn.down.weight": (width, hidden),
    }
    weights = {
        name: (
            formula.q(index + 5, np.arange(np.prod(shape))).reshape(shape) / (8 if len(shape) > 1 else 1),
            dtype,
        )
        for index, (name, shape) in enumerate(shapes.items())
    }
    return Program(kit, text, weights, dtype, **options)


def sample_rows(rows, width, seed=3):
    return 2 * formula.q(seed, np.arange(rows * width)).reshape(rows, width)


def compare_values(case, y):
    for key, want in case["expect"].get("values", {}).items():
        if key not in ("x_after",):
            same(key, norms.part(case, key, want, y), want, case["tol"])


# --- shape ------------------------------------------------------------------------------


def neighbour_write(case, kit):
    x = norms.rows(case)
    compare_values(case, norm_program(case, kit, x.shape[1]).good(x))


def alignment(case, kit):
    x = norms.rows(case)
    program = norm_program(case, kit, x.shape[1])
    first = program.good(x)
    for shift in case["input"]["byte_shifts"]:
        for name in ("xShift", "yShift", "weightShift"):
            need(
                np.array_equal(program.good(x, **{name: shift}), first),
                f"{name} = {shift} changes the result",
            )


def over_read(case, kit):
    x = norms.rows(case)
    compare_values(case, norm_program(case, kit, x.shape[1]).good(x, around="fault"))


def strided_view(case, kit):
    """A view with a row stride. The header has no element stride, so one that has one cannot
    be said, which is the refusal that such a case accepts."""
    given = case["input"]
    if given["view"].get("step", 1) != 1:
        need("refuse" in json.dumps(case["expect"]), "a view with an element stride, and no refusal accepted")
        return
    buffer, x = formula.array(given["buffer"]), norms.rows(case)
    program = norm_program(case, kit, x.shape[1])
    y = program.good(x, xStride=buffer.shape[1])
    compare_values(case, y)
    need(np.array_equal(program.good(x, yStride=buffer.shape[1]), y), "a stride of y changes the result")


def zero_rows(case, kit):
    if case["op"] == "block":
        program, x = gated_program(kit), sample_rows(2, 33)
    else:
        x = norms.rows(case, case["input"]["x"][-1])
        program = norm_program(case, kit, x.shape[1])
    program.good(x, tokens=0)
    program.good(x, tokens=0, threads=3)
    y = program.good(x)
    if case["op"] != "block":
        compare_values(case, y)


def gemm_tail(case, kit):
    a, b, bias = products.operands(case)
    dtype = case["input"]["dtype"]
    padding = case["input"].get("c_row_stride", b.shape[1]) - b.shape[1]
    slack = case["input"]["a"].get("row_stride", a.shape[1]) - a.shape[1]
    for form, (text, x, weights) in products.forms(a, b, bias, dtype, dtype):
        program = Program(kit, text, weights, dtype, folder=form)
        width = x.shape[1]
        for around in ("nan", "fault"):
            y = program.good(x, around=around, xStride=width + slack, yStride=width + padding)[
                :, : b.shape[1]
            ]
            for key, want in case["expect"]["values"].items():
                same(f"{key} ({form}, {around})", products.part(key, y), want, case["tol"])


def code_size(case, kit):
    """No kernel grows with K, and none needs a deep stack."""
    for inner in case["input"]["k"]:
        text = (
            f"block unit {{ width = 64  placement = bare  dtype = bf16\n"
            f"  ffn = mlp(hidden = {inner}, activation = none) }}\n"
        )
        weights = {
            "ffn.up.weight": (formula.matrix(1, inner, 64) / 8, "bf16"),
            "ffn.down.weight": (formula.matrix(2, 64, inner) / 64, "bf16"),
        }
        program = Program(kit, text, weights, "bf16", folder=f"k{inner}")
        report = json.load(open(os.path.join(program.folder, "unit.json")))
        need(report["kernels"], "a report without kernels")
        for kernel in report["kernels"]:
            need(
                0 < kernel["code_bytes"] <= 65536,
                f"{kernel['name']} has {kernel['code_bytes']} bytes of code",
            )
        program.good(sample_rows(5, 64), stackBytes=case["input"]["stack_bytes"])


def index_32bit(case, kit):
    """Rows past 2^31 elements, in place; the pattern of rows repeats, so a few are stored."""
    given = case["input"]["x"]
    tokens, width = given["shape"]
    stride = given.get("row_stride", width)
    period = next(
        count
        for count in range(1, 100)
        if np.array_equal(
            formula.evaluate(given["formula"], (2 * count, width))[:count],
            formula.evaluate(given["formula"], (2 * count, width))[count:],
        )
    )
    rows = [int(key.split("_")[1]) for key in case["expect"]["values"]]
    program = norm_program(case, kit, width)
    seen, y = program.call(
        formula.evaluate(given["formula"], (period, width)),
        tokens=tokens,
        xStride=stride,
        yStride=stride,
        inplace=1,
        rows=",".join(map(str, rows)),
    )
    need(seen["status"] == "0", f"status {seen['status']}")
    for row, (key, want) in zip(y, case["expect"]["values"].items()):
        same(key, row[words.columns_in_text(case["build"], width, len(want))], want, case["tol"])


# --- alias and threads ----------------------------------------------------------------


def add_norm(case, kit):
    """y written over x gives what it gives beside it, and x is left alone otherwise."""
    if case["op"] == "add_rmsnorm":
        return  # its aliases are y == x, below, and pairs of buffers that our ABI does not have
    x = norms.rows(case)
    program = norm_program(case, kit, x.shape[1])
    y = program.good(x)
    compare_values(case, y)
    need(np.array_equal(program.good(x, inplace=1), y), "y == x changes the result")


def count_invariant(case, kit):
    x, given = norms.rows(case), case["input"]
    program = norm_program(case, kit, x.shape[1])
    whole = gated_program(kit, width=256, hidden=300, folder="sublayer")
    for one, rows in ((program, x), (whole, sample_rows(37, 256))):
        first = one.good(rows)
        for threads in given["threads"]:
            y = one.good(rows, threads=threads, repeats=max(2, given["repeats"] // 10))
            need(np.array_equal(y, first), f"{threads} threads change the result")


def batch_invariant(case, kit):
    given = case["input"]
    programs = {}
    for batch in given["batches"]:
        x = formula.array(given["x"], batch=batch)
        program = programs.setdefault("norm", None) or norm_program(case, kit, x.shape[1])
        programs["norm"] = program
        first = program.good(x, threads=2)[0]
        need(np.array_equal(first, programs.setdefault("row", first)), f"row 0 differs in a batch of {batch}")
    whole = gated_program(kit, dtype=given["dtype"], width=256, hidden=300, folder="sublayer")
    rows = sample_rows(max(129, 40), 256)
    alone = whole.good(rows[:1])[0]
    for batch in (2, 3, 7, 17, 40, 128, 129):
        need(
            np.array_equal(whole.good(rows[:batch], threads=2)[0], alone),
            f"row 0 differs in a batch of {batch}",
        )


def concurrent(case, kit):
    given = case["input"]
    program = gated_program(kit)
    program.good(
        sample_rows(9, 33),
        contexts=given["contexts"],
        repeats=given["repeats"] // 4,
        threads=given["threads"],
    )
    race_detector(kit, program, given)


def race_detector(kit, program, given):
    """The same under ThreadSanitizer, which watches the caller and the pool around the block."""
    if not kit.has_sanitizer:
        return
    plain, program.path = program.path, program.build("tsan", "-O1", "-fsanitize=thread")
    program.good(sample_rows(9, 33), contexts=given["contexts"], repeats=5, threads=given["threads"])
    program.path = plain


def nested(case, kit):
    """Called from inside a worker of the pool that the runtime ships."""
    done = shell([kit.probe, "nested", case["input"]["pool"], case["input"]["inner"]])
    need(done.returncode == 0, f"exit {done.returncode}: {done.stdout}{done.stderr}")


# --- attention ---------------------------------------------------------------------------


def decode_equals_prefill(case, kit):
    """All tokens in one call, or some in a first call and the others one by one."""
    given = case["input"]
    block = {
        "d": 24,
        "d_ff": 33,
        "heads": 3,
        "kv_heads": 1,
        "head_dim": 8,
        "placement": "pre",
        "causal": "bottom_right",
    }
    block["norm"] = {"type": "rmsnorm", "eps": 1e-6}
    block["ffn"] = {"gated": True, "act": "silu"}
    block["rope"] = {"theta": 10000.0, "dim": 8, "style": "half"}
    block["weights"] = {"seed": 10, "scale": 0.25}
    block["gains"] = {
        slot: {"seed": seed, "scale": 0.5, "offset": 1.0} for slot, seed in (("n1", 101), ("n2", 102))
    }
    x, total = sample_rows(given["total"], block["d"]), given["total"]
    for dtype in ("f32", "bf16"):
        program = Program(kit, blocks.spec(block, dtype), blocks.weights(block, dtype), dtype, folder=dtype)
        whole = program.good(x, cacheTokens=total + 7, prefill=total)
        for length in given["lengths"]:
            y = program.good(x, cacheTokens=total + 7, prefill=length, threads=2)
            need(np.array_equal(y, whole), f"{dtype}: rows differ after a first call of {length} tokens")


KINDS = {
    "shape.neighbour-write": neighbour_write,
    "shape.alignment": alignment,
    "shape.over-read": over_read,
    "shape.strided-view": strided_view,
    "shape.zero-rows": zero_rows,
    "shape.gemm-tail": gemm_tail,
    "shape.code-size": code_size,
    "shape.index-32bit": index_32bit,
    "alias.add-norm": add_norm,
    "threads.count-invariant": count_invariant,
    "threads.batch-invariant": batch_invariant,
    "threads.concurrent": concurrent,
    "threads.nested": nested,
    "attn.decode-equals-prefill": decode_equals_prefill,
}
