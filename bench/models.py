# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The items of whole models: MiniLM and SmolLM2 as in examples/models, with the weights of the request's file."""
import json
import pathlib
import re

import numpy as np

from archive import Archive

EXAMPLES = pathlib.Path(__file__).parent.parent / "examples" / "models"


def read(path: str) -> dict[str, np.ndarray]:
    """The tensors of a safetensors or GGUF file in f32."""
    if path.endswith(".safetensors"):
        from safetensors.numpy import load_file

        return {name: array.astype(np.float32) for name, array in load_file(path).items()}
    import gguf

    return {tensor.name: gguf.dequantize(tensor.data, tensor.tensor_type).astype(np.float32)
            for tensor in gguf.GGUFReader(path).tensors}


def weights(names: list[str], family: str, path: str) -> dict[str, np.ndarray]:
    """The file's tensors by canonical name."""
    tensors = read(path)
    theirs = json.loads((EXAMPLES / family / "names.json").read_text())["tensors"]
    result = {}
    for name in names:
        layer = re.match(r"layers\.(\d+)\.", name)
        key = re.sub(r"^layers\.\d+\.", "layers.*.", name)
        result[name] = tensors[theirs[key]["from"].replace("*", layer[1] if layer else "*")]
    return result


def stack(request: dict) -> Archive:
    """The model, packed. Quantised weights are what they stand for, in f32."""
    family = request["family"]
    text = (EXAMPLES / family / f"{family}.tenon").read_text()
    text = re.sub(r"\n  (pool|normalize) .*", "", text)  # the item's result are rows
    kind = request["dtype"] if request["dtype"] == "bf16" else "f32"
    text = re.sub(r"\n}\s*$", f"\n  dtype = {kind}\n}}\n", text)
    archive = Archive(text, family, pathlib.Path(request["folder"]), request["threads"])
    archive.pack(weights(archive.parameters, family, request["model"]))
    return archive


def minilm(request: dict, ids: np.ndarray):
    """(what to time, the result that it leaves)"""
    model, dims = stack(request), request["dims"]
    y = np.zeros((*ids.shape, dims["d"]), np.float32)
    call = model.forward(np.ascontiguousarray(ids.reshape(-1)), y, np.zeros(0, np.uint8), 0, sequences=len(ids))
    return call, y


def smollm2(request: dict, ids: np.ndarray):
    """(what to time, the result that it leaves): the prompt, or all tokens behind it, one by one."""
    model, dims = stack(request), request["dims"]
    past, tokens = dims["past"], len(ids)
    cache, y = model.cache(tokens), np.zeros(dims["vocab"], np.float32)
    first = past or tokens
    prompt = model.forward(ids[:first], y, cache, tokens, outputs=[first - 1])
    if not past:
        return prompt, y
    prompt()
    steps = [model.forward(ids[at : at + 1], y, cache, tokens, position=at) for at in range(past, tokens)]

    def call() -> None:
        for step in steps:
            step()

    return call, y
