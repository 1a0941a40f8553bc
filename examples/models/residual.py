# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws how long the rows of the residual stream are after each layer, one line for each token of a
sentence: SmolLM2 (pre-norm, then its final norm) beside MiniLM (post-norm). Needs matplotlib.

usage: residual.py -o FILE.svg"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, name) for name in ("minilm", "smollm2")]

import embed
import generate
import model
import numpy as np

SENTENCE = "The old lighthouse keeper wrote down the weather every evening."


ENDS = ("final_norm", "head", "pool", "normalize")


def rms(rows):
    return np.sqrt((rows**2).mean(1))


def lengths(network, ids, layers):
    """rms of each row, [layer, token]: its length over the square root of the width."""
    return np.stack([rms(network.run_cut(ids, count, *ENDS)) for count in range(1, layers + 1)])


def draw(path, panels):
    import matplotlib

    matplotlib.use("agg")
    matplotlib.rcParams["svg.fonttype"] = "none"  # text stays text: a smaller file
    matplotlib.rcParams["svg.hashsalt"] = "tenon"
    import matplotlib.pyplot as plot

    figure, axes = plot.subplots(1, len(panels), figsize=(10, 4.2), width_ratios=[2, 1], layout="constrained")
    for axis, (title, rows, final, tokens) in zip(axes, panels):
        colours = plot.get_cmap("viridis")(np.linspace(0, 0.9, len(tokens)))
        depth = np.arange(1, len(rows) + 1)
        for column, (token, colour) in enumerate(zip(tokens, colours)):
            axis.plot(depth, rows[:, column], color=colour, linewidth=1, label=token)
            if final is not None:
                end = [len(rows), len(rows) + 2], [rows[-1, column], final[column]]
                axis.plot(*end, ":", color=colour, linewidth=1, marker=".", markevery=[1])
        axis.set(title=title, xlabel="layers", ylabel="rms of the row")
        axis.set(**({"ylim": (0, None)} if final is None else {"yscale": "log"}))
        axis.legend(fontsize=6, ncols=2 if len(tokens) > 8 else 1)
    figure.savefig(path, metadata={"Date": None})


def main():
    parser = model.arguments(__doc__)
    parser.add_argument("-o", dest="output", required=True)
    options = parser.parse_args()
    small, encoder = generate.load(options), embed.load(options)
    coder, _ = generate.tokenizer(small.weights)
    ids = coder.encode(SENTENCE).ids
    pre = lengths(small, ids, 30)
    final = rms(small.run_cut(ids, 30, "head"))
    words = embed.tokenizer().encode(SENTENCE)
    post = lengths(encoder, words.ids, 6)
    for title, rows in (("SmolLM2", pre), ("MiniLM", post)):
        print(f"{title}: rms after the first layer {rows[0].min():.3g} to {rows[0].max():.3g}, "
              f"after the last {rows[-1].min():.3g} to {rows[-1].max():.3g}")
    print(f"SmolLM2 behind the final norm: {final.min():.3g} to {final.max():.3g}")
    tokens = [coder.decode([token]).strip() for token in ids]
    left = "SmolLM2: pre-norm; dots: behind the final norm", pre, final, tokens
    draw(options.output, [left, ("MiniLM: post-norm", post, None, words.tokens)])


if __name__ == "__main__":
    main()
