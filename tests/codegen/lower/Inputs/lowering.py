# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From a module of stage `kernels` to a shared object, with LLVM's own tools,
so that a test can call one phase without a block around it."""
import ctypes
import os
import re
import subprocess

TO_LOOPS = (
    "tenon-select-schedule{{target={target}}}, tenon-plan-memory, tenon-lower-contractions, tenon-lower-attention,"
    "tenon-lower-rows, tenon-emit-packers"
)
TO_LLVM = (
    "canonicalize, cse, loop-invariant-code-motion, tenon-expand-math, tenon-expand-tile-products,"
    "arith-expand{{include-bf16=true}}, expand-strided-metadata, lower-affine,"
    "convert-vector-to-scf, convert-scf-to-cf, convert-vector-to-llvm, finalize-memref-to-llvm,"
    "convert-math-to-llvm, convert-arith-to-llvm, convert-index-to-llvm,"
    "convert-func-to-llvm{{use-bare-ptr-memref-call-conv=true}}, convert-cf-to-llvm, convert-ub-to-llvm,"
    "reconcile-unrealized-casts, canonicalize, cse"
)


def run(command, text):
    return subprocess.run(command, input=text, text=True, capture_output=True, check=True).stdout


SPLIT = "\n// -----\n"


def lowered(modules, target, *passes):
    pipeline = f"builtin.module({','.join(passes)})".format(target=target)
    return run(["tenon-opt", "-split-input-file", "--pass-pipeline=" + pipeline], SPLIT.join(modules))


def loops(modules, target):
    """The modules at stage `loops`, as one text."""
    return lowered(modules, target, TO_LOOPS)


def assembly(modules, target, folder):
    """The assembly of all `modules` for the variant `target`; phases are global, packers are not."""
    text = lowered(modules, target, TO_LOOPS, TO_LLVM)
    # The launch list and what the module says of its target are no code.
    text = re.sub(r"^ *tenon\.(launch|pack|part) .*\n", "", text, flags=re.M)
    text = re.sub(r"^module attributes \{.*\} \{$", "module {", text, flags=re.M)
    text = run(["mlir-translate", "-split-input-file", "-output-split-marker=; -----", "--mlir-to-llvmir"], text)
    files = []
    for number, code in enumerate(text.split("; -----")):
        files.append(os.path.join(folder, f"{number}.ll"))
        with open(files[-1], "w") as file:
            file.write(re.sub(r"^define (.*@pack)", r"define internal \1", code, flags=re.M))
    code = run(["llvm-link", "-S", *files], "")
    code = run(["opt", "-O1", f"-mcpu={target}", "-S"], code)
    return run(["llc", "-O3", f"-mcpu={target}", "-mattr=-prefer-256-bit", "-relocation-model=pic"], code)


def library(text, path, compiler):
    """A shared object at `path` from assembly."""
    source = path + ".s"
    with open(source, "w") as file:
        file.write(text)
    subprocess.run([compiler, "-shared", "-o", path, source], check=True)
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
