# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares embeddings of sentences.txt, computed alone and in one batch, with float64 NumPy and, where
it is installed, with PyTorch's BERT of the package transformers. Exit 1 if a cosine is below 0.99999."""

import os
import sys

import embed
import model
import numpy as np
import oracle
from safetensors.numpy import load_file

HERE = os.path.dirname(os.path.abspath(__file__))
LEAST = 0.99999


def in_numpy(weights, sequences):
    tensors = {name: values.astype(np.float64) for name, values in load_file(weights).items()}
    network = oracle.MiniLM(tensors)
    return np.stack([network.embedding(ids) for ids in sequences])


def in_pytorch(weights, sequences):
    """None where it is not installed."""
    try:
        import torch
        from transformers import BertModel
    except ImportError:
        return None
    network = BertModel.from_pretrained(os.path.dirname(weights)).eval()
    with torch.no_grad():
        rows = [network(torch.tensor([ids])).last_hidden_state[0].mean(0).numpy() for ids in sequences]
    return np.stack([row / np.sqrt((row.astype(np.float64) ** 2).sum()) for row in rows])


def cosines(a, b):
    return (a * b).sum(1) / np.sqrt((a**2).sum(1) * (b**2).sum(1))


def main():
    options = model.arguments(__doc__).parse_args()
    with open(os.path.join(HERE, "sentences.txt")) as file:
        sentences = file.read().splitlines()
    sequences = embed.tokenize(sentences)
    network = embed.load(options)
    batch = network.run(sequences)
    alone = np.concatenate([network.run([ids]) for ids in sequences])
    others = {"NumPy, float64": in_numpy(network.weights, sequences)}
    pytorch = in_pytorch(network.weights, sequences)
    if pytorch is not None:
        others["PyTorch"] = pytorch
    columns = {f"{name}, alone": (alone, rows) for name, rows in others.items()}
    columns |= {f"{name}, in the batch": (batch, rows) for name, rows in others.items()}
    print("1 - cosine of a sentence's embedding and that by")
    print(*(f"{name:>30}" for name in columns), "  tokens  sentence", sep="")
    table = np.stack([1 - cosines(*pair) for pair in columns.values()], axis=1)
    for row, ids, sentence in zip(table, sequences, sentences):
        print(*(f"{value:30.2e}" for value in row), f"{len(ids):8}  {sentence[:48]}", sep="")
    largest = max(np.abs(alone - rows).max() for rows in others.values())
    print(f"largest difference of an element: {largest:.2e}")
    same = np.array_equal(alone, batch)
    print(f"alone and in the batch: {'same' if same else 'DIFFERENT'} numbers")
    good = same and table.max() <= 1 - LEAST
    print(f"every cosine is at least {LEAST}" if good else "FAILED")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
