# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares a whole block with the same layer of the package `transformers`, on the same weights.

usage: compare.py --tenon PATH --specs DIR --model NAME[,NAME...] --work DIR

Their layer runs twice: with every number in float64, the standard, and in the type of the block. The error of
the second is what honest arithmetic of that type costs; ours may be twice that and one rounding of the result
(rms, relative), and no element off by more than four times its largest and two roundings. The reference must
equal the standard up to the rounding of its result to f32. Settings that change the layer's meaning must be
told apart by the same bound."""

import argparse
import os
import re
import sys

import numpy as np
import torch
import transformers
from torch.overrides import TorchFunctionMode

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "..", "Inputs")]

import models
import tensors
import tool
import zoo

LENGTHS = [150, 9]  # beyond the windows, and beyond the farthest bucket of T5
SCALES = [1, 0.1, 0.01, 0.001]  # of the rows in turn: eps matters in small ones
TYPES = {"f32": torch.float32, "bf16": torch.bfloat16, "f16": torch.float16}


class Double(TorchFunctionMode):
    """float64 also where a layer asks for another type."""

    def __torch_function__(self, function, types, args=(), kwargs=None):
        def wide(value):
            return torch.float64 if value is torch.float32 or value is torch.bfloat16 else value

        if function is torch.Tensor.float:
            function = torch.Tensor.double
        return function(*map(wide, args), **{name: wide(value) for name, value in (kwargs or {}).items()})


def build(model, dtype):
    """Their model, in a type of torch. (A model that is converted later has converted angles, too.)"""
    base = re.sub("(Encoder)?Model$", "", model.kind)
    config = getattr(transformers, base + "Config")(**model.config)
    config._attn_implementation = config._experts_implementation = "eager"
    config.use_cache = False
    torch.set_default_dtype(dtype)
    return getattr(transformers, model.kind)(config).eval()


def seed(model, theirs, dtype):
    """Values for all parameters of their layer, rounded to `dtype`."""
    random = np.random.default_rng(7)
    values = {}
    layer = theirs.get_submodule(model.layer)
    for name, parameter in layer.named_parameters():
        owner = layer.get_submodule(name.rpartition(".")[0])
        drawn = random.standard_normal(tuple(parameter.shape))
        if "norm" in type(owner).__name__.lower():
            drawn = 0.1 * drawn + (model.identity if name.endswith("weight") else 0)
        elif name.endswith("bias"):
            drawn *= 0.1
        elif drawn.ndim > 1 and not isinstance(owner, torch.nn.Embedding):
            drawn /= np.sqrt(drawn.shape[-1 if isinstance(owner, torch.nn.Linear) else -2])
        values[name] = tensors.rounded(drawn, dtype)
    return values


def run(model, theirs, values, x):
    """The result of their layer on each sequence of x, as float64. The rest of the model makes masks and angles."""
    layer = theirs.get_submodule(model.layer)
    kept = []
    with torch.no_grad():
        for name, parameter in layer.named_parameters():
            parameter.copy_(torch.from_numpy(values[name]))

    def give(_, args, kwargs):
        return ((rows, *args[1:]), kwargs) if args else (args, kwargs | {"hidden_states": rows})

    layer.register_forward_pre_hook(give, with_kwargs=True)
    layer.register_forward_hook(lambda _, args, out: kept.append(out[0] if isinstance(out, tuple) else out))
    for part in np.split(x, np.cumsum(LENGTHS)[:-1]):
        rows = torch.from_numpy(part)[None].to(next(layer.parameters()).dtype)
        with torch.no_grad():
            theirs(inputs_embeds=rows)
    return np.concatenate([result[0].double().numpy() for result in kept])


class Case:
    """One model in one type."""

    def __init__(self, kit, name, model, spec, dtype):
        self.kit, self.model, self.spec, self.dtype = kit, model, spec, dtype
        self.label = f"{name} {dtype}"
        with Double():
            theirs = build(model, torch.float64)
            values = seed(model, theirs, dtype)
            x = np.random.default_rng(8).standard_normal((sum(LENGTHS), theirs.config.hidden_size))
            self.x = tensors.rounded(x * np.resize(SCALES, len(x))[:, None], dtype)
            self.want = run(model, theirs, values, self.x)
        self.honest = run(model, build(model, TYPES[dtype]), values, self.x)
        self.weights = {ours: (models.part(values.__getitem__, place), "f32") for ours, place in model.names.items()}

    def ours(self, target, settings):
        """y of our block with further settings, of which later ones replace earlier ones."""
        settings = list({line.split(" = ")[0]: line for line in settings}.values())
        with open(self.spec, encoding="utf-8") as file:
            block = self.model.block or re.search(r"^block (\w+)", file.read(), re.M)[1]
        place = os.path.relpath(self.spec, self.kit.folder)
        text = f'import "{place}"\nblock case = {block} {{\n  ' + "\n  ".join(settings) + "\n}\n"
        spec = self.kit.spec(text)
        given, output = self.kit.file("x.safetensors"), self.kit.file("y.safetensors")
        tensors.write(self.kit.file("w.safetensors"), self.weights)
        tensors.write(given, {"x": (self.x, self.dtype), "sequences": (np.cumsum([0, *LENGTHS]), "i64")})
        self.kit.need("run", spec, "--block", "case", "--target", target, "--weights",
                      self.kit.file("w.safetensors"), "--input", given, "--output", output)
        return tensors.read(output)["y"][0].astype(np.float64)

    def excess(self, y):
        """The error of y over its bound, for the group of rows where that is largest."""
        unit = 2.0 ** -tensors.DIGITS[self.dtype]
        worst = 0.0
        for group in range(len(SCALES)):
            want, honest, got = (array[group :: len(SCALES)] for array in (self.want, self.honest, y))
            size = np.sqrt(np.mean(want**2))
            rms = np.sqrt(np.mean((got - want) ** 2)) / size
            base = np.sqrt(np.mean((honest - want) ** 2)) / size
            each = np.abs(got - want) / (4 * np.max(np.abs(honest - want)) + 2 * unit * np.abs(want))
            worst = max(worst, rms / (2 * base + unit), np.max(each))
        return worst

    def rounding(self, y):
        """The error of y over that of one rounding to f32; the sum of the double arithmetic's is far below."""
        bound = 2.0**-24 * np.abs(self.want) + 1e-10 * np.max(np.abs(self.want))
        return np.max(np.abs(y - self.want) / bound)


