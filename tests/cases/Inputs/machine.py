# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases about the artifact on its own: symbols, headers, linking, and instruction sets.
One rule for each kind of fault."""

import math
import os
import re

import numpy as np

import formula
from artifact import Program, compile_block, must
from compare import need, same
from properties import BLOCK, gated_program, sample_rows

# --- ABI ----------------------------------------------------------------------------------

ALLOWED = re.compile(r"^(mem(cpy|set|move)|getenv|_GLOBAL_OFFSET_TABLE_)$")  # as docs/abi.md says


def symbols(case, kit):
    for index, (dtype, activation) in enumerate(
        (("bf16", "gelu_tanh"), ("f16", "silu"), ("bf16", "gelu_erf"))
    ):
        text = BLOCK.format(width=32, hidden=64, activation=activation, dtype=dtype)
        folder = compile_block(kit, text, f"symbols{index}")
        listed = must([kit.nm, "--undefined-only", "--format=just-symbols", os.path.join(folder, "unit.a")])
        defined = must(
            [kit.nm, "--defined-only", "--format=just-symbols", os.path.join(folder, "unit.a")]
        ).split()
        for name in listed.split():
            if name.endswith(":") or name in defined:
                continue
            need(ALLOWED.match(name), f"{dtype} {activation}: undefined symbol {name}")


def half_arguments(case, kit):
    """No half type in any header: scalars cross as f32 or inside buffers."""
    for dtype in case["input"]["scalar_types"]:
        text = BLOCK.format(width=32, hidden=64, activation="silu", dtype=dtype)
        folder = compile_block(kit, text, f"half-{dtype}")
        for name in ("unit.h", "tenon.h"):
            header = open(os.path.join(folder, name)).read()
            need(not re.search(r"_Float16|__bf16|__fp16|bfloat", header), f"{name} names a half type")


def link_many(case, kit):
    """Several libraries in one C++ program, in both orders, and whole."""
    names, archives, includes = [], [], []
    for index in range(case["input"]["libraries"]):
        name = f"part{index}"
        text = BLOCK.format(width=16 + index, hidden=32, activation="silu", dtype="f32").replace("unit", name)
        folder = compile_block(kit, text, name, name=name)
        names.append(name)
        archives.append(os.path.join(folder, name + ".a"))
        includes += ["-I", folder]
    source = kit.file("many.cpp")
    with open(source, "w") as file:
        file.write("".join(f'#include "{name}.h"\n' for name in names))
        file.write(
            "int main() {\n  return "
            + " && ".join(
                f"{name}_packed_size() > 0 && {name}_workspace_size(3, 1) != (size_t)-1 && {name}_variant()[0]"
                for name in names
            )
            + " ? 0 : 1;\n}\n"
        )
    whole = ["-Wl,--whole-archive", *archives, "-Wl,--no-whole-archive"]
    for index, order in enumerate((archives, archives[::-1], whole)):
        program = kit.file(f"many{index}")
        must([kit.cxx, "-std=c++17", *includes, source, *order, "-lpthread", "-lm", "-o", program])
        must([program])


def stack_and_alignment(case, kit):
    x, shift = sample_rows(5, 33), case["input"]["byte_shift"]
    program = gated_program(kit)
    y = program.good(x)
    got = program.good(x, misalignedStack=1, xShift=shift, yShift=shift, weightShift=shift)
    need(np.array_equal(got, y), "a stack pointer off by 8, or buffers off by 4, change the result")


# --- ISA ----------------------------------------------------------------------------------


def baseline(case, kit):
    """The library of two variants on an emulated CPU that has only AVX2."""
    if not kit.qemu:
        raise LookupError("qemu-x86_64 is not installed")
    x = sample_rows(5, 33)
    program = gated_program(kit, target="x86-64-v3+x86-64-v4")
    seen, y = program.call(x, prefix=[kit.qemu, "-cpu", "Haswell-v4"])
    need(seen["status"] == "0", f"status {seen['status']} under emulation")
    need(seen["variant"] == "x86-64-v3", f"variant {seen['variant']} on an AVX2 machine")
    forced = (
        program.good(x)
        if "avx2" not in kit.flags
        else program.call(x, environment={"TENON_VARIANT": "x86-64-v3"})[1]
    )
    need(np.array_equal(y, forced), "the emulated result differs from the same variant's here")


def amx_permission(case, kit):
    x = sample_rows(5, 33)
    y = gated_program(kit, dtype="bf16").good(x)
    got = gated_program(kit, dtype="bf16", folder="denied", flags=["-DHARNESS_DENY_AMX"]).good(x)
    need(np.allclose(got, y, rtol=2e-2, atol=2e-2), "another result when AMX is refused")


def fast_math(case, kit):
    """A program built with finite-math flags gets the same results, infinities included."""
    x = np.zeros((3, 33))
    x[0], x[1] = formula.array(case["input"]["x"])[0], np.inf
    x[2] = sample_rows(1, 33)
    text = "ffn alone(x; activation) = activation(x)\nblock unit { width = 33  placement = bare  ffn = alone(silu) }\n"
    results = [
        Program(kit, text, {}, "f32", folder=folder, flags=flags).good(x)
        for folder, flags in (("plain", []), ("finite", ["-O2", "-ffinite-math-only", "-fno-honor-nans"]))
    ]
    need(np.array_equal(*results), "finite-math flags change the result")
    same("silu(-inf)", results[0][0], [0.0] * 33, {"exact": True})


def fp_environment(case, kit):
    """Control register as before (`good` checks it); tiny inputs cost less than twice as much.

    The fault is a factor of 70. The fastest of many short calls counts, and both kinds of input take
    turns until it shows that there is none: a busy machine needs more rounds, and fails no sooner."""
    program = gated_program(kit, width=256, hidden=512)
    rows = [np.full((64, 256), value) for value in (1.0, case["input"]["x"])]
    for x in rows:
        program.good(x)
    fastest, least, most = [math.inf, math.inf], 5, 100
    for turn in range(most):
        for kind, x in enumerate(rows):
            fastest[kind] = min(fastest[kind], float(program.call(x, repeats=20)[0]["seconds"]))
        if turn >= least and fastest[1] < 2 * fastest[0]:
            return
    need(False, f"inputs of {case['input']['x']} take {fastest[1] / fastest[0]:.2f} times as long")


KINDS = {
    "abi.symbols": symbols,
    "abi.half-arguments": half_arguments,
    "abi.link-many": link_many,
    "abi.stack-and-alignment": stack_and_alignment,
    "isa.baseline": baseline,
    "isa.amx-permission": amx_permission,
    "isa.fast-math": fast_math,
    "isa.fp-environment": fp_environment,
}
