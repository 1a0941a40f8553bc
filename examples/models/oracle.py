# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Two published models in float64 NumPy. Written from the papers and the models' own
configurations; shares nothing with Tenon.

Both are made of a mapping from the checkpoint's names to arrays [out, in]. `streams` gives
the rows between layers, the embedded ones first."""

import math

import numpy as np


def layer_norm(x, gain, bias, eps):
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + eps) * gain + bias


def rms_norm(x, gain, eps):
    return x / np.sqrt((x**2).mean(-1, keepdims=True) + eps) * gain


def gelu(x):
    return x * np.vectorize(math.erfc)(-x / math.sqrt(2)) / 2


def silu(x):
    return x / (1 + np.exp(-x))


def softmax(scores):
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True)


def attend(q, k, v, mask):
    """[T, H, n], [T, G, n], [T, G, n] -> [T, H * n]"""
    group = q.shape[1] // k.shape[1]
    k, v = np.repeat(k, group, axis=1), np.repeat(v, group, axis=1)
    scores = np.einsum("qhn,khn->hqk", q, k) / math.sqrt(q.shape[-1])
    weights = softmax(np.where(mask, scores, -np.inf))
    return np.einsum("hqk,khn->qhn", weights, v).reshape(q.shape[0], -1)


class MiniLM:
    """all-MiniLM-L6-v2 (BERT): post-norm LayerNorm, exact GELU, biases everywhere."""

    eps, heads, layers = 1e-12, 12, 6

    def __init__(self, tensors):
        self.tensors = tensors

    def linear(self, x, name):
        return x @ self.tensors[name + ".weight"].T + self.tensors[name + ".bias"]

    def norm(self, x, name):
        return layer_norm(x, self.tensors[name + ".weight"], self.tensors[name + ".bias"], self.eps)

    def embed(self, ids):
        return self.norm(
            self.tensors["embeddings.word_embeddings.weight"][ids]
            + self.tensors["embeddings.position_embeddings.weight"][: len(ids)]
            + self.tensors["embeddings.token_type_embeddings.weight"][0],
            "embeddings.LayerNorm",
        )

    def attention(self, x, layer):
        path = f"encoder.layer.{layer}.attention"
        q, k, v = (
            self.linear(x, f"{path}.self.{part}").reshape(len(x), self.heads, -1)
            for part in ("query", "key", "value")
        )
        return self.norm(
            x + self.linear(attend(q, k, v, True), f"{path}.output.dense"), f"{path}.output.LayerNorm"
        )

    def ffn(self, x, layer):
        path = f"encoder.layer.{layer}"
        hidden = gelu(self.linear(x, f"{path}.intermediate.dense"))
        return self.norm(x + self.linear(hidden, f"{path}.output.dense"), f"{path}.output.LayerNorm")

    def streams(self, ids):
        return [self.embed(ids)] + [y for _, y in self.sublayers(ids)]

    def embedding(self, ids):
        """The mean row, at length 1."""
        mean = self.streams(ids)[-1].mean(0)
        return mean / np.sqrt((mean**2).sum())

    def sublayers(self, ids):
        """(x, y) of every feed-forward sublayer, norm and skip included."""
        x, result = self.embed(ids), []
        for layer in range(self.layers):
            x = self.attention(x, layer)
            y = self.ffn(x, layer)
            result.append((x, y))
            x = y
        return result


class SmolLM2:
    """SmolLM2-135M (Llama): pre-norm RMSNorm, SwiGLU, as its GGUF file stores it, with the
    rows of q and k in the order that rotates neighbours."""

    eps, heads, groups, theta = 1e-5, 9, 3, 100000.0

    def __init__(self, tensors):
        self.tensors = tensors

    def linear(self, x, name):
        return x @ self.tensors[name + ".weight"].T

    def rotate(self, x):
        size = x.shape[-1]
        frequency = self.theta ** (-2.0 * np.arange(size // 2) / size)
        angle = np.arange(len(x))[:, None, None] * frequency
        even, odd = x[..., 0::2], x[..., 1::2]
        turned = np.empty_like(x)
        turned[..., 0::2] = even * np.cos(angle) - odd * np.sin(angle)
        turned[..., 1::2] = odd * np.cos(angle) + even * np.sin(angle)
        return turned

    def attention(self, x, layer):
        path = f"blk.{layer}"
        h = rms_norm(x, self.tensors[f"{path}.attn_norm.weight"], self.eps)
        q = self.rotate(self.linear(h, f"{path}.attn_q").reshape(len(x), self.heads, -1))
        k = self.rotate(self.linear(h, f"{path}.attn_k").reshape(len(x), self.groups, -1))
        v = self.linear(h, f"{path}.attn_v").reshape(len(x), self.groups, -1)
        causal = np.tril(np.ones((len(x), len(x)), dtype=bool))
        return x + self.linear(attend(q, k, v, causal), f"{path}.attn_output")

    def ffn(self, x, layer):
        path = f"blk.{layer}"
        h = rms_norm(x, self.tensors[f"{path}.ffn_norm.weight"], self.eps)
        return x + self.linear(
            silu(self.linear(h, f"{path}.ffn_gate")) * self.linear(h, f"{path}.ffn_up"), f"{path}.ffn_down"
        )

    def streams(self, ids):
        return [self.tensors["token_embd.weight"][ids]] + [y for _, y in self.sublayers(ids)]

    def final_norm(self, x):
        return rms_norm(x, self.tensors["output_norm.weight"], self.eps)

    def logits(self, ids):
        """[T, vocabulary]"""
        return self.final_norm(self.streams(ids)[-1]) @ self.tensors["token_embd.weight"].T

    def sublayers(self, ids, layers=30):
        """(x, y) of the first feed-forward sublayers, norm and skip included."""
        x, result = self.tensors["token_embd.weight"][ids], []
        for layer in range(layers):
            x = self.attention(x, layer)
            y = self.ffn(x, layer)
            result.append((x, y))
            x = y
        return result
