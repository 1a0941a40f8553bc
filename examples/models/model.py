# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the examples share: where weights and tokenizers are, and calls of `tenon`."""

import argparse
import glob
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile

import numpy as np
from safetensors.numpy import load_file, save_file

HERE = os.path.dirname(os.path.abspath(__file__))


def package_file(package, pattern):
    """A file inside an installed package, which is not imported."""
    spec = importlib.util.find_spec(package)
    if spec is None:
        sys.exit(f"the package {package} is not installed: run ./setup.sh and use .venv/bin/python")
    return glob.glob(os.path.join(os.path.dirname(spec.origin), pattern))[0]


def arguments(text):
    """A parser with the options of all examples."""
    parser = argparse.ArgumentParser(description=text)
    parser.add_argument("--tenon", default=os.path.join(HERE, "..", "..", "build", "bin", "tenon"))
    parser.add_argument("--target", help="as of `tenon run`; default: this machine's")
    parser.add_argument("--threads", type=int)
    return parser


class Model:
    """A spec with its weights; `options` are those of `arguments`."""

    def __init__(self, options, name, weights):
        self.options, self.name, self.weights = options, name, weights
        self.spec = os.path.join(HERE, name, name + ".tenon")
        self.names = os.path.join(HERE, name, "names.json")

    def call(self, verb, spec, *more):
        command = [self.options.tenon, verb, spec, "--block", self.name, "--weights", self.weights]
        command += ["--names", self.names]
        for option in ("target", "threads"):
            if getattr(self.options, option) is not None:
                command += ["--" + option, str(getattr(self.options, option))]
        result = subprocess.run(command + list(more), stdout=subprocess.PIPE, text=True)
        if result.returncode:
            sys.exit(result.returncode)
        return result.stdout

    def run(self, sequences, spec=None):
        """Rows of the results of several lists of ids, computed in one call."""
        with tempfile.TemporaryDirectory() as folder:
            source, target = os.path.join(folder, "ids"), os.path.join(folder, "y")
            starts = np.cumsum([0] + [len(ids) for ids in sequences], dtype=np.int64)
            ids = np.concatenate([np.asarray(ids, dtype=np.int32) for ids in sequences])
            save_file({"ids": ids, "sequences": starts}, source)
            self.call("run", spec or self.spec, "--input", source, "--output", target)
            return load_file(target)["y"].astype(np.float64)

    def run_cut(self, ids, layers, *without):
        """Rows of one sequence behind the first `layers` layers, `without` ends: that is a stack too."""
        text = re.sub(r"\d+ of layer", f"{layers} of layer", open(self.spec).read())
        for end in without:
            text = re.sub(rf"\n  {end} .*", "\n  final_norm = none" if end == "final_norm" else "", text)
        with tempfile.NamedTemporaryFile("w", suffix=".tenon") as file:
            file.write(text)
            file.flush()
            return self.run([ids], file.name)

    def generate(self, prompts, steps, stop=None):
        """The tokens that follow each of several lists of ids, greedily; not beyond the token `stop`."""
        options = ["--steps", str(steps), "--json"]
        for ids in prompts:
            options += ["--ids", ",".join(map(str, ids))]
        if stop is not None:
            options += ["--stop", str(stop)]
        result = json.loads(self.call("generate", self.spec, *options))
        return [sequence["ids"] for sequence in result["sequences"]]
