# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From the words of a case to settings of the language, by tests/names.json alone."""

import json
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
NAMES = json.load(open(os.path.join(HERE, "..", "..", "names.json")))

NUMBER = r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?:\^[-+]?\d+)?"


def number(text):
    """'1e-6' or '2^-23' as a float."""
    base, _, exponent = text.partition("^")
    return float(base) ** float(exponent) if exponent else float(base)


def literal(value):
    """A number, boolean or name as the language writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, str)):
        return str(value)
    if value < 0:
        return f"(-{literal(-value)})"
    return str(int(value)) if value == int(value) and value < 1e15 else repr(value)


def call(kind, options):
    """kind(name = value, ...)"""
    if kind == "none" or not options:
        return kind
    return f"{kind}({', '.join(f'{name} = {literal(value)}' for name, value in options.items())})"


def norm(word, **options):
    entry = NAMES["norm"][word]
    return call(entry["kind"], {**entry["options"], **options})


def norm_options(spec):
    """The options of a norm that a case describes as {type, eps, gain_offset}."""
    options = {"eps": spec["eps"]}
    if spec.get("gain_offset"):
        options["offset"] = spec["gain_offset"]
    if spec["type"] == "layernorm":
        options["bias"] = False
    return options


def norm_in_text(text, word):
    """What a case's text says of one norm: eps, and gain and bias where they are told apart."""
    found = {}
    match = re.search(r"\beps (" + NUMBER + ")", text)
    if match:
        found["eps"] = number(match[1])
    spelling = next(name for name, kind in NAMES["norm_in_text"].items() if kind == word)
    others = "|".join(name for name in NAMES["norm_in_text"] if name != spelling)
    part = re.search(spelling + r"(.*?)(?:" + others + r"|;|$)", text)
    part = part[1] if part else ""
    for name in ("gain", "bias"):
        match = re.search(name + " (" + NUMBER + r")\b", part)
        if match:
            found[name] = number(match[1])
    if re.search(r"without gain", part):
        found["gain"] = None
    return found


def activations_in_text(text):
    """The activations that a text names, longest names first."""
    rest, found = text, []
    for spelling, words in sorted(NAMES["activation_in_text"].items(), key=lambda item: -len(item[0])):
        if spelling in rest:
            rest = rest.replace(spelling, "")
            found += words.split()
    return found


def columns_in_text(text, width, count):
    """Which columns a case prints of a row: those it names, first and last, or all."""
    match = re.search(r"columns? ((?:\d+|, | and )+)", text)
    if match:
        named = [int(column) for column in re.findall(r"\d+", match[1])]
        if len(named) == count and max(named) < width:
            return named
    if count == 2 and width != 2 or re.search(r"first and last|0 and last", text):
        return [0, width - 1]
    return list(range(width))


def output_type(case):
    """The type the result is rounded to."""
    given = case["input"]
    match = re.search(r"\b(f32|bf16|f16) (?:out\b|output)", case["build"])
    if "out_dtype" in given or match:
        return given.get("out_dtype") or match[1]
    return given.get("dtype", "f32")
