# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases about sizes and constants that a spec computes."""

import ast
import re

import words
from compare import Mismatch, same


def hidden(kit, width, expression):
    text = (
        f"block unit {{ width = {width}  placement = pre_norm  norm = rms_norm(eps = 1e-6)\n"
        f"  ffn = mlp(hidden = {expression}, activation = relu) }}\n"
    )
    return kit.check(text)["blocks"][0]["hidden"]


def translate(node):
    """An expression in Python's syntax in the language's."""
    if isinstance(node, ast.Expression):
        return translate(node.body)
    if isinstance(node, ast.BinOp):
        left, right = translate(node.left), translate(node.right)
        if isinstance(node.op, ast.FloorDiv):
            return f"floor(({left}) / ({right}))"
        return f"({left} {{}} {right})".format(
            {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}[type(node.op)]
        )
    if isinstance(node, ast.Call) and node.func.id == "int":
        return f"floor({translate(node.args[0])})"
    if isinstance(node, ast.Name) and node.id == "d":
        return "width"
    if isinstance(node, ast.Constant):
        return words.literal(node.value)
    raise Mismatch(f"no rule for {ast.dump(node)}")


def rule_in_text(text):
    """The rule that a text writes as 'the rule (...) for', in the language's syntax."""
    rule = re.search(r"the rule (.*?)(?:,| for)", text)[1]
    return translate(ast.parse(re.sub(r"(\d)d", r"\1*d", rule), mode="eval"))


def ratio_of(case):
    match = re.search(r"ratio (\d+/\d+)", case["build"])
    return case["input"].get("ratio") or match[1]


def check(case, kit):
    given, values, tol = case["input"], case["expect"]["values"], case["tol"]
    if "multiple" in given:
        for width in given["d"]:
            got = [
                hidden(kit, width, f"round_up(floor({ratio_of(case)} * width), {multiple})")
                for multiple in given["multiple"]
            ]
            same(f"width {width}", got, values[str(width)], tol, case.get("wrong"))
    elif "d_multiplier_multiple" in given:
        inner = rule_in_text(case["build"])
        got = [
            hidden(
                kit,
                width,
                f"round_up({inner if factor is None else f'floor({words.literal(factor)} * {inner})'}, "
                f"{multiple})",
            )
            for width, factor, multiple in given["d_multiplier_multiple"]
        ]
        same("d_ff", got, values["d_ff"], tol)
    elif isinstance(given["d"], list):
        rule = rule_in_text(case["build"])
        same("d_ff", [hidden(kit, width, rule) for width in given["d"]], values["d_ff"], tol)
    else:
        exact = f"{given['ratio']} * width"
        rule = f"floor({exact})" if "round-down" in case["build"] else exact
        same("d_ff", hidden(kit, given["d"], rule), values["d_ff"], tol, case.get("wrong"))


def constant(case, kit):
    """A number of the language rounded to a type, read through an activation."""
    for dtype, want in case["expect"]["values"].items():
        text = (
            "ffn constant(x; value) = 0 * x + value\n"
            f"block unit {{ width = {case['input']['d']}  placement = bare\n"
            f"  ffn = constant(value = round(width^(1/2)))  dtype = {dtype}  residual = f32 }}\n"
        )
        y = kit.run(text, [[0.0] * case["input"]["d"]], {}, "f32")
        same(dtype, y[0][0], want, case["tol"])


def pattern(case, kit):
    """Layer patterns: which layers of a stack have a window."""
    forms = {"a": "[3 of near, far]", "b": "[near, far]", "c": "[far, near, near]"}
    for key, want in case["expect"]["values"].items():
        text = (
            "block base(mask) { width = 8  placement = pre_norm  norm = rms_norm(eps = 1e-6)\n"
            "  attention = attention(heads = 1, mask = mask)  ffn = mlp(hidden = 8, activation = relu) }\n"
            "block near = base(mask = sliding(2))\nblock far = base(mask = causal)\n"
            f"stack whole {{ layers = {case['input']['layers']} of {forms[key]}  final_norm = rms_norm(eps = 1e-6) }}\n"
        )
        graph = kit.need(
            "compile", kit.spec(text), "--block", "whole", "--target", kit.target, "--emit=graph", "-o", "-"
        )
        layers = re.findall(r"layer\s*(\d+)\D*?:?\s*@?(near|far)", graph)
        same(key, [int(index) for index, block in layers if block == "far"], want, case["tol"])


OPS = {"ffn_size": check, "constant": constant, "pattern": pattern}
