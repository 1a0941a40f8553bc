# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of the `tenon` command line from test drivers."""

import json
import os
import subprocess

import numpy as np

import tensors


class Failed(Exception):
    """A call of the tool that had to succeed did not."""


class Tool:
    def __init__(self, path, folder, target="reference", seconds=300):
        self.path, self.folder, self.target, self.seconds = path, folder, target, seconds
        os.makedirs(folder, exist_ok=True)

    def file(self, name):
        return os.path.join(self.folder, name)

    def spec(self, text, name="spec.tenon"):
        with open(self.file(name), "w") as file:
            file.write(text)
        return self.file(name)

    def call(self, *arguments):
        """(exit status, stdout, stderr); a status below 0 is a signal."""
        done = subprocess.run(
            [self.path, *map(str, arguments)],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=self.seconds,
            stdin=subprocess.DEVNULL,
        )
        return done.returncode, done.stdout, done.stderr

    def need(self, *arguments):
        status, out, err = self.call(*arguments)
        if status != 0:
            raise Failed(
                f"tenon {' '.join(map(str, arguments))}: exit {status}\n{err.strip()}\n{out.strip()}"
            )
        return out

    def check(self, text, name="spec.tenon"):
        """The document of `tenon check --json` for a spec that must be right."""
        return json.loads(self.need("check", self.spec(text, name), "--json"))

    def parameters(self, text):
        """{canonical name: shape} of the only block of a spec."""
        (block,) = self.check(text)["blocks"]
        return {entry["name"]: entry["shape"] for entry in block["parameters"]}

    def run(self, text, x, weights, dtype, threads=1, options=()):
        """y of a block on given rows and weights ({name: (array, type)}), as float64.

        `dtype` is the type that x is stored in."""
        spec = self.spec(text)
        tensors.write(self.file("x.safetensors"), {"x": (x, dtype)})
        tensors.write(self.file("w.safetensors"), weights)
        output = self.file("y.safetensors")
        if os.path.exists(output):
            os.remove(output)
        self.need(
            "run",
            spec,
            "--target",
            self.target,
            "--threads",
            threads,
            "--weights",
            self.file("w.safetensors"),
            "--input",
            self.file("x.safetensors"),
            "--output",
            output,
            *options,
        )
        return tensors.read(output)["y"][0].astype(np.float64)
