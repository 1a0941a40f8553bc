# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sweep.py TARGET STEP FOLDER CC: compiles one row kernel for each function and
compares it with libm in double over every STEP-th f32."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "Inputs"))
import lowering

WIDTH = 1000  # no multiple of a vector, so that tails are swept as well

F32 = f"tensor<?x{WIDTH}xf32>"

# name: operations from %a to %r
UNARY = ["exp", "expm1", "log", "log1p", "tanh", "sigmoid", "normal_cdf", "sqrt", "floor"]
BODIES = {name: f"%r = tenon.{name} %a : {F32}" for name in UNARY}
for name, factor in (("silu", "sigmoid"), ("gelu", "normal_cdf")):
    BODIES[name] = (
        f"%f = tenon.{factor} %a : {F32}\n%r = tenon.mul %a, %f : {F32}, {F32}"
    )
# Angles position * (x + low): x itself, and those of a far position with a frequency of two parts.
for name, position, low in (("angle", "1.0", "0.0"), ("far", "131071.0", "-1.4901161138336505e-09")):
    for op in ("sine", "cosine"):
        BODIES[f"{op}_{name}"] = (
            f"%p = tenon.constant dense<{position}> : tensor<1xf64>\n"
            f"%l = tenon.constant dense<{low}> : tensor<1xf64>\n"
            f"%r = tenon.{op} %p, %a, %l : tensor<1xf32>, {F32}, tensor<1xf32>"
        )
for format in ("bf16", "f16"):
    BODIES[f"round_{format}"] = f"%r = tenon.round %a to {format} : {F32}"


def module(name, body, source="f32", result="f32"):
    x, y = f"tensor<?x{WIDTH}x{source}>", f"tensor<?x{WIDTH}x{result}>"
    return f"""
func.func @block(%x: {x}) -> {y} {{
  %y = tenon.kernel "{name}" (%x) : ({x}) -> {y} {{
  ^bb0(%a: {x}):
    %s = tenon.slot rows -> {y} {{
      {body}
      tenon.yield %r : {y}
    }}
    tenon.yield %s : {y}
  }}
  return %y : {y}
}}
"""


def main():
    target, step, folder, compiler = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    modules = {name: module(name, body) for name, body in BODIES.items()}
    for format in ("bf16", "f16"):
        half = f"tensor<?x{WIDTH}x{format}>"
        modules[f"widen_{format}"] = module(
            f"widen_{format}", f"%r = tenon.cast %a : {half} to {F32}", format, "f32")
        modules[f"narrow_{format}"] = module(
            f"narrow_{format}", f"%r = tenon.cast %a : {F32} to {half}", "f32", format)
    loops = lowering.loops(modules.values(), target)
    for name in modules:
        bound = lowering.bindings(loops, name + ".finish")
        assert bound == ["begin", "end", "rows", ("x", 0), "first", "x_stride", ("y", 0), "y_stride"], bound
    text = lowering.assembly(modules.values(), target, folder)
    calls = [line for line in text.splitlines() if line.split()[:1] and line.split()[0].startswith("call")]
    assert not calls, calls
    shared = lowering.library(text, os.path.join(folder, "functions.so"), compiler)
    program = os.path.join(folder, "sweep")
    source = os.path.join(os.path.dirname(__file__), "sweep.c")
    subprocess.run([compiler, "-O2", "-ffp-contract=off", source, "-o", program, "-ldl", "-lm"], check=True)
    sys.exit(subprocess.run([program, shared, step]).returncode)


main()