def own_type(spec):
    with open(spec, encoding="utf-8") as file:
        found = re.search(r"^ *dtype *= *(\w+)", file.read(), re.M)
    return found.group(1) if found else "f32"


def check(kit, name, model, spec):
    """Prints a line for each comparison; the number of those that failed."""
    failed = 0

    def say(good, text):
        nonlocal failed
        failed += not good
        print(("PASS " if good else "FAIL ") + text, flush=True)

    settings = [line for line in model.settings.split("  ") if line]
    case = Case(kit, name, model, spec, "f32")
    plain = ["dtype = f32", *settings]
    exact = case.rounding(case.ours("reference", plain))
    say(exact <= 1, f"{case.label} on reference: {exact:.3g} of one rounding")
    compiled = case.excess(case.ours("cpu", plain))
    say(compiled <= 1, f"{case.label} on cpu: {compiled:.3g} of the bound")
    for mutant in model.mutants:
        wrong = case.excess(case.ours("reference", [*plain, mutant]))
        say(wrong > 1, f"{case.label} with {mutant}: {wrong:.3g} of the bound, which must not hold")
    if own_type(spec) != "f32":
        case = Case(kit, name, model, spec, own_type(spec))
        compiled = case.excess(case.ours("cpu", settings))
        say(compiled <= 1, f"{case.label} on cpu: {compiled:.3g} of the bound")
    return failed


def main():
    parser = argparse.ArgumentParser()
    for name in ("tenon", "specs", "model", "work"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    torch.set_num_threads(1)
    transformers.logging.set_verbosity_error()
    kit = tool.Tool(options.tenon, options.work)
    every = models.MODELS | zoo.MODELS
    failed = 0
    for name in options.model.split(","):
        failed += check(kit, name, every[name], os.path.join(options.specs, name + ".tenon"))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
