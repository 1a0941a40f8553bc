# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A row kernel written once: as text of stage `kernels`, and as its meaning in
double precision on arrays [rows, ...shape]."""
import math

import numpy as np

from tensors import rounded

erfc = np.vectorize(math.erfc, otypes=[np.float64])

UNARY = {
    "neg": np.negative, "abs": np.abs, "floor": np.floor, "sqrt": np.sqrt, "exp": np.exp, "expm1": np.expm1,
    "log": np.log, "log1p": np.log1p, "tanh": np.tanh, "not": np.logical_not,
    "sigmoid": lambda x: np.where(x < 0, np.exp(x) / (1 + np.exp(x)), 1 / (1 + np.exp(-x))),
    "normal_cdf": lambda x: erfc(-x / math.sqrt(2)) / 2,
}
BINARY = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide, "max": np.maximum, "min": np.minimum,
    "lt": np.less, "le": np.less_equal, "eq": np.equal, "and": np.logical_and, "or": np.logical_or,
}
TRUTH = {"lt", "le", "eq", "and", "or", "not"}


class Value:
    def __init__(self, name, element, tokens, data):
        self.name, self.element, self.tokens = name, element, tokens
        self.data = data  # [rows, ...] with tokens, else [...]

    @property
    def shape(self):
        return self.data.shape[1:] if self.tokens else self.data.shape

    @property
    def type(self):
        sizes = ["?"] * self.tokens + [str(n) for n in self.shape]
        return "tensor<" + "x".join([*sizes, self.element]) + ">"


class Kernel:
    """Arguments and operations in order; `text(result)` is the module."""

    def __init__(self, name="k"):
        self.name = name
        self.arguments, self.lines = [], []
        self.count = 0

    def rows(self, data, element="f32"):
        """Rows stored as `element`; the value is their f32."""
        stored = self.argument(Value("", element, True, rounded(data, element)))
        return self.cast(stored, "f32")

    def parameter(self, data):
        return self.argument(Value("", "f32", False, rounded(data, "f32")))

    def argument(self, value):
        value.name = f"%a{len(self.arguments)}"
        self.arguments.append(value)
        return value

    def emit(self, text, element, tokens, data, operands=(), attributes="", to=False):
        """An operation; `to`: the type of its result does not follow from those of its operands."""
        value = Value(f"%v{self.count}", element, tokens, data)
        self.count += 1
        types = ", ".join(v.type for v in operands) + (f" to {value.type}" if to else "")
        names = ", ".join(v.name for v in operands)
        given = f" {{{attributes}}}" if attributes else ""
        self.lines.append(f"{value.name} = tenon.{text.replace('$', names)}{given}" + (f" : {types}" if types else ""))
        return value

    def cast(self, a, element):
        if a.element == element:
            return a
        return self.emit("cast $", element, True, rounded(a.data, element), [a], to=True)

    def unary(self, op, a):
        return self.emit(op + " $", "i1" if op in TRUTH else "f32", a.tokens, UNARY[op](a.data), [a])

    def power(self, a, exponent):
        return self.emit("power $", "f32", a.tokens, a.data**exponent, [a], f"exponent = {exponent} : i64")

    def round(self, a, element):
        return self.emit("round $ to " + element, "f32", a.tokens, rounded(a.data, element), [a])

    @staticmethod
    def aligned(values):
        """Arrays that NumPy broadcasts as the language does: rows lead, shapes end together."""
        tokens = any(v.tokens for v in values)
        rank = max(len(v.shape) for v in values)
        rows = max(v.data.shape[0] if v.tokens else 1 for v in values)
        arrays = [v.data.reshape((v.data.shape[0] if v.tokens else 1,) + (1,) * (rank - len(v.shape)) + v.shape)
                  for v in values]
        return tokens, [np.broadcast_to(a, (rows,) + a.shape[1:]) if tokens else a[0] for a in arrays]

    def binary(self, op, a, b):
        tokens, arrays = self.aligned([a, b])
        return self.emit(op + " $", "i1" if op in TRUTH else "f32", tokens, BINARY[op](*arrays), [a, b])

    def select(self, c, a, b):
        tokens, arrays = self.aligned([c, a, b])
        return self.emit("select $", "f32", tokens, np.where(*arrays), [c, a, b])

    def reduce(self, op, a):
        data = np.mean(a.data, -1, keepdims=True) if op == "mean" else np.sum(a.data, -1, keepdims=True)
        return self.emit(op + " $", "f32", a.tokens, data, [a])

    def split(self, a, heads):
        return self.emit("split $", "f32", True, a.data.reshape(len(a.data), heads, -1), [a], to=True)

    def merge(self, a):
        return self.emit("merge $", "f32", True, a.data.reshape(len(a.data), -1), [a])

    def constant(self, values):
        value = Value(f"%v{self.count}", "f32", False, np.array(values, dtype=np.float64))
        self.count += 1
        numbers = ", ".join(f"{v:.17e}" for v in values)
        self.lines.append(f"{value.name} = tenon.constant dense<[{numbers}]> : tensor<{len(values)}xf64>")
        return value

    def position(self, positions):
        return self.emit("position", "f32", True, np.array(positions, dtype=np.float64)[:, None])

    def text(self, result):
        signature = ", ".join(
            f"%x{i}: {v.type}" + ("" if v.tokens else f' {{tenon.param = "p{i}"}}')
            for i, v in enumerate(self.arguments))
        outer = ", ".join(f"%x{i}" for i in range(len(self.arguments)))
        types = ", ".join(v.type for v in self.arguments)
        inner = ", ".join(f"{v.name}: {v.type}" for v in self.arguments)
        body = "\n      ".join(self.lines)
        return f"""
func.func @block({signature}) -> {result.type} {{
  %y = tenon.kernel "{self.name}" ({outer}) : ({types}) -> {result.type} {{
  ^bb0({inner}):
    %r = tenon.slot rows -> {result.type} {{
      {body}
      tenon.yield {result.name} : {result.type}
    }}
    tenon.yield %r : {result.type}
  }}
  return %y : {result.type}
}}
"""
