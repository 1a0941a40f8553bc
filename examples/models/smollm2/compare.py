# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Continues the prompts of prompts.txt, greedily, and compares: every token and its logits with float64
NumPy on the dequantised weights; and, where llama_cpp is installed, the tokens with llama.cpp's on the same
weights in f32. Exit 1 if a token differs that is no tie, or a logit by more than the bound."""

import ctypes
import os
import sys
import tempfile

import generate
import model
import numpy as np
import oracle

HERE = os.path.dirname(os.path.abspath(__file__))
BOUND = 1e-4  # of a logit, relative to the largest of its token
TIE = 2 * BOUND  # two logits so near each other may change places


class Dequantised(dict):
    """Arrays in float64 by name, made when they are asked for; f32 is kept."""

    def __init__(self, path):
        from gguf import GGUFReader, dequantize

        self.kept = {
            tensor.name: dequantize(tensor.data, tensor.tensor_type) for tensor in GGUFReader(path).tensors
        }

    def __getitem__(self, name):
        return self.kept[name].astype(np.float64)


def in_llama_cpp(path, prompts, steps):
    """Its tokens for each prompt; None where it is not installed."""
    try:
        import llama_cpp
    except ImportError:
        return None
    with tempfile.TemporaryDirectory() as folder:
        full = os.path.join(folder, "f32.gguf")
        settings = llama_cpp.llama_model_quantize_default_params()
        settings.ftype, settings.allow_requantize = 0, True
        llama_cpp.llama_model_quantize(path.encode(), full.encode(), ctypes.byref(settings))
        network = llama_cpp.Llama(
            full,
            n_ctx=256,
            type_k=0,
            type_v=0,
            flash_attn=False,
            n_threads=1,
            n_threads_batch=1,
            verbose=False,
        )
        return [greedy(network, llama_cpp, ids, steps) for ids in prompts]


def greedy(network, llama_cpp, ids, steps):
    network.reset()
    result = list(ids)
    for _ in range(steps):
        network.eval(result[network.n_tokens :])
        logits = llama_cpp.llama_get_logits_ith(network.ctx, -1)
        result.append(int(np.ctypeslib.as_array(logits, shape=(network.n_vocab(),)).argmax()))
    return result[len(ids) :]


def compare(tokens, logits, exact):
    """(tokens equal, ties, least margin, largest error) of a continuation; logits are [tokens, vocabulary]."""
    scale = np.abs(exact).max(1)
    equal = exact.argmax(1) == tokens
    behind = exact.max(1) - exact[np.arange(len(tokens)), tokens]
    ties = ~equal & (behind <= TIE * scale)
    margin = exact.max(1) - np.sort(exact, axis=1)[:, -2]
    return equal.sum(), ties.sum(), margin.min(), (np.abs(logits - exact).max(1) / scale).max()


def main():
    parser = model.arguments(__doc__)
    parser.add_argument("--steps", type=int, default=64, help="tokens for each prompt")
    options = parser.parse_args()
    steps = options.steps
    network = generate.load(options)
    coder, _ = generate.tokenizer(network.weights)
    with open(os.path.join(HERE, "prompts.txt")) as file:
        texts = file.read().splitlines()
    prompts = [coder.encode(text).ids for text in texts]
    exact = oracle.SmolLM2(Dequantised(network.weights))
    theirs = in_llama_cpp(network.weights, prompts, steps)
    tokens = network.generate(prompts, steps)
    seen = [ids + more[:-1] for ids, more in zip(prompts, tokens)]
    logits = np.split(network.run(seen), np.cumsum([len(ids) for ids in seen])[:-1])
    good = True
    print("tokens equal to NumPy  ties  least margin  logit error  tokens equal to llama.cpp  text")
    for number, ids in enumerate(prompts):
        want = exact.logits(seen[number])
        equal, ties, margin, error = compare(
            tokens[number], logits[number][len(ids) - 1 :], want[len(ids) - 1 :]
        )
        same = "not installed"
        if theirs is not None:
            same = f"{sum(a == b for a, b in zip(tokens[number], theirs[number]))} of {steps}"
        figures = f"{equal:12} of {steps}{ties:10}{margin:14.4f}{error:13.1e}{same:>27}"
        print(f"{figures}  {texts[number]}{coder.decode(tokens[number])!r:.60}")
        good = good and equal + ties == steps and error <= BOUND
    print(f"every token is the likeliest, every logit within {BOUND}" if good else "FAILED")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
