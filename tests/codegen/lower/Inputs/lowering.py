# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From a module of stage `kernels` to a shared object, with LLVM's own tools,
so that a test can call one phase without a block around it."""
import ctypes
import re
import subprocess

TO_LLVM = (
    "builtin.module(tenon-lower-kernels{{target={target}}}, canonicalize, cse, loop-invariant-code-motion,"
    "tenon-expand-math, arith-expand{{include-bf16=true}}, expand-strided-metadata, lower-affine,"
    "convert-vector-to-scf, convert-scf-to-cf, convert-vector-to-llvm, finalize-memref-to-llvm,"
    "convert-math-to-llvm, convert-arith-to-llvm, convert-index-to-llvm,"
    "convert-func-to-llvm{{use-bare-ptr-memref-call-conv=true}}, convert-cf-to-llvm, convert-ub-to-llvm,"
    "reconcile-unrealized-casts, canonicalize, cse)"
)


def run(command, text):
    return subprocess.run(command, input=text, text=True, capture_output=True, check=True).stdout


def loops(module, target):
    """The module at stage `loops`."""
    return run(["tenon-opt", f"--tenon-lower-kernels=target={target}"], module)


def assembly(module, target):
    """The assembly of `module` for the variant `target`."""
    llvm_dialect = run(["tenon-opt", "--pass-pipeline=" + TO_LLVM.format(target=target)], module)
    code = run(["mlir-translate", "--mlir-to-llvmir"], llvm_dialect)
    code = run(["opt", "-O1", f"-mcpu={target}", "-S"], code)
    return run(["llc", "-O3", f"-mcpu={target}", "-mattr=-prefer-256-bit", "-relocation-model=pic"], code)


def library(texts, path, compiler="cc"):
    """A shared object at `path` from assembly texts."""
    sources = []
    for number, text in enumerate(texts):
        sources.append(f"{path}.{number}.s")
        with open(sources[-1], "w") as file:
            file.write(text)
    subprocess.run([compiler, "-shared", "-o", path, *sources], check=True)
    return path


def bindings(loops_text, phase):
    """What the arguments of `phase` are bound to: (buffer, offset) or a size's name."""
    head = re.search(rf"func\.func @{re.escape(phase)}\((.*?)\)(?: ->| {{\n|$)", loops_text, re.M).group(1)
    found = []
    for attributes in re.findall(r"\{(.*?)\}", head):
        if size := re.search(r'tenon\.size = "(\w+)"', attributes):
            found.append(size.group(1))
        else:
            offset = int(re.search(r"tenon\.offset = (-?\d+)", attributes).group(1))
            found.append((re.search(r'tenon\.buffer = "(\w+)"', attributes).group(1), offset))
    return found


def call(shared, phase, bound, buffers, sizes):
    """Calls `phase` with `buffers` (name -> address; workspace offsets count per token) and `sizes`."""
    arguments = []
    for binding in bound:
        if isinstance(binding, str):
            arguments.append(ctypes.c_size_t(sizes[binding]))
        else:
            name, offset = binding
            scale = sizes["tokens"] if name == "workspace" else 1
            arguments.append(ctypes.c_void_p(buffers[name] + offset * scale))
    getattr(shared, phase)(*arguments)
