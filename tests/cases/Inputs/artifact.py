# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled blocks as a C program sees them: the archive and header of `tenon compile`,
linked with harness.c."""

import os
import subprocess

import numpy as np

import tensors
from compare import need

HERE = os.path.dirname(os.path.abspath(__file__))


def shell(arguments, **options):
    return subprocess.run(
        list(map(str, arguments)), capture_output=True, text=True, errors="replace", timeout=900, **options
    )


def must(arguments, **options):
    done = shell(arguments, **options)
    need(
        done.returncode == 0,
        f"{' '.join(map(str, arguments))}: exit {done.returncode}\n{done.stdout}{done.stderr}",
    )
    return done.stdout


def compile_block(kit, text, folder, name="unit", target=None, options=()):
    """Archive, header and report of a spec, in a folder of their own."""
    out = kit.file(folder)
    os.makedirs(out, exist_ok=True)
    kit.need(
        "compile", kit.spec(text, folder + ".tenon"), "--target", target or kit.target, *options, "-o", out
    )
    for suffix in (".a", ".h"):
        need(os.path.exists(os.path.join(out, name + suffix)), f"compile wrote no {name}{suffix}")
    return out


def bindings(name, members):
    """C text that binds the harness to a block's header."""
    fields = "".join(
        f"  weights.{member.replace('.', '_')} = tensors[{index}];\n" for index, member in enumerate(members)
    )
    return f"""#include "harness.h"
#include "{name}.h"
size_t blockPackedSize(void) {{ return {name}_packed_size(); }}
tenon_status blockPack(const tenon_tensor *tensors, void *packed, size_t size, const tenon_parallel *parallel) {{
  {name}_weights weights;
  (void)tensors;
{fields if members else "  __builtin_memset(&weights, 0, sizeof weights);"}
  return {name}_pack(&weights, packed, size, parallel);
}}
size_t blockCacheSize(size_t cacheTokens) {{ return {name}_cache_size(cacheTokens); }}
size_t blockWorkspaceSize(size_t tokens, size_t threads) {{ return {name}_workspace_size(tokens, threads); }}
tenon_status blockForward(const void *packed, const tenon_batch *batch, const void *x, void *y, void *cache, void *workspace,
                          size_t size, const tenon_parallel *parallel) {{
  return {name}_forward(packed, batch, x, y, cache, workspace, size, parallel);
}}
const char *blockVariant(void) {{ return {name}_variant(); }}
"""


class Program:
    """harness.c linked with one compiled block."""

    def __init__(self, kit, text, weights, dtype, folder="artifact", target=None, flags=()):
        self.kit, self.dtype, self.weights = kit, dtype, weights
        self.folder = compile_block(kit, text, folder, target=target)
        self.members = list(weights)
        with open(os.path.join(self.folder, "bindings.c"), "w") as file:
            file.write(bindings("unit", self.members))
        self.path = self.build("program", "-O1", *flags)
        self.manifest = os.path.join(self.folder, "weights.txt")
        with open(self.manifest, "w") as manifest:
            for index, (values, stored) in enumerate(weights.values()):
                path = os.path.join(self.folder, f"weight{index}.bin")
                with open(path, "wb") as file:
                    file.write(tensors.encode(values, stored))
                manifest.write(f"{stored} {np.size(values)} {path}\n")

    def build(self, name, *flags):
        """Compiles the harness and links it with the block."""
        path = os.path.join(self.folder, name)
        sources = [os.path.join(HERE, source) for source in ("harness.c", "memory.c", "options.c")]
        sources += [os.path.join(self.folder, "bindings.c"), os.path.join(self.folder, "unit.a")]
        must(
            [
                self.kit.cc,
                "-std=c11",
                *flags,
                "-I",
                HERE,
                "-I",
                self.folder,
                *sources,
                "-lpthread",
                "-lm",
                "-o",
                path,
            ]
        )
        return path

    def call(self, x, prefix=(), environment=None, **options):
        """({name: value} as the harness printed, y as rows) for rows x."""
        x = np.asarray(x, dtype=np.float64)
        rows, y = os.path.join(self.folder, "x.bin"), os.path.join(self.folder, "y.bin")
        with open(rows, "wb") as file:
            file.write(tensors.encode(x, self.dtype))
        options = {"tokens": x.shape[0], "width": x.shape[1], **options}
        arguments = [f"{name}={value}" for name, value in options.items()]
        out = must(
            [
                *prefix,
                self.path,
                f"x={rows}",
                f"y={y}",
                f"weights={self.manifest}",
                f"element={tensors.ITEM[self.dtype]}",
                *arguments,
            ],
            env={**os.environ, **(environment or {})},
        )
        seen = dict(line.split("=", 1) for line in out.splitlines() if "=" in line)
        with open(y, "rb") as file:
            result = tensors.decode(file.read(), self.dtype).reshape(-1, x.shape[1])
        return seen, result

    def good(self, x, **options):
        """y of a call that must succeed and leave everything around its buffers alone."""
        seen, y = self.call(x, **options)
        for name in ("status", "pack"):
            need(seen.get(name) == "0", f"{name} {seen.get(name)} for {options}")
        for name in ("same", "fences", "padding", "input", "control"):
            need(seen.get(name) == "1", f"{name}: {seen.get(name)} for {options}")
        return y
